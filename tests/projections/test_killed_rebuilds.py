"""kill -9 during a rebuild or a going-on: the list in service stays, and the next run goes on."""

import signal
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from unittest.mock import patch

import orjson
import pytest

from ledger.log.clock import now
from ledger.log.database import connect, snapshot
from ledger.validation.submission import append
from projections.engine.read_model.generations import catch_up, rebuild
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay import shared_replay
from projections.queries.answers import Answers, Question
from scripts.generate_federation import federation
from tests.ledger.hardship.writers import processes
from tests.ledger.soak import dice, soak
from tests.projections.club import TODAY, Club
from tests.projections.submissions import POOL, strike

pytestmark = pytest.mark.hostile

GAMES = 3_000
KILLS = 6 * soak()
LONGEST_LIFE = 0.6


@pytest.fixture
def in_service(club_on_both: Club) -> Club:
    """A federation and its list."""
    lines = federation(GAMES, seed=3, years=6, pool=POOL)
    append(
        club_on_both.engine,
        enumerate(lines, 1),
        by="the office",
        rulebooks=RegisteredRulebooks(),
        clock=now,
    )
    club_on_both.catch_up()
    return club_on_both


def rebuild_for_ever(url: str) -> None:
    engine = connect(url)
    while True:
        rebuild(engine, POOL)


def rebuild_by_several_for_ever(url: str, _inherited: Connection) -> None:
    """Rebuild by processes that all hold the end of a pipe open."""
    engine = connect(url)
    with patch.object(shared_replay, "FEWEST", 1):
        while True:
            rebuild(engine, POOL, workers=2)


def apply_new_events(url: str) -> None:
    catch_up(connect(url), POOL)


def the_list(club: Club) -> Sequence[dict[str, object]]:
    """The list as the read model has it, whatever has come since."""
    with snapshot(club.engine) as connection:
        answers = Answers(connection, Question(POOL, TODAY))
        assert isinstance(answers.card_history, StoredCardHistory)
        return answers.ratings()


def killed(target: Callable[..., None], club: Club, life: float, *arguments: object) -> int | None:
    """A process of its own that works on the club's ledger until it is killed; how it ended."""
    url = club.engine.url.render_as_string(hide_password=False)
    process = processes().Process(target=target, args=(url, *arguments))
    process.start()
    time.sleep(life)
    process.kill()
    process.join(60)
    return process.exitcode


def test_a_killed_rebuild_leaves_the_list_in_service(in_service: Club) -> None:
    before, lives = the_list(in_service), dice(1)
    for _ in range(KILLS):
        ended = killed(rebuild_for_ever, in_service, lives.uniform(0.05, LONGEST_LIFE))
        assert ended == -signal.SIGKILL
        assert the_list(in_service) == before
    assert in_service.check().differences == ()


def test_a_killed_rebuild_takes_its_workers_with_it(in_service: Club) -> None:
    before, lives = the_list(in_service), dice(3)
    for _ in range(KILLS):
        ours, theirs = processes().Pipe()
        life = lives.uniform(0.2, 3 * LONGEST_LIFE)
        with ours:
            with theirs:
                ended = killed(rebuild_by_several_for_ever, in_service, life, theirs)
            assert ended == -signal.SIGKILL
            assert ours.poll(60), "a worker is still there"
        assert the_list(in_service) == before
    assert in_service.check().differences == ()


def test_after_a_killed_going_on_the_next_one_comes_to_the_same(in_service: Club) -> None:
    """Every tenth game is struck: as much work as a season's."""
    with in_service.engine.connect() as connection:
        rows = connection.exec_driver_sql(
            "SELECT id, payload FROM event WHERE type = 'game.submitted' ORDER BY position"
        ).all()
    games = [{"id": row.id, "data": orjson.loads(row.payload)} for row in rows[::10]]
    in_service.append(*(strike(each, f"gone {each['id']}") for each in games))
    lives = dice(2)
    for _ in range(KILLS):
        ended = killed(apply_new_events, in_service, lives.uniform(0.01, LONGEST_LIFE / 3))
        assert ended in {0, -signal.SIGKILL}
    in_service.catch_up()
    assert in_service.check().differences == ()
