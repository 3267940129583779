"""The changes by a late tournament or a correction, in one paragraph for a newsletter."""

from itertools import combinations

import pytest

from projections.api import Ledger
from tests.projections.submissions import adoption, decided, games, player, tournament

SLIP = 137
"""The correction of Rosa's game against Berta: she had been given the point that Berta made."""


def test_a_correction_is_told_with_its_reason_and_its_largest_effects(demo: Ledger) -> None:
    """Rosa, who lost the point, loses most."""
    with demo.pool("club", known_at=SLIP - 1) as before, demo.pool("club") as after:
        told, rows = before.news(after), before.diff(after)
    largest = max(rows, key=lambda row: abs(row["after"] - row["before"]))
    change = largest["after"] - largest["before"]
    assert largest["player"] == "rosa"
    assert "Remis, Rosa – Bauer, Berta" in told["paragraph"]
    assert "0 : 1 instead of 1 : 0 (the slip was read from the wrong side" in told["paragraph"]
    assert (
        f"The ratings of {len(rows)} players change, most of all: Remis, Rosa "
        f"{largest['before']} → {largest['after']} (−{-change});" in told["paragraph"]
    )


def test_between_two_days_the_tournaments_are_named(demo: Ledger) -> None:
    """Rosa and Patrick had their first ratings in the second half of 1995."""
    with demo.pool("club", on="1995-08-01") as before:
        told = before.news(demo.pool("club", on="1995-12-31"))
    days = "Ratings of 31 Dec 1995, compared with those of 1 Aug 1995. "
    autumn = "Autumn tournament (25 Nov 1995, won by Dam"
    assert told["paragraph"].startswith(f"{days}Newly rated tournaments: {autumn}")
    assert (told["new"], told["gone"]) == (2, 0)
    assert (
        "2 players have a rating for the first time: Remis, Rosa (1536); Patt, Patrick"
        in (told["paragraph"])
    )


def test_of_many_tournaments_the_last_five_are_named_and_the_others_counted(
    sqlite_database: str,
) -> None:
    with Ledger.open(sqlite_database) as ledger:
        cups = {f"cup {number}": f"1996-0{number}-01" for number in range(2, 9)}
        ledger.append(
            [
                adoption(),
                player("anna"),
                player("bela"),
                decided("anna", "1500-10"),
                decided("bela", "1600-10"),
                *(
                    tournament(each, f"1996-0{at}-01", name=each)
                    for at, each in enumerate(cups, 2)
                ),
                *(each for cup in cups for each in games(cup, "anna 1-0 bela")),
            ],
            by="anna",
        )
        with ledger.pool("dwz", on="1996-01-01") as before:
            told = before.news(ledger.pool("dwz", on="1996-12-31"))
    last = zip(range(8, 3, -1), ["Aug", "Jul", "Jun", "May", "Apr"], strict=True)
    named = "; ".join(f"cup {it} (1 {day} 1996, won by Anna, Test)" for it, day in last)
    assert f" Newly rated tournaments: {named} and 2 more. " in told["paragraph"]


@pytest.mark.parametrize(("level", "more"), [(5, ""), (6, " / …")])
def test_five_who_share_the_first_place_are_named(
    sqlite_database: str, level: int, more: str
) -> None:
    names = "abcdef"[:level]
    with Ledger.open(sqlite_database) as ledger:
        drawn = games("cup", *(f"{one} ½-½ {other}" for one, other in combinations(names, 2)))
        cards = [decided(each, f"{1500 + 50 * number}-10") for number, each in enumerate(names)]
        cup = tournament("cup", "1996-02-01", name="Cup")
        ledger.append([adoption(), *map(player, names), *cards, cup, *drawn], by="anna")
        with ledger.pool("dwz", on="1996-01-01") as before:
            told = before.news(ledger.pool("dwz", on="1996-12-31"))
    said = " / ".join(f"{each.upper()}, Test" for each in "abcde")
    assert f"Cup (1 Feb 1996, won by {said}{more})." in told["paragraph"]


@pytest.mark.parametrize(("newcomers", "more"), [(5, ""), (6, "; …")])
def test_five_newcomers_are_named(sqlite_database: str, newcomers: int, more: str) -> None:
    with Ledger.open(sqlite_database) as ledger:
        names = "abcdef"[:newcomers]
        first = [decided(each, "1500-10", "1996-02-01") for each in names]
        ledger.append([adoption(), *map(player, names), *first], by="anna")
        with ledger.pool("dwz", on="1996-01-01") as before:
            told = before.news(ledger.pool("dwz", on="1996-12-31"))
    said = "; ".join(f"{each.upper()}, Test (1500)" for each in "abcde")
    assert told["paragraph"].endswith(f" for the first time: {said}{more}.")
    assert (told["new"], told["largest"]) == (newcomers, [])


def test_nothing_happened_is_said(demo: Ledger) -> None:
    with demo.pool("club", on="1995-05-01") as before:
        told = before.news(demo.pool("club", on="1995-05-02"))
    assert told["paragraph"] == "No rating changes."


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "Die Wertungszahlen von 8 Spielern ändern sich"),
        ("hu", "8 játékos értékszáma változik"),
        ("sv", "Ratingen för 8 spelare ändras"),
    ],
)
def test_it_is_told_in_every_language(demo: Ledger, lang: str, said: str) -> None:
    with demo.pool("club", known_at=SLIP - 1) as before:
        assert said in before.news(demo.pool("club"), lang)["paragraph"]


def test_a_language_that_nobody_translates_is_refused(demo: Ledger) -> None:
    with demo.pool("club", known_at=SLIP - 1) as before, pytest.raises(ValueError, match="la"):
        before.news(demo.pool("club"), "la")
