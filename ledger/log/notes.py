"""Signed notes, checkpoints and cosignatures as C2SP describes them, with Ed25519 keys.

A checkpoint is the text ``origin, size, root`` of a tree.  A log signs it under the name that is
its origin (``signed-note``), a witness cosigns it with the time (``tlog-cosignature``).  Keys are
files beside the database: a secret is in no table, no answer and no line of a log.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

import attrs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ledger.events.problems import refusal

LOG, WITNESS = 1, 4
"""The kinds of keys: the first byte of what is signed with, and so of a verifier key."""
_PRIVATE = "PRIVATE+KEY+"
_DASH = "— "
_MOST_SIGNATURES = 100
_ROTATION = "rating-ledger/key-rotation/v1"


def is_name(text: str) -> bool:
    """True if a key may have this name."""
    return bool(text) and text.isprintable() and not {" ", "+"} & set(text)


def _coded(raw: bytes) -> str:
    return b64encode(raw).decode()


def decoded(text: str) -> bytes:
    """Return the bytes that base64 stands for; ValueError if it is none."""
    return b64decode(text.encode(), validate=True)


@attrs.frozen
class VerifierKey:
    """The public half of a key, in the form ``NAME+ID+KEY``."""

    name: str
    kind: int
    public: bytes

    @classmethod
    def read(cls, text: str) -> "VerifierKey":
        """A key as :meth:`__str__` writes it; ValueError if it is none."""
        name, digits, coded = [*text.strip().split("+", 2), "", ""][:3]
        raw = decoded(coded)
        key = cls(name, raw[0] if raw else 0, raw[1:])
        if key.kind not in (LOG, WITNESS) or len(key.public) != 32 or not is_name(name):
            raise ValueError(f"{text.strip()!a} is not a verifier key")
        if key.id.hex() != digits:
            raise ValueError(f"the id of the verifier key {name!a} is not that of its bytes")
        return key

    @property
    def id(self) -> bytes:
        """The four bytes by which a signature names it."""
        return sha256(f"{self.name}\n".encode() + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        """Return it as it is published."""
        return f"{self.name}+{self.id.hex()}+{_coded(bytes([self.kind]) + self.public)}"

    def verifies(self, text: str, signature: bytes) -> bool:
        """True if the signature, a cosignature with its time, is this key's on the text."""
        message = text.encode()
        if self.kind == WITNESS:
            signature, message = signature[8:], _timed(signature[:8], message)
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


def _timed(time: bytes, message: bytes) -> bytes:
    return f"cosignature/v1\ntime {int.from_bytes(time, 'big')}\n".encode() + message


@attrs.frozen
class SigningKey:
    """A key with its secret, which no text of this class shows."""

    name: str
    kind: int
    seed: bytes = attrs.field(repr=False)

    @classmethod
    def new(cls, name: str, kind: int = LOG) -> "SigningKey":
        """Return a new key."""
        return cls(name, kind, token_bytes(32))

    @classmethod
    def read(cls, text: str) -> "SigningKey":
        """A key as :meth:`secret` writes it; ValueError, which does not show it, if it is none."""
        name, _, coded = [*text.strip().removeprefix(_PRIVATE).split("+", 2), "", ""][:3]
        try:
            raw = decoded(coded)
        except ValueError:
            raw = b""
        key = cls(name, raw[0], raw[1:]) if len(raw) == 33 else None
        if key is None or key.secret() != text.strip():
            raise ValueError("it is not a secret key")
        return key

    def secret(self) -> str:
        """Return what its file contains."""
        coded = _coded(bytes([self.kind]) + self.seed)
        return f"{_PRIVATE}{self.name}+{self.verifier.id.hex()}+{coded}"

    @property
    def verifier(self) -> VerifierKey:
        """Its public half."""
        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return VerifierKey(self.name, self.kind, public)

    def sign(self, text: str, seconds: int) -> "Signature":
        """Return its signature on a text; a witness says with it at which second it was."""
        time, message = b"", text.encode()
        if self.kind == WITNESS:
            time = seconds.to_bytes(8, "big")
            message = _timed(time, message)
        signed = Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)
        return Signature(self.name, self.verifier.id, time + signed)


@attrs.frozen
class Signature:
    """A line under a note: the name and id of a key, and what it signed."""

    name: str
    key_id: bytes
    signature: bytes

    @classmethod
    def read(cls, line: str) -> "Signature":
        """A line as :meth:`__str__` writes it; ValueError if it is none."""
        name, _, coded = line.removeprefix(_DASH).partition(" ")
        raw = decoded(coded)
        if not line.startswith(_DASH) or not is_name(name) or len(raw) < 5:
            raise ValueError(f"{line!a} is not a signature of a note")
        return cls(name, raw[:4], raw[4:])

    def __str__(self) -> str:
        """Return it as a line, without its end."""
        return f"{_DASH}{self.name} {_coded(self.key_id + self.signature)}"


@attrs.frozen
class SignedNote:
    """A text, which ends with a line break, and the signatures under it."""

    text: str
    signatures: tuple[Signature, ...]

    @classmethod
    def read(cls, note: str) -> "SignedNote":
        """A note as :meth:`__str__` writes it; ValueError if it is none."""
        text, gap, rest = note.rpartition("\n\n")
        lines = rest.split("\n")
        if not gap or lines.pop() or not 0 < len(lines) <= _MOST_SIGNATURES:
            raise ValueError("it is not a signed note: text, an empty line, signatures")
        if any(each < " " and each != "\n" for each in note):
            raise ValueError("a signed note has no control characters")
        return cls(text + "\n", tuple(map(Signature.read, lines)))

    def __str__(self) -> str:
        """Return it as it is published."""
        return "\n".join([self.text, *map(str, self.signatures), ""])

    def signers(self, keys: Iterable[VerifierKey]) -> list[VerifierKey]:
        """Return the keys that signed it; ValueError for a false signature of one of them."""
        by_id = {(each.name, each.id): each for each in keys}
        found = []
        for each in self.signatures:
            key = by_id.get((each.name, each.key_id))
            if key is not None:
                if not key.verifies(self.text, each.signature):
                    raise ValueError(f"the signature of {key.name} is false")
                found.append(key)
        return found

    def with_signatures(self, others: Iterable[Signature]) -> "SignedNote":
        """Return it with further signatures; the latest of a key counts."""
        new = {(each.name, each.key_id): each for each in (*self.signatures, *others)}
        return attrs.evolve(self, signatures=tuple(new.values()))


@attrs.frozen
class Checkpoint:
    """The signed state of a log: its origin, its size, and the root of its tree."""

    origin: str
    size: int
    root: bytes
    note: SignedNote

    @classmethod
    def read(cls, text: str) -> "Checkpoint":
        """A checkpoint as published; ValueError if it is none."""
        note = SignedNote.read(text)
        origin, size, root = [*note.text.split("\n"), "", ""][:3]
        if not (size.isascii() and size.isdecimal()) or str(int(size)) != size:
            raise ValueError(f"{size!a} is not the size of a tree")
        raw = decoded(root)
        if len(raw) != 32 or not origin:
            raise ValueError(f"{root!a} is not the root of a tree")
        return cls(origin, int(size), raw, note)

    def document(self) -> dict[str, object]:
        """Return it for an answer, with the note as published."""
        signed_by = [each.name for each in self.note.signatures]
        state = {"size": self.size, "root": self.root.hex(), "origin": self.origin}
        return {**state, "signed_by": signed_by, "note": str(self.note)}

    @classmethod
    def signed(cls, size: int, root: bytes, key: SigningKey) -> "Checkpoint":
        """Return the checkpoint of a tree, signed by the key of its log."""
        text = f"{key.name}\n{size}\n{_coded(root)}\n"
        return cls(key.name, size, root, SignedNote(text, (key.sign(text, 0),)))


def secret_key(path: Path) -> SigningKey:
    """Return the key in a file.

    Raises :class:`~ledger.events.problems.Refused`, which does not show it, if there is none.
    """
    try:
        return SigningKey.read(path.read_text("utf-8"))
    except ValueError:
        raise refusal(
            "key", f"{path} is not the file of a secret key: `key new` makes one"
        ) from None


def verifier_key(text: str) -> VerifierKey:
    """Return a public key from its text, or from a file with it.

    Raises :class:`~ledger.events.problems.Refused` if it is none.
    """
    try:
        if "+" not in text:
            text = Path(text).read_text("utf-8")
        return VerifierKey.read(text)
    except ValueError as error:
        raise refusal("key", f"{error}") from None


def rotation(old: SigningKey, new: VerifierKey) -> SignedNote:
    """Return the note by which an old key names its successor, of the same name."""
    text = f"{_ROTATION}\n{old.name}\n{new}\n"
    return SignedNote(text, (old.sign(text, 0),))
