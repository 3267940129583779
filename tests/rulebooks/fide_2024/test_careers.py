"""Players over three to six tournaments, computed by hand with the regulations, from the log.

Every opponent comes with the rating given and is met in one tournament only.  A tournament of one
month stands on the list of the next; ΔR are sums of points minus PD of table 8.1.2, and what is
written as 5/9 is five points of nine games.
"""

from typing import Any

from tests.projections.submissions import player
from tests.rulebooks.fide_2024.federation import (
    Federation,
    decided,
    event_of,
    people,
    rules,
)

RESULTS = {"1": "1-0", "½": "½-½", "0": "0-1"}


def meets(fide: Federation, name: str, cup: str, day: str, results: str, *ratings: int) -> None:
    """A tournament of one day; a single rating is that of every opponent."""
    met = ratings if len(ratings) > 1 else ratings * len(results)
    opponents = {f"{cup}-{number}": rating for number, rating in enumerate(met, start=1)}
    pairs = zip(results, opponents, strict=True)
    games = [f"{name} {RESULTS[result]} {opponent}" for result, opponent in pairs]
    fide.append(*people(**opponents), *event_of(cup, day, day, *games))


def rated(fide: Federation, name: str, *cups: str) -> list[tuple[Any, ...]]:
    """Of each tournament: status, K, the sum of ΔR and the rating after its list."""
    rows = [fide.row(cup, name) for cup in cups]
    return [(row["status"], row["k"], row["delta"], row["rating_after"]) for row in rows]


def held(fide: Federation, name: str) -> tuple[int, int, int]:
    """Rating, games and peak."""
    card = fide.card(name)
    assert card is not None
    return card["rating"], card["games"], card["peak"]


def test_a_newcomer_is_rated_and_leaves_k_40_behind(fide: Federation) -> None:
    """FIDE 8.2.3, FIDE 8.3.1, FIDE 8.3.3: Mira, born in 1980.

    January, 3½/6 with 1900 2000 1850 1950 1800 1900: with two draws against 1800 Ra = (11400 +
    3600)/8 = 1875, p = 4½/8 = .5625, so .56, dp 43: 1918. February, 6 games, K 40: 5/8 with 2018
    (.36), 1818 (.64) and six of 1918 (.50): We 4.00, +1.00 · 40: 1958, 14 games. March, two
    tournaments on one list, 18 games: 40 · 18 = 720, so K = floor(700/18) = 38. With 1958
    throughout 5/9 and 3½/9: (.50 − 1.00) · 38 = −19: 1939, 32 games. April, K 20: beats 1489, 450
    below, as 400 (.92), and 2389, 450 above, as 400 (.08), draws with 1939, loses to 1939: .08 +
    .92 + 0 − .50 = .50, +10: 1949.
    """
    fide.append(rules(), *people(mira=None))
    meets(fide, "mira", "one", "2025-01-10", "1½½½10", 1900, 2000, 1850, 1950, 1800, 1900)
    meets(fide, "mira", "two", "2025-02-10", "11½½½½10", 2018, 1818, *[1918] * 6)
    meets(fide, "mira", "three", "2025-03-10", "11½½½½½½0", 1958)
    meets(fide, "mira", "four", "2025-03-20", "1½½½½½000", 1958)
    meets(fide, "mira", "five", "2025-04-10", "11½0", 1489, 2389, 1939, 1939)
    assert rated(fide, "mira", "one", "two", "three", "four", "five") == [
        ("first", None, None, 1918),
        ("rated", 40, 1.0, 1958),
        ("rated", 38, 0.5, 1939),
        ("rated", 38, -1.0, 1939),
        ("rated", 20, 0.5, 1949),
    ]
    differences = [game["difference"] for game in fide.row("five", "mira")["games_used"]]
    assert differences == [400, -400, 0, 0]
    assert fide.rated()["one-1"] == 1900  # nobody is rated for a game with an unrated player
    assert held(fide, "mira") == (1949, 36, 1958)
    assert fide.check().differences == ()


def test_a_junior_passes_2300_and_2400_and_k_never_rises_again(fide: Federation) -> None:
    """FIDE 8.3.3, FIDE 8.3.4: Kai, 16, 2270 after 50 games; the others have what he has.

    January, K 40: 3½/5, +1.00: 2310.  February, K 20 since 2300: 7/9, +2.50: 2360.
    March, K 20: 1/9, −3.50: 2290.  April, K 20 although he is below 2300: 11/11, +5.50: 2400.
    May, K 10 since 2400: ½/4, −1.50: 2385.
    June, K 10: a draw with 2190, 195 below (.75): −2.5, away from zero −3: 2382.
    """
    fide.append(rules(), player("kai", birth_year=2009))
    fide.append(decided("kai", 2270, games=50))
    meets(fide, "kai", "jan", "2025-01-10", "111½0", 2270)
    meets(fide, "kai", "feb", "2025-02-10", "111111½½0", 2310)
    meets(fide, "kai", "mar", "2025-03-10", "½½0000000", 2360)
    meets(fide, "kai", "apr", "2025-04-10", "1" * 11, 2290)
    meets(fide, "kai", "may", "2025-05-10", "½000", 2400)
    meets(fide, "kai", "jun", "2025-06-10", "½", 2190)
    assert rated(fide, "kai", "jan", "feb", "mar", "apr", "may", "jun") == [
        ("rated", 40, 1.0, 2310),
        ("rated", 20, 2.5, 2360),
        ("rated", 20, -3.5, 2290),
        ("rated", 20, 5.5, 2400),
        ("rated", 10, -1.5, 2385),
        ("rated", 10, -0.25, 2382),
    ]
    assert held(fide, "kai") == (2382, 89, 2400)
    assert fide.check().differences == ()


def test_a_junior_has_k_40_to_the_list_after_the_year_of_18(fide: Federation) -> None:
    """FIDE 8.3.3: Lea, born in 2007, 1800 after 40 games; 3/4 with her equals each time.

    November and December 2025, lists of December and January, the list before that of 2025:
    K 40, +40 each: 1840, 1880.  January 2026: K 20: 1900.
    """
    fide.append(rules(), player("lea", birth_year=2007))
    fide.append(decided("lea", 1800, games=40))
    meets(fide, "lea", "nov", "2025-11-20", "11½½", 1800)
    meets(fide, "lea", "dec", "2025-12-20", "11½½", 1840)
    meets(fide, "lea", "jan", "2026-01-20", "11½½", 1880)
    assert rated(fide, "lea", "nov", "dec", "jan") == [
        ("rated", 40, 1.0, 1840),
        ("rated", 40, 1.0, 1880),
        ("rated", 20, 1.0, 1900),
    ]
    assert fide.check().differences == ()


def test_whoever_falls_below_the_floor_comes_back_with_games_and_k(fide: Federation) -> None:
    """FIDE 7.2.1, FIDE 8.2.1, FIDE 8.2.3: Rolf, 1420 after 30 games.

    January, 0/3 with 1420: −1.50 · 20 = −30, 1390: unrated, 33 games.  February, 0/2 with 1500: no
    first event any more, so both games wait.  March, ½/3 with 1450: ½ of five.  Ra = (3000 + 4350
    + 3600)/7 = 1564.29, p = 1½/7 = .21, dp −230: 1334, below 1400; the five wait on.  April, 3/3
    with 1500: 3½ of eight.  Ra = (10950 + 4500)/10 = 1545, p = .45, dp −36: 1509, and 33 + 8 = 41
    games.  May, 2/2 with 1509: K 20 and not a newcomer's 40: +1.00 · 20: 1529.
    """
    fide.append(rules(), *people(rolf=1420))
    meets(fide, "rolf", "jan", "2025-01-10", "000", 1420)
    meets(fide, "rolf", "feb", "2025-02-10", "00", 1500)
    meets(fide, "rolf", "mar", "2025-03-10", "½00", 1450)
    assert "rolf" not in fide.rated()
    waiting = [
        (each["opponent_rating"], each["points"]) for each in fide.player("rolf")["residual_games"]
    ]
    assert waiting == [(1500, 0.0), (1500, 0.0), (1450, 0.5), (1450, 0.0), (1450, 0.0)]
    meets(fide, "rolf", "apr", "2025-04-10", "111", 1500)
    assert held(fide, "rolf") == (1509, 41, 1509)
    meets(fide, "rolf", "may", "2025-05-10", "11", 1509)
    assert rated(fide, "rolf", "jan", "feb", "mar", "apr", "may") == [
        ("rated", 20, -1.5, None),
        ("pool", None, None, None),
        ("pool", None, None, None),
        ("first", None, None, 1509),
        ("rated", 20, 1.0, 1529),
    ]
    assert held(fide, "rolf") == (1529, 43, 1529)
    assert fide.check().differences == ()


def test_the_exemption_of_2650_comes_in_october_2025_and_goes_with_the_rating(
    fide: Federation,
) -> None:
    """FIDE 8.3.1: Nina, 2656, draws each time with somebody 500 points below.

    September, as 400 (.92): −.42 · 10 = −4.2: 2652. October, exempt, 500 (.96): −.46 · 10 = −4.6:
    2647; her opponent, 2152, still sees 400 (.08): +.42 · 20 = 8.4: 2160. November, below 2650, as
    400 again: −4.2: 2643.
    """
    fide.append(rules(), *people(nina=2656))
    meets(fide, "nina", "sep", "2025-09-10", "½", 2156)
    meets(fide, "nina", "oct", "2025-10-10", "½", 2152)
    meets(fide, "nina", "nov", "2025-11-10", "½", 2147)
    assert rated(fide, "nina", "sep", "oct", "nov") == [
        ("rated", 10, -0.42, 2652),
        ("rated", 10, -0.46, 2647),
        ("rated", 10, -0.42, 2643),
    ]
    assert fide.rated()["oct-1"] == 2160
    assert fide.check().differences == ()
