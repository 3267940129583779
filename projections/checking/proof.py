"""Check of the proof of a row of a published list, from the file and public keys alone.

Written from RFC 9162, C2SP signed-note and the description of the log's hashes, without the
ledger's code: row, root of the list, event, root of the log, signatures.
"""

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from projections.checking.document import Row
from projections.checking.inputs import canonical, chain_hash

_FORM_IS_WRONG = (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError)


def checked_proof(text: str, keys: Sequence[str], rotations: Sequence[str]) -> dict[str, Any]:
    """Return what a proof proves, and in words each reason that it does not."""
    try:
        proof = json.loads(text)
        faults = [*_broken(proof), *_unsigned(proof["checkpoint"], keys, rotations)]
        event, (origin, size, _) = proof["event"], _head(proof["checkpoint"])
        found = {
            "pool": event["data"]["pool"],
            "day": event["data"]["day"],
            "row": proof["row"],
            "published_at": event["position"],
            "recorded_at": event["recorded_at"],
            "origin": origin,
            "size": size,
        }
    except (*_FORM_IS_WRONG, RecursionError) as error:
        found, faults = {}, [f"it is not a proof of a row ({type(error).__name__})"]
    return {"holds": not faults, "faults": faults, **found}


def _broken(proof: Row) -> Iterator[str]:
    """Yield the links of the chain from the row to the checkpoint that do not hold."""
    event, data = proof["event"], proof["event"]["data"]
    if proof["proof"] != "rating-ledger/row/v1" or event["type"] != "list.published":
        yield "it is not a proof of a row of a published list"
    leaf = _leaf(canonical(proof["row"]).encode())
    if _root(leaf, proof["index"], data["players"], proof["path"]) != data["rows_root"]:
        yield "the row is not in the list that was published"
    if chain_hash({"source": None, **event, "event": event["type"]}) != event["hash"]:
        yield "the event is not the one with this hash"
    _, size, root = _head(proof["checkpoint"])
    leaf = _leaf(bytes.fromhex(event["hash"]))
    if _root(leaf, event["position"] - 1, size, proof["event_path"]) != root:
        yield "the event is not in the log whose state was signed"


def _leaf(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def _root(found: bytes, index: int, size: int, path: Sequence[str]) -> str:
    """Return the root that a leaf and a path lead to (RFC 9162, 2.1.3.2); "": to none."""
    last = size - 1
    if not 0 <= index <= last:
        return ""
    for each in path:
        other = b64decode(each, validate=True)
        if last == 0 or len(other) != 32:
            return ""
        while not index & 1 and index == last:  # the leaf has no sibling on this level
            index, last = index >> 1, last >> 1
        pair = other + found if index & 1 else found + other
        found = sha256(b"\x01" + pair).digest()
        index, last = index >> 1, last >> 1
    return "" if last else found.hex()


def _head(checkpoint: str) -> tuple[str, int, str]:
    origin, size, root, *_ = checkpoint.split("\n")
    if not size.isdigit() or str(int(size)) != size:
        raise ValueError(size)
    return origin, int(size), b64decode(root, validate=True).hex()


# --- signatures ----------------------------------------------------------------------------------

Key = tuple[str, bytes, bytes]
"""The name of a public key, its id, and its kind followed by its bytes."""


def _unsigned(note: str, keys: Sequence[str], rotations: Sequence[str]) -> Iterator[str]:
    """Yield the keys that have not signed a checkpoint; a successor signs for the one before."""
    trusted = [[_key(each)] for each in keys]
    for rotation in rotations:
        for chain in trusted:
            kind, name, new, *_ = rotation.split("\n")
            if kind == "rating-ledger/key-rotation/v1" and any(
                _has_signed(rotation, each) and each[0] == name == _key(new)[0] for each in chain
            ):
                chain.append(_key(new))
    signers = [chain for chain in trusted if any(_has_signed(note, each) for each in chain)]
    for chain in trusted:
        if chain not in signers:
            yield f"{chain[0][0]} has not signed the checkpoint"
    origin = note.partition("\n")[0]
    if not any(key[0] == origin and key[2][0] == 1 for chain in signers for key in chain):
        yield f"no key of the log itself, {origin}, was given"


def _key(text: str) -> Key:
    name, digits, coded = text.strip().split("+", 2)
    raw = b64decode(coded, validate=True)
    found = sha256(f"{name}\n".encode() + raw).digest()[:4]
    if found.hex() != digits or raw[0] not in (1, 4) or len(raw) != 33:
        raise ValueError(text)
    return name, found, raw


def _has_signed(note: str, key: Key) -> bool:
    """True if a key's signature is under a note, and right."""
    name, id_, raw = key
    text, _, lines = note.rpartition("\n\n")
    for line in lines.split("\n"):
        dash, _, rest = line.partition(" ")
        who, _, coded = rest.partition(" ")
        signed = b64decode(coded)
        if (dash, who, signed[:4]) != ("—", name, id_):
            continue
        message, signature = f"{text}\n".encode(), signed[4:]
        if raw[0] == 4:
            time, signature = int.from_bytes(signature[:8], "big"), signature[8:]
            message = f"cosignature/v1\ntime {time}\n".encode() + message
        try:
            Ed25519PublicKey.from_public_bytes(raw[1:]).verify(signature, message)
        except InvalidSignature:
            return False
        return True
    return False
