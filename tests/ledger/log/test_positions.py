"""Positions, order, time, all or nothing: the log on both databases."""

from datetime import UTC, datetime, timedelta

import pytest

from ledger.events.canonical_json import GENESIS, chain_hash
from ledger.events.problems import PERHAPS_WRITTEN, Refused
from ledger.log.event_log import COMMITTED, expecting, head_of, position_at, read, writing
from tests.ledger.lines import game, player, season, tournament
from tests.ledger.office import Office
from tests.log_lines import logged_lines


def test_a_new_ledger_is_empty_and_verifies(office: Office) -> None:
    assert office.entries() == []
    verdict = office.verdict()
    assert (verdict.ok, verdict.events, verdict.head_hash) == (True, 0, GENESIS)


def test_events_stand_in_the_order_in_which_they_were_handed_in(office: Office) -> None:
    first = office.append(*season())
    second = office.append(game("anna", "bela", id_="g1"), game("cleo", "dora", id_="g2"))
    assert (first.appended, first.first, first.last) == (6, 1, 6)
    assert (second.appended, second.first, second.last) == (2, 7, 8)
    entries = office.entries()
    assert [each.position for each in entries] == [1, 2, 3, 4, 5, 6, 7, 8]
    ids = [each.id for each in entries]
    assert ids == ["club", "anna", "bela", "cleo", "dora", "open", "g1", "g2"]


def test_positions_have_no_gap_after_refused_and_repeated_calls(office: Office) -> None:
    office.append(*season())
    office.problems(game("anna", "nobody", id_="g1"))
    assert office.append(*season()).appended == 0
    assert office.append(game("anna", "bela", id_="g1")).first == 7
    assert [each.position for each in office.entries()] == list(range(1, 8))
    assert office.verdict().ok


def test_the_positions_of_a_call_are_logged_and_of_a_call_that_wrote_nothing_none(
    office: Office,
) -> None:
    with logged_lines() as logged:
        office.append(player("anna", "anna"))
        office.append(player("bela"), player("cleo"))
        office.append(player("anna", "anna"))
    appended = [line for line in logged if line["event"] == "events_appended"]
    assert [(line["first"], line["last"]) for line in appended] == [(1, 1), (2, 3)]


def test_one_bad_line_and_nothing_of_the_call_is_written(office: Office) -> None:
    office.open_season()
    good = [game("anna", "bela", game=f"g{number}") for number in range(20)]
    assert office.codes(*good, game("anna", "anna"), player("emil")) == [
        (21, "data.black", "self-play")
    ]
    assert len(office.entries()) == 6


def test_what_was_seen_at_another_end_of_the_log_is_not_written(office: Office) -> None:
    office.open_season()
    after_six = Office(expecting(office.engine, 6))
    assert after_six.append(player("emil")).last == 7
    with pytest.raises(Refused, match="the log has grown from position 6 to 7 meanwhile"):
        after_six.append(player("fritz"))
    assert len(office.entries()) == 7


def test_who_asked_for_it_hears_where_the_log_ends_after_each_call(office: Office) -> None:
    ends: list[int] = []
    heard = Office(office.engine.execution_options(**{COMMITTED: ends.append}))
    heard.append(*season())
    heard.append(player("emil", "emil"), dry_run=True)
    heard.append(player("emil", "emil"))
    heard.append(player("emil", "emil"))
    assert ends == [6, 7, 7]


def test_who_interrupts_a_call_is_told_what_was_written(office: Office) -> None:
    def interrupted(_: object = None) -> None:
        raise KeyboardInterrupt

    office.open_season()
    with pytest.raises(KeyboardInterrupt) as early, writing(office.engine, office.clock):
        interrupted()
    assert early.value.__notes__ == ["nothing was written"]
    late = Office(office.engine.execution_options(**{COMMITTED: interrupted}))
    with pytest.raises(KeyboardInterrupt) as stopped:
        late.append(player("emil"))
    assert stopped.value.__notes__ == [PERHAPS_WRITTEN]
    assert len(office.entries()) == 7


def test_a_dry_run_finds_the_same_and_writes_nothing(office: Office) -> None:
    office.open_season()
    assert office.append(game("anna", "bela"), game("cleo", "dora")).last == 8
    receipt = office.append(game("anna", "cleo"), player("anna", "anna"), dry_run=True)
    assert (receipt.appended, receipt.first, receipt.last) == (0, None, None)
    assert receipt.duplicates == 1
    assert len(office.entries()) == office.verdict().events == 8


def test_players_tournament_and_games_may_come_in_one_call(office: Office) -> None:
    receipt = office.append(*season(), game("anna", "bela"), game("cleo", "dora"))
    assert receipt.appended == 8


def test_a_line_cannot_rely_on_a_line_below_it(office: Office) -> None:
    office.open_season()
    assert office.codes(game("anna", "emil"), player("emil")) == [
        (1, "data.black", "unknown-player")
    ]


def test_a_call_longer_than_a_page_is_one_call(office: Office) -> None:
    office.open_season()
    games = [game("anna", "bela", game=f"g{number}") for number in range(5_500)]
    assert office.codes(*games, game("anna", "nobody")) == [
        (5_501, "data.black", "unknown-player")
    ]
    assert office.append(*games).last == 5_506
    assert office.verdict().events == 5_506
    assert [entry.position for entry in office.entries()] == [*range(1, 5_507)]


def test_the_time_of_the_log_never_goes_back_when_the_clock_does(office: Office) -> None:
    noon = office.clock.at
    office.append(*season())
    office.clock.turn(hours=-3)
    office.append(player("emil"))
    office.clock.turn(hours=5)
    office.append(player("fritz"))
    times = [each.recorded for each in office.entries()]
    assert times == [noon] * 7 + [noon + timedelta(hours=2)]
    assert office.verdict().ok


def test_the_time_is_kept_to_the_microsecond(office: Office) -> None:
    office.clock.at = datetime(2021, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    office.append(player("emil"))
    assert office.entries()[0].recorded == office.clock.at


def test_who_handed_it_in_and_where_it_came_from_are_kept(office: Office) -> None:
    office.append({**player("emil"), "source": "Brief vom 3. März ♟"}, by="Frau Öztürk")
    office.append(player("fritz"))
    kept = [(each.recorded_by, each.source) for each in office.entries()]
    assert kept == [("Frau Öztürk", "Brief vom 3. März ♟"), ("the office", None)]


def test_every_hash_of_the_chain_is_made_over_the_one_before(office: Office) -> None:
    office.append(*season())
    before = GENESIS
    for entry in office.entries():
        assert entry.chain_hash == chain_hash(before, entry.entry_hash)
        before = entry.chain_hash
    assert office.verdict().head_hash == before


def test_two_clocks_what_was_known_at_a_position_stays_readable(office: Office) -> None:
    office.append(*season())
    with office.engine.connect() as connection:
        known = list(read(connection))
    office.append(tournament("autumn"), game("anna", "bela"))
    with office.engine.connect() as connection:
        assert list(read(connection, until=6)) == known
        assert [each.position for each in read(connection, after=6)] == [7, 8]
        assert [each.position for each in read(connection, after=2, until=4)] == [3, 4]
        games = list(read(connection, types=["game.submitted"]))
    assert [each.position for each in games] == [8]


def test_two_clocks_a_moment_is_a_position(office: Office) -> None:
    noon = office.clock.at
    office.append(*season())
    one = office.clock.turn(hours=1)
    office.append(player("emil"))
    moments = [
        (noon - timedelta(microseconds=1), 0),
        (noon, 6),
        (one - timedelta(microseconds=1), 6),
        (one, 7),
        (one + timedelta(days=9), 7),
    ]
    with office.engine.connect() as connection:
        assert [position_at(connection, when) for when, _ in moments] == [
            position for _, position in moments
        ]
        assert head_of(connection).size == 7


def test_text_is_sorted_by_code_point_whatever_the_servers_locale(office: Office) -> None:
    ids = ["a", "B", "_", "ä", "Z", "b", "𝄞", "~", "0", "é"]
    office.append(*(player(name, name) for name in ids))
    with office.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT id FROM event ORDER BY id").scalars().all()
    assert list(found) == sorted(ids)
