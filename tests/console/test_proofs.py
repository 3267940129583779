"""Keys and checkpoints on the command line."""

import json
import stat
from pathlib import Path

import pytest
from sqlalchemy import insert

from ledger.log.database import connect
from ledger.log.notes import Checkpoint, VerifierKey, secret_key, verifier_key
from ledger.log.schema import checkpoint
from tests.console.shell import Shell


@pytest.fixture
def key(in_file: Shell, tmp_path: Path) -> str:
    file = str(tmp_path / "club.key")
    in_file.run("key", "new", file, "--name", "ratings.example.org/club")
    return file


def test_a_key_is_a_file_of_its_owner_and_a_public_half(
    in_file: Shell, key: str, tmp_path: Path
) -> None:
    file = Path(key)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    public = verifier_key(f"{key}.pub")
    assert secret_key(file).verifier == public
    assert public.name == "ratings.example.org/club"
    other = in_file.run("key", "new", str(tmp_path / "witness.key"), "--witness")
    assert VerifierKey.read(other.out).name == "witness"
    assert VerifierKey.read(other.out).kind == 4


def test_a_key_is_never_replaced_and_never_shown(in_file: Shell, key: str) -> None:
    secret = Path(key).read_text("utf-8")
    for words in (("key", "new", key), ("checkpoint", "create", "--key", key)):
        for form in ("table", "json", "csv"):
            outcome = in_file.run("--format", form, *words)
            assert secret.split("+", 4)[4][:20] not in outcome.out + outcome.err
    assert Path(key).read_text("utf-8") == secret
    assert "exists already" in in_file.run("key", "new", key).err


def test_a_name_of_a_key_is_one_word(in_file: Shell, tmp_path: Path) -> None:
    for name in ("two words", "one+one", "\u2003"):
        assert in_file.run("key", "new", str(tmp_path / "k"), "--name", name).status == 2
    assert list(tmp_path.glob("k*")) == []


def test_the_note_of_a_checkpoint_is_all_that_is_printed(in_file: Shell, key: str) -> None:
    assert "No checkpoint" in in_file.run("checkpoint", "list").out
    first = in_file.run("checkpoint", "create", "--key", key).out
    size = in_file.json("verify")["events"]
    assert Checkpoint.read(first).size == size
    assert in_file.json("checkpoint", "list") == [
        in_file.json("checkpoint", "create", "--key", key)
    ]
    root = Checkpoint.read(first).root.hex()
    line = f"{size} events, {root}, signed by ratings.example.org/club\n"
    assert in_file.run("checkpoint", "list").out == line
    found = in_file.json("checkpoint", "consistency", "1", str(size))
    assert found["new"] == {"size": size, "root": root}
    printed = in_file.run("checkpoint", "consistency", "1", str(size)).out.split()
    assert printed == found["proof"]
    assert in_file.run("checkpoint", "consistency", "1", "999").status == 1


def test_verify_says_what_it_excludes_and_what_others_must_keep(in_file: Shell, key: str) -> None:
    assert "Checkpoints" not in in_file.run("verify").out
    in_file.run("checkpoint", "create", "--key", key)
    said = in_file.run("verify").out
    assert [line.split(":")[0] for line in said.splitlines()[2:] if ":" in line] == [
        *("Chain", "Tree", "Checkpoints", "Publications"),
    ]
    assert "the 1 kept here are of this log" in said
    assert in_file.json("verify")["ok"]


def test_what_is_no_key_is_refused(in_file: Shell, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_bytes(b"\xff\xfe")
    for file in (nothing, tmp_path / "absent"):
        outcome = in_file.run("checkpoint", "create", "--key", str(file))
        assert outcome.status == 1
        assert str(file) in outcome.err


def test_a_new_key_succeeds_one_of_its_name(in_file: Shell, key: str, tmp_path: Path) -> None:
    new, other = str(tmp_path / "new.key"), str(tmp_path / "other.key")
    in_file.run("key", "new", new, "--name", "ratings.example.org/club")
    in_file.run("key", "new", other)
    note = in_file.run("key", "rotate", key, new).out
    assert note.split("\n")[1:3] == ["ratings.example.org/club", str(verifier_key(f"{new}.pub"))]
    assert "same name" in in_file.run("key", "rotate", key, other).err


class TestPublishing:
    def test_a_published_list_is_signed_where_a_key_is_named(
        self, in_file: Shell, key: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RATING_LEDGER_KEY", key)
        in_file.run("publish", "dwz", "--on", "1996-12-31", "--dry-run")
        assert in_file.json("checkpoint", "list") == []
        at = in_file.json("publish", "dwz", "--on", "1996-12-31")["published_at"]
        (row,) = in_file.json("checkpoint", "list")
        assert row["size"] == at
        assert in_file.json("verify")["ok"]

    def test_nothing_is_published_in_a_log_that_was_rewritten(
        self, in_file: Shell, key: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = Checkpoint.signed(3, bytes(32), secret_key(Path(key)))
        engine = connect(in_file.database)
        with engine.begin() as connection:
            connection.execute(insert(checkpoint).values(size=3, note=str(other.note)))
        engine.dispose()
        monkeypatch.setenv("RATING_LEDGER_KEY", key)
        outcome = in_file.run("publish", "dwz", "--on", "1996-12-31")
        assert "it was rewritten since" in outcome.err
        assert in_file.json("published", "dwz") == []

    def test_without_the_key_nothing_is_published(
        self, in_file: Shell, key: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RATING_LEDGER_KEY", f"{key}-lost")
        before = in_file.json("verify")["events"]
        outcome = in_file.run("--format", "json", "publish", "dwz", "--on", "1996-12-31")
        assert json.loads(outcome.out)["problems"]
        assert in_file.json("verify")["events"] == before


class TestRows:
    @pytest.fixture
    def proof(self, in_file: Shell, key: str, tmp_path: Path) -> str:
        """The proof of Anna's row of a published list."""
        in_file.run("publish", "dwz", "--on", "1996-12-31")
        in_file.run("checkpoint", "create", "--key", key)
        file = str(tmp_path / "anna.proof")
        made = in_file.run("prove", "row", "dwz", "anna", "--list", "1996-12-31", "--out", file)
        assert made.out == f"{file} proves the row of anna\n"
        return file

    def test_a_proof_is_checked_without_a_database(
        self, in_file: Shell, key: str, proof: str, tmp_path: Path
    ) -> None:
        elsewhere = Shell("sqlite:///nowhere/nothing.db", tmp_path)
        outcome = elsewhere.run("check-proof", proof, "--key", f"{key}.pub")
        figure = in_file.json("prove", "row", "dwz", "anna")["row"]["figure"]
        first = f"The proof holds: anna was on the list of dwz of 1996-12-31 with {figure}."
        assert (outcome.status, outcome.out.splitlines()[0]) == (0, first)
        given = elsewhere.run(
            "check-proof", proof, "--key", Path(f"{key}.pub").read_text().strip()
        )
        assert given.out == outcome.out

    def test_a_changed_row_is_caught(self, in_file: Shell, key: str, proof: str) -> None:
        document = json.loads(Path(proof).read_text("utf-8"))
        document["row"]["figure"] += 100
        Path(proof).write_text(json.dumps(document), "utf-8")
        outcome = in_file.run("--format", "json", "check-proof", proof, "--key", f"{key}.pub")
        assert outcome.status == 1
        assert json.loads(outcome.out)["faults"] == [
            "the row is not in the list that was published"
        ]
        assert (
            "the row is not in the list"
            in in_file.run("check-proof", proof, "--key", f"{key}.pub").err
        )

    def test_without_a_key_nothing_is_proved(self, in_file: Shell, proof: str) -> None:
        assert in_file.run("check-proof", proof).status == 2

    def test_a_proof_replaces_no_other_file_unasked(self, in_file: Shell, proof: str) -> None:
        words = ("prove", "row", "dwz", "anna", "--out", proof)
        assert in_file.run(*words).status == 1
        assert in_file.run(*words, "--overwrite").status == 0

    def test_who_has_a_successor_trusts_its_signature(
        self, in_file: Shell, key: str, tmp_path: Path
    ) -> None:
        """The rotation, rehearsed: the new key signs, the note of the old one is published."""
        new, note = str(tmp_path / "new.key"), tmp_path / "rotation"
        in_file.run("key", "new", new, "--name", "ratings.example.org/club")
        note.write_text(in_file.run("key", "rotate", key, new).out, "utf-8")
        in_file.run("publish", "dwz", "--on", "1996-12-31")
        in_file.run("checkpoint", "create", "--key", new)
        proof = str(tmp_path / "anna.proof")
        in_file.run("prove", "row", "dwz", "anna", "--out", proof)
        old = ("check-proof", proof, "--key", f"{key}.pub")
        assert in_file.run(*old).status == 1
        assert in_file.run(*old, "--rotation", str(note)).status == 0
        assert in_file.run("check-proof", proof, "--key", f"{new}.pub").status == 0
