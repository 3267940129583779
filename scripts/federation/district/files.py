"""The tournament files of the district: one that is under way, and those that wait."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cached_property

import attrs

from scripts.federation.district.calendar import LAST_DAY, District, Held, add_points
from scripts.federation.district.people import Person
from scripts.federation.pairings import Pairing, swiss
from scripts.federation.results import BLACK_WON, BYE, DRAWN, WHITE_WON, Result

ROUNDS, PLAYED = 7, 4
EQUALS = 60
NEWCOMERS = ("Neuhaus, Mia", "von Altenstein, Konstantin")


@attrs.frozen
class TournamentFile:
    """A file as an arbiter has it; ``links``: the members by their numbers in it."""

    name: str
    content: bytes
    links: Mapping[str, str] = attrs.field(factory=dict)


class Files:
    """The files of a district; players are spelt as in the register."""

    def __init__(self, district: District) -> None:
        self._district = district

    @cached_property
    def running(self) -> TournamentFile:
        """The autumn tournament after round 4 of 7."""
        return self._autumn(next_round=False)

    @cached_property
    def running_with_next_round(self) -> TournamentFile:
        """The same with the pairings of round 5, as a pairing program writes it."""
        return self._autumn(next_round=True)

    @cached_property
    def town(self) -> TournamentFile:
        """A finished tournament, in which everybody is known."""
        held, players = self._held("Stadtmeisterschaft Lindental 2026", 20, 5)
        return TournamentFile("stadtmeisterschaft.trf", trf(held, players, 5))

    @cached_property
    def with_newcomers(self) -> TournamentFile:
        """A finished tournament with two who are in no list."""
        held, players = self._held("Neulingsturnier Falkensee 2026", 12, 5)
        new = [
            attrs.evolve(each, name=name, birth_year=None, title=None, numbers=None)
            for each, name in zip(players[-2:], NEWCOMERS, strict=True)
        ]
        return TournamentFile("neulinge.trf", trf(held, [*players[:-2], *new], 5))

    @property
    def pending(self) -> Sequence[TournamentFile]:
        """The files that wait: two, one of which was submitted twice."""
        return [self.town, self.with_newcomers, self.with_newcomers]

    def _autumn(self, *, next_round: bool) -> TournamentFile:
        held, players = self._held("Herbstturnier der SG Birkenau/Dornhausen 2026", 46, PLAYED + 1)
        shown = held if next_round else attrs.evolve(held, rounds=held.rounds[:PLAYED])
        content = trf(shown, players, ROUNDS, open_from=PLAYED + 1)
        links = {str(number): each.id for number, each in enumerate(players, 1)}
        return TournamentFile("herbstturnier.trf", content, links)

    def _held(self, name: str, size: int, rounds: int) -> tuple[Held, Sequence[Person]]:
        """Play a Swiss in which the stronger one always wins, and equals draw."""
        named = [each for each in self._district.members[7::3] if each.id < "d9000"][:size]
        players = sorted(named, key=lambda each: (-each.strength, each.id))
        points = [0.0] * size
        played = []
        for pairings in swiss(points, rounds):
            played.append([(pairing, _result(pairing, players)) for pairing in pairings])
            add_points(points, played[-1])
        held = Held(
            id=name,
            name=name,
            pools=["district"],
            format="swiss",
            starts_on=LAST_DAY - timedelta(23),
            ended_on=LAST_DAY,
            field=players,
            rounds=played,
        )
        return held, players


def _result(pairing: Pairing, players: Sequence[Person]) -> Result:
    white, black = pairing
    if black is None:
        return BYE
    lead = players[white].strength - players[black].strength
    return DRAWN if abs(lead) < EQUALS else WHITE_WON if lead > 0 else BLACK_WON


CODES = {1: "1", 0.5: "=", 0: "0"}


def trf(held: Held, players: Sequence[Person], rounds: int, open_from: int = 99) -> bytes:
    """A tournament as TRF16; the results from round ``open_from`` on are not known yet."""
    head = [
        f"012 {held.name}",
        f"022 {held.place}",
        "032 GER",
        f"042 {held.starts_on:%Y/%m/%d}",
        f"052 {held.ended_on:%Y/%m/%d}",
        f"062 {len(players)}",
        "092 Swiss",
        "122 120 min + 30 s",
        f"XXR {rounds}",
    ]
    cells = _cells(held, open_from)
    lines = [
        _line(number, *each) for number, each in enumerate(zip(players, cells, strict=True), 1)
    ]
    return "\n".join([*head, *lines, ""]).encode()


def _line(number: int, person: Person, cells: Sequence[tuple[str, float]]) -> str:
    numbers = person.numbers or {}
    born = f"{person.birth_year}/00/00" if person.birth_year else ""
    points = sum(scored for _, scored in cells)
    return (
        f"001 {number:>4} {person.sex or '':1}{person.title or '':>3} {person.name:33} "
        f"{person.strength:>4} GER {numbers.get('fide', ''):>11} {born:10} {points:>4} {'':4}"
        + "".join(cell for cell, _ in cells)
    ).rstrip()


def _cells(held: Held, open_from: int) -> Sequence[Sequence[tuple[str, float]]]:
    """Each player's cells, round by round, with the points in each."""
    found: list[list[tuple[str, float]]] = [[] for _ in held.field]
    for number, games in enumerate(held.rounds, 1):
        for (white, black), result in games:
            if black is None:
                found[white].append(("  0000 - U", result.white))
                continue
            for own, colour, other, points in (
                (white, "w", black, result.white),
                (black, "b", white, result.black),
            ):
                scored = 0 if number >= open_from else points
                code = " " if number >= open_from else CODES[points]
                found[own].append((f"  {other + 1:>4} {colour} {code}", scored))
    return found
