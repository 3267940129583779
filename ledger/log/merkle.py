"""The Merkle tree of RFC 6962 and RFC 9162: hashes, roots, proofs and their verification.

Pure functions.  The tree over a log grows, but a complete subtree never changes, so a tree is
given as :data:`Complete`: a function from level and index to the hash of a complete subtree.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

Complete = Callable[[int, int], bytes]
"""The hash of the complete subtree of a level and an index; on level 0 it is that of a leaf."""
EMPTY = sha256().digest()


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees."""
    return sha256(b"\x01" + left + right).digest()


def tree_of(leaves: Sequence[bytes]) -> Complete:
    """Return the tree over some hashes of leaves."""
    levels = [leaves]
    while len(below := levels[-1]) > 1:
        levels.append([node_hash(*pair) for pair in zip(below[::2], below[1::2], strict=False)])
    return lambda level, index: levels[level][index]


def root_of(size: int, tree: Complete) -> bytes:
    """Return the root of the first ``size`` leaves."""
    return _span(0, size, tree) if size else EMPTY


def _span(first: int, end: int, tree: Complete) -> bytes:
    """Return the hash over a range of leaves that the RFC's division of the tree leads to."""
    length = end - first
    if length & (length - 1) == 0:
        return tree(length.bit_length() - 1, first // length)
    middle = first + _left_half(length)
    return node_hash(_span(first, middle, tree), _span(middle, end, tree))


def _left_half(length: int) -> int:
    """Return the largest power of two below a length."""
    return 1 << (length - 1).bit_length() - 1


def inclusion(index: int, size: int, tree: Complete) -> list[bytes]:
    """Return the proof that a leaf is in the tree of the first ``size`` leaves."""
    first, end = 0, size
    path = []
    while end - first > 1:
        middle = first + _left_half(end - first)
        if index < middle:
            path.append(_span(middle, end, tree))
            end = middle
        else:
            path.append(_span(first, middle, tree))
            first = middle
    return path[::-1]


def consistency(old: int, new: int, tree: Complete) -> list[bytes]:
    """Return the proof that the tree of ``old`` leaves is the beginning of that of ``new``."""
    if old in (0, new):
        return []
    first, end = 0, new
    path = []
    while old != end:
        middle = first + _left_half(end - first)
        if old <= middle:
            path.append(_span(middle, end, tree))
            end = middle
        else:
            path.append(_span(first, middle, tree))
            first = middle
    return [*([_span(first, end, tree)] if first else []), *path[::-1]]


def included_in(index: int, size: int, leaf: bytes, path: Sequence[bytes]) -> bytes | None:
    """Return the root that a proof of inclusion leads to; None if it does not fit the size."""
    if index >= size:
        return None
    at, last, found = index, size - 1, leaf
    for each in path:
        if not last:
            return None
        if at & 1 or at == last:
            found = node_hash(each, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, each)
        at, last = at >> 1, last >> 1
    return None if last else found


def is_consistent(old: tuple[int, bytes], new: tuple[int, bytes], path: Sequence[bytes]) -> bool:
    """True if a proof shows that one tree, by size and root, is the beginning of another."""
    if old[0] == new[0]:
        return not path and old[1] == new[1]
    if old[0] == 0:
        return not path and old[1] == EMPTY
    hashes = [old[1], *path] if old[0] & (old[0] - 1) == 0 else list(path)
    if old[0] > new[0] or not path:
        return False
    at, last = old[0] - 1, new[0] - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    earlier = later = hashes[0]
    for each in hashes[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            earlier, later = node_hash(each, earlier), node_hash(each, later)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            later = node_hash(later, each)
        at, last = at >> 1, last >> 1
    return not last and earlier == old[1] and later == new[1]
