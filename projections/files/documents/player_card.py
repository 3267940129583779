"""A player's card to hand out: rating, ranks and scores, evaluations, and opponents."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs

from ledger.events.messages import Message, marked
from projections.files.documents.document import Table
from projections.files.documents.evaluated_table import EvaluatedTable, evaluated_table
from projections.files.documents.formats import Speech, page
from projections.files.documents.heading import FileHeading, file_heading
from projections.files.documents.workbook import as_workbook
from projections.queries.answer_types import (
    EvaluationRow,
    OpponentRow,
    PlayerProfile,
    PlayerRecord,
    Score,
)
from projections.queries.answers import Answers
from projections.queries.listings import tournament_names
from projections.queries.people import people
from projections.queries.player_profile import player_profile
from projections.queries.player_record import named_record
from projections.queries.presentation import display_name, format_card, rulebook_name


@attrs.frozen(kw_only=True)
class PlayerCard:
    """A card in a language; ``about`` and ``facts`` have the sentences and ranks of the page.

    ``evaluations`` are under their rulebooks, newest first; ``tables`` are the others.
    """

    heading: FileHeading
    player: str
    name: str
    person: str
    about: Sequence[str]
    figure: str
    status: str
    facts: Sequence[tuple[str, str]]
    score: Table
    evaluations: Sequence[EvaluatedTable]
    tables: Sequence[tuple[str, Table]]


def player_card(answers: Answers, player: str, spoken: Speech) -> PlayerCard:
    """The card of a player at the cut and under the rulebook that are asked about.

    Raises :class:`~ledger.events.problems.Refused` if nobody is registered so.
    """
    record, heading = named_record(answers, player), file_heading(answers)
    profile, said = player_profile(answers, record), spoken.translate_text
    waiting = record["residual_games"]
    played = {row["tournament"] for row in (*record["history"], *waiting) if row.get("tournament")}
    names = tournament_names(answers, played)
    born = profile["birth_year"]
    known = ([profile["club"]], [Message("born %(year)s", year=born)] if born else [])
    return PlayerCard(
        heading=heading,
        player=record["player"],
        name=said(display_name(record["name"])),
        person=" · ".join(str(spoken.translate(it)) for some in known for it in some if it),
        about=[it for it in (heading.title, heading.rulebook, spoken.day(heading.day)) if it],
        figure=format_card(record["card"], answers.rulebook) or "–",
        status=_status(record, spoken),
        facts=[*_facts(profile, spoken)],
        score=_score(profile, spoken),
        evaluations=[*_evaluations(record["history"], names, spoken)],
        tables=[
            (said(marked("Residual games")), _residual_games(answers, waiting, names, spoken)),
            (said(marked("Opponents")), _opponents(profile["opponents"], spoken)),
        ],
    )


def _status(record: PlayerRecord, spoken: Speech) -> str:
    status = spoken.translate_text(record["status"])
    if record["valid_until"] is None:
        return status
    until = Message("until %(day)s", day=spoken.day(record["valid_until"]))
    return f"{status} {spoken.translate(until)}"


_GROUPS: Mapping[str, Any] = {
    "list": lambda _: marked("In the list"),
    "club": lambda _: marked("In the club"),
    "age": lambda name: Message("Age class %(name)s", name=name),
}


def _facts(profile: PlayerProfile, spoken: Speech) -> Iterator[tuple[str, str]]:
    for rank in profile["ranks"]:
        place = Message("place %(place)s of %(all)s", place=rank["place"], all=rank["of"])
        group = _GROUPS[rank["group"]](rank["name"])
        yield spoken.translate_text(group), str(spoken.translate(place))
    if peak := profile["peak"]:
        reached = f", {spoken.day(peak['ended_on'])}" if peak["ended_on"] else ""
        yield spoken.translate_text(marked("Best rating")), spoken.number(peak["figure"]) + reached


def _score(profile: PlayerProfile, spoken: Speech) -> Table:
    said = spoken.translate_text
    words = ("Colour", "Games", "Points", "%", "Won", "Drawn", "Lost")
    lines = (("All", profile["score"]), ("White", profile["white"]), ("Black", profile["black"]))
    rows = [(said(name), *_numbers(score, spoken)) for name, score in lines]
    shown = tuple(rows) if profile["score"]["games"] else ()
    return Table(tuple(map(said, words)), shown, frozenset(range(1, len(words))))


def _numbers(score: Score, spoken: Speech) -> Sequence[str]:
    games, points = score["games"], score["points"]
    share = f"{spoken.number(100 * points / games, 0)} %" if games else ""
    counts = map(str, (score["wins"], score["draws"], score["losses"]))
    return str(games), spoken.points(points), share, *counts


def _evaluations(
    history: Sequence[EvaluationRow], names: Mapping[str, str], spoken: Speech
) -> Iterator[EvaluatedTable]:
    said = spoken.translate_text
    for rulebook, group in groupby(reversed(history), key=lambda row: row["rulebook"]):
        rows = list(group)
        leading = {
            said("Tournament"): [
                names.get(it["tournament"], it["tournament"])
                if it["tournament"]
                else said("Converted")
                for it in rows
            ],
            said("Ended on"): [spoken.day(it["ended_on"]) for it in rows],
        }
        yield evaluated_table(rulebook_name(rulebook), rows, rulebook, leading, spoken)


def _residual_games(
    answers: Answers, waiting: Sequence[EvaluationRow], names: Mapping[str, str], spoken: Speech
) -> Table:
    said = spoken.translate_text
    persons = people(answers, sorted({it["opponent"] for it in waiting if "opponent" in it}))
    rows = tuple(
        (
            said(display_name(persons[it["opponent"]]["name"])) if "opponent" in it else "",
            names.get(it.get("tournament", ""), ""),
            spoken.points(it["points"]),
            spoken.day(it["valid_until"]),
        )
        for it in waiting
    )
    words = ("Opponent", "Tournament", "Points", "Kept until")
    return Table(tuple(map(said, words)), rows, frozenset({2}))


def _opponents(opponents: Sequence[OpponentRow], spoken: Speech) -> Table:
    said = spoken.translate_text
    words = ("Opponent", "Games", "Score", "Won", "Drawn", "Lost")
    rows = tuple(
        (
            said(display_name(it["name"])),
            str(it["games"]),
            f"{spoken.points(it['points'])} : {spoken.points(it['games'] - it['points'])}",
            *map(str, (it["wins"], it["draws"], it["losses"])),
        )
        for it in opponents
    )
    return Table(tuple(map(said, words)), rows, frozenset(range(1, len(words))))


def card_page(answers: Answers, player: str, spoken: Speech) -> str:
    """The card as one page of HTML that needs nothing else."""
    return page("player_card.html", spoken, card=player_card(answers, player, spoken))


def card_workbook(answers: Answers, player: str, spoken: Speech) -> bytes:
    """The evaluations of the card as a workbook: a sheet under each rulebook."""
    card = player_card(answers, player, spoken)
    about = [*card.about, f"{card.figure} ({card.status})", *map(": ".join, card.facts)]
    return as_workbook(card.heading, card.name, about, [it.sheet() for it in card.evaluations])
