"""Careers through the log: what arrives late, is corrected or merged in the midst of a career.

The figures are computed by hand from the rulebooks; each is asked for twice, from a replay and
from a read model that has gone on with every event.
"""

from typing import Any

import pytest

from tests.projections.club import Club
from tests.projections.submissions import (
    adoption,
    correction,
    decided,
    game,
    merge,
    player,
    strike,
    tournament,
)

FIRST_SIX = [100, 120, 140, 160, 130, 150]
HOUR = {"minutes": 60, "overtime": "japanese", "seconds": 30}
NINETY = {"minutes": 90, "overtime": "japanese", "seconds": 30}
C_25 = {"thinking_time": HOUR, "flags": ["no-handicap"]}
C_45 = {
    "thinking_time": NINETY,
    "flags": ["no-handicap", "continental-or-world-championship"],
    "participants": 81,
}
SIGNS = {"1": "1-0", "½": "½-½", "0": "0-1"}


class Pool(Club):
    """A pool under one rulebook, to which a player's tournaments are submitted."""

    stored = False

    def hand_in(self, *events: dict[str, Any]) -> None:
        """Append, and let the read model go on if there is one."""
        self.append(*events)
        if self.stored:
            self.catch_up()

    def meets(
        self, who: str, on: str, results: str, *cards: dict[str, Any], **facts: Any
    ) -> list[dict[str, Any]]:
        """The events of a player's tournament against fresh opponents, its games ``on-0`` …"""
        names = [f"{on} {place}" for place in range(len(cards))]
        return [
            *(player(name) for name in names),
            *(self.card(name, card) for name, card in zip(names, cards, strict=True)),
            tournament(on, on, pools=[self.pool], **{"format": "games", **facts}),
            *(
                game(on, who, SIGNS[result], name, game=f"{on}-{place}")
                for place, (result, name) in enumerate(zip(results, names, strict=True))
            ),
        ]

    def card(self, who: str, card: dict[str, Any]) -> dict[str, Any]:
        """Set a player's card from the pool's first day on."""
        return decided(who, "0-0", self.first_day, pool=self.pool, card=card)

    def figures(
        self, who: str, on: str | None = None, known_at: int | None = None
    ) -> tuple[Any, ...]:
        """The figures of a player's card; () without one."""
        card = self.player(who, on, known_at)["card"]
        return () if card is None else tuple(figure for figure in card.values() if figure)


@pytest.fixture(params=[False, True], ids=["replayed", "stored"])
def pool(request, club):
    """Return a function that makes pools: ``pool("ingo-1960", "1960-01-01")``."""

    def made(rulebook: str, first_day: str) -> Pool:
        pool = Pool(club.engine, "list")
        pool.stored, pool.first_day = request.param, first_day
        pool.append(adoption(first_day, "list", rulebook=rulebook))
        return pool

    return made


class TestDwz:
    def test_two_registrations_a_late_report_and_a_corrected_result(self, pool):
        """DWZ 4.4, DWZ 4.10, DWZ 4.9.2: residual games of 2 + 2 + 1 games, submitted in disorder.

        February 1995: 1, ½ against 1496, 1696; June 1996: ½ against 1596: three games, no DWZ.
        September 1995 arrives after that, under another id: 0, ½ against 1546, 1646.
        Merged: five games in pairs about 1596, W 2½: 1596-1.  October 1996, born 1976 (A 20):
        E ≤ 5 · 1, 3 of 4 in pairs: 1596 + 800/9 = 1684.9.

        The game against 1696 was won: W 3 of 5: 1596 + D(0.6) = 1668; there P = .728 .461 .667
        .531 .600, We 2.987, D(.5 + .013/5) = 1.8 → 1670; there We 3.001: 1670-1.  October: P(174)
        = .731, P(−26) = .463, .669, .534: We 2.397: 1670 + 800 · .603/9 = 1723.6.
        """
        dwz = pool("dwz-1995", "1994-01-01")
        february = dwz.meets("anna", "1995-02-19", "1½", elo(1496), elo(1696))
        dwz.hand_in(player("anna", birth_year=1976), player("anna2"), *february)
        dwz.hand_in(*dwz.meets("anna", "1996-06-30", "½", elo(1596)))
        rated = [elo(1496), elo(1696), elo(1546), elo(1646)]
        dwz.hand_in(*dwz.meets("anna", "1996-10-31", "11½½", *rated))
        assert dwz.figures("anna", "1996-06-30") == ()
        dwz.hand_in(*dwz.meets("anna2", "1995-09-10", "0½", elo(1546), elo(1646)))
        waiting = [dwz.player(who, "1996-06-30")["residual_games"] for who in ("anna", "anna2")]
        assert [len(games) for games in waiting] == [3, 2]
        before = position(dwz)
        dwz.hand_in(merge("anna", "anna2"))
        assert dwz.figures("anna", "1996-06-29") == ()
        assert dwz.figures("anna", "1996-06-30") == (1596, 1)
        assert dwz.figures("anna", "1996-10-31") == (1685, 2)
        assert dwz.figures("anna2", "1995-09-10", before) == ()
        wrong = correction(february[-1], "the score sheet", white_points=1, black_points=0)
        dwz.hand_in(wrong)
        assert dwz.figures("anna", "1996-06-30") == (1670, 1)
        assert dwz.figures("anna", "1996-10-31") == (1724, 2)
        dwz.hand_in(strike(wrong, "it was a draw after all"))
        assert dwz.figures("anna", "1996-10-31") == (1685, 2)


class TestIngo:
    def test_a_late_event_shifts_every_weight_after_it(self, pool):
        """INGO C I: the second number is a half of each, the third two thirds of the old one.

        1961, a newcomer: 4 of 6 against 100 120 140 160 130 150: N = 785.7/6 = 131.0, H = 116.7:
        117 /1.  1963: 4½ of 6 against 114 134 104 144 124 124: N = (117 + 744)/7 = 123.0, H =
        123 − 21.4 = 101.6 → 102: (117 + 102)/2 = 109.5 → 110 /2.
        1962 arrives: 2 of 6 about 117: H = 131.3 → 131: 124 /2; then 1963 has N = 124, H = 102.6 →
        103, and is the third: (2 · 124 + 103)/3 = 117 /3.
        1961 is struck: 1962 is the first event of a newcomer: 2 of 6 against a mean of 117:
        N = (702 + 14.3)/6 = 119.4, H = 133.7 → 134 /1; 1963: N = (134 + 744)/7 = 125.4, H = 104:
        (134 + 104)/2 = 119 /2.
        """
        ingo = pool("ingo-1960", "1960-01-01")
        first = ingo.meets("anna", "1961-05-01", "111100", *map(ingo_of, FIRST_SIX))
        ingo.hand_in(player("anna"), *first)
        third = [114, 134, 104, 144, 124, 124]
        ingo.hand_in(*ingo.meets("anna", "1963-05-01", "1111½0", *map(ingo_of, third)))
        assert ingo.figures("anna") == (110, 2)
        second = [107, 127, 97, 137, 117, 117]
        ingo.hand_in(*ingo.meets("anna", "1962-05-01", "110000", *map(ingo_of, second)))
        assert ingo.figures("anna", "1962-12-31") == (124, 2)
        assert ingo.figures("anna") == (117, 3)
        submitted = next(each for each in first if each["type"] == "tournament.submitted")
        ingo.hand_in(strike(submitted, "never played"))
        assert ingo.figures("anna", "1962-12-31") == (134, 1)
        assert ingo.figures("anna") == (119, 2)


class TestLask:
    def test_a_late_game_moves_the_bases_of_every_period_after_it(self, pool):
        """LASK Rankingregel 2, LASK Regel 6.

        6/9 Anna (1900) beats Bo (1850): R 50, k 2: ±14.  10/1 she beats Carl (1970): R 56, k 2:
        ±18.  1/3: 1932, 1836, 1952.  1/6, games 2, 1, 1: −14, −20, −20: 1918, 1816, 1932.
        10/11, Bo beats Anna, arrives: R 1914 − 1836 = 78, k 3: ±19: 1/1: 1895, 1855.  10/1: R 75,
        k 3: ±19: 1914, 1855, 1951.  1/6, games 3, 2, 1: −9, −14, −20: 1905, 1841, 1931.
        6/9 was a draw: −2 and +2: 1898, 1852; 10/11: R 46, k 2: ±18: 1880, 1870; 10/1: R 90, k 4:
        ±20: 1900, 1870, 1950; 1/6: 1891, 1856, 1930.
        """
        lask = pool("lask-1970", "1970-09-01")
        bases = {"anna": 1900, "bo": 1850, "carl": 1970}
        lask.hand_in(*(player(name) for name in bases))
        lask.hand_in(*(lask.card(name, {"rating": base}) for name, base in bases.items()))

        def plays(white, result, black, on):
            cup = tournament(on, on, pools=["list"], format="games", flags=["long-games"])
            won = game(on, white, result, black, game=on, played_on=on)
            lask.hand_in(cup, won)
            return won

        def numbers(on):
            return [lask.figures(name, on)[0] for name in bases]

        september = plays("anna", "1-0", "bo", "1970-09-06")
        plays("anna", "1-0", "carl", "1971-01-10")
        assert numbers("1971-03-01") == [1932, 1836, 1952]
        assert numbers("1971-06-01") == [1918, 1816, 1932]
        plays("bo", "1-0", "anna", "1970-11-10")
        assert numbers("1971-01-01") == [1895, 1855, 1970]
        assert numbers("1971-06-01") == [1905, 1841, 1931]
        half = {"white_points": 0.5, "black_points": 0.5}
        lask.hand_in(correction(september, "a draw", **half))
        assert numbers("1971-03-01") == [1900, 1870, 1950]
        assert numbers("1971-06-01") == [1891, 1856, 1930]


class TestMgsz:
    def test_a_corrected_result_wins_a_grade_a_year_earlier(self, pool):
        """MGSZ 5 (4), MGSZ 7: three tournaments against guests of 2k 1865, 1k 1920, 3k 1815, 1d.

        2012, C 25: 1850 beats 2k +.54, beats 1k +.67, loses to 3k −.59: +16: 1866, 2 kyu once.
        2013, 13×13, under another id: loses to 1k.  As long as that is somebody else, 2014, C 45,
        begins with 1866: beats 1d (Δ114 .24) +.76, beats 1k (Δ54 .37) +.63, loses to 2k (Δ1) −.5:
        +40: 1906, 2 kyu.  Merged: 2013 (Δ54): −1.85 → −2: 1864, below 1865; 2014: 1904, 2 kyu.

        The game against 3k was won (Δ35 .41): 1.62 · 25 = 40.5 → 41: 1891, 2 kyu once; 2013 (Δ29
        .43): −2.15 → −2: 1889, the second time; 2014: 1d (Δ91 .29) +.71, 1k (Δ31 .43) +.57, 2k
        (Δ24 .44) −.56: .72 · 45 = 32.4: 1921.
        """
        mgsz = pool("mgsz-2011", "2012-01-01")

        def cup(who, on, results, *grades, **facts):
            names = [f"{on} {grade}" for grade in grades]
            guests = [
                {"player": name, "entry_grade": grade, "status": "guest"}
                for name, grade in zip(names, grades, strict=True)
            ]
            told = {"discipline": "go", "pools": ["list"], "entrants": guests, **facts}
            played = [
                game(on, who, SIGNS[result], name, game=name)
                for result, name in zip(results, names, strict=True)
            ]
            mgsz.hand_in(*map(player, names), tournament(on, on, **told), *played)
            return played

        mgsz.hand_in(player("judit"), player("judit2"))
        mgsz.hand_in(mgsz.card("judit", {"elo": 1850, "grade": "3k"}))
        first = cup("judit", "2012-05-01", "110", "2k", "1k", "3k", **C_25)
        cup("judit", "2014-05-01", "110", "1d", "1k", "2k", **C_45)
        cup("judit2", "2013-05-01", "0", "1k", board=13)
        assert mgsz.figures("judit") == (1906, "2k")
        mgsz.hand_in(merge("judit", "judit2"))
        assert mgsz.figures("judit", "2013-12-31") == (1864, "3k")
        assert mgsz.figures("judit") == (1904, "2k")
        won = {"white_points": 1, "black_points": 0}
        mgsz.hand_in(correction(first[-1], "Judit won", **won))
        assert mgsz.figures("judit", "2012-12-31") == (1891, "3k")
        assert mgsz.figures("judit", "2013-12-31") == (1889, "2k")
        assert mgsz.figures("judit") == (1921, "2k")


def elo(rating: int) -> dict[str, Any]:
    return {"rating": rating, "index": 10}


def ingo_of(number: int) -> dict[str, Any]:
    return {"number": number, "count": 10}


def position(pool: Pool) -> int:
    """The last position of the log."""
    with pool.answers() as answers:
        return answers.card_history.position
