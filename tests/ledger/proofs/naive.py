"""The tree of RFC 6962, section 2.1, as defined there: slow, and nothing of the product."""

from collections.abc import Sequence
from hashlib import sha256


def split(count: int) -> int:
    power = 1
    while power * 2 < count:
        power *= 2
    return power


def mth(data: Sequence[bytes]) -> bytes:
    if not data:
        return sha256(b"").digest()
    if len(data) == 1:
        return sha256(b"\x00" + data[0]).digest()
    k = split(len(data))
    return sha256(b"\x01" + mth(data[:k]) + mth(data[k:])).digest()


def path(m: int, data: Sequence[bytes]) -> list[bytes]:
    if len(data) == 1:
        return []
    k = split(len(data))
    if m < k:
        return [*path(m, data[:k]), mth(data[k:])]
    return [*path(m - k, data[k:]), mth(data[:k])]


def proof(m: int, data: Sequence[bytes]) -> list[bytes]:
    return subproof(m, data, whole=True)


def subproof(m: int, data: Sequence[bytes], *, whole: bool) -> list[bytes]:
    if m == len(data):
        return [] if whole else [mth(data)]
    k = split(len(data))
    if m <= k:
        return [*subproof(m, data[:k], whole=whole), mth(data[k:])]
    return [*subproof(m - k, data[k:], whole=False), mth(data[:k])]
