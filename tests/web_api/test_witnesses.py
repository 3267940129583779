"""Witnesses over loopback: honest ones, one that is behind, a dishonest one, and a forked log."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from ledger.log import checkpoints, merkle
from ledger.log.clock import now
from ledger.log.notes import WITNESS, Checkpoint, SigningKey
from ledger.log.tree import LogTree
from ledger.log.witness import Witness
from projections.api import Ledger
from projections.interfaces.cli import witness_commands
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.witness import witness_application
from scripts.serving import served
from tests.console.shell import Shell
from tests.databases.fresh import SQLiteFiles
from tests.projections.submissions import player

KEY = SigningKey("ratings.example.org", 1, bytes(range(32)))
OWN = SigningKey("witness.example.org", WITNESS, bytes(range(32, 64)))
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
SECONDS = int(NOON.timestamp())


@contextmanager
def running(application: Starlette) -> Iterator[str]:
    """A server on the loopback interface."""
    config = uvicorn.Config(application, host="127.0.0.1", port=0, log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    waiting = threading.Event()
    while not server.started:
        waiting.wait(0.01)
    try:
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def ledger(sqlite_database: str) -> Iterator[Ledger]:
    with Ledger.open(sqlite_database) as found:
        yield found


def grow(ledger: Ledger, *names: str) -> Checkpoint:
    ledger.append([player(each) for each in names], by="anna")
    return checkpoints.create(ledger.engine, KEY)


def request_of(ledger: Ledger, new: Checkpoint, old: int) -> str:
    with ledger.engine.connect() as connection:
        proof = LogTree(connection, new.size).consistency(old)
    return "\n".join([f"old {old}", *merkle.as_text(proof), "", str(new.note)])


class TestProtocol:
    """Statuses and content types of C2SP tlog-witness."""

    @pytest.fixture
    def witness(self, tmp_path: Path) -> Witness:
        return Witness(OWN, [KEY.verifier], tmp_path / "seen", lambda: NOON)

    @pytest.fixture
    def ask(self, witness: Witness) -> Callable[[str], Response]:
        client = TestClient(witness_application(witness))
        return lambda body: client.post("/add-checkpoint", content=body)  # type: ignore[return-value]

    def test_growth_is_cosigned_from_nothing_on(self, ledger, witness, ask):
        first = grow(ledger, "anna", "bela", "cleo")
        answer = ask(request_of(ledger, first, 0))
        assert answer.status_code == 200
        assert answer.text == f"{OWN.sign(first.note.text, SECONDS)}\n"
        second = grow(ledger, "dora", "emil")
        answer = ask(request_of(ledger, second, 3))
        assert answer.status_code == 200
        assert answer.text == f"{OWN.sign(second.note.text, SECONDS)}\n"
        again = Witness(OWN, [KEY.verifier], witness.folder, lambda: NOON)  # after a restart
        assert again.last("ratings.example.org") == second

    def test_the_same_state_is_cosigned_again(self, ledger, ask):
        first = grow(ledger, "anna")
        body = request_of(ledger, first, 0)
        assert ask(body).status_code == 200
        assert ask(request_of(ledger, first, 1)).status_code == 200

    def test_a_size_that_the_witness_does_not_have_is_409_with_its_own(self, ledger, ask):
        ask(request_of(ledger, grow(ledger, "anna", "bela"), 0))
        for old in (0, 1):
            answer = ask(request_of(ledger, grow(ledger, f"p{old}"), old))
            assert (answer.status_code, answer.text) == (409, "2\n")
            assert answer.headers["content-type"] == "text/x.tlog.size"

    def test_an_older_checkpoint_replayed_is_not_cosigned(self, ledger, ask):
        first = grow(ledger, "anna")
        ask(request_of(ledger, first, 0))
        ask(request_of(ledger, grow(ledger, "bela"), 1))
        assert ask(request_of(ledger, first, 0)).status_code == 409
        assert ask(request_of(ledger, first, 1)).status_code == 409

    def test_an_unknown_log_is_404_and_a_false_signature_403(self, ledger, ask):
        first = grow(ledger, "anna")
        body = request_of(ledger, first, 0)
        assert ask(body.replace("ratings.example.org", "elsewhere.example")).status_code == 404
        forged = Checkpoint.signed(1, first.root, SigningKey(KEY.name, 1, bytes(32)))
        assert ask(f"old 0\n\n{forged.note}").status_code == 403
        assert ask(body.replace("\n1\n", "\n2\n")).status_code == 403

    def test_a_false_proof_is_422(self, ledger, ask):
        ask(request_of(ledger, grow(ledger, "anna", "bela", "cleo"), 0))
        body = request_of(ledger, grow(ledger, "dora", "emil"), 3)
        lines = body.split("\n")
        assert ask("\n".join([lines[0], *lines[2:]])).status_code == 422
        assert ask("\n".join([lines[0], lines[2], lines[1], *lines[3:]])).status_code == 422
        assert ask(body).status_code == 200

    @pytest.mark.parametrize(
        "body",
        ["", "old 0", "old 00\n\n", "old -1\n\n", "old 0\nAA\n\nnothing", "size 0\n\nx", "\n\n"],
    )
    def test_what_is_no_request_is_400(self, ask, body):
        assert ask(body).status_code == 400

    def test_an_old_size_above_the_new_one_is_400(self, ledger, ask):
        first = grow(ledger, "anna")
        assert ask(f"old 2\n\n{first.note}").status_code == 400

    def test_a_long_request_is_refused(self, ask):
        assert ask("old 0\n" + "A" * 100_000).status_code == 413


class TestThreeWitnesses:
    """A log asks three witnesses; one is behind, one is dishonest."""

    def test_a_checkpoint_gets_the_cosignatures_of_the_honest_ones(
        self, ledger: Ledger, tmp_path: Path
    ) -> None:
        grow(ledger, "anna", "bela", "cleo")
        shell = Shell(ledger.database, tmp_path)
        behind, current, false = (
            SigningKey(f"w{number}.example.org", WITNESS, bytes([number]) * 32)
            for number in range(3)
        )

        async def lies(_: Request) -> Response:
            other = Checkpoint.signed(9, bytes(32), KEY)
            return PlainTextResponse(f"{false.sign(other.note.text, SECONDS)}\n")

        with ExitStack() as stack:

            def started(key: SigningKey) -> str:
                own = Witness(key, [KEY.verifier], tmp_path / key.name, lambda: NOON)
                return stack.enter_context(running(witness_application(own)))

            addresses = {key.name: started(key) for key in (behind, current)}
            route = Route("/add-checkpoint", lies, methods=["POST"])
            addresses[false.name] = stack.enter_context(running(Starlette(routes=[route])))

            def submit(key: SigningKey) -> tuple[int, str]:
                words = ("--witness", str(key.verifier))
                outcome = shell.run("checkpoint", "submit", addresses[key.name], *words)
                return outcome.status, outcome.err

            assert submit(behind) == submit(current) == (0, "")
            grow(ledger, "dora")
            assert submit(current) == (0, "")
            newest = grow(ledger, "emil", "fina")
            assert submit(current)[0] == submit(behind)[0] == 0
            status, why = submit(false)
        assert status == 1
        assert f"is no signature of {false.name}" in why
        note = Checkpoint.read(shell.json("checkpoint", "list")[-1]["note"]).note
        assert note.signers([KEY.verifier, current.verifier, behind.verifier, false.verifier]) == [
            KEY.verifier,
            current.verifier,
            behind.verifier,
        ]
        assert newest.note.text == note.text


class TestForkedServer:
    """Two databases, one key: each shows another history to its readers."""

    @pytest.fixture
    def once(self, tmp_path: Path) -> Callable[[str], tuple[int, str]]:
        key = tmp_path / "witness.key"
        key.write_text(OWN.secret(), "utf-8")
        shell = Shell("sqlite:///none.db", tmp_path)
        words = ("--key", str(key), "--log", str(KEY.verifier), "--state", str(tmp_path / "seen"))

        def ask(url: str) -> tuple[int, str]:
            outcome = shell.run("witness", "once", url, *words)
            return outcome.status, outcome.out

        return ask

    def test_a_witness_that_has_seen_one_history_does_not_cosign_the_other(
        self,
        ledger: Ledger,
        once: Callable[[str], tuple[int, str]],
        sqlite_files: SQLiteFiles,
        tmp_path: Path,
    ) -> None:
        (elsewhere := tmp_path / "fork").mkdir()
        shown = grow(ledger, *(f"p{number}" for number in range(300)))
        with served(ServeSettings(database=ledger.database, clock=now, follow=False)) as address:
            status, line = once(address)
            assert status == 0
            cosigned = Checkpoint.read(f"{shown.note}{line}").note
            assert cosigned.signers([OWN.verifier]) == [OWN.verifier]
            grown = grow(ledger, *(f"q{number}" for number in range(300)))
            assert once(address)[0] == 0  # the proof of 300 in 600 comes from the tiles
        with sqlite_files.fresh(elsewhere) as url, Ledger.open(url) as fork:
            hidden = grow(fork, *(f"r{number}" for number in range(700)))
            with served(ServeSettings(database=url, clock=now, follow=False)) as address:
                status, text = once(address)
        assert status == 1
        assert str(grown.note) in text
        assert str(hidden.note) in text
        (evidence,) = (tmp_path / "seen").glob("*.conflict")
        assert evidence.read_text("utf-8") == text

    def test_what_serves_no_checkpoint_is_refused(
        self, ledger: Ledger, once: Callable[[str], tuple[int, str]]
    ) -> None:
        with served(ServeSettings(database=ledger.database, clock=now, follow=False)) as address:
            assert once(address)[0] == 1
        assert once("ftp://127.0.0.1")[0] == 1
        assert once("http://127.0.0.1:9")[0] == 1


def test_the_tiles_of_a_large_log_are_asked_for_by_their_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """C2SP tlog-tiles: tile 1234067 is x001/x234/067; a partial one has its width."""
    asked = []

    def answer(url: str) -> tuple[int, bytes]:
        asked.append(url)
        return 200, bytes(32 * (3 if url.endswith(".p/3") else 256))

    monkeypatch.setattr(witness_commands, "_asked", answer)
    tree = witness_commands.tree_at("http://log", 1_234_067 * 256 + 3)
    tree(0, 1_234_067 * 256 + 2)
    tree(8, 1_000 * 256)
    tree(9, 500)
    assert asked == [
        "http://log/tile/0/x001/x234/067.p/3",
        "http://log/tile/1/x001/000",
        "http://log/tile/1/003",
    ]
