"""Events as lines of the contract: canonical JSON, sorted keys and no blanks."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any


def event(kind: str, event_id: str, data: Mapping[str, Any]) -> bytes:
    """One line of the file; fields of ``data`` that are None are left out."""
    stated = {name: value for name, value in data.items() if value is not None}
    envelope = {"type": kind, "id": event_id, "data": stated}
    text = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"{text}\n".encode()


def day_text(ordinal: int) -> str:
    """The day as the contract writes it; days are counted as ``date.toordinal`` does."""
    return date.fromordinal(ordinal).isoformat()
