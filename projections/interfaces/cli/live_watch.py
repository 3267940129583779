"""The command ``live watch``: each new state of a running tournament is submitted."""

import time
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import click

from ledger.events.problems import Problem, Refused, refusal
from projections.interfaces.cli import console
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.only_pool import OfPool
from projections.interfaces.cli.operation_commands import done, parameters_of, request_of
from projections.interfaces.cli.options import opened
from projections.interfaces.cli.watched_source import NotReadable, Source, watched
from projections.operations.catalogue import operation
from projections.queries.arguments import Upload

SETTLED = 5.0
"""Seconds after which a file that was refused is no longer being written."""
LONGEST_WAIT = 900.0
HELP = """Submit each new state of a running tournament until its last round is over.

SOURCE is a file that a pairing program rewrites, or an address of http or https, which is only
read again if it has changed. What cannot be read, or leaves questions open, is refused at the
first state; later it is waited for, longer and longer. The finished tournament is not recorded:
import its file. Ctrl-C ends the command."""


@attrs.define
class Watch:
    """The states taken so far; ``refused``: the answer to a state that may be half-written.

    ``submit`` raises :class:`~ledger.events.problems.Refused` as the operation does.  ``looks``:
    how often the source was readable, ``failures``: how often it was not, one after the other.
    """

    context: console.CommandContext
    source: Source
    submit: Callable[[Upload], Mapping[str, Any]]
    every: float
    states: int = 0
    answer: Mapping[str, Any] = attrs.field(factory=dict)
    refused: Mapping[str, Any] | None = None
    looks: int = 0
    failures: int = 0

    def step(self) -> float | None:
        """Look once; return the seconds to wait, None if the tournament is over."""
        try:
            upload = self.source.changed()
        except NotReadable as unread:
            if not (self.looks or unread.is_begun):
                raise refusal("unreadable", str(unread), "SOURCE") from None
            self.failures += 1
            longer = self.every * (1 << min(self.failures, 10))
            wait = max(unread.wait, min(longer, LONGEST_WAIT))
            say("waiting", f"{unread}; tried again after {wait:g} s")
            return wait
        self.failures, self.looks = 0, self.looks + 1
        if upload is not None:
            return self._take(upload)
        if self.refused is not None:
            self._report(self.refused)
        return self.every

    def _take(self, upload: Upload) -> float | None:
        try:
            answer = self.submit(upload)
        except Refused as refused:
            if not self.states or refused.problems[0].code != "recorded-already":
                raise
            say("ended", "the log has the tournament")
            return None
        self.refused = answer if "problems" in answer else None
        if self.refused is not None:
            return min(self.every, SETTLED)
        self.states, self.answer = self.states + 1, answer
        say("live", f"{answer['tournament']['name']}, {_state(answer)}")
        return None if is_over(answer) else self.every

    def _report(self, answer: Mapping[str, Any]) -> None:
        """Report why a state is refused that is still the same after a while."""
        self.refused = None
        reasons = [str(Problem(**{**each, "field": None})) for each in answer["problems"]]
        if not self.states:
            if self.context.format == "json":
                console.write_json(answer)
            console.exit_refused(*reasons)
        for why in reasons:
            say("refused", why)


def rounds_played(answer: Mapping[str, Any]) -> int:
    """Return the last round of a submitted state with a result."""
    return max((game["round"] or 0 for game in answer["games"] if game["black"]), default=0)


def is_over(answer: Mapping[str, Any]) -> bool:
    """True if the last of the planned rounds has all its results."""
    about = answer["tournament"]
    planned = about["rounds_planned"]
    return bool(planned and not about.get("pairings") and rounds_played(answer) >= planned)


def _state(answer: Mapping[str, Any]) -> str:
    planned = answer["tournament"]["rounds_planned"]
    of_all = f" of {planned}" if planned else ""
    pairings = len(answer["tournament"].get("pairings", ()))
    return f"round {rounds_played(answer)}{of_all}, open pairings: {pairings}"


def _watch(context: console.CommandContext, file: str, every: float, **texts: Any) -> None:
    try:
        source = watched(file)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="SOURCE") from None
    ledger, declared = opened(context), operation("submit_running")

    def submit(upload: Upload) -> Mapping[str, Any]:
        return done(ledger, request_of(ledger, declared, {**texts, "file": upload}))

    watch = Watch(context, source, submit, every)
    try:
        while (wait := watch.step()) is not None:
            time.sleep(wait)
    except KeyboardInterrupt:
        say("ended", "no longer watching")
    over = bool(watch.states) and is_over(watch.answer)
    document = {
        "running": watch.answer.get("running"),
        "states": watch.states,
        "rounds_played": rounds_played(watch.answer) if watch.states else None,
        "over": over,
    }
    ending = "the last round is over: import its file" if over else "it is still running"
    context.answer(
        document,
        lambda shown: shown.print(f"states submitted: {watch.states}; {ending}", markup=False),
    )


def watch_command() -> click.Command:
    """The command for click, with the options of ``live submit``."""
    run: Any = console.ledger_command(_watch)
    without = {"dry_run", "expect", "effects"}
    parameters = parameters_of(operation("submit_running"))
    parameters = [each for each in parameters if each.name not in without]
    for each in parameters:
        each.metavar = "SOURCE" if each.name == "file" else each.metavar
    seconds: Any = {"type": click.FloatRange(min=1), "default": 60.0, "show_default": True}
    every = click.Option(["--every"], help="The seconds between two looks.", **seconds)
    parameters += [every, *reversed(run.__click_params__)]
    return OfPool("watch", callback=run, params=parameters, help=HELP)
