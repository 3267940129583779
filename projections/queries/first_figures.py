"""The first figure that a rulebook proposes, as the event that would set it."""

from datetime import date
from typing import Any, TypedDict

import attrs

from ledger.events.messages import Message
from ledger.events.problems import Problem, Refused, refusal
from projections.engine.replay.schedule import period_on
from projections.queries.answers import Answers, Row
from projections.rulebooks.objection import Objection
from projections.rulebooks.tournament import TypicalResult


class ResultArguments(TypedDict, total=False):
    """A result that is in no tournament of the ledger, as a Python program gives it."""

    points: float | None
    games: int | None
    class_: str | None


@attrs.frozen(kw_only=True)
class Result:
    """The result that a proposal rests on: a tournament of the ledger, or points out of games.

    ``class_`` is that of the tournament if none is named, ``day`` its end.
    """

    tournament: str | None = None
    points: float | None = None
    games: int | None = None
    class_: str | None = None
    day: date | None = None


def proposed_rating(answers: Answers, player: str, by: str, result: Result) -> Row:
    """Return a ``rating.decided`` ready to be appended, if the body agrees; nothing is written.

    Raises :class:`~ledger.events.problems.Refused` if the rulebook of the day proposes none.
    """
    player = answers.registered(player)
    typical, about = _typical(answers, player, result)
    period = period_on(typical.day, answers.card_history.periods)
    if period is None:
        raise refusal(
            "no-rulebook",
            Message("no rulebook governs on %(day)s", day=typical.day),
            "from_day",
        )
    card = period.book.proposed_card(typical)
    if isinstance(card, Objection):
        raise Refused([Problem(None, card.field, "no-proposal", card.message)])
    reason = f"{_result_text(typical)}{about}, proposed by {period.book.name}"
    pool = answers.question.pool
    return {
        "type": "rating.decided",
        "id": f"proposal/{pool}/{player}/{typical.day}",
        "data": {
            "pool": pool,
            "player": player,
            "from_day": typical.day.isoformat(),
            "card": dict(card),
            "kind": "initial",
            "by": by,
            "reason": reason,
        },
    }


def _result_text(typical: TypicalResult) -> str:
    return f"{typical.points:g} of {typical.games} points in class {typical.class_}"


def _typical(answers: Answers, player: str, result: Result) -> tuple[TypicalResult, str]:
    """Return the result, completed from its tournament, and its origin in words."""
    history = answers.whole_history()
    decisions = history.standing_decisions(answers.question.pool)
    if result.tournament is None:
        if result.points is None or not result.games or result.day is None:
            message = Message(
                "name a tournament, or the points, the games and the day from which it holds"
            )
            raise refusal("no-result", message, "points")
        typical = TypicalResult(
            points=result.points,
            games=result.games,
            class_=result.class_,
            day=result.day,
            decisions=decisions,
        )
        return _checked(typical), ""
    (tournament,) = answers.submitted(result.tournament).tournaments(
        answers.question.pool, [result.tournament]
    )
    points = _points(tournament, player)
    typical = TypicalResult(
        points=sum(points),
        games=len(points),
        class_=result.class_ or tournament.class_,
        day=result.day or tournament.ended_on,
        decisions=decisions,
    )
    return _checked(typical), f" of {tournament.name}"


def _points(tournament: Any, player: str) -> list[float]:
    """A player's points in the games that were played and count for him."""
    found = []
    for game in tournament.games:
        if game.played and game.black is not None:
            if game.white == player and game.rated_for in {"both", "white"}:
                found.append(game.white_points)
            elif game.black == player and game.rated_for in {"both", "black"}:
                found.append(game.black_points)
    return found


def _checked(typical: TypicalResult) -> TypicalResult:
    if typical.games < 1 or not 0 <= typical.points <= typical.games:
        message = Message(
            "%(points)s points of %(games)s games are not a possible result",
            points=f"{typical.points:g}",
            games=typical.games,
        )
        raise refusal("no-result", message, "points")
    return typical
