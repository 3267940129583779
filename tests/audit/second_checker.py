"""A second check of a proof: recursive, from the definitions, and without the product."""

import json
from base64 import b64decode
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_REASONS = (
    *(AssertionError, InvalidSignature, LookupError, TypeError, ValueError, AttributeError),
    OverflowError,
)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def split(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def climbed(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes:
    """The root, down from which the last hash of the path is the sibling (RFC 6962, 2.1.1)."""
    if count == 1:
        assert not path
        return leaf
    *rest, sibling = path
    assert len(sibling) == 32
    half = split(count)
    if index < half:
        return sha256(b"\x01" + climbed(leaf, index, half, rest) + sibling).digest()
    return sha256(b"\x01" + sibling + climbed(leaf, index - half, count - half, rest)).digest()


def holds(text: str, keys: Sequence[str]) -> bool:
    try:
        _check(json.loads(text), keys)
    except _REASONS:
        return False
    return True


def _check(proof: Any, keys: Sequence[str]) -> None:
    assert proof["proof"] == "rating-ledger/row/v1"
    event, data = proof["event"], proof["event"]["data"]
    assert event["type"] == "list.published"
    assert 0 <= proof["index"] < data["players"]
    leaf = sha256(b"\x00" + rfc8785.dumps(proof["row"])).digest()
    path = [b64decode(each, validate=True) for each in proof["path"]]
    assert climbed(leaf, proof["index"], data["players"], path).hex() == data["rows_root"]
    names = ("data", "id", "recorded_by", "schema", "source", "type")
    envelope = sha256(rfc8785.dumps({n: event[n] for n in names if n in event})).digest()
    since = datetime.fromisoformat(event["recorded_at"]) - EPOCH
    micros = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    entry = b"\x00" + event["position"].to_bytes(8, "big") + micros.to_bytes(8, "big") + envelope
    chain = b"\x02" + bytes.fromhex(event["previous_hash"]) + sha256(entry).digest()
    assert sha256(chain).hexdigest() == event["hash"]
    body, _, lines = proof["checkpoint"].rpartition("\n\n")
    origin, size, root, *_ = body.split("\n")
    assert 0 < event["position"] <= int(size)
    leaf = sha256(b"\x00" + bytes.fromhex(event["hash"])).digest()
    path = [b64decode(each, validate=True) for each in proof["event_path"]]
    assert climbed(leaf, event["position"] - 1, int(size), path) == b64decode(root, validate=True)
    assert origin in {
        each.split("+")[0] for each in keys if b64decode(each.split("+", 2)[2])[0] == 1
    }
    for name, id_, coded in (each.split("+", 2) for each in keys):
        raw = b64decode(coded)
        (signed,) = [
            b64decode(line.split(" ")[2])[4:]
            for line in lines.splitlines()
            if line.split(" ")[1] == name and b64decode(line.split(" ")[2])[:4].hex() == id_
        ]
        message = f"{body}\n".encode()
        if raw[0] == 4:
            time = int.from_bytes(signed[:8], "big")
            message, signed = f"cosignature/v1\ntime {time}\n".encode() + message, signed[8:]
        Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signed, message)
