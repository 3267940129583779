"""What the command line tells people to say, as what they do on a page."""

import re
from collections.abc import Sequence
from datetime import date

import attrs

from ledger.events.messages import Message
from ledger.events.problems import Problem, Refused

CLOCK_LEAP = "clock-leap"
_CLOCK = re.compile(r"says (?P<day>\S+) .*?, (?P<days>\d+) days (?P<after>after|ahead)")

_LINK = r"--link \S+=(?:\S+)"
_REMEDIES: Sequence[tuple[str, str]] = (
    (rf"say {_LINK}(?: or (?:{_LINK}|--register-new))*", "choose below who it is"),
    (r"--link (\S+)=(\S+): there", r"\2, chosen for \1: there"),
    (r"--link (\S+): there", r"\1: there"),
    (
        r"say --same-as \S+ if it is a changed file of it, or --another",
        "ask an officer to import it",
    ),
    (r"say --another", "ask an officer to import it"),
    (r"say rating-ledger correct with --set pools=…", "correct the tournament's lists"),
    (r"split it, or say --name", "split it, or give all games the same Event"),
    (r"say one as --name \(", "export each by itself ("),
    (r": rename it, or map it", ": rename it"),
    (r"name the format instead of auto, or %\(remedy\)s", "%(remedy)s"),
    (r"(?:else )?say --(?:name|ended-on|minutes|system|pool)\b[^;,.)]*", "write it into the file"),
    (r"say the shortest as --minutes MINUTES", "write the shortest into the file"),
    (r"say %\(options\)s", "write it into the file"),
    (
        r"^--minutes %\(minutes\)s --increment %\(increment\)s$",
        "%(minutes)s minutes and %(increment)s seconds a move",
    ),
    (r"^--minutes %\(minutes\)s$", "%(minutes)s minutes"),
    (r" \(`rating-ledger log --type \S+`\)", ""),
    (r"`rating-ledger log` shows", "the log shows"),
    (r"`rating-ledger games` lists them", "its page lists them"),
    (r"It would count with .*", "It would count if the file said more."),
)


def for_a_page(message: str) -> str:
    """A message of the command line with the remedy that a page has."""
    if isinstance(message, Message):
        return message.rewritten(for_a_page)
    for pattern, remedy in _REMEDIES:
        message = re.sub(pattern, remedy, message)
    return message


def clock_leap_of(error: Exception) -> Problem | None:
    """The doubt of a clock that has leapt, for whoever cannot set it; None: it is something else.

    Nobody at a browser can do anything about it, so it names who can.
    """
    if not isinstance(error, Refused) or error.problems[0].code != CLOCK_LEAP:
        return None
    (problem, *_) = error.problems
    found = _CLOCK.search(problem.message)
    if found is None:
        return problem
    if found["after"] == "after":
        far = Message("%(days)s days after the last event of the log", days=found["days"])
    else:
        far = Message("%(days)s days ahead of the clock of the database", days=found["days"])
    message = Message(
        "Nothing was written: by the clock of the server it is %(day)s, %(how_far)s, and the time "
        "of the log never goes back. Either the clock is wrong, or nothing was recorded for so "
        "long. Whoever runs the server can help: by setting the clock, or, if it is right, by "
        "recording an event with `rating-ledger append --clock-is-right`. Then send this again.",
        day=date.fromisoformat(found["day"]),
        how_far=far,
    )
    return attrs.evolve(problem, message=message)
