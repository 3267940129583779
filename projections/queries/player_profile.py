"""A player at a glance: ranks, peak, score by colour, opponents, and the change per tournament."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from projections.queries import answer_types as shapes
from projections.queries.answers import Answers
from projections.queries.list_ranks import ranks_in
from projections.queries.listings import tournament_names
from projections.queries.people import name_and_figure, people
from projections.queries.presentation import (
    in_force_from,
    leading_field,
    lower_is_stronger,
    scale_of,
)
from projections.queries.rating_changes import rating_effect
from projections.queries.season_review import expected_score
from projections.queries.whole_list import WholeLists
from projections.rulebooks.tournament import Game

MOST_GAMES = 20
"""The games of two players that are shown."""


def player_profile(
    answers: Answers, record: shapes.PlayerRead, ranks: Sequence[shapes.Rank] | None = None
) -> shapes.PlayerProfile:
    """The profile of a player from the record; ``ranks``: those in the list, if known already."""
    if ranks is None:
        ranks = ranks_in(WholeLists().of(answers), record["player"])
    return {
        **profile_summary(
            answers, record, counted_games(answers, record["player"], record["history"])
        ),
        "ranks": [*ranks],
        "changes": list(changes_of(answers, record["history"])),
    }


def profile_summary(
    answers: Answers, record: shapes.PlayerRead, games: Sequence[Game]
) -> shapes.PlayerGlance:
    """Return a player's profile without ranks and changes; ``games``: those that counted."""
    player = record["player"]
    opponents = _opponents(answers, player, games)
    person = people(answers, [player])[player]
    return {
        "player": player,
        "name": person["name"],
        "figure": record["figure"],
        "card": record["card"],
        "status": record["status"],
        "valid_until": record["valid_until"],
        "club": person["club"],
        "birth_year": person["birth_year"],
        "peak": peak_of(record["history"]),
        "score": _score(games, player),
        "white": _score([game for game in games if game.white == player], player),
        "black": _score([game for game in games if game.black == player], player),
        "opponents": opponents,
    }


def counted_games(
    answers: Answers, player: str, history: Sequence[shapes.EvaluationRow]
) -> Sequence[Game]:
    """The games that counted for a player, each once, in the order of the evaluations."""
    ids = {
        game["game"]: row["tournament"] for row in history for game in row.get("games_used") or ()
    }
    games = answers.history([]).games_at(ids, set(ids.values()))
    own = [games[id_] for id_ in ids if id_ in games]
    return [game for game in own if player in (game.white, game.black)]


@attrs.frozen(kw_only=True)
class HeadToHead:
    """The score of a player against another, that expected of a game, and the newest games.

    Each game has the evaluation in which it counted, ``tournaments`` their names.
    """

    met: shapes.OpponentRow | None
    expected: float | None
    games: Sequence[tuple[shapes.EvaluationRow, Game]]
    tournaments: Mapping[str, str]


def head_to_head(answers: Answers, record: shapes.PlayerRead, other: str) -> HeadToHead:
    """Two players in the games that counted for the one who has the record."""
    games = counted_games(answers, record["player"], record["history"])
    between = {it.game: it for it in games if other in (it.white, it.black)}
    its = name_and_figure(answers, other)["figure"]
    rows = {it["game"]: row for row in record["history"] for it in row.get("games_used") or ()}
    newest = [(rows[id_], game) for id_, game in reversed(between.items())][:MOST_GAMES]
    return HeadToHead(
        met=next(iter(_opponents(answers, record["player"], [*between.values()])), None),
        expected=expected_score(answers, answers.day, record["figure"], its),
        games=newest,
        tournaments=tournament_names(answers, {row["tournament"] or "" for row, _ in newest}),
    )


def with_rounds(row: shapes.EvaluationRow, played: Mapping[str, Game]) -> shapes.EvaluationRow:
    """A row with its games in the order of rounds, each with the game as it was played."""
    used = [{**it, "played": played.get(it["game"])} for it in row.get("games_used") or ()]
    used.sort(key=lambda it: (it["played"] and it["played"].round) or 0)
    return {**row, "games_used": used}


def peak_of(history: Sequence[shapes.EvaluationRow]) -> shapes.Peak | None:
    """The best rating on the scale of the last one, and the tournament that gave it first.

    A rating that was held before the first tournament, as of another list, names none.
    """
    last = next((row for row in reversed(history) if _figure(row, "after") is not None), None)
    if last is None:
        return None
    scale = scale_of(last["rulebook"])
    sign = -1 if lower_is_stronger(last["rulebook"]) else 1
    own = [row for row in history if scale_of(row["rulebook"]) == scale]
    reached = [row for row in own if _figure(row, "after") is not None]
    best = max(reached, key=lambda row: sign * (_figure(row, "after") or 0))
    figure = _figure(best, "after") or 0
    held = [it for row in own if (it := _figure(row, "before")) is not None]
    if any(sign * it > sign * figure for it in held):
        earlier = sign * max(sign * it for it in held)
        return {"figure": earlier, "ended_on": None, "since": None, "tournament": None}
    return {
        "figure": figure,
        "ended_on": best["ended_on"],
        "since": in_force_from(best),
        "tournament": best["tournament"],
    }


def _figure(row: shapes.EvaluationRow, when: str) -> float | None:
    found: float | None = row.get(f"{leading_field(row['rulebook'])}_{when}")
    return found


def points_of(game: Game, player: str) -> float:
    """The points that a player has of a game."""
    return game.white_points if game.white == player else game.black_points


def _score(games: Sequence[Game], player: str) -> shapes.Score:
    points = [points_of(game, player) for game in games]
    return {
        "games": len(points),
        "points": sum(points),
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
    }


def _opponents(answers: Answers, player: str, games: Sequence[Game]) -> list[shapes.OpponentRow]:
    """Everybody met, those met most often first."""
    met: dict[str, list[Game]] = {}
    for game in games:
        opponent = game.black if game.white == player else game.white
        if opponent is not None:
            met.setdefault(opponent, []).append(game)
    names = answers.names([player, *met])
    found: list[shapes.OpponentRow] = [
        {"player": it, "name": names.get(it), **_score(some, player)} for it, some in met.items()
    ]
    return sorted(found, key=lambda row: (-row["games"], row["name"] or "~", row["player"]))


def changes_of(
    answers: Answers, history: Sequence[shapes.EvaluationRow]
) -> Iterator[shapes.ChangeRow]:
    """The effect of each tournament, newest first."""
    names = tournament_names(answers, {row["tournament"] for row in history if row["tournament"]})
    for row in reversed(history):
        if row["tournament"] is not None:
            yield {
                "tournament": row["tournament"],
                "name": names.get(row["tournament"], str(row["tournament"])),
                "ended_on": row["ended_on"],
                "rulebook": row["rulebook"],
                **rating_effect([row], row["rulebook"]),
            }
