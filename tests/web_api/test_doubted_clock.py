"""The server's clock has leapt: an officer is told what that means, and loses nothing typed."""

import pytest

from ledger.log import event_log
from tests.web_api.conftest import Serve, Served
from tests.web_api.hand_ins import RESPELT, hand_in
from tests.web_api.officer import FIELD, come, employ, fields_in, send, token_in


@pytest.fixture
def doubted(season_in_file: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Served:
    """The office after 400 days in which nothing was recorded: its clock is doubted."""
    desk = serve(season_in_file, patience=None)
    employ(desk)
    come(desk, "olga")
    monkeypatch.setattr(event_log, "now", desk.watch)
    return desk


def after_400_days(desk: Served) -> None:
    desk.watch.go_on(days=400)
    come(desk, "olga")


def test_a_clock_that_is_doubted_is_told_in_words_and_keeps_what_was_chosen(doubted: Served):
    address = hand_in(doubted, RESPELT)
    fresh = doubted.get(address)
    after_400_days(doubted)
    choice = {"link.1": "agnes", "link.2": "bjorn", "link.3": "carla", "link.4": "new"}
    typed = {**fields_in(fresh.text), FIELD: token_in(doubted.get("/desk"))}
    halted = doubted.client.post(address, data={**typed, **choice, "action": "accept"})
    assert halted.status_code == 503
    assert "400 days after the last event of the log" in halted.text
    assert "An administrator can set the clock" in halted.text
    assert fields_in(halted.text).items() >= choice.items()
    doubted.watch.go_on(days=-400)
    come(doubted, "olga")
    kept = {**fields_in(halted.text), FIELD: token_in(doubted.get("/desk"))}
    seen = doubted.client.post(address, data={**kept, "action": "show"})
    assert send(doubted, address, seen, action="accept").status_code == 303


def test_a_form_whose_clock_is_doubted_keeps_what_was_typed(doubted: Served):
    after_400_days(doubted)
    path = "/desk/players/agnes/rename"
    halted = send(doubted, f"{path}?lang=de", action="show", name="Müller, Anna", reason="slip")
    assert halted.status_code == 503
    assert fields_in(halted.text)["name"] == "Müller, Anna"
    assert "Helfen kann, wer den Server betreibt" in halted.text
    assert "<code>rating-ledger append</code>" in halted.text
