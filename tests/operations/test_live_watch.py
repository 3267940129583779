"""``live watch``: states of a running tournament from a file or an address, until it is over."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from projections.api import Ledger
from projections.interfaces.cli import live_watch
from tests.console.shell import Outcome, Shell
from tests.operations.winter_cup import cup, register

OPTIONS = ("--minutes", "120", "--rounds", "2", "--every", "60")
NAMES = ("--accept", "names")
Act = Callable[[], None]
Answer = tuple[int, dict[str, str], bytes]


def interrupted() -> None:
    """Somebody types Ctrl-C."""
    raise KeyboardInterrupt


@pytest.fixture
def shell(sqlite_database: str, tmp_path: Path) -> Shell:
    with Ledger.open(sqlite_database) as ledger:
        ledger.append(register(), by="anna")
        ledger.catch_up()
    return Shell(sqlite_database, tmp_path)


class Pauses:
    """The pauses of the command: during each something happens, after the last one Ctrl-C."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.seconds: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        (self.acts.pop(0) if self.acts else interrupted)()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Pauses:
    found = Pauses()
    monkeypatch.setattr(live_watch.time, "sleep", found.sleep)
    return found


def watch(shell: Shell, source: object, *options: str) -> tuple[Outcome, Any]:
    """The command's outcome and its one document."""
    asked = ("--format", "json", "live", "watch", "members", str(source), *OPTIONS, *options)
    outcome = shell.run(*asked)
    return outcome, json.loads(outcome.out)


def cards(shell: Shell) -> dict[str, Any]:
    rows = shell.json("ratings", "members", "--live")
    return {row["player"]: row["card"] for row in rows if row["provisional"]}


def test_a_file_is_followed_until_its_last_round_is_over(shell: Shell, pauses: Pauses) -> None:
    """Ida has lost to Hanna and drawn with Karla: 1500 + 800 · (½ − 1) / 22 = 1482."""
    path = shell.folder / "cup.trf"
    states = [cup(0, paired=True), cup(1, paired=True), cup(2)]
    path.write_bytes(states[0].content)
    head = shell.json("log")[-1]["position"]
    pauses.acts = [
        lambda: None,
        lambda: _put(path, states[1].content),
        lambda: _put(path, states[2].content),
    ]
    outcome, document = watch(shell, path, *NAMES)
    assert outcome.status == 0
    assert document == {**document, "states": 3, "rounds_played": 2, "over": True}
    assert pauses.seconds == [60, 60, 60]
    assert cards(shell)["ida"] == {"rating": 1482, "index": 11}
    assert shell.json("log")[-1]["position"] == head
    assert [line for line in outcome.err.splitlines() if line.startswith("live: ")] == [
        "live: Winter Cup, round 0 of 2, open pairings: 2",
        "live: Winter Cup, round 1 of 2, open pairings: 2",
        "live: Winter Cup, round 2 of 2, open pairings: 0",
    ]


def _put(path: Path, content: bytes) -> None:
    """Write a file whose state differs from the one before, even within a tick of the clock."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_bytes(content)
    os.utime(path, ns=(before + 1_000_000, before + 1_000_000))


def test_a_half_written_file_is_read_again_and_not_refused(shell: Shell, pauses: Pauses) -> None:
    path = shell.folder / "cup.trf"
    whole = cup(1, paired=True).content
    path.write_bytes(whole[: len(whole) // 2])
    pauses.acts = [lambda: _put(path, whole)]
    outcome, document = watch(shell, path, *NAMES)
    assert (outcome.status, document["states"]) == (0, 1)
    assert "refused" not in outcome.err
    assert pauses.seconds == [5, 60]


def test_a_file_that_stays_refused_ends_the_first_look_as_a_submission_would(
    shell: Shell, pauses: Pauses
) -> None:
    path = shell.folder / "cup.trf"
    path.write_bytes(cup(1).content)
    pauses.acts = [lambda: None]
    outcome, document = watch(shell, path)
    assert outcome.status == 1
    assert len(document["problems"]) == outcome.err.count("give --link") == 3
    assert pauses.seconds == [5]


def test_a_later_state_with_a_question_waits_for_the_next(shell: Shell, pauses: Pauses) -> None:
    """Somebody joins whom two namesakes may be."""
    path = shell.folder / "cup.trf"
    path.write_bytes(cup(1).content)
    twins = [
        {"type": "player.registered", "data": {"player": f"lena-{year}", "name": "Lenz, Lena"}}
        for year in (1970, 1990)
    ]
    shell.append(*twins)
    joined = cup(1).content + f"001 {5:>4}      {'Lenz, Lena':33}\n".encode()
    nothing: Act = lambda: None  # noqa: E731
    pauses.acts = [
        lambda: _put(path, joined),
        nothing,
        nothing,
        lambda: _put(path, cup(2).content),
    ]
    outcome, document = watch(shell, path, *NAMES)
    assert (outcome.status, document["states"], document["over"]) == (0, 2, True)
    assert outcome.err.count("refused: ") == 1
    assert "Lenz, Lena" in outcome.err


def test_ctrl_c_ends_it_and_a_file_that_is_gone_is_waited_for_longer_and_longer(
    shell: Shell, pauses: Pauses
) -> None:
    path = shell.folder / "cup.trf"
    path.write_bytes(cup(1).content)
    nothing: Act = lambda: None  # noqa: E731
    pauses.acts = [path.unlink, *[nothing] * 5]
    outcome, document = watch(shell, path, *NAMES)
    assert (outcome.status, document["states"], document["over"]) == (0, 1, False)
    assert pauses.seconds == [60, 120, 240, 480, 900, 900, 900]
    assert "No such file" in outcome.err
    assert outcome.err.rstrip().endswith("no longer watching")


def test_a_file_that_is_not_there_at_first_is_refused(shell: Shell, pauses: Pauses) -> None:
    outcome, document = watch(shell, shell.folder / "nowhere.trf", *NAMES)
    assert (outcome.status, pauses.seconds) == (1, [])
    assert "No such file" in document["problems"][0]["message"]


@pytest.mark.parametrize("source", ["ftp://example.org/cup.trf", "file:///etc/passwd", "https://"])
def test_no_other_address_is_taken_than_one_of_the_web(shell: Shell, source: str) -> None:
    outcome = shell.run("live", "watch", "members", source, *OPTIONS)
    assert outcome.status == 2
    assert "neither a file nor an address of http or https" in outcome.err


class Site:
    """A server that gives one answer after the other, and keeps the requests."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.requests: list[dict[str, str]] = []
        left, requests = list(answers), self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                requests.append(dict(self.headers))
                status, headers, content = left.pop(0)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(content)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/files/cup%20a.trf"


@pytest.fixture
def site() -> Iterator[Callable[[Sequence[Answer]], Site]]:
    sites: list[Site] = []

    def made(answers: Sequence[Answer]) -> Site:
        sites.append(Site(answers))
        Thread(target=sites[-1].server.serve_forever, daemon=True).start()
        return sites[-1]

    yield made
    for each in sites:
        each.server.shutdown()
        each.server.server_close()


def test_an_address_is_asked_on_condition_and_left_alone_after_failures(
    shell: Shell, pauses: Pauses, site: Callable[[Sequence[Answer]], Site]
) -> None:
    """The first state, nothing new, two failures, an answer cut short, the last state."""
    first, last = cup(1, paired=True).content, cup(2).content
    served = site(
        [
            (200, {"ETag": '"1"', "Last-Modified": "Sun, 01 Sep 1996 12:00:00 GMT"}, first),
            (304, {}, b""),
            (503, {"Retry-After": "300"}, b""),
            (404, {"Retry-After": "9" * 5_000}, b""),
            (200, {"Content-Length": str(len(last))}, last[:-9]),
            (302, {"Location": "file:///etc/passwd"}, b""),
            (200, {"ETag": '"2"'}, last),
        ]
    )
    pauses.acts = [lambda: None] * 6
    outcome, document = watch(shell, served.address, *NAMES)
    assert (outcome.status, document["states"], document["over"]) == (0, 2, True)
    assert pauses.seconds == [60, 60, 300, 3600, 480, 900]
    assert "If-None-Match" not in served.requests[0]
    for request in served.requests[1:]:
        assert request["If-None-Match"] == '"1"'
        assert request["If-Modified-Since"] == "Sun, 01 Sep 1996 12:00:00 GMT"
    assert cards(shell)["ida"] == {"rating": 1482, "index": 11}
    assert "ended early" in outcome.err
