"""The parts of a tournament's page: a small tournament is one page, a large one has several."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from ledger.importing.matching.names import folded, folded_words
from projections.queries import answer_types as shapes
from projections.queries.arguments import parameter

PARTS = ("teams", "standings", "rounds", "crosstable", "ratings", "about")
WHOLE, GROUPS = "all", "groups"
SECTIONS: Mapping[str, frozenset[str]] = {
    **{part: frozenset({part}) for part in PARTS},
    "standings": frozenset({"standings", "methods"}),
    WHOLE: frozenset({*PARTS, "methods"}) - {"standings"},  # the crosstable has its columns
    GROUPS: frozenset({GROUPS}),
}
_KIND = "group|gruppe|grupp|klasse|klass|class|section|csoport|staffel|open|turnier|tournament"
_LETTER = "[a-h]|i{1,3}|i?v"
_GROUP = re.compile(
    rf"\b(?:(?:{_KIND})(?: (?:{_LETTER}|\d\d?))?|(?:{_LETTER}|\d\d?) (?:{_KIND})"
    rf"|{_LETTER}|u ?\d\d?[mw]?)\b"
)
"""A group in the folded words of a name: ``group a``, ``1 csoport``, ``b turnier``, ``u 12``."""
MOST_ELEMENTS = 2_500
ROWS_OF_A_PAGE = 100
MOST_GAMES_OF_A_REASON = 100


@attrs.frozen
class TournamentQuery:
    """The part of a tournament that is wanted."""

    part: str = parameter(
        "standings, rounds, crosstable, ratings, teams, about, groups or all.", ""
    )
    round: int | None = parameter("Which round; the last one if it is not given.")
    page: int = parameter("Which page of a table, from 1.", 1)
    open: str = parameter("The player whose games are shown.", "")
    find: str = parameter("Go to the first player with this in the name.", "")
    method: str = parameter("Standings by this method.", "")


@attrs.frozen(kw_only=True)
class Layout:
    """The sections shown, the parts with a link, and the lines of the page of a table.

    ``part``: "" for a small tournament, which shows everything without links.
    """

    part: str
    parts: Sequence[str]
    shown: frozenset[str]
    rows: range
    number: int
    pages: int
    page_of: Callable[[int], int]


def layout_of(query: TournamentQuery, players: int, rounds: int, present: set[str]) -> Layout:
    """The layout of a tournament with so many players and rounds, and these of the parts."""
    is_large = players * (3 * rounds + 20) + 4 * players * rounds > MOST_ELEMENTS
    first = next(part for part in PARTS if part in present)
    of_round = query.round is not None and query.part in ("", "teams")
    asked = "rounds" if of_round else query.part
    part = asked if asked in {*present, WHOLE} else first if is_large else ""
    of_page = max(players, 1)
    if part in ("standings", "ratings"):
        of_page = ROWS_OF_A_PAGE
    elif part == "crosstable":
        of_page = min(ROWS_OF_A_PAGE, max(20, MOST_ELEMENTS // (3 * rounds + 10)))
    pages = max(1, -(-players // of_page))
    number = min(max(query.page, 1), pages)
    return Layout(
        part=part,
        parts=[each for each in PARTS if each in present] if part else [],
        shown=SECTIONS[part or WHOLE],
        rows=range((number - 1) * of_page, min(players, number * of_page)),
        number=number,
        pages=pages,
        page_of=lambda line: (line - 1) // of_page + 1,
    )


def event_of(name: str) -> str:
    """The name of an event in that of one of its groups: ``cup`` of ``Cup, Group A``."""
    return " ".join(_GROUP.sub("", " ".join(folded_words(name))).split())


def player_found(
    text: str, players: Sequence[shapes.FinalTableRow], round_: int | None
) -> str | None:
    """The first player with a text in the name, who had a game in a round if one is given."""
    wanted = folded(text)
    playing = (
        row["player"]
        for row in players
        if wanted in folded(row["name"] or row["player"])
        and (round_ is None or any(game["round"] == round_ for game in row["games"]))
    )
    return next(playing, None)


def games_used(
    player: str, evaluated: Sequence[shapes.EvaluationRow]
) -> Mapping[str, shapes.EvaluationRow]:
    """The games of a player that counted, with the opponents' ratings and the expectations."""
    rows = (row for row in evaluated if row["player"] == player)
    return {it["game"]: it for row in rows for it in row.get("games_used", ())}


def round_chosen(query: TournamentQuery, numbers: Sequence[int | None]) -> int | None:
    """The round asked for, or the last one; 0 asks for the games without a round."""
    found = [number for number in numbers if (number or 0) == query.round] or numbers
    return found[-1] if found else None


def by_reason(rows: Sequence[Mapping[str, Any]], said: Callable[[Any], str]) -> Mapping[str, Any]:
    """The games that do not count, by the reason in the reader's language, the most first."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        found[said(row["reason"])].append(row["game"])
    return dict(sorted(found.items(), key=lambda each: -len(each[1])))
