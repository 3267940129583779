"""The worked examples as tournaments, and a row compared with what an example expects."""

import pytest

from tests.rulebooks.dwz_1995.club import adopted, residual, tournament, waiting

POINTS = {"1-0": "1", "½-½": "½", "0-1": "0"}


def written(example):
    """The example as a tournament, and the cards before it."""
    people = dict(each.split(" ", 1) for each in example["players"])
    births = {name: 1996 - int(rest.split()[1]) for name, rest in people.items()}
    cards = {name: rest.split()[0] for name, rest in people.items()}
    cards = {name: None if own == "-" else own for name, own in cards.items()}
    for name in example.get("adopted", ()):
        cards[name] = adopted(int(cards[name].partition("-")[0]))
    for name, games in example.get("waiting", {}).items():
        cards[name] = waiting(*(residual(rating, float(points)) for rating, points in games))
    games = [
        f"{white} {POINTS[result]} {black}"
        for white, result, black in (game.split() for game in example["games"])
    ]
    return tournament(*games, births=births), cards


def differing(row, expected):
    """The fields of a row that are not as in the example."""
    wanted = {k: v for k, v in expected.items() if k not in {"Ri", "kept", "expected"}}
    if wanted.get("performance") == "none":
        wanted["performance"] = None
    if "expected" in expected:
        assert row["expected"] == pytest.approx(expected["expected"], abs=5e-7)
    if "kept" in expected:
        listed = [[game["opponent_rating"], game["points"]] for game in row["games_used"]]
        assert sorted(listed) == sorted(expected["kept"])
    return {k: (row[k], v) for k, v in wanted.items() if row[k] != v}
