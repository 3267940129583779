"""The tree: against the vectors of certificate transparency, a naive tree and pymerkle."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from ledger.log import merkle
from tests.ledger.proofs import naive

LEAVES = [
    *map(bytes.fromhex, ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")),
    bytes.fromhex("606162636465666768696a6b6c6d6e6f"),
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""Roots of the first 0 … 8 leaves: certificate-transparency, merkle_tree_test.cc."""
PATHS = {
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
SUCCESSIONS = {
    (1, 1): [],
    (1, 8): PATHS[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
some_data = st.integers(1, 300).map(lambda count: [bytes([n % 7, n % 256]) for n in range(count)])


def tree_over(data: Sequence[bytes]) -> merkle.Complete:
    return merkle.tree_of([*map(merkle.leaf_hash, data)])


def in_hex(path: Sequence[bytes]) -> list[str]:
    return [each.hex() for each in path]


@pytest.mark.parametrize("size", range(9))
def test_the_roots_are_those_of_certificate_transparency(size: int) -> None:
    assert merkle.root_of(size, tree_over(LEAVES)).hex() == ROOTS[size]
    assert naive.mth(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), PATHS)
def test_the_proofs_of_inclusion_are_those_of_certificate_transparency(
    index: int, size: int
) -> None:
    assert in_hex(merkle.inclusion(index, size, tree_over(LEAVES))) == PATHS[index, size]


@pytest.mark.parametrize(("old", "new"), SUCCESSIONS)
def test_the_proofs_of_consistency_are_those_of_certificate_transparency(
    old: int, new: int
) -> None:
    assert in_hex(merkle.consistency(old, new, tree_over(LEAVES))) == SUCCESSIONS[old, new]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 255, 256, 257])
def test_another_implementation_has_the_same_roots(size: int) -> None:
    data = [number.to_bytes(32, "big") for number in range(size)]
    theirs = InmemoryTree(algorithm="sha256")
    for each in data:
        theirs.append(each)
    assert merkle.root_of(size, tree_over(data)) == theirs.get_state()


@given(some_data, st.data())
def test_a_leaf_is_proved_by_the_path_of_the_definition(
    data: list[bytes], draw: st.DataObject
) -> None:
    index = draw.draw(st.integers(0, len(data) - 1))
    path = merkle.inclusion(index, len(data), tree_over(data))
    assert path == naive.path(index, data)


@given(some_data, st.data())
def test_an_earlier_tree_is_proved_by_the_proof_of_the_definition(
    data: list[bytes], draw: st.DataObject
) -> None:
    old = draw.draw(st.integers(1, len(data)))
    proof = merkle.consistency(old, len(data), tree_over(data))
    assert proof == naive.proof(old, data)
    before, after = (old, naive.mth(data[:old])), (len(data), naive.mth(data))
    assert merkle.is_consistent(before, after, proof)
    assert not merkle.is_consistent((old, bytes(32)), after, proof)
    assert not merkle.is_consistent(before, (len(data), bytes(32)), proof)
    assert not merkle.is_consistent(before, after, [*proof, bytes(32)])
    assert not merkle.is_consistent(before, after, [bytes(32), *proof])
    assert not merkle.is_consistent((len(data) + 1, after[1]), after, [])
    if old < len(data):
        assert not merkle.is_consistent(after, before, proof)
        assert not merkle.is_consistent(before, after, [])


def test_every_tree_follows_the_empty_one() -> None:
    after = 8, bytes.fromhex(ROOTS[8])
    assert merkle.consistency(0, 8, tree_over(LEAVES)) == []
    assert merkle.is_consistent((0, bytes.fromhex(ROOTS[0])), after, [])
    assert not merkle.is_consistent((0, bytes(32)), after, [])
    assert not merkle.is_consistent((0, bytes.fromhex(ROOTS[0])), after, [bytes(32)])
