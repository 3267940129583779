"""A small cup of three members and a guest, as its file is after each round."""

from collections.abc import Mapping
from typing import Any

from projections.queries.arguments import Upload
from tests.projections.submissions import Event, adoption, decided, player

MEMBERS = {"hanna": "Huber, Hanna", "ida": "Ivens, Ida", "karla": "Kern, Karla"}
ROUNDS: Mapping[str, list[tuple[int, str, str]]] = {
    "Huber, Hanna": [(2, "w", "1"), (3, "b", "1")],
    "Ivens, Ida": [(1, "b", "0"), (4, "w", "=")],
    "Jahn, Jana": [(4, "w", "1"), (1, "w", "0")],
    "Kern, Karla": [(3, "b", "0"), (2, "b", "=")],
}
LINKS = {"1": "hanna", "2": "ida", "4": "karla"}
HEAD = ("012 Winter Cup", "032 GER", "042 1996/09/01", "052 1996/09/09", "092 Swiss")
HOW: Mapping[str, Any] = {"links": LINKS, "minutes": 120, "by": "anna"}


def cup(rounds: int, *, paired: bool = False) -> Upload:
    """The file of the tournament after so many rounds; Jana is not registered.

    ``paired``: the next round has its pairings.
    """
    players = [
        f"001 {number:>4}      {name:33}{'':42}"
        + "".join(
            f"  {other:>4} {colour} {result if at <= rounds else ' '}"
            for at, (other, colour, result) in enumerate(cells[: rounds + paired], 1)
        )
        for number, (name, cells) in enumerate(ROUNDS.items(), 1)
    ]
    return Upload("cup.trf", "\n".join([*HEAD, *players, ""]).encode())


def register() -> list[Event]:
    """The three members, each rated 1500-10."""
    return [
        adoption("1996-01-01", "members"),
        *(player(id_, name=name) for id_, name in MEMBERS.items()),
        *(decided(id_, "1500-10", "1996-01-01", pool="members") for id_ in MEMBERS),
    ]
