"""Tournaments beyond the paper's: swinging tables, groups, extremes (examples.toml)."""

import tomllib
from pathlib import Path

import pytest

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))


def place(text):
    if text == "-":
        return None
    first, _, last = text.partition("-")
    return int(first), int(last or first)


@pytest.fixture(params=EXAMPLES)
def example(request):
    return EXAMPLES[request.param]


class TestExamples:
    """WALDSTEIN 2, WALDSTEIN 5, WALDSTEIN 5 a, WALDSTEIN 5 b, WALDSTEIN 5 c."""

    @pytest.fixture
    def standings(self, club, example):
        cup = club.games(example["games"], *example.get("entered", ""))
        return club.standings(cup, **example.get("parameters", {}))

    @pytest.fixture
    def rows(self, standings):
        return sorted(standings.players, key=lambda row: row.player)

    def test_who_can_be_valued_with_whom(self, example, standings, rows):
        assert standings.structure == example["structure"]
        assert [row.status for row in rows] == example["status"].split()

    def test_the_shares(self, example, rows):
        shares = ["-" if row.t is None else round(row.t, 6) for row in rows]
        assert shares == example["t"]
        assert [row.value for row in rows] == [row.t for row in rows]

    def test_the_places(self, example, rows):
        assert [row.place for row in rows] == [place(p) for p in example["places"].split()]

    def test_what_is_reported_besides(self, example, standings, rows):
        if "homogeneity" in example:
            assert standings.homogeneity == pytest.approx(example["homogeneity"], abs=1e-6)
        if "group_places" in example:
            expected = [place(p) for p in example["group_places"].split()]
            assert [row.group_place for row in rows] == expected
        if "not_comparable" in example:
            assert sorted(standings.not_comparable) == list(example["not_comparable"])
        if "unequal_games" in example:
            assert standings.unequal_games == example["unequal_games"]
        marked = [row.player for row in rows if row.ordinal_only]
        assert marked == list(example.get("order_numbers", ""))
