"""Every example through the log: submitted as events, listed, audited, and rebuilt the same."""

import pytest

from tests.projections.submissions import correction, player
from tests.rulebooks.fide_2024.examples import Example, examples, written
from tests.rulebooks.fide_2024.federation import (
    Event,
    Federation,
    decided,
    decision,
    event_of,
    people,
    rules,
)

RESULTS = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}
LATE = {"fide-M20": {0: "2026-04-01"}}
"""Tournaments that FIDE rated on a later list than their end would have it (7.1.3)."""


def names(example: Example) -> str:
    return str(example["id"])


def period_events(example: Example) -> list[Event]:
    """One player's month: his ratings as decided, his opponents rated as they counted."""
    first, *later = example["base"]
    events = [rules(), player("own", birth_year=example["born"])]
    known = {"games": example["games_before"], "peak": example["peak"]}
    events += [decided("own", rating, day, **known) for day, rating in [first, *later]]
    for number, each in enumerate(example["tournaments"]):
        name, games = f"t{number}", []
        for place, game in enumerate(written(each["games"])):
            # Whoever was capped was one point further away.
            further = (game.capped and game.rating > each["Ro"]) - (
                game.capped and game.rating < each["Ro"]
            )
            opponent = f"{name}o{place}"
            events += people(**{opponent: game.rating + further})
            games.append(f"own {RESULTS[game.points]} {opponent}")
        events += event_of(name, each["start"], each["end"], *games)
    for number, the_list in LATE.get(example["id"], {}).items():
        events.append(decision("FIDE 7.1.3", {"list": the_list}, tournament=f"t{number}"))
    return events


@pytest.mark.parametrize("example", examples("period"), ids=names)
def test_a_published_month_comes_out_of_the_log(example: Example, fide: Federation) -> None:
    """FIDE 7.1.1, FIDE 7.1.3, FIDE 8.3: ratings used, list, sums, K and the new rating."""
    fide.append(*period_events(example))
    fide.catch_up()
    rows = [fide.row(f"t{n}", "own") for n in range(len(example["tournaments"]))]
    for row, each in zip(rows, example["tournaments"], strict=True):
        assert (row["rating_before"], row["delta"]) == (each["Ro"], each["sum"])
        assert (row["k"], row["list"]) == (example["K"], example["list"])
        assert row["change"] == pytest.approx(example["K"] * each["sum"])
        assert (row["rating_after"] == example["rating"]) is example["exact"]
    assert (fide.rated()["own"] == example["rating"]) is example["exact"]
    assert fide.card("own")["games"] == example["games_before"] + example["n"]
    assert fide.check().differences == ()


@pytest.mark.parametrize("example", examples("initial"), ids=names)
def test_a_first_rating_comes_out_of_the_log(example: Example, fide: Federation) -> None:
    """FIDE 8.2.1, FIDE 8.2.3 and FIDE 7.2: published from 1400 on, else it is tried again."""
    games = written(example["games"])
    fide.append(rules(), *people(new=None))
    opponents = {f"o{n}": game.rating for n, game in enumerate(games)}
    results = [f"new {RESULTS[game.points]} o{n}" for n, game in enumerate(games)]
    fide.append(*people(**opponents), *event_of("open", "2025-11-01", "2025-11-09", *results))
    row = fide.row("open", "new")
    disregarded = all(game.points == 0 for game in games)
    expected = example["expected"].get("rating")
    assert row["status"] == ("none" if disregarded else "pool" if expected is None else "first")
    assert row["rating_after"] == expected
    assert fide.rated().get("new") == expected


@pytest.mark.parametrize("example", examples("k"), ids=names)
def test_k_comes_out_of_the_log(example: Example, fide: Federation) -> None:
    """FIDE 8.3.3: shown before the limit of 700, applied after it."""
    day = f"{example['year']}-01-01"
    card = {"games": example["games"], "peak": example["peak"]}
    born = {"birth_year": example["born"]} if "born" in example else {"birth_year": None}
    fide.append(rules(), player("own", **born), decided("own", example["rating"], day, **card))
    opponents = {f"o{n}": example["rating"] for n in range(example["n"])}
    games = [f"own ½-½ {opponent}" for opponent in opponents]
    year = example["year"]
    fide.append(*people(**opponents), *event_of("open", f"{year}-01-04", f"{year}-01-20", *games))
    assert fide.row("open", "own")["k"] == example["expected"]["K"]
    assert fide.card("own", f"{year}-01-31")["k"] >= example["expected"]["K"]


@pytest.mark.parametrize("example", examples("list"), ids=names)
def test_the_list_comes_out_of_the_log(example: Example, fide: Federation) -> None:
    """FIDE 7.1.3."""
    flags = ["official-fide-event"] if example.get("official") else []
    ended = example["ended_on"]
    fide.append(rules(), *people(a=2000, b=2000))
    fide.append(*event_of("open", ended, ended, "a 1-0 b", flags=flags))
    assert fide.row("open", "a")["list"] == example["expected"]["list"]
    assert fide.player("a")["last_event"] == "open"
    assert fide.rated() == {"a": 2010, "b": 1990}


@pytest.mark.parametrize("example", examples("game"), ids=names)
def test_a_single_game_comes_out_of_the_log(example: Example, fide: Federation) -> None:
    """FIDE 8.3.1: ΔR, as FIDE's calculator has it but for its error about exempt players."""
    fide.append(rules(), *people(own=example["own"], other=example["opponent"]))
    result = RESULTS[example["score"]]
    fide.append(*event_of("open", "2026-01-02", "2026-01-02", f"own {result} other"))
    delta = round(100 * fide.row("open", "own")["delta"])
    expected = round(100 * example["expected"]["change"])
    assert (example["K"] * delta == expected) is example.get("exact", True)


@pytest.mark.parametrize("ends", [("2024-12-11", "2024-12-15"), ("2024-12-15", "2024-12-11")])
def test_a_tournament_of_a_day_that_becomes_one_of_several_has_begun_on_its_first(fide, ends):
    """FIDE 7.1.1: the ratings of its first day are used, so the read model has the beginning."""
    wrong, right = ends
    entered, game = event_of("open", "2024-12-11", wrong, "anna 1-0 bela")
    fide.append(rules(), *people(anna=1950, bela=2000), entered, game)
    fide.catch_up()
    fide.append(correction(entered, "the end", ended_on=right))
    fide.catch_up()
    assert fide.check().differences == ()
