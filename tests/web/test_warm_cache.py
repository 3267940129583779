"""Long records are computed before anybody asks for them."""

from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

from ledger.events.problems import TablesDamaged
from projections.api import Ledger
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server import app as web
from projections.interfaces.server import warm_cache
from projections.interfaces.server.app import application
from projections.interfaces.server.warm_cache import WarmCache
from projections.pool_view import PoolView
from projections.queries import player_record as asked
from projections.queries.player_record import long_records
from projections.queries.row_cache import RowCache
from tests.projections.submissions import adoption, decided, games, player, tournament
from tests.web.conftest import DAY

TOURNAMENTS = {"anna": 5, "bela": 4, "cleo": 1}
"""Each against Dora, who plays in all of them."""


@pytest.fixture
def ledger(database: str) -> Iterator[Ledger]:
    events = [adoption(), player("dora"), decided("dora", "1500-10")]
    for name, many in TOURNAMENTS.items():
        events += [player(name), decided(name, "1600-10")]
        for number in range(many):
            id_ = f"{name}{number}"
            events += [tournament(id_, f"1996-0{number + 1}-01")]
            events += games(id_, f"{name} 1-0 dora")
    with Ledger.open(database, clock=lambda: DAY) as found:
        found.append(events, by="anna")
        found.catch_up()
        yield found


@pytest.mark.parametrize(
    ("room", "least", "names"),
    [
        (100, 5, ["dora", "anna", "bela"]),
        (100, 2, ["dora", "anna", "bela", "cleo"]),
        (100, 12, []),
        (17, 2, ["dora", "anna"]),
        (16, 2, ["dora"]),
    ],
)
def test_the_longest_come_first_as_many_as_there_is_room_for(
    ledger: Ledger, room: int, least: int, names: list[str]
) -> None:
    """Dora has a card from each of ten tournaments, Anna from five, and one from a decision."""
    found = list(warm(ledger, RowCache(most=room, least=least)).records())
    assert found == [("dwz", name) for name in names]


def test_of_a_replay_in_memory_no_records_are_prepared(ledger: Ledger) -> None:
    with ledger.pool("dwz", rulebook="dwz-2014") as view, view.answers() as answers:
        assert list(long_records(answers, 1)) == []


def test_the_pools_share_the_room(ledger: Ledger) -> None:
    """Eleven, six and five versions of one pool leave room for four of the other, just once."""
    events = [adoption("1990-01-01", "club")]
    for name in ("anna", "dora"):
        events += [decided(name, "1600-10", "1995-08-01", pool="club")]
    for number in range(3):
        events += [tournament(f"club{number}", f"1996-0{number + 1}-02", pools=["club"])]
        events += games(f"club{number}", "anna 1-0 dora")
    ledger.append(events, by="anna")
    ledger.catch_up()
    assert list(warm(ledger, RowCache(most=26, least=2)).records()) == [
        ("dwz", "dora"),
        ("dwz", "anna"),
        ("dwz", "bela"),
        ("club", "anna"),
    ]


def test_everybody_counted_as_long_is_kept(ledger: Ledger) -> None:
    """Bela's card has five versions, of four tournaments and a decision: four rows."""
    kept = RowCache(least=5)
    list(warm(ledger, kept).records())
    bela = kept.find("dwz", "bela")
    assert bela is not None
    assert bela.length == 4


def test_a_record_that_cannot_be_worked_out_holds_up_no_other(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, worked_out = RowCache(least=5), PoolView.player_to_read

    def damaged(view: PoolView, player: str, kept: RowCache) -> Any:
        if player == "dora":
            raise TablesDamaged("a row was altered")
        return worked_out(view, player, kept)

    monkeypatch.setattr(PoolView, "player_to_read", damaged)
    assert len(list(warm(ledger, kept).records())) == 3
    assert kept.find("dwz", "dora") is None
    assert kept.find("dwz", "anna") is not None


def test_a_prepared_record_says_the_same_without_being_worked_out(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = RowCache(least=5)
    with ledger.pool("dwz") as view:
        fresh = {name: view.player_to_read(name, RowCache()) for name in ("dora", "anna")}
    list(warm(ledger, kept).records())
    monkeypatch.setattr(asked, "own_rows", lambda *_: pytest.fail("worked out again"))
    with ledger.pool("dwz") as view:
        assert {name: view.player_to_read(name, kept) for name in fresh} == fresh
    assert [len(fresh[name]["history"]) for name in fresh] == [10, 5]
    assert kept.find("dwz", "cleo") is None


def test_a_pool_without_a_read_model_is_left_alone(sqlite_database: str) -> None:
    with Ledger.open(sqlite_database, clock=lambda: DAY) as empty:
        empty.append([adoption(), player("anna")], by="anna")
        found = warm(empty, RowCache(least=1))
        found.lists(empty.positions())
        assert list(found.records()) == []


def test_it_begins_by_itself_and_ends_with_the_server(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody's rows are kept by the time that the least of them are."""
    kept = RowCache(least=2)
    monkeypatch.setattr(web, "RowCache", lambda: kept)
    monkeypatch.setattr(warm_cache, "SECONDS_BEFORE", 0)
    settings = ServeSettings(database=ledger.database, clock=lambda: DAY, follow=False)
    with TestClient(application(settings)):
        _wait_until(lambda: kept.find("dwz", "cleo") is not None)
    assert all(kept.find("dwz", name) for name in ("anna", "bela", "dora"))


def test_it_does_not_go_round_again_while_the_log_is_as_it_was(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm_cache, "SECONDS_BEFORE", 0)
    monkeypatch.setattr(warm_cache, "SECONDS_BETWEEN_ROUNDS", 0)
    monkeypatch.setattr(PoolView, "player_to_read", _counted(PoolView.player_to_read, seen := []))
    found = warm(ledger, RowCache(least=2))
    for _ in range(20):
        found.step()
    assert [player for _, player, _ in seen] == ["dora", "anna", "bela", "cleo"]
    ledger.append([player("emil")], by="anna")
    ledger.catch_up()
    for _ in range(20):
        found.step()
    assert len(seen) == 8


def test_the_list_is_read_once_the_log_has_come_to_rest(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PoolView, "whole_list", _counted(PoolView.whole_list, asked := []))
    found = warm(ledger, RowCache())
    found.step()
    assert asked == []
    for _ in range(3):
        found.step()
    assert len(asked) == 1
    ledger.append([player("emil")], by="anna")
    ledger.catch_up()
    found.step()
    assert len(asked) == 1
    found.step()
    assert len(asked) == 2


def warm(ledger: Ledger, rows: RowCache) -> WarmCache:
    """Return the cache that computes records into those rows."""
    return WarmCache(ledger=ledger, rows=rows)


def _wait_until(happens: Callable[[], bool]) -> None:
    until = monotonic() + 30
    while not happens():
        assert monotonic() < until, "it did not happen within half a minute"
        sleep(0.01)


def _counted(function: Callable[..., Any], calls: list[Any]) -> Callable[..., Any]:
    def counted(*given: Any) -> Any:
        result = function(*given)
        calls.append(given)
        return result

    return counted
