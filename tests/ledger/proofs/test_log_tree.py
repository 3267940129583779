"""The tree over a log: made by `init`, `restore` and `rebuild`, and checked by `verify`."""

import pytest
from sqlalchemy import Engine, func, select, text

from ledger.log import export, tree
from ledger.log.event_log import head_of
from ledger.log.restore import restore
from ledger.log.revisions import upgrade
from ledger.log.schema import event, tree_tile
from ledger.log.tree import LogTree
from ledger.log.verification import verify
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import lines, player
from tests.ledger.new_ledgers import new_ledger
from tests.ledger.office import Office
from tests.ledger.proofs import naive

SIZES = [0, 1, 2, 3, 255, 256, 257, 511, 512, 513, 530]


@pytest.fixture
def long_log(office: Office) -> Engine:
    """Two complete tiles, and a few events."""
    office.append(*(player(f"p{number}") for number in range(530)))
    return office.engine


def leaves(engine: Engine) -> list[bytes]:
    with engine.connect() as connection:
        query = select(event.c.chain_hash).order_by(event.c.position)
        return [bytes(each) for each in connection.execute(query).scalars()]


def stored(engine: Engine) -> int:
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(tree_tile)).scalar_one()


def test_the_leaves_are_the_hashes_of_exported_events(long_log: Engine) -> None:
    with long_log.connect() as connection:
        exported = [bytes.fromhex(each["hash"]) for each in export.events(connection)]
        assert LogTree(connection).root() == naive.mth(exported)


def test_roots_and_proofs_are_those_of_the_definition(long_log: Engine) -> None:
    data = leaves(long_log)
    upgrade(long_log)
    with long_log.connect() as connection:
        for size in SIZES:
            of_size = LogTree(connection, size)
            assert of_size.root() == naive.mth(data[:size])
            for position in {1, size // 2 + 1, size} if size else ():
                assert of_size.inclusion(position) == naive.path(position - 1, data[:size])
        for old in SIZES[1:]:
            assert LogTree(connection).consistency(old) == naive.proof(old, data)


def test_a_ledger_from_before_gets_the_tree_by_init(long_log: Engine) -> None:
    with long_log.connect() as connection:
        before, made_of_events = head_of(connection), LogTree(connection).root()
    assert stored(long_log) == 0  # an append costs nothing
    upgrade(long_log)
    assert stored(long_log) == 2
    with long_log.connect() as connection:
        assert head_of(connection) == before
        assert LogTree(connection).root() == made_of_events
        hashes = select(tree_tile.c.hash).order_by(tree_tile.c.tile)
        assert [bytes(each) for each in connection.execute(hashes).scalars()] == [
            naive.mth(leaves(long_log)[:256]),
            naive.mth(leaves(long_log)[256:512]),
        ]


def test_it_is_extended_as_often_as_one_likes(long_log: Engine) -> None:
    upgrade(long_log)
    with long_log.begin() as connection:
        tree.extend(connection)
    assert stored(long_log) == 2
    assert verify(long_log).ok


def test_a_restored_log_has_the_same_tree(long_log: Engine, sqlite_files: SQLiteFiles) -> None:
    with long_log.connect() as connection:
        exported = list(export.events(connection))
        root = LogTree(connection).root()
    with new_ledger(sqlite_files) as restored:
        restore(restored.engine, lines(exported))
        assert stored(restored.engine) == 2
        with restored.engine.connect() as connection:
            assert LogTree(connection).root() == root


def test_verify_finds_a_changed_hash_and_rebuilding_mends_it(long_log: Engine) -> None:
    upgrade(long_log)
    with long_log.begin() as connection:
        connection.execute(
            text("UPDATE tree_tile SET hash = :it WHERE tile = 1"), {"it": bytes(32)}
        )
    verdict = verify(long_log)
    assert verdict.finding is not None
    assert verdict.finding.position == 257
    assert "tree" in verdict.finding.message
    tree.rebuild(long_log)
    assert verify(long_log).ok
    assert stored(long_log) == 2


def test_verify_finds_a_hash_of_events_that_are_not_there(long_log: Engine) -> None:
    with long_log.begin() as connection:
        tree.extend(connection)
        connection.execute(tree_tile.insert(), {"tile": 2, "hash": bytes(32)})
    verdict = verify(long_log)
    assert verdict.finding is not None
    assert verdict.finding.position == 513


def test_tiles_are_laid_out_as_the_standard_says(long_log: Engine) -> None:
    data = leaves(long_log)
    with long_log.connect() as connection:
        whole = LogTree(connection)
        assert whole.tile(0, 0, 256) == b"".join(naive.mth([each]) for each in data[:256])
        assert whole.tile(0, 2, 18) == b"".join(naive.mth([each]) for each in data[512:])
        assert whole.tile(1, 0, 2) == naive.mth(data[:256]) + naive.mth(data[256:512])
        assert whole.tile(0, 2, 19) is None
        assert whole.tile(1, 0, 3) is None
        assert whole.tile(2, 0, 1) is None
        assert whole.entries(2, 18) == b"".join(b"\x00\x20" + each for each in data[512:])
        assert whole.entries(2, 19) is None
