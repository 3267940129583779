"""Large opens, generated and without a fault: the pairings and the days."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import attrs

from scripts.federation.names import person, place
from scripts.federation.pairings import swiss
from scripts.federation.randomness import RandomSource
from scripts.federation.results import BYE, ODDS, Result

FIRST_DAY = date(2024, 8, 3)


@attrs.frozen(kw_only=True)
class Entrant:
    """A player, by his number in the file."""

    number: int
    name: str
    sex: str
    born: int
    rating: int

    @property
    def surname(self) -> str:
        """Return the part before the comma."""
        return self.name.partition(", ")[0]

    @property
    def forename(self) -> str:
        """Return the part after it; the number distinguishes namesakes."""
        return f"{self.name.partition(', ')[2]}{self.number}"

    @property
    def fide(self) -> int:
        """His number in FIDE's register."""
        return 4_600_000 + self.number

    @property
    def egd(self) -> int:
        """His number in the register of European go."""
        return 14_000_000 + self.number

    @property
    def grade(self) -> str:
        """Return his rating as a grade of go."""
        level = (self.rating - 2_050) // 100
        return f"{level + 1}d" if level >= 0 else f"{min(-level, 30)}k"


@attrs.frozen(kw_only=True)
class BoardPairing:
    """A board of one round; ``black`` is None beside a bye."""

    round: int
    board: int
    white: Entrant
    black: Entrant | None
    result: Result

    @property
    def day(self) -> date:
        """Return the day it was played: a round a day."""
        return FIRST_DAY + timedelta(days=self.round - 1)


@attrs.frozen(kw_only=True)
class Open:
    """A Swiss tournament of many players."""

    name: str
    place: str
    rounds: int
    entrants: Sequence[Entrant]
    board_pairings: Sequence[BoardPairing]

    @property
    def last_day(self) -> date:
        """The day of the last round."""
        return FIRST_DAY + timedelta(days=self.rounds - 1)

    def by_player(self) -> Mapping[int, Sequence[BoardPairing]]:
        """Return each player's boards, round by round."""
        by_number: dict[int, list[BoardPairing]] = {
            entrant.number: [] for entrant in self.entrants
        }
        for pairing in self.board_pairings:
            for entrant in (pairing.white, pairing.black):
                if entrant is not None:
                    by_number[entrant.number].append(pairing)
        return by_number


def random_open(seed: int, players: int, rounds: int) -> Open:
    """Return an open in which all play all rounds, except for one bye in each if they are odd."""
    random_source = RandomSource(seed)
    entrants = [_entrant(number, random_source) for number in range(1, players + 1)]
    points = [0.0] * players
    board_pairings = []
    for round_, pairings in enumerate(swiss(points, rounds), start=1):
        for board, (white, black) in enumerate(pairings, start=1):
            result = BYE
            if black is not None:
                lead = entrants[white].rating - entrants[black].rating
                result = ODDS["chess"].result(lead, random_source.roll())
                points[black] += result.black
            points[white] += result.white
            opponent = None if black is None else entrants[black]
            pairing = BoardPairing(
                round=round_, board=board, white=entrants[white], black=opponent, result=result
            )
            board_pairings.append(pairing)
    town = place(random_source)
    return Open(
        name=f"{town} Open",
        place=town,
        rounds=rounds,
        entrants=entrants,
        board_pairings=board_pairings,
    )


def _entrant(number: int, random_source: RandomSource) -> Entrant:
    sex = "f" if random_source.happens(0.15) else "m"
    return Entrant(
        number=number,
        name=f"{person(random_source, sex)}{number}",
        sex=sex,
        born=random_source.between(1940, 2012),
        rating=1_800 + random_source.bell(250),
    )


def points_of(entrant: Entrant, pairing: BoardPairing) -> float:
    """Return the points of an entrant in a game."""
    return pairing.result.white if entrant is pairing.white else pairing.result.black


def other_number(entrant: Entrant, pairing: BoardPairing) -> int:
    """Return the number of an entrant's opponent in a game."""
    opponent = pairing.black if entrant is pairing.white else pairing.white
    return 0 if opponent is None else opponent.number


def joined(lines: Sequence[str]) -> str:
    """The lines of a file, each with its end."""
    return "\n".join([*lines, ""])
