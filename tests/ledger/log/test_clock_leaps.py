"""A machine whose clock is wrong: the time of the log never goes back, so it must not leap."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine

from ledger.events.problems import Refused
from ledger.log.clock import now, vouched_now
from ledger.log.database import connect
from ledger.log.pace import USUAL_PAUSE, YOUNG
from ledger.validation.submission import append
from projections.interfaces.cli.lazy_commands import main
from tests.ledger.lines import game, line, lines, player
from tests.ledger.office import RULEBOOKS, Office

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SetClock = Callable[[datetime], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Sets the clock of this machine."""

    def set_it(at: datetime) -> None:
        class Shown(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
                return at.astimezone(tz)

        monkeypatch.setattr("ledger.log.clock.datetime", Shown)

    return set_it


@pytest.fixture
def office(engine: Engine) -> Office:
    """A season opened now; on SQLite, whose machine has one clock only."""
    office = Office(engine)
    office.clock.at = NOW
    office.open_season()
    return office


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


def by_the_machine(office: Office, name: str, clock: Any = now) -> str:
    """The code of the refusal, or nothing."""
    try:
        append(office.engine, lines([player(name)]), by="b", rulebooks=RULEBOOKS, clock=clock)
    except Refused as refused:
        return refused.problems[0].code
    return ""


def test_a_clock_a_century_ahead_is_refused_and_nothing_is_written(
    office: Office, set_clock: SetClock
) -> None:
    before = office.contents()
    set_clock(NOW.replace(year=2200))
    assert by_the_machine(office, "eva") == "clock-leap"
    assert office.contents() == before
    set_clock(NOW)
    assert by_the_machine(office, "eva") == ""


def test_a_young_log_may_pause_for_a_month(office: Office, set_clock: SetClock) -> None:
    set_clock(NOW + USUAL_PAUSE + DAY)
    assert by_the_machine(office, "eva") == ""
    set_clock(NOW + 2 * USUAL_PAUSE + 3 * DAY + DAY / 24)
    assert by_the_machine(office, "finn") == "clock-leap"


def test_a_log_with_a_pace_may_pause_a_day_longer_than_ever(
    office: Office, set_clock: SetClock
) -> None:
    """Written every hour, once after two days: three days are its limit."""
    last = NOW
    for number in range(YOUNG):
        last += 2 * DAY if number == 3 else DAY / 24
        set_clock(last)
        assert by_the_machine(office, f"p{number}") == ""
    set_clock(last + 3 * DAY + DAY / 24)
    assert by_the_machine(office, "late") == "clock-leap"
    set_clock(last + 3 * DAY)
    assert by_the_machine(office, "late") == ""
    set_clock(last + 3 * DAY + 4 * DAY)
    assert by_the_machine(office, "later") == ""


def test_somebody_may_vouch_for_the_clock_and_verify_notes_the_leap(
    office: Office, set_clock: SetClock
) -> None:
    set_clock(NOW + timedelta(days=1_000))
    assert by_the_machine(office, "eva", vouched_now) == ""
    verdict = office.verdict()
    assert verdict.ok
    assert verdict.notes == (
        "the time of the log leaps by 1000 days at position 7: a pause, or a clock that was wrong",
    )


def test_once_the_log_is_at_that_time_nobody_need_vouch_again(
    office: Office, set_clock: SetClock
) -> None:
    set_clock(NOW + timedelta(days=1_000))
    assert by_the_machine(office, "eva", vouched_now) == ""
    assert by_the_machine(office, "finn") == ""


def test_on_the_command_line(sqlite_database: str, tmp_path: Path, set_clock: SetClock) -> None:
    file = tmp_path / "lines.jsonl"

    def run(*arguments: str, **facts: str) -> Any:
        file.write_bytes(b"".join(line(player(name)) for name in facts.values()))
        return CliRunner().invoke(main, ["--database", sqlite_database, "append", *arguments])

    set_clock(NOW)
    assert run(str(file), name="eva").exit_code == 0
    set_clock(NOW.replace(year=2200))
    refused = run(str(file), name="finn")
    assert refused.exit_code == 1
    assert refused.stderr == (
        "refused: the clock of this machine says 2200-05-01 12:00 UTC, 63552 days after the last "
        "event of the log, and the time of the log never goes back: set the clock, or give "
        "--clock-is-right\n"
    )
    assert run(str(file), "--clock-is-right", name="finn").exit_code == 0
    set_clock(NOW)
    assert run(str(file), name="gus").stderr == (
        "note: the time of the log is 2200-05-01 12:00 UTC, ahead of this machine's clock, and "
        "stays there until then: `rating-ledger verify` says where it leapt\n"
    )


def test_on_postgresql_the_clock_is_held_against_the_servers(
    postgresql_database: str, set_clock: SetClock
) -> None:
    engine = connect(postgresql_database)
    set_clock(datetime.now(UTC) + 2 * DAY + DAY / 24)
    with pytest.raises(Refused, match="2 days ahead of the clock of the database"):
        append(engine, lines([player("eva")]), by="b", rulebooks=RULEBOOKS, clock=now)
    set_clock(datetime.now(UTC))
    assert by_the_machine(Office(engine), "eva") == ""
    engine.dispose()


def test_problems_of_the_lines_are_told_before_those_of_the_clock(
    office: Office, set_clock: SetClock
) -> None:
    set_clock(NOW.replace(year=2200))
    with pytest.raises(Refused) as raised:
        append(
            office.engine,
            lines([player("eva"), game("anna", "nobody")]),
            by="b",
            rulebooks=RULEBOOKS,
        )
    assert [each.code for each in raised.value.problems] == ["unknown-player"]
