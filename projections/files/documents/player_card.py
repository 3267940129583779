"""A player's card to hand out: rating, ranks and scores, evaluations, and opponents."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs
from markupsafe import Markup

from ledger.events.messages import Message, marked
from projections.files.charts.career import career_svg
from projections.files.charts.plots import career_of, inside_a_document
from projections.files.documents.formats import page
from projections.files.documents.heading import FileHeading, file_heading
from projections.files.documents.sheet_table import SheetTable
from projections.files.documents.workbook import as_workbook
from projections.i18n.languages import Language
from projections.queries import answer_types as shapes
from projections.queries import columns as declared
from projections.queries.answers import Answers
from projections.queries.evaluated_rows import (
    OF_A_RECORD,
    Evaluated,
    columns_shown,
    evaluated_rows,
)
from projections.queries.labels import Labels
from projections.queries.listings import tournament_names
from projections.queries.people import people
from projections.queries.player_profile import player_profile
from projections.queries.player_record import named_record
from projections.queries.presentation import display_name, format_card, rulebook_name

EVALUATED = OF_A_RECORD.people_read().headed({"ended_on": marked("Ended on")})
KEPT = declared.RESIDUAL_GAMES.headed({"valid_until": marked("Kept until")}).named(
    ["name", "title", "points", "valid_until"]
)
MET = declared.OPPONENTS.named(["name", "games", "score", "wins", "draws", "losses"])


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
    score: SheetTable[shapes.ColourScore]
    chart: Markup
    evaluations: Sequence[SheetTable[Evaluated]]
    tables: Sequence[SheetTable[Any]]


def player_card(answers: Answers, player: str, spoken: Language) -> PlayerCard:
    """The card of a player at the cut and under the rulebook that are asked about.

    Raises :class:`~ledger.events.problems.Refused` if nobody is registered so.
    """
    record, heading = named_record(answers, player), file_heading(answers)
    profile, said = player_profile(answers, record), spoken.translate_text
    career = career_of(record["history"], until=answers.day)
    waiting = record["residual_games"]
    played = {row["tournament"] for row in (*record["history"], *waiting) if row.get("tournament")}
    spelling = declared.Spelling(
        spoken,
        answers.rulebook,
        Labels(
            players=_names(answers, waiting, spoken),
            tournaments=tournament_names(answers, played),
            converted=said(marked("Converted")),
        ),
        decimals=2,
    )
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
        score=_score(profile, spelling),
        chart=inside_a_document(career_svg(career, spoken, said(marked("Rating history")))),
        evaluations=[*_evaluations(record["history"], spelling)],
        tables=[
            SheetTable(said(marked("Residual games")), KEPT, waiting, spelling),
            SheetTable(said(marked("Opponents")), MET, profile["opponents"], spelling),
        ],
    )


def _status(record: shapes.PlayerRecord, spoken: Language) -> str:
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


def _facts(profile: shapes.PlayerProfile, spoken: Language) -> Iterator[tuple[str, str]]:
    for rank in profile["ranks"]:
        place = Message("place %(place)s of %(all)s", place=rank["place"], all=rank["of"])
        group = _GROUPS[rank["group"]](rank["name"])
        yield spoken.translate_text(group), str(spoken.translate(place))
    if peak := profile["peak"]:
        reached = f", {spoken.day(peak['since'])}" if peak["since"] else ""
        yield spoken.translate_text(marked("Best rating")), spoken.number(peak["figure"]) + reached


def _names(
    answers: Answers, waiting: Sequence[shapes.EvaluationRow], spoken: Language
) -> Mapping[str, str]:
    """The names of the opponents in residual games."""
    found = people(answers, sorted({it["opponent"] for it in waiting if "opponent" in it}))
    return {it: spoken.translate_text(display_name(each["name"])) for it, each in found.items()}


def _score(
    profile: shapes.PlayerProfile, spelling: declared.Spelling
) -> SheetTable[shapes.ColourScore]:
    shown = declared.by_colour(profile) if profile["score"]["games"] else []
    return SheetTable(
        spelling.speech.translate_text(marked("Score")), declared.COLOURS, shown, spelling
    )


def _evaluations(
    history: Sequence[shapes.EvaluationRow], spelling: declared.Spelling
) -> Iterator[SheetTable[Evaluated]]:
    for rulebook, group in groupby(reversed(history), key=lambda row: row["rulebook"]):
        rows = evaluated_rows([*group], rulebook)
        columns = declared.Columns(*EVALUATED, *columns_shown(rows, rulebook))
        yield SheetTable(rulebook_name(rulebook), columns, rows, spelling)


def card_page(answers: Answers, player: str, spoken: Language, address: str = "") -> str:
    """The card as one page of HTML that needs nothing else; ``address``: of its page, if known."""
    card = player_card(answers, player, spoken)
    return page("player_card.html", spoken, card=card, address=address)


def card_workbook(answers: Answers, player: str, spoken: Language) -> bytes:
    """The evaluations of the card as a workbook: a sheet under each rulebook."""
    card = player_card(answers, player, spoken)
    about = [*card.about, f"{card.figure} ({card.status})", *map(": ".join, card.facts)]
    return as_workbook(card.heading, card.name, about, [it.sheet for it in card.evaluations])
