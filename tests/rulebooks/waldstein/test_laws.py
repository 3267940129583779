"""Laws that hold for every tournament, as properties."""

from datetime import date
from fractions import Fraction
from itertools import combinations
from operator import mul

import attrs
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from projections.rulebooks.tournament import Game, Player, Tournament
from projections.rulebooks.waldstein.crosstable import crosstable
from projections.rulebooks.waldstein.procedure import standings
from projections.rulebooks.waldstein.readings import Readings
from projections.rulebooks.waldstein.s6_rule_of_thumb import column

NAMES = "ABCDEFGHI"
SCORE = st.sampled_from([0.0, 0.5, 1.0])
READINGS = st.sampled_from([Readings(), Readings(reducible="layered")])
SYSTEMS = ("points", "gelbfuss", "sonneborn-berger", "buchholz")


def cup(results):
    """A tournament of (White, Black, White's points); everybody of NAMES has entered."""
    return Tournament(
        id="cup",
        name="Cup",
        discipline="chess",
        format="games",
        ended_on=date(1966, 6, 1),
        games=tuple(
            Game(
                game=f"{number:03}",
                white=white,
                black=black,
                white_points=points,
                black_points=1 - points,
            )
            for number, (white, black, points) in enumerate(results)
        ),
        players={player: Player(id=player) for player in NAMES},
    )


PAIR = st.permutations(NAMES).map(lambda order: tuple(order[:2]))
RESULTS = st.lists(st.tuples(PAIR, SCORE).map(lambda drawn: (*drawn[0], drawn[1])), max_size=22)


@st.composite
def round_robins(draw):
    """Everybody against everybody, four to seven players."""
    players = NAMES[: draw(st.integers(4, 7))]
    return [(white, black, draw(SCORE)) for white, black in combinations(players, 2)]


ANY = st.one_of(RESULTS, round_robins())


def rows_of(results, method="waldstein", readings=Readings()):  # noqa: B008
    return {row.player: row for row in standings(cup(results), method, readings).players}


def scored(results):
    """r: what each scored against each."""
    r = {}
    for white, black, points in results:
        r[white, black] = r.get((white, black), 0) + points
        r[black, white] = r.get((black, white), 0) + 1 - points
    return r


class TestShares:
    """WALDSTEIN 2: the strengths come out as they were put in."""

    @given(ANY, READINGS)
    def test_the_shares_of_a_group_are_positive_and_add_up_to_1(self, results, readings):
        """WALDSTEIN 5: and their T to the number of its players."""
        rows = rows_of(results, readings=readings)
        for group in standings(cup(results), "waldstein", readings).groups:
            shares = [rows[player].t for player in group.players]
            assert min(shares) > 0
            assert sum(shares) == pytest.approx(1, abs=1e-12)
            assert sum(rows[player].T for player in group.players) == pytest.approx(
                len(group.players), abs=1e-11
            )

    @given(ANY, READINGS)
    def test_one_more_operation_gives_every_share_back(self, results, readings):
        rows = rows_of(results, readings=readings)
        r = scored(results)
        for group in standings(cup(results), "waldstein", readings).groups:
            for i in group.players:
                valued = sum(r.get((i, j), 0) * rows[j].t for j in group.players)
                assert valued == pytest.approx(group.strength * rows[i].t, rel=1e-12)

    @given(ANY, st.lists(st.integers(1, 1000), min_size=9, max_size=9))
    def test_repeated_valuation_tends_to_the_shares_from_any_start(self, results, start):
        """WALDSTEIN 6: 2²⁴ operations, shifted so that they cannot swing (W2); where one group
        leads, those below it sink to nothing, and who won all is left aside.
        """
        table = crosstable(cup(results))
        found = standings(cup(results), "waldstein", Readings())
        assume(found.groups and found.structure != "incomparable_groups")
        operation = np.eye(len(table.players))
        for i, row in enumerate(table.points):
            for j, points in row.items():
                operation[i, j] += points
        for _ in range(24):
            operation = operation @ operation
            operation /= operation.sum()
        s = dict(zip(table.players, operation @ start[: len(operation)], strict=True))
        main = found.groups[0].players
        whole = sum(s[player] for player in main)
        for row in found.players:
            if row.player in main:
                lowest = row.place
                assert s[row.player] / whole == pytest.approx(row.t, abs=1e-6)
        for row in found.players:
            if row.place is not None and row.place > lowest:
                assert s[row.player] / whole == pytest.approx(0, abs=1e-5)

    @given(ANY, READINGS)
    def test_playing_everything_twice_changes_no_share(self, results, readings):
        """W6: only λ doubles, and the points."""
        once = standings(cup(results), "waldstein", readings)
        twice = standings(cup(results * 2), "waldstein", readings)
        assert [attrs.evolve(row, points=2 * row.points) for row in once.players] == list(
            twice.players
        )
        assert [group.strength for group in twice.groups] == [
            2 * group.strength for group in once.groups
        ]

    @given(ANY)
    def test_one_who_beats_everybody_changes_nobodys_share(self, results):
        """WALDSTEIN 5 a, WALDSTEIN 5 b: nor does one who loses to everybody."""
        before = {player: row.t for player, row in rows_of(results).items()}
        present = {player for white, black, _ in results for player in (white, black)}
        for extra in ([("X", p, 1.0) for p in present], [("X", p, 0.0) for p in present]):
            after = rows_of([*results, *extra])
            assert {player: after[player].t for player in before} == before


class TestOrder:
    """WALDSTEIN 1, WALDSTEIN 2: neither names nor the order of play have a part in it."""

    @given(ANY, READINGS, st.randoms(use_true_random=False))
    def test_the_order_of_the_games_plays_no_part(self, results, readings, random):
        shuffled = random.sample(results, len(results))
        turned = [(black, white, 1 - points) for white, black, points in shuffled]
        for method in ("waldstein", *SYSTEMS):
            assert standings(cup(turned), method, readings) == standings(
                cup(results), method, readings
            )

    @given(ANY, READINGS, st.permutations(NAMES))
    def test_the_names_play_no_part(self, results, readings, names):
        """Only the numbers of groups beside each other go by name."""
        other = dict(zip(NAMES, names, strict=True))
        renamed = [(other[white], other[black], points) for white, black, points in results]
        for method in ("waldstein", *SYSTEMS):
            rows = rows_of(results, method, readings)
            found = rows_of(renamed, method, readings)
            for player, row in rows.items():
                expected = attrs.evolve(row, player=other[player], group=None, remark="")
                assert attrs.evolve(found[other[player]], group=None, remark="") == expected

    @given(ANY, READINGS)
    def test_nobody_scored_against_those_listed_above_his_group(self, results, readings):
        """WALDSTEIN 5: what stands lower conceded points only, as far as there is an order."""
        rows = rows_of(results, readings=readings)
        for (lower, upper), points in scored(results).items():
            above = rows[upper].place[1] < rows[lower].place[0]
            if above and (rows[upper].group is None or rows[upper].group != rows[lower].group):
                assert points == 0

    @given(ANY, READINGS)
    def test_places_run_from_1_to_the_number_of_players_without_a_gap(self, results, readings):
        for method in ("waldstein", *SYSTEMS):
            ranges = [
                row.place for row in rows_of(results, method, readings).values() if row.place
            ]
            for first, last in set(ranges):
                assert ranges.count((first, last)) == last - first + 1
            assert sorted(n for first, last in set(ranges) for n in range(first, last + 1)) == (
                list(range(1, len(ranges) + 1))
            )


@st.composite
def swiss(draw):
    """Six to eight players, three or four rounds, neighbours in points who have not met."""
    players = NAMES[: draw(st.integers(6, 8))]
    points, results = dict.fromkeys(players, 0.0), []
    for _ in range(draw(st.integers(3, 4))):
        waiting = sorted(players, key=lambda player: (-points[player], player))
        while waiting:
            white = waiting.pop(0)
            for black in waiting:
                if not any({white, black} == set(played[:2]) for played in results):
                    waiting.remove(black)
                    won = draw(st.sampled_from([1.0, 1.0, 0.5, 0.0]))
                    results.append((white, black, won))
                    points[white] += won
                    points[black] += 1 - won
                    break
    return results


def whole_table(results):
    """s of everybody after 1024 operations on the whole table, exact, doubled; each keeps what
    he had, so that nothing swings (W2), and all shares tend to the same.
    """
    players = sorted({player for game in results for player in game[:2]})
    doubled = {pair: int(2 * points) for pair, points in scored(results).items()}
    R = [[doubled.get((i, j), 0) + 2 * (i == j) for j in players] for i in players]
    for _ in range(10):
        columns = list(zip(*R, strict=True))
        R = [[sum(map(mul, row, column)) for column in columns] for row in R]
    return dict(zip(players, map(sum, R), strict=True))


class TestWonAll:
    """WALDSTEIN 5 a: t as an order number, which the operations give to one who won all, too."""

    @given(swiss(), st.booleans())
    def test_order_numbers_are_what_the_operations_on_the_whole_table_give(self, results, first):
        found = standings(cup(results), "waldstein", Readings(unbeaten="order_number"))
        assume(found.groups and found.structure != "incomparable_groups")
        rows, s = found.players, whole_table(results)
        if first:  # those who won all among themselves, in the default reading
            lost = {loser for (_, loser), points in scored(results).items() if points}
            rows = [row for row in rows_of(results).values() if row.player not in lost]
        ranked = [row for row in rows if row.status in {"hors_concours", "valued", "valued_lower"}]
        nothing = 5**1024 // 2**1024  # less than 2½ to an operation: on no chain that leads back
        for a, b in combinations(ranked, 2):
            if a.place == b.place:
                both = s[a.player], s[b.player]
                assert max(both) < nothing or min(both) / max(both) > 0.99
            else:
                ahead, behind = sorted((a, b), key=lambda row: row.place)
                assert s[ahead.player] > s[behind.player]


class TestSystems:
    """WALDSTEIN 1: what the paper proves and says of the systems."""

    @given(round_robins())
    def test_buchholz_is_no_more_than_the_order_of_points_in_a_round_robin(self, results):
        """From four players on (E6)."""
        by_points, by_buchholz = rows_of(results, "points"), rows_of(results, "buchholz")
        assert {player: row.place for player, row in by_points.items()} == {
            player: row.place for player, row in by_buchholz.items()
        }

    @given(ANY)
    def test_sonneborn_berger_values_every_point_with_the_points_of_both(self, results):
        r = scored(results)
        rows = rows_of(results, "sonneborn-berger")
        p = {player: row.points for player, row in rows.items()}
        for i, row in rows.items():
            if row.value is not None:
                assert row.value == sum(r.get((i, j), 0) * (p[i] + p[j]) for j in NAMES)

    @given(ANY)
    def test_gelbfuss_gives_out_everybodys_points_as_often_as_he_conceded(self, results):
        r = scored(results)
        rows = rows_of(results, "gelbfuss")
        conceded = {j: sum(r.get((i, j), 0) for i in NAMES) for j in NAMES}
        given_out = sum(conceded[j] * rows[j].points for j in NAMES)
        assert sum(row.value or 0 for row in rows.values()) == given_out

    @given(ANY)
    def test_the_points_are_as_many_as_the_games(self, results):
        assert sum(row.points for row in rows_of(results, "points").values()) == len(results)


class TestColumns:
    """WALDSTEIN 6, W13: a column rounded to the sum 1."""

    @given(
        st.lists(st.integers(1, 10_000), min_size=1, max_size=30),
        st.integers(3, 6),
    )
    def test_no_share_moves_by_a_unit_and_level_players_stay_level(self, numbers, decimals):
        shares = [Fraction(number, sum(numbers)) for number in numbers]
        unit = Fraction(1, 10**decimals)
        stated = column(shares, decimals)
        assert all(abs(a - b) < unit for a, b in zip(stated, shares, strict=True))
        for (a, share_a), (b, share_b) in combinations(zip(stated, shares, strict=True), 2):
            assert (a - b) * (share_a - share_b) >= 0
            assert a == b or share_a != share_b
        largest_level = max(shares.count(share) for share in shares)
        assert abs(sum(stated) - 1) <= unit * largest_level / 2

    @given(st.sets(st.integers(1, 10_000), min_size=1, max_size=30), st.integers(3, 6))
    def test_the_shares_of_unequal_players_add_up_to_1(self, numbers, decimals):
        shares = [Fraction(number, sum(numbers)) for number in sorted(numbers)]
        assert sum(column(shares, decimals)) == 1
