"""Read while others write: every answer is what a replay up to its own position gives."""

import json
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import date
from functools import partial
from itertools import count, islice
from threading import Event as Signal

import attrs
import pytest
from sqlalchemy import Connection

from ledger.log.database import connect, snapshot
from ledger.log.event_log import known_size
from projections.api import Ledger
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.read_model.generations import reflected_position
from projections.engine.replay.card_history import MemoryCardHistory
from projections.engine.replay.replay import Replay
from projections.interfaces.server.background import Follower, repeated
from projections.queries.answers import Answers, Question
from projections.queries.player_record import named_record
from projections.queries.row_cache import RowCache
from tests.ledger.soak import dice, soak
from tests.projections.card_histories import known_as_replayed
from tests.projections.club import TODAY, Club
from tests.projections.meanwhile import before_statement
from tests.projections.submissions import (
    POOL,
    Event,
    adoption,
    correction,
    decided,
    game,
    games,
    player,
    strike,
    tournament,
)

PEOPLE = ("anna", "bela", "cleo", "dora", "emil", "fritz")
(MAY,) = games("may", "anna 1-0 bela")


def beginning() -> list[Event]:
    """Six players, four of them rated, and a game in May."""
    rated = [decided(name, "1500-10", "1995-01-01") for name in PEOPLE[:4]]
    return [adoption(), *map(player, PEOPLE), *rated, tournament("may", "1996-05-01"), MAY]


def come_in(club: Club, number: int) -> None:
    """May is corrected, and another tournament arrives."""
    points = {"white_points": number % 2, "black_points": 1 - number % 2}
    club.append(correction(MAY, f"c{number}", **points))
    id_ = f"open {number}"
    club.append(tournament(id_, "1996-04-02"), *games(id_, "anna 0-1 bela"))


# What is appended at a chosen moment.


def test_at_no_moment_of_an_update_is_anything_in_it_that_came_meanwhile(new_club_on_postgresql):
    """On PostgreSQL a transaction sees what others committed before each of its statements."""
    appended: list[int] = []

    def meanwhile() -> None:
        appended.append(number)
        come_in(club, 1000 + number)

    with new_club_on_postgresql() as club:
        club.append(*beginning())
        club.catch_up()
        for number in count(1):
            come_in(club, number)
            with before_statement(number, club.engine, meanwhile):
                club.catch_up()
            with snapshot(club.engine) as connection:
                position = reflected_position(connection, POOL)
                record = club.player("anna", known_at=position)
                assert record == named_record(Replayed(connection, position).answers, "anna")
                known_as_replayed(connection, POOL, position, PEOPLE)
            if number not in appended:  # an update has no more statements than that
                break
        assert position == 13 + 3 * number + 3 * len(appended)
    assert len(appended) > 7


class Replayed:
    """Answers from a replay up to a position, past the read model."""

    def __init__(self, connection: Connection, known_at: int) -> None:
        as_of = AsOf(known_at=known_at)
        replay = Replay.of(History(connection, as_of), POOL, as_of)
        question = Question(POOL, TODAY, as_of)
        self.answers = Answers(connection, question, MemoryCardHistory(replay))


# A crowd: two servers that follow the log, their readers, and writers.


WORKERS = 2
READERS_OF_A_WORKER = 2
READS = 50
"""Of each reader."""
WRITERS = ("north", "south")
MOST_CALLS = 80
"""Of each writer: a longer log makes every replay slower that answers are compared with."""
SECONDS_BETWEEN_CALLS = 0.05


@attrs.frozen
class Read:
    """The player whose record was read, and the position."""

    player: str
    known_at: int


@attrs.define
class Crowd:
    """The answers to all readers: every answer in JSON, of which there shall be one each."""

    database: str
    ended: Signal = attrs.field(factory=Signal)
    answers: dict[Read, set[str]] = attrs.field(factory=lambda: defaultdict(set))
    count: int = 0

    def write(self, writer: str, throw: int) -> None:
        """Append tournaments and corrections of them while there are readers."""
        engine = connect(self.database)
        for call in islice(happenings(writer, throw), MOST_CALLS * soak()):
            if self.ended.wait(SECONDS_BETWEEN_CALLS):
                break
            Club(engine).append(*call)
        engine.dispose()

    def read(self, ledger: Ledger, kept: RowCache, throw: int) -> None:
        """Read records as pages do: where the read model stood a moment ago, or before."""
        thrown = dice(throw)
        for _ in range(READS * soak()):
            known_at = ledger.positions()["pools"][POOL]
            assert known_at is not None
            if thrown.random() < 0.2:
                known_at = max(known_at - thrown.randrange(20), len(beginning()))
            name = thrown.choice(PEOPLE)
            with ledger.pool(POOL, known_at=known_at) as view:
                record = view.player(name, kept)
            self.answers[Read(name, known_at)].add(json.dumps(record, sort_keys=True))
            self.count += 1


def happenings(writer: str, throw: int) -> Iterator[list[Event]]:
    """Yield a writer's submissions by call: mostly tournaments, in no order of their days."""
    thrown, played = dice(throw), []
    for number in count(1):
        if played and thrown.random() < 0.3:
            points = thrown.choice([(1, 0), (0, 1), (0.5, 0.5)])
            wrong = played[thrown.randrange(len(played))]
            corrected = dict(zip(("white_points", "black_points"), points, strict=True))
            yield [correction(wrong, f"{writer} c{number}", **corrected)]
        elif len(played) > 8 and thrown.random() < 0.2:
            yield [strike(played.pop(), f"{writer} s{number}")]
        else:
            id_ = f"{writer} {number}"
            day = date(1996, 1 + thrown.randrange(12), 1 + thrown.randrange(28))
            pairs = [thrown.sample(PEOPLE, 2) for _ in range(4)]
            new = [
                game(id_, white, "1-0", black, game=f"{id_}/{place}", round=place)
                for place, (white, black) in enumerate(pairs, 1)
            ]
            played += new
            yield [tournament(id_, day.isoformat()), *new]


@pytest.mark.slow
def test_a_crowd_is_answered_as_a_replay_at_the_position_of_each_answer(database: str) -> None:
    crowd = Crowd(database)
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        ledgers = [stack.enter_context(Ledger.open(database)) for _ in range(WORKERS)]
        Club(ledgers[0].engine).append(*beginning())
        ledgers[0].catch_up()
        for follower in map(Follower, ledgers):
            stack.enter_context(repeated("follower", partial(soon, follower)))
        kept = [RowCache(least=1) for _ in ledgers]
        writing = [pool.submit(crowd.write, *each) for each in zip(WRITERS, count(), strict=False)]
        reading = [
            pool.submit(crowd.read, ledgers[each % WORKERS], kept[each % WORKERS], each)
            for each in range(WORKERS * READERS_OF_A_WORKER)
        ]
        try:
            for reader in reading:
                reader.result()
        finally:
            crowd.ended.set()
        for writer in writing:
            writer.result()
        with snapshot(ledgers[0].engine) as connection:
            must_be_replayed(connection, crowd)
    assert crowd.count == WORKERS * READERS_OF_A_WORKER * READS * soak()


def soon(follower: Follower) -> float:
    """A look of a follower; the next one comes sooner than a server's."""
    follower.follow()
    return SECONDS_BETWEEN_CALLS


def must_be_replayed(connection: Connection, crowd: Crowd) -> None:
    """Every answer is that of a replay; there were many positions, and the log grew all along."""
    positions = {read.known_at for read in crowd.answers}
    assert len(positions) > 20
    assert known_size(connection) > 5 * len(beginning())
    for known_at in sorted(positions):
        answers = Replayed(connection, known_at).answers
        for name in PEOPLE:
            if found := crowd.answers.get(Read(name, known_at)):
                replayed = json.dumps(named_record(answers, name), sort_keys=True)
                assert found == {replayed}, (name, known_at)
