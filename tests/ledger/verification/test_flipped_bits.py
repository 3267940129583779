# ruff: noqa: S608 - statements of an imaginary attacker
"""Single bits of the database file flip: found, or without any effect on what is read.

A file holds places without content (free space, the remains of a page), where a flipped bit
changes nothing.  Everywhere else verification must say so or the database must refuse to read;
what must never happen is a ledger that verifies and reads differently.
"""

import re
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy.pool import NullPool

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from ledger.log.verification import verify
from tests.ledger.lines import game, season
from tests.ledger.office import Office
from tests.ledger.soak import dice, soak
from tests.ledger.verification.tampering import Intruder

pytestmark = pytest.mark.hostile

SAMPLE = 500
STRIDE = 40
HEADER_BYTES = 100


class Specimen:
    """A ledger in a file, and copies of it with one bit flipped."""

    def __init__(self, path: Path, page_size: int) -> None:
        self._path = path
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA page_size = {page_size}")
            connection.execute("VACUUM")
        self._engine = connect(f"sqlite:///{path}", create=True, poolclass=NullPool)
        upgrade(self._engine)
        Office(self._engine).hand_in_everything()
        self._original = path.read_bytes()
        self._content = self._read()

    def __len__(self) -> int:
        return len(self._original)

    def _read(self) -> tuple[object, ...]:
        return Office(self._engine).contents()

    def places_of(self, text: bytes) -> list[int]:
        """Return the offsets of a text in the file."""
        return [found.start() for found in re.finditer(re.escape(text), self._original)]

    def outcome(self, byte: int, bit: int) -> str:
        """Return the effect of a flipped bit: found, unreadable, or none; else the test fails."""
        damaged = bytearray(self._original)
        damaged[byte] ^= 1 << bit
        for rest in ("-wal", "-shm", "-journal"):
            Path(f"{self._path}{rest}").unlink(missing_ok=True)
        self._path.write_bytes(damaged)
        if not verify(self._engine).ok:
            return "found"
        assert self._read() == self._content, f"bit {bit} of byte {byte} went unnoticed"
        return "no effect"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Specimen:
    """A file in which there is little free space: its pages are as small as they can be."""
    return Specimen(tmp_path_factory.mktemp("small") / "ledger.db", 512)


def test_every_bit_of_the_header_of_the_file(small: Specimen) -> None:
    outcomes = Counter(
        small.outcome(byte, bit) for byte in range(HEADER_BYTES) for bit in range(8)
    )
    assert outcomes.total() == 800
    assert outcomes["found"] > 200


def test_bits_all_over_a_small_file(small: Specimen) -> None:
    """A bit of every few bytes; longer runs take every bit of every byte.

    Two thirds of so small a file are tables and indexes that are empty.
    """
    seeded = dice()
    every_bit = product(range(len(small)), range(8))
    some_bits = ((byte, seeded.randrange(8)) for byte in range(0, len(small), STRIDE))
    places = some_bits if soak() == 1 else every_bit
    outcomes = Counter(small.outcome(byte, bit) for byte, bit in places)
    assert outcomes["found"] > outcomes.total() // 4


def test_a_name_is_missed_in_an_index_as_well_as_in_the_log(small: Specimen) -> None:
    """Content is hashed; that an index no longer leads to it, SQLite finds itself."""
    for name in (b"player/bela", b"tournament/open", b"pool/club"):
        places = small.places_of(name)
        assert len(places) >= 2
        assert {small.outcome(place + 3, 1) for place in places} == {"found"}


def test_bits_anywhere_in_a_usual_file(tmp_path: Path) -> None:
    usual = Specimen(tmp_path / "ledger.db", 4096)
    seeded = dice()
    places = [(seeded.randrange(len(usual)), seeded.randrange(8)) for _ in range(SAMPLE * soak())]
    outcomes = Counter(usual.outcome(byte, bit) for byte, bit in places)
    assert outcomes["found"] > 20


TEXTS = ("id", "type", "stream", "subject", "recorded_by", "source", "payload")
HASHES = ("entry_hash", "chain_hash")
NUMBERS = {"schema": 15, "recorded_at": 63}


def test_every_bit_of_an_event(sqlite_database: str) -> None:
    engine = connect(sqlite_database)
    office = Office(engine)
    office.append(*season(), {**game("anna", "bela", id_="g1"), "source": "file.trf"})
    intruder = Intruder(office)
    for column in (*TEXTS, *HASHES):
        value = intruder.value("event", column, 7)
        content = value.encode() if isinstance(value, str) else value
        for byte, bit in product(range(len(content)), range(8)):
            flipped = bytearray(content)
            flipped[byte] ^= 1 << bit
            changed = f"x'{flipped.hex()}'"
            as_text = f"CAST({changed} AS TEXT)" if column in TEXTS else changed
            intruder.run(f"UPDATE event SET {column} = {as_text} WHERE position = 7")
            assert intruder.found() in (7, None)
        intruder.change("event", column, 7, value)
    for column, bits in NUMBERS.items():
        value = intruder.value("event", column, 7)
        for bit in range(bits):
            assert intruder.found_when("event", column, 7, value ^ 1 << bit) == 7
    assert office.verdict().ok
    engine.dispose()
