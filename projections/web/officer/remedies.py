"""What the command line tells people to say, as what they do on a page."""

import re
from collections.abc import Sequence

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
    (r"(?:else )?say --(?:name|ended-on|minutes|system|pool)\b[^;,.)]*", "write it into the file"),
    (r"It would count with .*", "It would count if the file said more."),
)


def for_a_page(message: str) -> str:
    """A message of the command line with the remedy that a page has."""
    for pattern, remedy in _REMEDIES:
        message = re.sub(pattern, remedy, message)
    return message
