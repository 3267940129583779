"""The worked examples of the source and others by hand, through the rulebook itself."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from projections.rulebooks.ingo_1960.a_general import percent_difference, performance, rounded
from projections.rulebooks.ingo_1960.b_level import Performance, newcomers_level
from projections.rulebooks.ingo_1960.new_number import Circumstances, new_number
from projections.rulebooks.ingo_1960.readings import Readings
from tests.rulebooks.ingo_1960.club import card, crosstable, event
from tests.tables import every

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
ROUND_ROBIN = EXAMPLES["round_robin"]
NUMBERS = [(kind["paragraph"], case) for kind in EXAMPLES["number"] for case in kind["cases"]]


def cells(name):
    return [cell(line) for line in EXAMPLES["table"][name].strip().splitlines()]


def cell(line):
    games, _, points, *values = line.split()
    return int(games), float(points.replace("½", ".5")), *(Fraction(value) for value in values)


@pytest.fixture(scope="module")
def rows():
    return crosstable(ROUND_ROBIN["table"]).rows()


class TestTheRoundRobinOfTheSource:
    """INGO B II: ten players, two of them newcomers; level (1210 − 10) / 8 = 150."""

    @pytest.mark.parametrize("line", ROUND_ROBIN["printed"].strip().splitlines())
    def test_every_line_is_as_printed(self, rows, line):
        """INGO B II and INGO B I 4: points, %d, H and the new number with its count."""
        player, points, d, H, number, count = line.split()

        row = rows[player]

        assert row["level"] == ROUND_ROBIN["level"]
        assert row["points"] == float(points)
        assert row["percent_difference"] == float(d)
        assert row["performance"] == int(H)
        assert f"{row['number_after']} /{row['count_after']}" == f"{number} {count}"

    def test_the_sums_are_as_printed(self, rows):
        """INGO B II: 1210 | 45 | +10 −10 | 1210 + 290 = 1500."""
        rated = [row for row in rows.values() if row["number_before"] is not None]
        newcomers = [row for row in rows.values() if row["number_before"] is None]

        def total(lines, column):
            return sum(row[column] for row in lines)

        assert total(rated, "number_before") == 1210
        assert total(rows.values(), "points") == 45
        assert total(rated, "percent_difference") == 10
        assert total(newcomers, "percent_difference") == -10
        assert total(rated, "performance") == 1210
        assert total(newcomers, "performance") == 290
        assert total(rows.values(), "performance") == 1500


@every("example", EXAMPLES["event"], ids=lambda each: each["name"])
def test_an_event_comes_out_as_printed_or_by_hand(example):
    """INGO B III 1, B III 3, C II, C V, C VI: whole events."""
    worked_out = event(
        example["players"], example["results"], format=example.get("format", "swiss")
    ).rows()

    for player, expected in example["rows"].items():
        unchanged = {"mark": None, "rule": None}
        assert {key: worked_out[player][key] for key in {**unchanged, **expected}} == {
            **unchanged,
            **expected,
        }


def test_the_provisional_numbers_of_three_newcomers_lead_to_the_exact_ones():
    """INGO B III 3: 170.6, 123.1, 164.9, then 170, 125, 165, 170, 125, one decimal kept."""
    known = {
        "Lang": [150, 170, 171, 170, 167, 172, 180, 185],
        "Behn": [128, 122, 152, 150, 147, 170, 171, 170],
        "Haak": [150, 147, 170, 171, 163, 167, 172],
    }
    points = {"Lang": 4.5, "Behn": 7, "Haak": 4}
    met = {"Lang": ["Haak"], "Behn": ["Haak"], "Haak": ["Lang", "Behn"]}
    H = {}

    for player in ["Lang", "Behn", "Haak", "Lang", "Behn", "Haak", "Lang", "Behn"]:
        d = percent_difference(points[player], 9, "printed")
        numbers = [H[other][-1] for other in met[player] if other in H]
        level = newcomers_level([*known[player], *numbers], d)
        H.setdefault(player, []).append(rounded(performance(rounded(level, 1), d), 1))

    assert H["Lang"] == [Fraction("170.6"), 170, 170]
    assert H["Behn"] == [Fraction("123.1"), 125, 125]
    assert H["Haak"] == [Fraction("164.9"), 165]


@every(("paragraph", "case"), NUMBERS)
def test_a_new_number_is_as_the_rule_says(paragraph, case):
    """INGO C I, B I 4, C II, C III, C IV, C V: one player's number after an event."""
    H, games = case["H"], case["games"]
    achieved = Performance(games=games, points=games / 2, d=0, N=H, H=H, bound=None)
    circumstances = Circumstances(
        match=case.get("match", False),
        played=games,
        juniors=frozenset({"Anna"} if case.get("junior") else ()),
        consents=frozenset({"Anna"} if case.get("consent") else ()),
    )

    new = new_number("Anna", card(case["before"]), achieved, circumstances, Readings())

    assert (new.rule, f"{new.number} /{new.count}", new.mark) == (paragraph, case["after"], None)


@every(("games", "points", "d"), cells("cells"))
def test_a_cell_of_the_table_is_as_printed(games, points, d):
    """INGO Tabelle; 60 % and 40 % of INGO A are 5½ and 3½ out of nine."""
    assert percent_difference(points, games, "printed") == d


@every(("games", "points", "misprint", "d"), cells("misprinted"))
def test_a_misprinted_cell_follows_its_mirror(games, points, misprint, d):
    """INGO Tabelle: two cells differ from the print, which contradicts their mirrors (E9)."""
    assert percent_difference(points, games, "printed") == d
    assert d == -percent_difference(games - points, games, "printed")
    assert d != misprint
