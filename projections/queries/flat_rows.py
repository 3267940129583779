"""Every evaluation of a pool as flat rows, for programs and statistics.

One replay gives them all.  A row has the fields of the tournament's answer, without nested lists.
Rows of different rulebooks have different fields.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from projections.engine.replay.replay import Evaluated, Replay
from projections.queries.answers import Answers
from projections.rulebooks import occasion as occasions
from projections.rulebooks.evaluation import Report

Row = dict[str, Any]
GAMES = "games_used"
_NESTED = (list, tuple, dict)


def evaluations(answers: Answers) -> Iterator[Row]:
    """One row per player and evaluation (or part of one), in the order of the evaluations."""
    for row, _ in _with_games(answers):
        yield row


def evaluations_by_game(answers: Answers) -> Iterator[Row]:
    """One row per evaluation and game counted in it: the evaluation's fields, then the game's.

    The game's own fields are called ``game``, ``game_opponent``, ``game_points`` …; an evaluation
    without a counted game has one row without them.
    """
    for row, games in _with_games(answers):
        if not games:
            yield row
        for game in games:
            yield row | {
                field if field == "game" else f"game_{field}": value
                for field, value in game.items()
            }


def _with_games(answers: Answers) -> Iterator[tuple[Row, list[Mapping[str, Any]]]]:
    question, history = answers.question, answers.whole_history()
    replay = Replay.of(history, question.pool, question.as_of, question.what_if)
    names = answers.names(history.players)
    for evaluated, report in _reports(replay, answers):
        for row in report.rows:
            flat = {name: value for name, value in row.items() if not isinstance(value, _NESTED)}
            heading = _heading(question.pool, evaluated)
            named = {"player": row["player"], "name": names.get(row["player"])}
            yield {**heading, **named, **flat}, [*row.get(GAMES, ())]


def _reports(replay: Replay, answers: Answers) -> Iterator[tuple[Evaluated, Report]]:
    """Yield the report of each tournament, joined from its parts, and of each known summary.

    A report that a later list completes is requested separately.
    """
    parts: defaultdict[str, list[Report]] = defaultdict(list)
    waiting = Counter(item.tournament for item in replay.schedule.items)
    for evaluated in replay.run():
        match evaluated.occasion:
            case occasions.SummaryKnown():
                yield evaluated, evaluated.evaluation.report()
            case occasions.TournamentEnded() | occasions.GamesPlayed():
                id_ = evaluated.occasion.tournament.id
                parts[id_].append(evaluated.evaluation.report())
                waiting[id_] -= 1
                if waiting[id_] == 0:
                    yield evaluated, evaluated.item.period.book.join(parts.pop(id_))
            case occasions.ReportBegan(tournament=given):
                waiting[given.id] -= 1
            case occasions.ReportEnded(tournament=given):
                waiting[given.id] -= 1
                if waiting[given.id] == 0:
                    yield evaluated, answers.report(given.id, replay.history)[1]


def _heading(pool: str, evaluated: Evaluated) -> Row:
    match evaluated.occasion:
        case occasions.SummaryKnown(tournament=tournament, day=day):
            ended = day
        case (
            occasions.TournamentEnded(tournament=given)
            | occasions.GamesPlayed(tournament=given)
            | occasions.ReportEnded(tournament=given)
        ):
            tournament, ended = given.id, given.ended_on
        case _:
            raise LookupError(f"{evaluated.item.key} reports no rows")
    return {
        "pool": pool,
        "tournament": tournament,
        "ended_on": ended.isoformat(),
        "rulebook": evaluated.item.period.book.name,
    }
