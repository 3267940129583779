"""Games in canonical spelling, recognised by one regular expression.

Most events of a ledger are games with nothing unusual about them, and most of those come
as canonical JSON.  The expression accepts nothing else, so a matching line needs no parser: its
fields are valid, and its text is the payload.  Any other line is read by
:mod:`ledger.events.codec`, which would read the same from these (decision 0007).
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import groupby, starmap
from operator import itemgetter
from typing import Any

import attrs

from ledger.events.codec import Submission, read_line
from ledger.events.json_lines import Line
from ledger.events.problems import Problem
from ledger.events.streams import game_subject

_SIGN = r"[!#-\[\]-~]"  # ASCII only: no blank, and nothing that JSON would escape
_ID, _EVENT_ID = f"{_SIGN}{{1,100}}", f"{_SIGN}{{1,200}}"
_POINTS = r"0\.5|[01]"
_ORDINAL = "[1-9][0-9]{0,4}|100000"
_DAY = (  # 29 February is checked by the calendar
    "(?!0000)[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
    "|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
)
_GAME = (
    rf'\{{"black":"({_ID})","black_points":({_POINTS}),(?:"board":(?:{_ORDINAL}),)?"game":"({_ID})"'
    rf',(?:"played_on":"{_DAY}",)?"round":({_ORDINAL}),"tournament":"({_ID})","white":"({_ID})"'
    rf',"white_points":({_POINTS})\}}'
)
_LINE = rf'(\{{"data":({_GAME}),"id":"({_EVENT_ID})"),"type":"game\.submitted"\}}(?:\r?\n)?'
_TOURNAMENT = 6
_NO_GAME: tuple[Any, ...] = (None,) * 10


@cache
def _matcher(expression: str) -> Callable[[str], re.Match[str] | None]:
    """Return an expression compiled: on its first use, since most commands read no game."""
    return re.compile(expression).fullmatch


def match_plain_game(payload: str) -> re.Match[str] | None:
    """A payload of a plain game, matched; None for any other payload.

    The groups are black, his points, game, round, tournament, white, his points.
    """
    return _matcher(_GAME)(payload)


@attrs.frozen
class PlainGames:
    """Successive games of one tournament, by columns.

    ``beginnings`` are the lines as far as an event's envelope begins with them.
    """

    lines: Sequence[Line]
    tournament: str
    beginnings: Sequence[str]
    payloads: Sequence[str]
    ids: Sequence[str]
    games: Sequence[str]
    rounds: Sequence[int]
    whites: Sequence[str]
    blacks: Sequence[str]
    points: frozenset[tuple[str, str]]
    """The results, White's points first, as written."""

    @cached_property
    def subjects(self) -> Sequence[str]:
        """Return the subjects that the games introduce into the ledger."""
        return list(map(game_subject, self.games))

    @cached_property
    def players(self) -> frozenset[str]:
        """Return all players of the games."""
        return frozenset((*self.whites, *self.blacks))

    @cached_property
    def appearances(self) -> frozenset[tuple[int, str]]:
        """Return players by round; fewer than two a game if a player plays twice."""
        sides = (
            zip(self.rounds, self.whites, strict=True),
            zip(self.rounds, self.blacks, strict=True),
        )
        return frozenset(each for side in sides for each in side)


Read = Submission | list[Problem] | PlainGames
"""The result of reading a line, or several."""


def read_page(lines: Sequence[Line]) -> list[Read]:
    """Read some lines in their order: plain games together, any other separately."""
    match_line = _matcher(_LINE)
    matches = (match_line(raw.decode("ascii", "replace")) for _, raw in lines)
    found = [_NO_GAME if match is None else match.groups() for match in matches]
    page: list[Read] = []
    start = 0
    for tournament, some in groupby(found, itemgetter(_TOURNAMENT)):
        rows = list(some)
        own = lines[start : start + len(rows)]
        start += len(rows)
        page.extend(starmap(read_line, own) if tournament is None else [_games(own, rows)])
    return page


def _games(lines: Sequence[Line], rows: Sequence[tuple[str, ...]]) -> PlainGames:
    beginnings, payloads, blacks, to_black, games, rounds, played_in, whites, to_white, ids = zip(
        *rows, strict=True
    )
    return PlainGames(
        lines=lines,
        tournament=played_in[0],
        beginnings=beginnings,
        payloads=payloads,
        ids=ids,
        games=games,
        rounds=list(map(int, rounds)),
        whites=whites,
        blacks=blacks,
        points=frozenset(zip(to_white, to_black, strict=True)),
    )
