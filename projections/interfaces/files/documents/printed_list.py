"""A rating list ready to be printed: who stands where, of which club, and what has changed.

A change is counted from the list published last before it, as that list was; where another
rulebook governed then, or no list was published, there is none.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from importlib import import_module
from typing import Any, cast

import attrs

from projections.engine.history.as_of import AsOf
from projections.queries.answer_types import ListedRatings, ListedRow
from projections.queries.answers import Answers, Question, Row
from projections.queries.list_filter import EVERYBODY, ListFilter
from projections.queries.people import narrowed, people
from projections.queries.presentation import display_name, format_card
from projections.queries.published_lists import digest, publications


@attrs.frozen(kw_only=True)
class ListedPlayer:
    """A player's line; ``change`` is a number with its sign, ``=``, ``new``, or empty."""

    place: int
    player: str
    name: str
    club: str
    figure: str
    card: Mapping[str, Any]
    change: str
    valid_until: str


@attrs.frozen(kw_only=True)
class PrintedList:
    """A pool's list of a day, with what it is a list of; ``since``: the list it is compared to."""

    pool: str
    rulebook: str | None
    day: date
    known_at: int
    digest: str
    since: date | None
    players: Sequence[ListedPlayer]


def printed_list(answers: Answers, only: ListFilter = EVERYBODY) -> PrintedList:
    """The list at the cut and under the rulebook that are asked about, or part of it."""
    everybody = answers.ratings()
    places = {row["player"]: place for place, row in enumerate(everybody, start=1)}
    rows = narrowed(answers, everybody, only)
    before = published_before(answers)
    figures = None if before is None else {row["player"]: row["figure"] for row in before[1]}
    clubs = _clubs(answers, rows)
    return PrintedList(
        pool=answers.question.pool,
        rulebook=answers.rulebook,
        day=answers.day,
        known_at=answers.card_history.position,
        digest=digest(everybody),
        since=None if before is None else before[0],
        players=tuple(
            ListedPlayer(
                place=places[row["player"]],
                player=row["player"],
                name=display_name(row["name"]),
                club=clubs.get(row["player"], ""),
                figure=format_card(row["card"], answers.rulebook),
                card=row["card"],
                change="" if figures is None else _change(figures.get(row["player"]), row),
                valid_until=row["valid_until"] or "",
            )
            for row in rows
        ),
    )


def published_before(answers: Answers) -> tuple[date, Sequence[Row]] | None:
    """Day and rows of the list published last for an earlier day, where the same rules held."""
    question, day = answers.question, answers.day
    stood = publications(answers.connection, question.pool, answers.card_history.position)
    lists = [known.fact for known in stood if known.fact.day < day]
    if not lists:
        return None
    last = max(lists, key=lambda fact: (fact.day, fact.position))
    was = Question(question.pool, question.today, AsOf(last.day, last.position))
    then = Answers(answers.connection, was)
    return (last.day, then.ratings()) if then.rulebook == answers.rulebook else None


def _change(before: float | None, row: Row) -> str:
    if before is None:
        return "new"
    change = round(row["figure"] - before, 3)
    return f"{change:+.10g}".replace("-", "−") if change else "="


def _clubs(answers: Answers, rows: Sequence[Row]) -> Mapping[str, str]:
    """The clubs of those who are named: a club might say who somebody is."""
    named = [row["player"] for row in rows if row["name"] is not None]
    players = answers.history([], named).players
    clubs = {player: players[player].club_on(answers.day) for player in named}
    return {player: club for player, club in clubs.items() if club is not None}


# A rating list as a page shows it: places, clubs, and what has changed since the last one.


def listed_ratings(
    answers: Answers, *, lapsed: bool = False, everyone: bool = False
) -> ListedRatings:
    """The list at the cut and under the rulebook that are asked about.

    With ``lapsed`` also those whose figure has lapsed, with ``everyone`` all registered; only
    whose figure holds has a place.
    """
    rows = answers.ratings(lapsed=lapsed, everyone=everyone)
    before = published_before(answers)
    return {
        "since": None if before is None else before[0].isoformat(),
        "players": list(_listed(answers, rows, () if before is None else before[1])),
    }


def _listed(answers: Answers, rows: Sequence[Row], before: Sequence[Row]) -> Iterator[ListedRow]:
    figures = {row["player"]: row["figure"] for row in before}
    names = {row["player"]: row["name"] for row in rows if row["name"] is not None}
    known = people(answers, [row["player"] for row in rows], names)
    place = 0
    for row in rows:
        holds = row["status"] in ("valid", "pending") and row["figure"] is not None
        place += holds
        person = known[row["player"]]
        further = {
            "place": place if holds else None,
            "club": person["club"],
            "birth_year": person["birth_year"],
            "federation": person["federation"],
            "before": figures.get(row["player"]),
        }
        yield cast("ListedRow", row | further)


# A rating list as a workbook that a spreadsheet program opens (.xlsx).


_TEXTS = {"Name": 28, "Club": 24, "Id": 16, "Change": 8, "Valid until": 12}
"""The columns that are texts, and how wide each is, in characters."""


def list_as_workbook(printed: PrintedList) -> bytes:
    """One sheet: a line that says what the list is, the headings, a row for each player."""
    file = io.BytesIO()
    book = import_module("xlsxwriter").Workbook(file, {"in_memory": True})
    made = datetime.combine(printed.day, time(), UTC)
    book.set_properties({"title": f"Rating list {printed.pool}", "created": made})
    sheet = book.add_worksheet("Rating list")
    bold = book.add_format({"bold": True})
    sheet.write_string(0, 0, _title(printed), bold)
    fields = list(printed.players[0].card) if printed.players else []
    headings = ("Place", "Name", "Club", *fields, "Change", "Valid until", "Id")
    for column, heading in enumerate(headings):
        sheet.write_string(2, column, heading, bold)
        sheet.set_column(column, column, _TEXTS.get(heading, 9))
    for line, player in enumerate(printed.players, start=3):
        _write_line(sheet, line, [*_cells(player, fields)])
    sheet.freeze_panes(3, 2)
    sheet.repeat_rows(2)
    sheet.fit_to_pages(1, 0)
    book.close()
    return file.getvalue()


def _title(printed: PrintedList) -> str:
    since = "" if printed.since is None else f", changes since {printed.since}"
    rulebook = "" if printed.rulebook is None else f", {printed.rulebook}"
    return f"Rating list {printed.pool}, as of {printed.day}{rulebook}{since}"


def _cells(player: ListedPlayer, fields: Sequence[str]) -> Sequence[Any]:
    own = [player.card[field] for field in fields]
    return (
        player.place,
        player.name,
        player.club,
        *own,
        player.change,
        player.valid_until,
        player.player,
    )


def _write_line(sheet: Any, line: int, cells: Sequence[Any]) -> None:
    for column, value in enumerate(cells):
        if isinstance(value, (int, float)):
            sheet.write_number(line, column, value)
        elif value:
            sheet.write_string(line, column, str(value))
