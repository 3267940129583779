"""Standings of one large Swiss tournament."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ledger.events.streams import tournament_stream
from ledger.log.database import connect
from projections.queries.answers import Question
from projections.queries.crosstable import standings
from scripts.federation.events import event
from scripts.federation.games import GameGenerator
from scripts.federation.members import Member
from scripts.federation.randomness import RandomSource
from scripts.federation.season import OPEN
from scripts.federation.settings import FederationSettings
from scripts.federation.tournaments import Conditions, Plan, Tournament
from scripts.lab.benchmarks.driver import events_of
from scripts.lab.benchmarks.isolation import Stopwatch

NAME = "open"
GAMES = events_of(tournament_stream(NAME))
ROUNDS = 11
LAST_DAY = date(2000, 8, 13)
METHOD = "waldstein"


def write_open(file: Path, players: int) -> None:
    """Write the lines of an open of eleven rounds and of everybody who plays in it."""
    with file.open("wb") as out:
        out.writelines(_lines(players))


def _lines(players: int) -> Iterator[bytes]:
    random_source = RandomSource(seed=players)
    settings = FederationSettings(games=players * ROUNDS // 2, seed=players, years=1)
    adoption = {"pool": settings.pool, "rulebook": settings.rulebook, "from_day": "1995-01-01"}
    yield event("rulebook.adopted", settings.pool, adoption)
    field = [_member(number, 1600 + random_source.bell(320)) for number in range(players)]
    for member in field:
        registration = {"player": member.id, "name": f"Player, {member.id}"}
        yield event("player.registered", member.id, registration)
    starts = LAST_DAY.toordinal() - ROUNDS + 1
    tournament = Tournament(
        id=NAME,
        plan=Plan(series=OPEN, size=players, rounds=ROUNDS, starts=starts),
        place="Lugano",
        field=field,
        arrives=LAST_DAY.toordinal(),
        conditions=Conditions(thinking_time={"minutes": 120}, country="SUI"),
    )
    yield tournament.submission(settings)
    yield from GameGenerator(settings, random_source, report_mistake=lambda _: None).play(
        tournament
    )


def _member(number: int, strength: int) -> Member:
    return Member(
        id=f"p{number:06}", born=1970, club=1, talent=strength, activity=1, strength=strength
    )


def call_standings(url: str, times: int) -> list[float]:
    """The seconds of the tournament's standings, called several times."""
    engine, taken = connect(url), []
    for _ in range(times):
        stopwatch = Stopwatch()
        with stopwatch.running(), engine.connect() as connection:
            standings(connection, Question("", LAST_DAY), NAME, METHOD)
        taken.append(stopwatch.seconds)
    engine.dispose()
    return taken
