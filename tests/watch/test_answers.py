"""An answer to a signal is remembered until its rows change."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.watch.scope import Scope
from tests.projections.submissions import POOL, merge, player, withheld
from tests.watch.planted import (
    MEMBERS,
    correction,
    event_of,
    members,
    signals,
    won_by,
)

WON = event_of("open", "1996-04-01", *won_by("m00", MEMBERS[1:11]))


@pytest.fixture
def ledger(engine: Engine) -> Iterator[Ledger]:
    """A ledger with ten wins over stronger players."""
    members(engine, dict.fromkeys(MEMBERS[1:11], 1900)).append(*WON)
    with Ledger(engine.url.render_as_string(hide_password=False)) as ledger:
        yield ledger


def listed(ledger: Ledger, *, answered: bool = False) -> dict[str, str]:
    """The signals of the pool with their states."""
    ledger.catch_up()
    with ledger.pool(POOL) as view:
        found = view.watch(Scope(answered=answered, threshold={"settled": 1}))["signals"]
    return {row["signal"]: row["state"] for row in found}


def test_an_answered_signal_is_listed_only_on_request(ledger: Ledger) -> None:
    (signal,) = listed(ledger)
    ledger.answer_signal(signal, by="Carla Cohn", reason="a champion under another number")
    assert listed(ledger) == {}
    assert listed(ledger, answered=True) == {signal: "in-order"}
    (answer,) = ledger.signal_answers().values()
    assert (answer["by"], answer["reason"]) == ("Carla Cohn", "a champion under another number")


def test_a_dry_run_answers_nothing(ledger: Ledger) -> None:
    (signal,) = listed(ledger)
    ledger.answer_signal(signal, by="Carla", reason="seen", dry_run=True)
    assert listed(ledger) == {signal: "open"}


def test_it_can_be_asked_again(ledger: Ledger) -> None:
    (signal,) = listed(ledger)
    ledger.answer_signal(signal, by="Carla", reason="seen")
    ledger.answer_signal(signal, by="Carla", ask_again=True)
    assert listed(ledger) == {signal: "open"}
    with pytest.raises(Refused) as refused:
        ledger.answer_signal(signal, by="Carla", ask_again=True)
    assert refused.value.problems[0].code == "not-answered"


def test_a_corrected_result_asks_again_and_a_later_tournament_does_not(ledger: Ledger) -> None:
    (signal,) = listed(ledger)
    ledger.answer_signal(signal, by="Carla", reason="seen")
    ledger.append(event_of("later", "1996-05-01", "m12 ½-½ m13"), by="Carla")
    assert listed(ledger) == {}
    ledger.append([correction(WON[1], white_points=0.5, black_points=0.5)], by="Carla")
    (again,) = listed(ledger)
    assert again != signal


@pytest.mark.parametrize(
    ("signal", "reason", "code", "field"),
    [
        ("open", "seen", "unknown-signal", "signal"),
        ("0123456789abcdef", None, "missing", "reason"),
        ("0123456789abcdef", "  ", "missing", "reason"),
        ("0123456789abcdef", "a" * 401, "too-long", "reason"),
        ("0123456789abcdef", "a\x07", "bad-character", "reason"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(
    ledger: Ledger, signal: str, reason: str | None, code: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        ledger.answer_signal(signal, by="Carla", reason=reason)
    assert [(each.code, each.field) for each in refused.value.problems] == [(code, field)]


def test_a_signal_of_a_double_is_answered_once_for_the_register_and_the_pool(
    engine: Engine,
) -> None:
    club = members(engine)
    club.append(*event_of("open", "1996-04-01", "m00 1-0 m01"))
    with Ledger(engine.url.render_as_string(hide_password=False)) as ledger:
        assert list(ledger.possible_doubles()) == []
        club.append(player("z", name="Adler, Test"))
        club.append(*event_of("cup", "1996-05-01", "z 1-0 m02"))
        (double,) = ledger.possible_doubles()
        (signal,) = signals(club)["identity"]
        assert signal["signal"] == double["signal"]
        club.append(merge("m00", "z"))
        assert list(ledger.possible_doubles()) == []
        assert "identity" not in signals(club)


def test_withheld_names_are_not_shown_and_not_compared(engine: Engine) -> None:
    club = members(engine, dict.fromkeys(MEMBERS[1:11], 1900))
    club.append(*WON)
    club.append(withheld("m00", "1996-01-01"))
    (found,) = signals(club)["improbable-result"]
    assert (found["players"], found["names"]) == (["m00"], [None])
