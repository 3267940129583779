"""A witness: it keeps the newest checkpoint of each log that it knows, and cosigns its growth.

After C2SP tlog-witness.  Two histories of one log are kept as evidence, each signed by the log.
"""

import os
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock

import attrs

from ledger.log import merkle
from ledger.log.clock import Clock
from ledger.log.notes import Checkpoint, SigningKey, VerifierKey, decoded

_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")
Answered = tuple[int, str]
"""A status of HTTP, and the text of the answer."""


@attrs.frozen
class Witness:
    """A witness with its key; ``folder`` has the checkpoints, ``logs`` are the known keys."""

    key: SigningKey
    logs: Sequence[VerifierKey]
    folder: Path
    clock: Clock
    _lock: Lock = attrs.field(factory=Lock)

    def last(self, origin: str) -> Checkpoint | None:
        """Return the checkpoint of a log that was cosigned last."""
        file = self._file(origin, "checkpoint")
        return Checkpoint.read(file.read_text("utf-8")) if file.exists() else None

    def add_checkpoint(self, body: str) -> Answered:
        """Answer a request: the old size, the proof of consistency, the checkpoint."""
        head, _, note = body.partition("\n\n")
        first, *proof = head.split("\n")
        try:
            if (old := _OLD.fullmatch(first)) is None:
                return 400, "the first line must be the old size: `old N`\n"
            return self.cosign(Checkpoint.read(note), int(old[1]), [*map(decoded, proof)])
        except ValueError as error:
            return 400, f"{error}\n"

    def cosign(self, new: Checkpoint, old: int, proof: Sequence[bytes]) -> Answered:
        """Cosign a checkpoint that goes on from the last one, or say what does not fit."""
        keys = [each for each in self.logs if each.name == new.origin]
        if not keys:
            return 404, f"{new.origin} is no log that this witness knows\n"
        if not _is_signed(new, keys):
            return 403, f"{new.origin} has not signed this checkpoint\n"
        if old > new.size:
            return 400, "the old size is larger than that of the checkpoint\n"
        with self._lock:
            last = self.last(new.origin)
            known = (last.size, last.root) if last else (0, merkle.EMPTY)
            if old != known[0]:
                return 409, f"{known[0]}\n"
            if not merkle.is_consistent(known, (new.size, new.root), proof):
                return (409 if old == new.size else 422), self._conflict(last, new)
            self._write("checkpoint", new.origin, str(new.note))
        return 200, f"{self.key.sign(new.note.text, int(self.clock().timestamp()))}\n"

    def _conflict(self, last: Checkpoint | None, new: Checkpoint) -> str:
        """Keep and return both checkpoints, of which one cannot follow the other."""
        notes = [str(each.note) for each in (last, new) if each is not None]
        text = "\n".join(["these states of one log are not proved to be one history:\n", *notes])
        self._write("conflict", new.origin, text)
        return text

    def _file(self, origin: str, kind: str) -> Path:
        return self.folder / f"{sha256(origin.encode()).hexdigest()[:16]}.{kind}"

    def _write(self, kind: str, origin: str, text: str) -> None:
        """Write a file whole, and on the disk before anybody is answered."""
        file = self._file(origin, kind)
        self.folder.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".part")
        with beside.open("w", encoding="utf-8") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        beside.replace(file)


def _is_signed(new: Checkpoint, keys: Sequence[VerifierKey]) -> bool:
    try:
        return bool(new.note.signers(keys))
    except ValueError:
        return False
