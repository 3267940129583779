"""The events of the district, stage by stage, in the order in which they are recorded.

A year has a round robin of each club, the league of 12 teams, three opens, one of which is too
fast to be rated, and the juniors' championship; the last one ends with a Swiss of 220.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import Any

import attrs

from scripts.federation.district.people import CLUBS, Person, members
from scripts.federation.events import event
from scripts.federation.pairings import Pairing, Round, round_robin, swiss
from scripts.federation.randomness import RandomSource
from scripts.federation.results import BYE, FORFEITS, ODDS, Result

Line = bytes
LAST_DAY = date(2026, 10, 11)
POOLS = {"district": "dwz-2014", "fide": "fide-2024", "juniors": "ingo-1960"}
TITLES = {
    "district": "Bezirksliste der Schachvereinigung Ackerburg-Lindental",
    "fide": "FIDE-Elo der Turniere im Bezirk",
    "juniors": "Jugendrangliste (Ingo)",
}
LETTER = timedelta(2)
"""The time that a report takes."""
BOARDS = 8
SLOW, FAST = {"minutes": 120, "increment_seconds": 30}, {"minutes": 15, "increment_seconds": 5}
WITHHELD = "d0017"


@attrs.frozen(kw_only=True)
class Publication:
    """A list that is published at the end of a stage."""

    pool: str
    day: date


PUBLISHED = (
    Publication(pool="district", day=date(2025, 12, 31)),
    Publication(pool="district", day=date(2026, 3, 31)),
    *(Publication(pool=pool, day=date(2026, 7, 1)) for pool in POOLS),
)


@attrs.frozen(kw_only=True)
class Stage:
    """Events recorded on one day, and the lists published after them."""

    recorded_on: date
    lines: Sequence[Line] = ()
    publishes: Sequence[Publication] = ()


@attrs.frozen(kw_only=True)
class Held:
    """A tournament with its results: in each round the pairings, White first."""

    id: str
    name: str
    pools: Sequence[str]
    format: str
    starts_on: date
    ended_on: date
    field: Sequence[Person]
    rounds: Sequence[Sequence[tuple[Pairing, Result]]]
    thinking_time: Mapping[str, int] = attrs.field(factory=lambda: SLOW)
    place: str = "Ackerburg"
    days_between: int = 1
    teams: Sequence[Sequence[int]] = ()

    def lines(self) -> Iterator[Line]:
        """Yield its events."""
        data = {
            "tournament": self.id,
            "name": self.name,
            "pools": self.pools,
            "discipline": "chess",
            "format": self.format,
            "starts_on": self.starts_on.isoformat(),
            "ended_on": self.ended_on.isoformat(),
            "rounds": len(self.rounds),
            "participants": len(self.field),
            "country": "GER",
            "place": self.place,
            "thinking_time": self.thinking_time,
        }
        if self.teams:
            data["teams"] = [{"number": it, "name": club} for it, club in enumerate(CLUBS, 1)]
            data["entrants"] = [
                {"player": self.field[member].id, "team": number}
                for number, team in enumerate(self.teams, 1)
                for member in team
            ]
        yield event("tournament.submitted", self.id, data)
        for round_number, games in enumerate(self.rounds, 1):
            for board, (pairing, result) in enumerate(games, 1):
                game = self.game(round_number, board, pairing, result)
                yield event("game.submitted", game["game"], game)

    def game(
        self, round_number: int, board: int, pairing: Pairing, result: Result
    ) -> dict[str, Any]:
        """The data of a game; of a league the boards are counted in each match."""
        white, black = pairing
        day = self.starts_on + timedelta((round_number - 1) * self.days_between)
        unplayed = result.unplayed.rpartition('"reason":"')[2].removesuffix('",')
        return {
            "game": f"{self.id}/{round_number}/{board}",
            "tournament": self.id,
            "round": round_number,
            "board": (board - 1) % BOARDS + 1 if self.format == "team" else board,
            "played_on": day.isoformat() if self.days_between > 1 and not unplayed else None,
            "white": self.field[white].id,
            "black": None if black is None else self.field[black].id,
            "white_points": result.white,
            "black_points": result.black,
            "played": False if unplayed else None,
            "reason": unplayed or None,
        }


def add_points(points: list[float], games: Sequence[tuple[Pairing, Result]]) -> None:
    """Add the results of a round to the points of everybody."""
    for (white, black), result in games:
        points[white] += result.white
        if black is not None:
            points[black] += result.black


def on_the_wall(pairing: Pairing, points: Sequence[float]) -> tuple[bool, float, float]:
    """Return the key of a board by the points of both sides before the round; a bye is last."""
    white, black = pairing
    scores = [points[it] for it in (white, black) if it is not None]
    return black is None, -max(scores), -sum(scores)


class District:
    """The district after some whole seasons, the last of which is that of 2026."""

    def __init__(self, seasons: int = 2) -> None:
        self._source = RandomSource(2026)
        self.members = members(self._source)
        self.years = range(LAST_DAY.year - seasons + 1, LAST_DAY.year + 1)
        self.founded = date(self.years[0] - 1, 8, 1)
        self.late = self._swiss(
            "senior-cup-2026",
            "Seniorencup um den Wanderpokal der Sparkasse",
            ["district"],
            date(2026, 5, 18),
            rounds=5,
            field=[each for each in self._grown_up if (each.birth_year or 0) < 1962][:22],
        )

    @cached_property
    def _grown_up(self) -> Sequence[Person]:
        return [each for each in self.members if not each.is_junior]

    @cached_property
    def _juniors(self) -> Sequence[Person]:
        return [each for each in self.members if each.is_junior]

    @cached_property
    def stages(self) -> Sequence[Stage]:
        """Everything that is recorded."""
        return [*self._stages()]

    def _stages(self) -> Iterator[Stage]:
        yield Stage(recorded_on=self.founded + timedelta(61), lines=[*self._founding()])
        held = [each for year in self.years for each in self._year(year)]
        corrected = next(each for each in held if each.id == f"easter-{LAST_DAY.year}")
        stages = [
            Stage(recorded_on=each.ended_on + LETTER, lines=[*each.lines()]) for each in held
        ]
        stages += [
            Stage(recorded_on=each.day + LETTER, publishes=[each])
            for each in PUBLISHED
            if each.day > self.founded
        ]
        stages += [
            Stage(recorded_on=LAST_DAY - LETTER, lines=[*self.late.lines()]),
            Stage(recorded_on=LAST_DAY, lines=[*self._last_events(corrected)]),
        ]
        yield from sorted(stages, key=lambda each: each.recorded_on)

    def _founding(self) -> Iterator[Line]:
        day = self.founded
        for pool, rulebook in POOLS.items():
            adoption = {"pool": pool, "rulebook": rulebook, "from_day": day.isoformat()}
            yield event("rulebook.adopted", f"{pool}-founded", adoption)
        for each in self.members:
            yield each.registration()
        for each in self.members:
            yield from self._first_cards(each, day)

    def _first_cards(self, person: Person, day: date) -> Iterator[Line]:
        """Yield the cards with which a member comes; one in eight is unrated."""
        believed = min(2650, max(500, person.strength + self._source.bell(60)))
        age = day.year - (person.birth_year or 1980)
        experience = min(40, max(1, age - 12))
        cards: dict[str, Mapping[str, int]] = {}
        if not self._source.happens(0.12):
            cards["district"] = {"rating": believed, "index": experience}
            if believed > 1600 and person.numbers:
                cards["fide"] = {"rating": believed + 30, "games": 20 * experience}
        if person.is_junior and self._source.happens(0.7):
            cards["juniors"] = {"number": (2840 - believed) // 8, "count": 3}
        for pool, card in cards.items():
            data = {
                "pool": pool,
                "player": person.id,
                "from_day": day.isoformat(),
                "card": card,
                "kind": "initial",
                "by": "Bezirksspielleiter",
                "reason": "taken over from the list of the federation",
            }
            yield event("rating.decided", f"{person.id}-{pool}", data)

    # --- a year ------------------------------------------------------------------------------

    def _year(self, year: int) -> Iterator[Held]:
        """Yield the tournaments of a season."""
        for number, club in enumerate(CLUBS, 1):
            yield self._club(year, number, club)
        yield from self._opens(year)
        yield self._league(year)
        yield self._swiss(
            f"juniors-{year}",
            f"Bezirksjugendmeisterschaft U20 {year}",
            ["juniors", "district"],
            date(year, 6, 10),
            field=self._drawn(self._juniors, 40),
        )

    def _opens(self, year: int) -> Iterator[Held]:
        both, rest = ["district", "fide"], self._grown_up
        yield self._swiss(
            f"easter-{year}",
            f"Oster-Open Lindental {year}",
            both,
            date(year, 4, 2),
            field=self._drawn(rest, 91),
        )
        yield self._swiss(
            f"summer-{year}",
            f"Internationales Sommer-Open der Stadt Ackerburg {year}",
            both,
            date(year, 8, 1),
            rounds=9,
            field=self._drawn(rest, 120),
        )
        yield self._swiss(
            f"rapid-{year}",
            f"Schnellschach-Grand-Prix Falkensee {year}",
            ["district"],
            date(year, 9, 12),
            field=self._drawn(self.members, 30),
            thinking_time=FAST,
            in_one_day=True,
        )
        if year == LAST_DAY.year:
            yield self._swiss(
                f"westfalen-{year}",
                f"Westfalen Open {year}",
                both,
                LAST_DAY - LETTER - timedelta(8),
                rounds=9,
                field=self._drawn(self.members, 220),
            )

    def _drawn(self, people: Sequence[Person], size: int) -> Sequence[Person]:
        return self._source.mixed(people)[:size]

    def _last_events(self, corrected: Held) -> Iterator[Line]:
        """Yield a correction, a withheld name and a change of club."""
        pairing, result = corrected.rounds[0][0]
        game = corrected.game(1, 1, pairing, result)
        swapped = {"white_points": result.black, "black_points": result.white}
        if result.white == result.black:
            swapped = {"white_points": 1, "black_points": 0}
        stated = {name: value for name, value in game.items() if value is not None}
        correction = {
            "corrects": game["game"],
            "replacement": {**stated, **swapped},
            "reason": "the result slip was read the wrong way round",
        }
        yield event("correction.submitted", f"{game['game']}-corrected", correction)
        withheld = {"player": WITHHELD, "from_day": "2026-01-01", "reason": "on request"}
        yield event("player.withheld", f"{WITHHELD}-withheld", withheld)
        moved = {"player": "d0005", "club": CLUBS[0], "from_day": "2026-07-01"}
        yield event("membership.declared", "d0005-moved", moved)

    # --- tournaments -------------------------------------------------------------------------

    def _club(self, year: int, number: int, club: str) -> Held:
        """The championship of a club: a round robin of ten or eleven, a round a week."""
        at_home = [each for each in self._grown_up if each.club == club]
        field = self._drawn(at_home, 10 + number % 2)
        return self._held(
            f"club-{number}-{year}",
            f"Vereinsmeisterschaft {year} {club}",
            ["district"],
            date(year - 1, 8, 20) + timedelta(26 * (number - 1)),
            field=field,
            rounds=round_robin(len(field)),
            format="round-robin",
            points=[0.0] * len(field),
            days_between=7,
        )

    def _league(self, year: int) -> Held:
        """The league of 12 teams of eight, each round in matches of eight boards."""
        field: list[Person] = []
        teams: list[list[int]] = []
        for club in CLUBS:
            players = [each for each in self._grown_up if each.club == club]
            best = sorted(players, key=lambda each: (-each.strength, each.id))[: BOARDS + 2]
            teams.append([*range(len(field), len(field) + len(best))])
            field += best
        return self._held(
            f"league-{year}",
            f"Bezirksliga Ackerburg-Lindental {year - 1}/{year % 100:02}",
            ["district"],
            date(year, 1, 11),
            field=field,
            rounds=[self._matches(teams, each) for each in round_robin(len(CLUBS))],
            format="team",
            points=[0.0] * len(field),
            days_between=14,
            teams=teams,
        )

    def _matches(self, teams: Sequence[Sequence[int]], pairings: Round) -> Round:
        """The boards of all matches of a round; each team rests two of its ten."""
        boards: Round = []
        for home, guests in pairings:
            assert guests is not None  # noqa: S101 - twelve is even
            sides = [self._line_up(teams[home]), self._line_up(teams[guests])]
            for board, (own, other) in enumerate(zip(*sides, strict=True)):
                boards.append((own, other) if board % 2 else (other, own))
        return boards

    def _line_up(self, team: Sequence[int]) -> Sequence[int]:
        resting = self._source.mixed(team)[BOARDS:]
        return [each for each in team if each not in resting]

    def _swiss(  # noqa: PLR0913 - the facts of a tournament
        self,
        id_: str,
        name: str,
        pools: Sequence[str],
        starts_on: date,
        *,
        field: Sequence[Person],
        rounds: int = 7,
        **further: Any,
    ) -> Held:
        seeded = sorted(field, key=lambda each: (-each.strength, each.id))
        points = [0.0] * len(seeded)
        paired = swiss(points, rounds)
        return self._held(
            id_, name, pools, starts_on, field=seeded, rounds=paired, points=points, **further
        )

    def _held(  # noqa: PLR0913 - the facts of a tournament
        self,
        id_: str,
        name: str,
        pools: Sequence[str],
        starts_on: date,
        *,
        field: Sequence[Person],
        rounds: Iterable[Round],
        format: str = "swiss",  # noqa: A002 - the contract's word
        points: list[float],
        thinking_time: Mapping[str, int] = SLOW,
        days_between: int = 1,
        in_one_day: bool = False,
        teams: Sequence[Sequence[int]] = (),
    ) -> Held:
        """Play a tournament; ``points`` are added up for the pairing of the next round."""
        played = []
        for pairings in rounds:
            games = [(pairing, self._result(field, pairing)) for pairing in pairings]
            if format == "swiss":
                games.sort(key=lambda game: on_the_wall(game[0], points))
            played.append(games)
            add_points(points, games)
        days = 0 if in_one_day else (len(played) - 1) * days_between
        return Held(
            id=id_,
            name=name,
            pools=pools,
            format=format,
            starts_on=starts_on,
            ended_on=starts_on + timedelta(days),
            field=field,
            rounds=played,
            thinking_time=thinking_time,
            days_between=0 if in_one_day else days_between,
            teams=teams,
        )

    def _result(self, field: Sequence[Person], pairing: Pairing) -> Result:
        white, black = pairing
        if black is None:
            return BYE
        if self._source.happens(0.01):
            return self._source.one_of(FORFEITS)
        lead = field[white].strength - field[black].strength
        return ODDS["chess"].result(lead, self._source.roll())
