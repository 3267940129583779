"""Check of the events behind an audit: hashes recomputed, corrections applied again.

Written from the description of the log's hashes, without the log's code: canonical JSON
of the envelope, SHA-256 over position, time and envelope, SHA-256 over that and the chain before.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from projections.checking.document import Row, differing

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WRITTEN = "%Y-%m-%dT%H:%M:%S.%fZ"


def consistency(document: Row) -> Iterator[str]:
    """Yield, in words, each contradiction."""
    inputs: Sequence[Row] = document.get("inputs", [])
    for each in inputs:
        if "previous_hash" in each and chain_hash(each) != each["hash"]:
            yield f"the hash of {each['id']} is not that of what is shown"
        if each["position"] > document["known_at"]:
            yield f"{each['id']} was not known yet at position {document['known_at']}"
    yield from _chain(inputs)
    if len({"previous_hash" in each for each in inputs}) > 1:
        yield "some events lack what their hash is made of"
    if all("previous_hash" in each for each in inputs):
        yield from _standing(inputs)


def _chain(inputs: Sequence[Row]) -> Iterator[str]:
    """Check that each position occurs once and that consecutive ones are chained."""
    by_position = {each["position"]: each for each in inputs}
    if len(by_position) < len(inputs):
        yield "two events have one position"
    for position, each in by_position.items():
        before = by_position.get(position - 1)
        if before is not None and each.get("previous_hash", before["hash"]) != before["hash"]:
            yield f"{each['id']} is not chained to {before['id']}"


def chain_hash(each: Row) -> str:
    """Return the hash of the log up to an event, from the hash before it and the event's parts."""
    data = recorded_of(each)
    envelope = {"data": data, "id": each["id"], "recorded_by": each["recorded_by"]}
    envelope |= {"schema": each["schema"], "type": each["event"]}
    if each["source"] is not None:
        envelope["source"] = each["source"]
    digest = sha256(canonical(envelope).encode()).digest()
    when = datetime.strptime(each["recorded_at"], _WRITTEN).replace(tzinfo=UTC)
    microseconds = (when - _EPOCH) // timedelta(microseconds=1)
    numbers = each["position"].to_bytes(8, "big") + microseconds.to_bytes(8, "big")
    entry = sha256(b"\x00" + numbers + digest).digest()
    return sha256(b"\x02" + bytes.fromhex(each["previous_hash"]) + entry).hexdigest()


def recorded_of(each: Row) -> Row:
    """The data as they were recorded."""
    data: Row = each["recorded"] if "recorded" in each else each["data"]
    return data


def canonical(value: object) -> str:
    """Return canonical JSON."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _plain(value: object) -> object:
    """Whole numbers without a decimal point."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _standing(inputs: Sequence[Row]) -> Iterator[str]:
    """Check that the data shown of each event are those left by its corrections.

    Of several corrections the one at the highest position holds.  A correction that is itself
    corrected or struck is resolved before it is applied, so the last comes first.
    """
    settled: dict[str, Row | None] = {}
    corrections = [each for each in inputs if each["what"] == "correction"]
    for each in sorted(corrections, key=lambda each: int(each["position"]), reverse=True):
        data = settled.get(each["id"], recorded_of(each))
        if data is not None:
            settled.setdefault(data["corrects"], data["replacement"])
    for each in inputs:
        data = settled.get(each["id"], recorded_of(each))
        shown = None if data is None else _shown(data)
        yield from differing((f"what stands of {each['id']}", shown, each["data"]))


def _shown(data: Row) -> Row:
    """Return data as the document shows them: for a correction its target and reason."""
    if "corrects" in data:
        struck = data["replacement"] is None
        return {"corrects": data["corrects"], "reason": data["reason"], "struck": struck}
    return {key: value for key, value in data.items() if key != "commitment"}
