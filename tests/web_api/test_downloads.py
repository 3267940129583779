"""Downloads of the whole log: few at once, and none holds the database while its reader waits."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import anyio
import pytest

from projections.interfaces.http.api import downloads as sent
from projections.interfaces.http.api import log
from projections.interfaces.http.api.downloads import MOST_AT_ONCE, SECONDS_COUNTED, Downloads
from tests.web_api.conftest import Served
from tests.web_api.messages import ask

LOG = "/api/v1/log"


@pytest.fixture(autouse=True)
def _short_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of a season is a long download, and nobody waits long for the others' ends."""
    monkeypatch.setattr(log, "LINES_AT_ONCE", 5)
    monkeypatch.setattr(sent, "PATIENCE", 0.01)


@contextmanager
def all_sending(served: Served, since: float, *, has_account: bool = False) -> Iterator[None]:
    """As many downloads as are sent at once have begun so many seconds ago."""
    downloads: Downloads = served.client.app.state.downloads
    begun = [monotonic() - since] * MOST_AT_ONCE
    downloads._begun[has_account] += begun
    yield
    for each in begun:
        downloads.end(each, has_account=has_account)


def test_a_log_in_batches_is_the_log(in_file: Served):
    """All of it, from the middle, a part, and the events of one type, of which few are there."""
    lines = in_file.get(LOG).content.splitlines()
    assert len(lines) == in_file.ledger.positions()["head"] > 20
    assert in_file.get(f"{LOG}?from=12").content.splitlines() == lines[11:]
    assert in_file.get(f"{LOG}?from=12&to=19").content.splitlines() == lines[11:19]
    adopted = [line for line in lines if b'"type":"rulebook.adopted"' in line]
    assert in_file.get(f"{LOG}?type=rulebook.adopted").content.splitlines() == adopted != []


def test_what_is_wrong_with_the_question_is_refused_before_anything_is_sent(in_file: Served):
    assert in_file.get(f"{LOG}?type=no.such.type").status_code == 400


def test_one_more_download_than_are_sent_at_once_is_told_to_come_again(in_file: Served):
    with all_sending(in_file, since=1):
        refused = in_file.get(LOG)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert refused.headers["access-control-allow-origin"] == "*"
        (problem,) = refused.json()["problems"]
        assert problem["code"] == "busy"
        assert in_file.get(f"{LOG}?from=11&to=15").status_code == 200
        assert in_file.get(LOG, role="auditor").status_code == 200
    with all_sending(in_file, since=1, has_account=True):
        assert in_file.get(LOG, role="auditor").status_code == 503
    assert [in_file.get(LOG).status_code for _ in range(MOST_AT_ONCE + 1)] == [200] * 5


def test_readers_who_take_their_downloads_slowly_keep_nobody_away(in_file: Served):
    with all_sending(in_file, since=SECONDS_COUNTED + 1):
        assert in_file.get(LOG).status_code == 200


def test_a_download_holds_no_connection_while_its_reader_takes_it(in_file: Served):
    held, sizes, ledger = list[int](), list[int](), in_file.ledger

    async def send(message: dict[str, Any]) -> None:
        held.append(ledger.engine.pool.checkedout())  # type: ignore[attr-defined]
        sizes.append(message.get("body", b"").count(b"\n"))

    anyio.run(ask, in_file, LOG, send)
    assert set(held) == {0}
    assert max(sizes) == 5
    assert sum(sizes) == ledger.positions()["head"]
    assert in_file.client.app.state.downloads._begun == {False: [], True: []}
