"""Proofs of rows: three checkers agree, and none is taken in by a forged one."""

import copy
import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from ledger.events.problems import Refused
from ledger.log import checkpoints
from ledger.log.notes import WITNESS, SigningKey, rotation
from projections.api import Ledger, check_proof
from projections.checking.proof import _root
from tests.audit import second_checker
from tests.audit.signed_season import COSIGNER, KEY, LOG, NEW_KEY, published
from tests.databases.fresh import AfterSeason
from tests.ledger.proofs import naive
from tests.projections.submissions import player
from tests.tables import every

SCRIPT = Path(__file__).parents[2] / "projections/interfaces/pages/static/proof.js"
BY_NODE = """
const { checkProof } = require(process.argv[1]);
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
(async () => {
  const told = [];
  for (const [text, keys] of cases) {
    told.push(await checkProof(text, keys).then((it) => it.length === 0, () => false));
  }
  console.log(JSON.stringify(told));
})();
"""


@pytest.fixture
def ledger(database_after: AfterSeason) -> Iterator[Ledger]:
    with Ledger.open(database_after(published)) as ledger:
        yield ledger


@pytest.fixture
def in_file(sqlite_after: AfterSeason) -> Iterator[Ledger]:
    with Ledger.open(sqlite_after(published)) as ledger:
        yield ledger


@pytest.fixture
def proof(in_file: Ledger) -> dict[str, Any]:
    return json.loads(in_file.proof("dwz", "agnes").json())  # type: ignore[attr-defined,no-any-return]


def holds(proof: Any, keys: tuple[str, ...] = (LOG, COSIGNER)) -> bool:
    """The verdict of our checker, with which the second one agrees."""
    text = proof if isinstance(proof, str) else json.dumps(proof)
    found = check_proof(text, keys)
    assert second_checker.holds(text, keys) == found["holds"]
    assert bool(found["faults"]) != found["holds"]
    return bool(found["holds"])


def test_every_row_of_a_list_is_proved_without_the_others(ledger: Ledger) -> None:
    rows = ledger.pool("dwz", on="1996-12-31").ratings()
    assert len(rows) > 2
    for row in rows:
        found = ledger.proof("dwz", row["player"], "1996-12-31")
        assert found["row"] == {
            name: dict(row)[name] for name in ("player", "figure", "card", "valid_until", "status")
        }
        assert holds(dict(found))
        text = json.dumps(found)
        assert len(text) < 4_000
        others = {each["player"] for each in rows} - {row["player"]}
        assert not [each for each in others if f'"{each}"' in text]


def test_a_proof_says_what_it_proves(proof: dict[str, Any]) -> None:
    found = check_proof(json.dumps(proof), [LOG])
    assert {name: found[name] for name in ("holds", "pool", "day", "origin", "size")} == {
        "holds": True,
        "pool": "dwz",
        "day": "1996-12-31",
        "origin": "ratings.example.org/dwz",
        "size": found["published_at"] + 1,
    }
    assert found["row"]["player"] == "agnes"


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every single value in a document."""
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))
    else:
        yield path


def with_value(proof: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """The document with another value in one place, or without it (None from ``change``)."""
    forged = copy.deepcopy(proof)
    within = forged
    for key in path[:-1]:
        within = within[key]
    if (value := change(within[path[-1]])) is None:
        del within[path[-1]]
    else:
        within[path[-1]] = value
    return forged


def another(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1
    if not isinstance(value, str):
        return "another"
    if len(value) == 44 and value.endswith("="):
        return b64encode(bytes([b64decode(value)[0] ^ 1]) + b64decode(value)[1:]).decode()
    middle = len(value) // 2
    return value[:middle] + ("1" if value[middle] != "1" else "2") + value[middle + 1 :]


def forgeries(proof: Any) -> Iterator[Any]:
    for path in places(proof):
        yield with_value(proof, path, another)
        yield with_value(proof, path, lambda _: None)
        yield with_value(proof, path, lambda _: ["a", {"list": 1}])
    for name in proof:
        yield with_value(proof, (name,), lambda _: None)
    for name in ("path", "event_path"):
        yield with_value(proof, (name,), lambda path: path[:-1])
        yield with_value(proof, (name,), lambda path: [*path, path[-1]])
        yield with_value(proof, (name,), lambda path: path[::-1] if len(path) > 1 else [])
    for name in ("index", "position"):
        place = (name,) if name == "index" else ("event", name)
        yield with_value(proof, place, lambda it: it - 2**20)  # the same bits, below zero
    yield {**proof, "row": {**proof["row"], "title": "GM"}}
    yield {**proof, "event": {**proof["event"], "source": "elsewhere"}}


def test_a_proof_with_any_other_value_does_not_hold(proof: dict[str, Any]) -> None:
    assert holds(proof)
    found = list(forgeries(proof))
    assert len(found) > 100
    assert [each for each in found if each != proof and holds(each)] == []


@given(st.integers(2, 40), st.data())
def test_a_path_leads_to_the_root_of_its_own_size_alone(size: int, draw: st.DataObject) -> None:
    data = [bytes([number]) for number in range(size)]
    index = draw.draw(st.integers(0, size - 1))
    path = [b64encode(each).decode() for each in naive.path(index, data)]
    leaf = naive.mth([data[index]])
    assert _root(leaf, index, size, path) == naive.mth(data).hex()
    if index < (half := naive.split(size)):
        assert _root(leaf, index, half, path[:-1]) == naive.mth(data[:half]).hex()
        assert _root(leaf, index, size, path[:-1]) == ""
    assert _root(leaf, index - 64, size, path) == ""


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_nothing_else_is_a_proof(text: str) -> None:
    assert not holds(text)


@pytest.mark.slow
def test_the_page_s_script_agrees_about_every_forgery(proof: dict[str, Any]) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node on this machine")
    keys = [LOG, COSIGNER]
    texts = [json.dumps(each) for each in (proof, *forgeries(proof)) if each != proof]
    cases = [(json.dumps(proof), keys), *((each, keys) for each in texts)]
    cases += [(json.dumps(proof), [LOG]), (json.dumps(proof), [COSIGNER])]
    cases += [(json.dumps(proof), [str(NEW_KEY.verifier)]), ("nothing", keys)]
    done = subprocess.run(
        ["node", "-e", BY_NODE, str(SCRIPT)],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [check_proof(text, keys)["holds"] for text, keys in cases]
    assert expected.count(True) == 2
    assert json.loads(done.stdout) == expected


def test_the_page_s_script_is_short() -> None:
    assert len(SCRIPT.read_text("utf-8").splitlines()) <= 150


class TestKeys:
    def test_each_given_key_must_have_signed_and_the_log_s_own_among_them(
        self, proof: dict[str, Any]
    ) -> None:
        assert holds(proof, (LOG,))
        for keys in ((COSIGNER,), (str(NEW_KEY.verifier),), (LOG, str(NEW_KEY.verifier)), ()):
            assert not holds(proof, keys)

    def test_a_witness_called_like_the_log_does_not_sign_for_it(self, in_file: Ledger) -> None:
        namesake = SigningKey(KEY.name, WITNESS, bytes(31) + b"\x07")
        made = checkpoints.create(in_file.engine, KEY)
        signed = [namesake.sign(made.note.text, 1_700_000_000)]
        checkpoints.add_signatures(in_file.engine, made.size, signed)
        text = in_file.proof("dwz", "agnes").json()  # type: ignore[attr-defined]
        assert check_proof(text, [LOG, str(namesake.verifier)])["holds"]
        assert not check_proof(text, [str(namesake.verifier)])["holds"]

    def test_an_old_key_is_good_for_those_who_know_it_only(self, in_file: Ledger) -> None:
        """After a rotation the new key signs; who trusts the old one follows the note."""
        in_file.append([player("yves")], by="anna")
        checkpoints.create(in_file.engine, NEW_KEY)
        text = in_file.proof("dwz", "agnes").json()  # type: ignore[attr-defined]
        note = str(rotation(KEY, NEW_KEY.verifier))
        new = str(NEW_KEY.verifier)
        assert check_proof(text, [new])["holds"]
        assert not check_proof(text, [LOG])["holds"]
        assert check_proof(text, [LOG], [note])["holds"]
        own = str(rotation(NEW_KEY, NEW_KEY.verifier))
        forged = note.replace(note.split("\n")[2], COSIGNER)
        for false in (own, forged, "nothing\n\n\n"):
            assert not check_proof(text, [LOG], [false])["holds"]

    def test_a_checkpoint_from_before_the_list_proves_nothing(self, in_file: Ledger) -> None:
        """A replayed checkpoint: signed rightly, of a state before the list was published."""
        older = in_file.proof("dwz", "agnes")["checkpoint"]
        in_file.publish("dwz", on="1997-12-31", by="anna")
        checkpoints.create(in_file.engine, KEY)
        newer = dict(in_file.proof("dwz", "agnes", "1997-12-31"))
        assert holds(newer, (LOG,))
        assert not holds({**newer, "checkpoint": older}, (LOG,))


class TestRefusals:
    @every(
        ("player", "day", "code"),
        [
            ("nobody", None, "unknown-player"),
            ("carla", None, "unknown-player"),
            ("agnes", "1995-12-31", "unknown-list"),
        ],
    )
    def test_a_row_that_was_not_published_is_not_proved(
        self, in_file: Ledger, player: str, day: str | None, code: str
    ) -> None:
        with pytest.raises(Refused) as refused:
            in_file.proof("dwz", player, day)
        assert [each.code for each in refused.value.problems] == [code]

    def test_a_list_that_no_checkpoint_covers_is_not_proved_yet(self, in_file: Ledger) -> None:
        in_file.publish("dwz", on="1997-12-31", by="anna")
        with pytest.raises(Refused, match="no checkpoint"):
            in_file.proof("dwz", "agnes")

    def test_a_list_of_before_gets_its_root_by_a_further_publication(self, ledger: Ledger) -> None:
        then = ledger.published("dwz")[0]
        fields = ("pool", "day", "position", "digest", "players")
        old = {name: dict(then)[name] for name in fields}
        ledger.correct(then["event"], strike=True, reason="made anew", by="anna")
        ledger.append([{"type": "list.published", "data": old}], by="anna")
        assert [each["proven"] for each in ledger.published("dwz")] == [True]
        with pytest.raises(Refused, match="publish it once more"):
            ledger.proof("dwz", "agnes")
        again = ledger.publish("dwz", on="1996-12-31", by="anna")
        assert again["published_at"] == ledger.positions()["head"]
        assert ledger.publish("dwz", on="1996-12-31", by="anna") == again
        checkpoints.create(ledger.engine, KEY)
        assert holds(dict(ledger.proof("dwz", "agnes")), (LOG,))

    def test_a_list_with_a_false_root_is_not_proven(self, in_file: Ledger) -> None:
        then = in_file.published("dwz")[0]
        names = ("pool", "day", "position", "digest", "players")
        false = {name: dict(then)[name] for name in names} | {"rows_root": 64 * "0"}
        in_file.append([{"type": "list.published", "data": false}], by="anna")
        assert [each["proven"] for each in in_file.published("dwz")] == [True, False]
        checkpoints.create(in_file.engine, KEY)
        with pytest.raises(Refused, match="cannot be reproduced"):
            in_file.proof("dwz", "agnes")


def test_a_row_replaced_in_a_published_list_is_noticed(ledger: Ledger) -> None:
    """The derived tables are changed: the list is made of the log, so the row is the old one."""
    before = ledger.proof("dwz", "agnes")
    with ledger.engine.begin() as connection:
        connection.execute(text("DELETE FROM standing WHERE player = 'agnes'"))
    assert ledger.proof("dwz", "agnes") == before
    forged = {**before, "row": {**before["row"], "figure": 2400}}
    found = check_proof(json.dumps(forged), [LOG])
    assert found["faults"] == ["the row is not in the list that was published"]
