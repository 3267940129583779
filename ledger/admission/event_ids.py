"""The ids that the ledger gives to events that come without one."""

import secrets

from ledger.log.clock import Clock
from ledger.log.event_log import microseconds


def time_ordered_id(clock: Clock) -> str:
    """A UUID of version 7: later ids are greater, which keeps the index of ids compact."""
    milliseconds = microseconds(clock()) // 1_000
    random = secrets.randbits(74)
    high = (milliseconds << 16) | 0x7000 | (random >> 62)
    low = (0b10 << 62) | (random & (2**62 - 1))
    text = f"{high:016x}{low:016x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
