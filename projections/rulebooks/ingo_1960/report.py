"""A tournament's report in the shape of the contract, built from its evaluation."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.evaluation import GameNotRated, Report
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import plain, shown
from projections.rulebooks.ingo_1960.new_number import Evaluated, Line
from projections.rulebooks.tournament import Game, Tournament

Entry = Mapping[str, Any]


def report(tournament: Tournament, evaluated: Evaluated) -> Report:
    """A row for every participant by id, and the games that counted for nobody."""
    used = {player: _used(player, evaluated) for player in evaluated.lines}
    struck = {player: _struck(player, evaluated) for player in evaluated.lines}
    one_sided = list(_one_sided(tournament))
    left_out = [*chain.from_iterable(struck.values()), *(entry for _, entry in one_sided)]
    for player, entry in one_sided:
        struck[player].append(entry)
    rows = tuple(
        {"player": player, **_figures(line), **_games(used[player], struck[player])}
        for player, line in evaluated.lines.items()
    )
    rated = {entry["game"] for entries in used.values() for entry in entries}
    return Report(rows=rows, games_not_rated=tuple(_not_rated(tournament, rated, left_out)))


def _figures(line: Line) -> Entry:
    before, achieved, new = line.before, line.achieved, line.new
    after = new or before
    return {
        "number_before": before and before.number,
        "count_before": before.count if before else 0,
        "games": achieved.games if achieved else 0,
        "points": achieved.points if achieved else 0,
        "percent_difference": achieved and achieved.d,
        "level": achieved and achieved.N,
        "performance": achieved and achieved.H,
        "number_after": after and after.number,
        "count_after": after.count if after else 0,
        "mark": after and after.mark,
        "rule": new and new.rule,
    }


def _games(used: Sequence[Entry], struck: Sequence[Entry]) -> Entry:
    return {
        "games_used": sorted(used, key=itemgetter("game")),
        "games_struck": sorted(struck, key=itemgetter("game")),
    }


def _used(player: str, evaluated: Evaluated) -> list[Entry]:
    return [
        {
            "game": side.game,
            "opponent": side.opponent,
            "opponent_number": plain(number),
            "points": shown(side.points),
        }
        for side, number in evaluated.scoring.scored(player, evaluated.field.sides[player])
    ]


def _struck(player: str, evaluated: Evaluated) -> list[Entry]:
    scoring, sides = evaluated.scoring, evaluated.field.sides[player]
    scored = {side.game for side, _ in scoring.scored(player, sides)}
    return [
        _left_out(side.game, side.opponent, side.points, *scoring.struck_by(player, side))
        for side in sides
        if side.game not in scored
    ]


def _one_sided(tournament: Tournament) -> Iterator[tuple[str, Entry]]:
    """Yield the games played whose result does not count for one side (R21)."""
    for game in tournament.games:
        if not game.played or game.black is None:
            continue
        side = Message(game.rated_for)
        why = "Vorwort 4", Message("the result counts for %(side)s only", side=side)
        if game.rated_for == "none":
            why = "Vorwort 4", Message("the result counts for neither side")
        if game.rated_for not in {"both", "white"}:
            yield game.white, _left_out(game.game, game.black, game.white_points, *why)
        if game.rated_for not in {"both", "black"}:
            yield game.black, _left_out(game.game, game.white, game.black_points, *why)


def _left_out(game: str, opponent: str, points: float, paragraph: str, why: Message) -> Entry:
    return {
        "game": game,
        "opponent": opponent,
        "points": shown(points),
        "reason": ingo.because(paragraph, why),
    }


def _not_rated(
    tournament: Tournament, rated: set[str], left_out: Sequence[Entry]
) -> Iterator[GameNotRated]:
    """Yield the games used by nobody, with the reason of the side it would count for."""
    reasons = {entry["game"]: entry["reason"] for entry in reversed(left_out)}
    for game in tournament.games:
        if game.game not in rated:
            yield GameNotRated(game=game.game, reason=reasons.get(game.game) or _not_played(game))


def _not_played(game: Game) -> str:
    kind = game.reason or ("bye" if game.black is None else "forfeit")
    return ingo.because("Vorwort 4", "not played (%(why)s)", why=Message(kind))
