"""The Merkle tree of RFC 6962 and RFC 9162: hashes, roots, proofs and their verification.

Pure functions.  The tree over a log grows, but a complete subtree never changes, so a tree is
given as :data:`Complete`: a function from level and index to the hash of a complete subtree.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256

Complete = Callable[[int, int], bytes]
"""The hash of the complete subtree of a level and an index; on level 0 it is that of a leaf."""
EMPTY = sha256().digest()


def as_text(path: Sequence[bytes]) -> list[str]:
    """Return the hashes of a proof in base64."""
    return [b64encode(each).decode() for each in path]


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


def _descent(
    target: int, size: int, tree: Complete, *, to_leaf: bool
) -> tuple[int, int, list[bytes]]:
    """Return a range of leaves that ends with the target's, and its siblings, the lowest first."""
    first, end = 0, size
    path = []
    while (end - first > 1) if to_leaf else (target != end):
        middle = first + _left_half(end - first)
        is_left = target <= middle
        path.append(_span(middle, end, tree) if is_left else _span(first, middle, tree))
        first, end = (first, middle) if is_left else (middle, end)
    return first, end, path[::-1]


def inclusion(index: int, size: int, tree: Complete) -> list[bytes]:
    """Return the proof that a leaf is in the tree of the first ``size`` leaves."""
    return _descent(index + 1, size, tree, to_leaf=True)[2]


def consistency(old: int, new: int, tree: Complete) -> list[bytes]:
    """Return the proof that the tree of ``old`` leaves is the beginning of that of ``new``."""
    if old in (0, new):
        return []
    first, end, path = _descent(old, new, tree, to_leaf=False)
    return [*([_span(first, end, tree)] if first else []), *path]


def is_consistent(old: tuple[int, bytes], new: tuple[int, bytes], path: Sequence[bytes]) -> bool:
    """True if a proof shows that one tree, by size and root, is the beginning of another."""
    if old[0] in (0, new[0]):
        return not path and old[1] == (new[1] if old[0] == new[0] else EMPTY)
    rest = list(path)
    try:
        found = _climbed(old[0], new[0], rest, old[1])
    except IndexError:
        return False
    return old[0] < new[0] and not rest and found == (old[1], new[1])


def _climbed(old: int, new: int, path: list[bytes], known: bytes | None) -> tuple[bytes, bytes]:
    """Return both roots of a subtree; ``known``: the old one, if the old tree begins with it."""
    if old >= new:
        root = path.pop() if known is None else known
        return root, root
    half, sibling = _left_half(new), path.pop()
    if old <= half:
        earlier, later = _climbed(old, half, path, known)
        return earlier, node_hash(later, sibling)
    earlier, later = _climbed(old - half, new - half, path, None)
    return node_hash(sibling, earlier), node_hash(sibling, later)
