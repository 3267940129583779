"""A tournament's rows, and the working behind a list."""

import pytest

from projections.checking.check import checked
from projections.queries.flat_rows import evaluations
from tests.rulebooks.fide_2024.federation import Federation, event_of, people, rules

WIN_AND_DRAW = ("a 1-0 b", "a ½-½ c")


def played(fide: Federation) -> None:
    """a (1950) wins against 2000 and draws with 1800.

    50 below, .43: .57.  150 above, .70: -.20.  Sum .37, K 20: 7.4, so 1957.
    """
    fide.append(rules(), *people(a=1950, b=2000, c=1800))
    fide.append(*event_of("open", "2025-01-09", "2025-01-10", *WIN_AND_DRAW))


def test_a_row_has_everything_that_fide_prints(fide: Federation) -> None:
    """FIDE 8.1.1 and FIDE 8.3.2: mean 1900, 75 % is dp 193."""
    played(fide)
    row = fide.row("open", "a")
    games = row.pop("games_used")
    assert row == {
        "player": "a",
        "name": "A, Test",
        "status": "rated",
        "rating_before": 1950,
        "k": 20,
        "games": 2,
        "points": 1.5,
        "expected": 1.13,
        "delta": 0.37,
        "change": 7.4,
        "list": "2025-02-01",
        "rating_after": 1957,
        "opponents_mean": 1900,
        "performance": 2093,
    }
    columns = ("game", "opponent", "opponent_rating", "difference", "points", "expected", "change")
    assert games == [
        dict(zip(columns, ("open:01", "b", 2000, -50, 1.0, 0.43, 11.4), strict=True)),
        dict(zip(columns, ("open:02", "c", 1800, 150, 0.5, 0.7, -4.0), strict=True)),
    ]


def test_a_row_of_an_unrated_player_has_no_expectation(fide: Federation) -> None:
    """FIDE 8.2: mean 1900, 25 % is dp -193."""
    fide.append(rules(), *people(new=None, b=2000, c=1800))
    fide.append(*event_of("open", "2025-01-09", "2025-01-10", "new 0-1 b", "c ½-½ new"))
    row = fide.row("open", "new")
    unknown = dict.fromkeys(("difference", "expected", "change"))
    assert row.pop("games_used") == [
        {"game": "open:01", "opponent": "b", "opponent_rating": 2000, "points": 0.0} | unknown,
        {"game": "open:02", "opponent": "c", "opponent_rating": 1800, "points": 0.5} | unknown,
    ]
    assert row == {
        "player": "new",
        "name": "New, Test",
        "status": "pool",
        "rating_before": None,
        "k": None,
        "games": 2,
        "points": 0.5,
        "expected": None,
        "delta": None,
        "change": None,
        "list": "2025-02-01",
        "rating_after": None,
        "opponents_mean": 1900,
        "performance": 1707,
    }


def test_the_audit_of_a_tournament_shows_its_games_and_the_list(fide: Federation) -> None:
    """FIDE 8.3.1, FIDE 8.3.2, FIDE 8.3.3 and FIDE 8.3.4."""
    played(fide)
    document = fide.audit("a", "open")
    steps = [(each["rule"], each["result"]) for each in document["steps"]]
    assert steps == [
        ("FIDE 8.3.1", -50),
        ("FIDE 8.3.2", 57),
        ("FIDE 8.3.1", 150),
        ("FIDE 8.3.2", -20),
        ("FIDE 8.3.3", 20),
        ("FIDE 8.3.3", 20),
        ("FIDE 8.3.4", 7),
        ("FIDE 7.1", 1957),
        ("FIDE 7.2.1", False),
        ("FIDE 8.3.3", 32),
        ("FIDE 8.3.3", 1957),
    ]
    assert document["card_before"]["figure"] == 1950
    assert document["card_after"]["figure"] == 1957
    assert {each["player"]: each["figure"] for each in document["opponents"]} == {
        "b": 2000,
        "c": 1800,
    }


def test_the_audit_of_a_figure_is_that_of_its_list(fide: Federation) -> None:
    """FIDE 7.1: without a tournament named, the last list."""
    played(fide)
    document = fide.audit("a")
    assert (document["tournament"], document["ended_on"]) == (None, "2025-02-01")
    steps = {each["rule"]: each["result"] for each in document["steps"]}
    assert steps["FIDE 7.1"] == 1957


def test_while_a_report_waits_the_audit_shows_what_it_would_come_to(fide: Federation) -> None:
    """FIDE 8.3.3: K as of the day."""
    played(fide)
    document = fide.audit("a", "open", "2025-01-31")
    assert [each["rule"] for each in document["steps"]][-1] == "FIDE 7.1"
    assert document["row"]["rating_after"] is None
    assert document["card_after"]["figure"] == 1950


def test_a_first_rating_shows_ra_p_and_ru(fide: Federation) -> None:
    """FIDE 7.1.4, FIDE 8.2.1, FIDE 8.2.2 and FIDE 8.2.3."""
    others = {f"r{n}": 1800 for n in range(5)}
    fide.append(rules(), *people(new=None, **others))
    games = [f"new ½-½ {name}" for name in others]
    fide.append(*event_of("open", "2025-01-09", "2025-01-10", *games))
    steps = fide.audit("new", "open")["steps"]
    assert [each["rule"] for each in steps] == [
        "FIDE 8.2.1",
        "FIDE 7.1.4",
        "FIDE 8.2.2",
        "FIDE 8.2.2",
        "FIDE 8.2.3",
        "FIDE 7.2.1",
        "FIDE 8.3.3",
        "FIDE 8.3.3",
    ]
    assert steps[4]["result"] == 1800


def test_the_flat_rows_are_those_of_the_tournaments(fide: Federation) -> None:
    """FIDE 7.1: completed by the list."""
    played(fide)
    with fide.answers() as answers:
        rows = {row["player"]: row for row in evaluations(answers)}
    assert rows["a"]["rating_after"] == 1957
    assert rows["b"]["tournament"] == "open"


@pytest.mark.parametrize("points", ["1-0", "½-½", "0-1"])
def test_the_checker_confirms_every_step(fide: Federation, points: str) -> None:
    """FIDE 7.1.4, FIDE 8.2.3 and FIDE 8.3.4: of rated and of unrated players, months together."""
    others = {f"r{n}": 1600 + 37 * n for n in range(5)}
    fide.append(rules(), *people(new=None, old=2120, junior=1999, **others))
    games = [f"{name} {points} {other}" for name in ("new", "old", "junior") for other in others]
    fide.append(*event_of("open", "2025-01-09", "2025-01-20", *games, format="games"))
    for name in ("old", "junior", "new"):
        verdict = checked(fide.audit(name, "open"))
        assert verdict["contradicted"] == verdict["not_known"] == 0, verdict
        assert verdict["confirmed"] > 0
        assert verdict["misfits"] == []


def test_the_checker_contradicts_a_wrong_step(fide: Federation) -> None:
    """FIDE 8.3.4: 1958 in place of 1957."""
    played(fide)
    document = fide.audit("a", "open")
    wrong = next(step for step in document["steps"] if step["rule"] == "FIDE 7.1")
    wrong["result"] += 1
    assert checked(document)["contradicted"] == 1


def test_of_two_months_on_one_list_only_the_first_is_disregarded(fide: Federation) -> None:
    """FIDE 8.2.1: nothing on 30 March, which is listed in May, and a draw in April."""
    fide.append(rules(), *people(new=None, r=1800, s=1700))
    games = ("new 0-1 r 2025-03-30", "s ½-½ new 2025-04-20")
    fide.append(*event_of("league", "2025-03-20", "2025-04-28", *games))
    row = fide.row("league", "new")
    assert (row["status"], row["list"], row["games"]) == ("pool", "2025-05-01", 2)
    waiting = fide.player("new")["residual_games"]
    assert [each["opponent"] for each in waiting] == ["s"]
