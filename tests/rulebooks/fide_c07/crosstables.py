"""Tournaments written round by round: ``A1B`` (A, with White, beat B), ``C:½`` (C had a bye).

Results are ``1``, ``=``, ``0``, and of games not played ``+``, ``-`` and ``#`` (lost by both).
"""

import re
from datetime import date

from projections.rulebooks.fide_c07.codes import code_of
from projections.rulebooks.fide_c07.p04_order import standings
from projections.rulebooks.tournament import Game, Player, Tournament

POINTS = {"1": (1.0, 0.0), "=": (0.5, 0.5), "0": (0.0, 1.0)}
FORFEITS = {"+": (1.0, 0.0), "-": (0.0, 1.0), "#": (0.0, 0.0)}
BYES = {"1": 1.0, "½": 0.5, "0": 0.0}


def tournament(*rounds, system="swiss", ended_on=date(2025, 9, 14), **facts):
    games = tuple(
        game(token, number)
        for number, tokens in enumerate(rounds, start=1)
        for token in tokens.split()
    )
    players = sorted({it for g in games for it in (g.white, g.black) if it})
    return Tournament(
        id="open",
        name="Open",
        discipline="chess",
        format=system,
        ended_on=ended_on,
        games=games,
        players={player: Player(id=player) for player in players},
        **facts,
    )


def game(token, number):
    white, result, black = re.fullmatch(r"(\w)(.)(.)", token).groups()
    if result == ":":
        return _game(white, None, (BYES[black], 0.0), number, "bye")
    reason = {"#": "double-loss"}.get(result, "forfeit") if result in FORFEITS else None
    return _game(white, black, (POINTS | FORFEITS)[result], number, reason)


def _game(white, black, points, number, reason):
    return Game(
        game=f"{number}-{white}",
        white=white,
        black=black,
        white_points=points[0],
        black_points=points[1],
        round=number,
        played=reason is None,
        reason=reason,
    )


def values(given, code, ratings=None):
    """Everybody's value of a tie-break, in the order of their names."""
    found = standings(given, [code_of(code)], ratings).values
    return [float(found[player][-1]) for player in sorted(found)]


def order(given, *codes, ratings=None):
    """The players by their places: ``A BC D``, where B and C share theirs."""
    levels = standings(given, [code_of(code) for code in codes], ratings).levels
    return " ".join("".join(sorted(level)) for level in levels)
