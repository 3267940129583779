"""How a figure came about: the occasion worked out again with its working written down.

Nothing is stored that the recomputation does not reproduce, so what is shown is what was done.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import attrs

from ledger.problems import refusal
from projections.chronicle import Done
from projections.history import History
from projections.questions import Answers
from projections.rulebooks.document import Step, working
from projections.rulebooks.evaluation import Report


@attrs.frozen
class Audit:
    """The working behind a player's figure: the occasions it came from, step by step."""

    player: str
    tournament: str | None
    steps: tuple[Step, ...]

    def document(self) -> dict[str, Any]:
        """The audit in the contract's shape."""
        return {
            "player": self.player,
            "tournament": self.tournament,
            "steps": [
                {
                    "rule": step.rule,
                    "text": step.text,
                    "given": plain(step.given),
                    "result": plain(step.result),
                }
                for step in self.steps
            ],
        }


def audit(answers: Answers, player: str, tournament: str | None) -> Audit:
    """The working of a player's evaluation in a tournament, or of what gave the figure he has.

    Raises :class:`~ledger.problems.Refused` where there is nothing to explain.
    """
    player = answers.registered(player)
    if tournament is not None:
        history = answers.submitted(tournament)
        return _of_tournament(answers, player, tournament, history)
    done = answers.occasions_of(player)
    if not done:
        message = f"{player} has no figure and no games that wait: there is nothing to explain"
        raise refusal("nothing-to-explain", message, "player")
    last = done[-1]
    if last.kind == "tournament":
        return _of_tournament(answers, player, last.subject, answers.history([last.subject]))
    return _of_occasion(answers, player, last)


def _of_tournament(answers: Answers, player: str, tournament: str, history: History) -> Audit:
    with working() as steps:
        reign, report = answers.report(tournament, history)
    if reign is None or report.excluded is not None:
        steps = [*steps, _excluded(report)]
    return Audit(player, tournament, tuple(_his(steps, player)))


def _of_occasion(answers: Answers, player: str, done: Done) -> Audit:
    history = answers.history([], [player])
    with working() as steps:
        for reign, _, occasion, before in answers.worked_from(done, history):
            reign.book.evaluate(occasion, before).report()
    return Audit(player, None, tuple(_his(steps, player)))


def _his(steps: list[Step], player: str) -> Iterator[Step]:
    """The steps that are about the player, or about the whole occasion."""
    return (step for step in steps if step.player in (None, player))


def _excluded(report: Report) -> Step:
    rule, _, why = (report.excluded or "").partition(": ")
    return Step(rule=rule, text="The tournament is not rated.", given={}, result=why or rule)


def plain(value: Any) -> Any:
    """A value of the working as JSON."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if attrs.has(type(value)):
        return plain(attrs.asdict(value, recurse=False))
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)
