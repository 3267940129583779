"""The log is read by the tools of public logs: checkpoint, tiles and entries."""

import re
from pathlib import Path

import pytest
import segno

from ledger.log import checkpoints
from ledger.log.notes import Checkpoint, SigningKey
from projections.api import Ledger, check_proof
from tests.databases.fresh import AfterSeason
from tests.ledger.proofs import naive
from tests.projections.submissions import player
from tests.tables import every
from tests.web_api.conftest import Serve, Served

KEY = SigningKey("ratings.example.org", 1, bytes(range(32)))
FOREVER = "public, max-age=31536000, immutable"


def of_520(database: str) -> None:
    """A log of 520 players, with a checkpoint."""
    with Ledger.open(database) as ledger:
        ledger.append([player(f"p{number}") for number in range(520)], by="anna")
        checkpoints.create(ledger.engine, KEY)


@pytest.fixture
def long_log(sqlite_after: AfterSeason, serve: Serve) -> Served:
    return serve(sqlite_after(of_520))


def test_the_newest_checkpoint_is_served(long_log: Served) -> None:
    answer = long_log.get("/checkpoint")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    found = Checkpoint.read(answer.text)
    assert (found.origin, found.size) == ("ratings.example.org", 520)
    assert found.note.signers([KEY.verifier])
    listed = long_log.get("/api/v1/checkpoints").json()
    assert [(each["size"], each["note"]) for each in listed] == [(520, answer.text)]


def test_root_and_leaves_follow_from_tiles_and_entries_alone(long_log: Served) -> None:
    bundles = [long_log.get(f"/tile/entries/00{it}").content for it in (0, 1)]
    bundles.append(long_log.get("/tile/entries/002.p/8").content)
    entries = [each for it in bundles for each in re.findall(rb"\x00\x20(.{32})", it, re.DOTALL)]
    log = long_log.ledger.log(after=0)
    assert [each.hex() for each in entries] == [each["hash"] for each in log]
    leaves = b"".join(long_log.get(f"/tile/0/{it}").content for it in ("000", "001", "002.p/8"))
    assert leaves == b"".join(naive.mth([each]) for each in entries)
    assert long_log.get("/tile/1/000.p/2").content == naive.mth(entries[:256]) + naive.mth(
        entries[256:512]
    )
    assert Checkpoint.read(long_log.get("/checkpoint").text).root == naive.mth(entries)


def test_a_program_for_public_logs_audits_the_tiles(long_log: Served, tmp_path: Path) -> None:
    aics = pytest.importorskip("aics_tlog", reason="aics-tlog needs Python 3.12")
    for path in ("0/000", "0/001", "0/002.p/8", "1/000.p/2", "entries/000", "entries/001"):
        file = tmp_path / "tile" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(long_log.get(f"/tile/{path}").content)
    root = Checkpoint.read(long_log.get("/checkpoint").text).root
    assert aics.tree_root_from_tiles(aics.FileSystemTileReader(tmp_path), 520) == root


@every(
    "path",
    [
        *("0/003", "0/002", "0/002.p/9", "0/000.p/0", "0/000.p/256", "0/0", "64/000", "01/000"),
        *("1/000", "2/000.p/1", "entries/002", "entries/002.p/9", "0/x000/003", "0/-01", "x"),
    ],
)
def test_a_tile_that_there_is_not_is_404(long_log: Served, path: str) -> None:
    assert long_log.get(f"/tile/{path}").status_code == 404


def test_tiles_are_kept_for_ever_and_read_by_pages_of_any_origin(long_log: Served) -> None:
    answer = long_log.get("/tile/0/000")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["access-control-allow-origin"] == "*"


def test_a_log_without_a_checkpoint_has_none_to_serve(served: Served) -> None:
    assert served.get("/checkpoint").status_code == 404
    assert served.get("/api/v1/checkpoints").json() == []


def test_a_closed_server_shows_its_log_to_nobody(sqlite_database: str, serve: Serve) -> None:
    closed = serve(sqlite_database, [player("anna")], closed=True)
    checkpoints.create(closed.ledger.engine, KEY)
    for path in ("/checkpoint", "/tile/0/000.p/1"):
        assert closed.get(path).status_code in (303, 401)
        assert closed.get(path, "auditor").status_code == 200
    assert closed.get("/tile/0/000.p/1", "auditor").headers["cache-control"] == (
        "private, max-age=31536000, immutable"
    )


def test_a_card_offers_the_proof_of_its_row_once_there_is_one(
    season_in_file: str, serve: Serve
) -> None:
    served = serve(season_in_file)
    link = 'href="/api/v1/pools/dwz/players/agnes/proof" download="agnes.proof"'
    assert link not in served.get("/dwz/players/agnes").text
    served.ledger.publish("dwz", on="1996-12-31", by="anna")
    served.ledger.catch_up()
    checkpoints.create(served.ledger.engine, KEY)
    page = served.get("/dwz/players/agnes").text
    assert link in page
    (paper,) = re.findall(r'<figure class="onpaper".*?</figure>', page, re.DOTALL)
    (address,) = re.findall(r"(http://\S+)</figcaption>", paper)
    assert address.endswith("/api/v1/pools/dwz/players/agnes/proof")
    assert segno.make(address, micro=False).svg_inline(scale=2, border=2) in paper
    proof = served.get("/api/v1/pools/dwz/players/agnes/proof?list=1996-12-31")
    assert check_proof(proof.text, [str(KEY.verifier)])["holds"]
    assert served.get("/static/proof.html").status_code == 200
    assert served.get("/static/proof.js").status_code == 200
