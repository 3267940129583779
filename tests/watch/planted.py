"""Members of equal strength, and what is planted among their results."""

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import Engine

from projections.queries.answer_types import IrregularityRow, Watch
from projections.watch.scope import Scope
from projections.watch.watching import watch
from tests.projections.club import Club
from tests.projections.submissions import (
    Event,
    adoption,
    decided,
    event,
    games,
    player,
    tournament,
)

MEMBERS = [f"m{number:02}" for number in range(24)]
SURNAMES = (
    *("Adler", "Brandt", "Conrad", "Dietz", "Engel", "Fuchs", "Gruber", "Heller", "Ihle", "Jung"),
    *("Kranz", "Lorenz", "Mertens", "Nagel", "Otto", "Pohl", "Quandt", "Richter", "Schulz"),
    *("Thoma", "Ullrich", "Vogel", "Wagner", "Zimmer"),
)
NAMES = {each: f"{name}, Test" for each, name in zip(MEMBERS, SURNAMES, strict=True)}
ONE_RATING = {"settled": 1}
"""The members have one rating, which a board decided."""


def members(engine: Engine, strength: Mapping[str, int] | None = None) -> Club:
    """Twenty-four members of 1500-10, some of another strength."""
    club = Club(engine)
    strong = strength or {}
    club.append(
        adoption(),
        *(player(each, name=NAMES[each], club=f"c{int(each[1:]) % 4}") for each in MEMBERS),
        *(decided(each, f"{strong.get(each, 1500)}-10") for each in MEMBERS),
    )
    return club


def event_of(id_: str, day: str, *written: str, **facts: object) -> list[Event]:
    """A tournament with its games."""
    return [tournament(id_, day, **facts), *games(id_, *written)]


def won_by(winner: str, opponents: Sequence[str]) -> Iterator[str]:
    """Wins over all of them."""
    return (f"{winner} 1-0 {each}" for each in opponents)


def honest(name: str, day: str, shift: int = 0) -> list[Event]:
    """Twelve games, of which White wins four, Black four, and four are drawn.

    ``shift``: the results of other players.
    """
    results = ("1-0", "0-1", "½-½") * 5
    pairs = zip(MEMBERS[::2], results[shift : shift + 12], MEMBERS[1::2], strict=True)
    return event_of(name, day, *(" ".join(each) for each in pairs))


def seen(club: Club, **asked: object) -> Watch:
    """Everything that is found in the pool."""
    with club.answers() as answers:
        thresholds = {**ONE_RATING, **asked.pop("threshold", {})}  # type: ignore[dict-item]
        return watch(answers, Scope(threshold=thresholds, **asked))  # type: ignore[arg-type]


def signals(club: Club, **asked: object) -> dict[str, list[IrregularityRow]]:
    """The signals by their kinds."""
    found: dict[str, list[IrregularityRow]] = {}
    for row in seen(club, **asked)["signals"]:
        found.setdefault(row["kind"], []).append(row)
    return found


def correction(of: Event, reason: str = "slip", **facts: object) -> Event:
    """A correction of an event."""
    replacement = {**of["data"], **facts}
    data = {"corrects": of["id"], "replacement": replacement, "reason": reason}
    return event("correction.submitted", f"correction {of['id']} {facts}", data)
