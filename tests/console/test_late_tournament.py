"""DWZ 4.10 end to end: a tournament that arrives late is put in at its place.

Carl is 40 years old and 1700-4.  In January 1996 he made 2 points out of 7, in March 4 out of 5;
the report of January arrives after that of March.
"""

import pytest

from tests.console.shell import Shell
from tests.projections.submissions import adoption, decided, game, player, tournament

MARCH = {"1750": 1, "1810": 1, "1690": 1, "1880": 1, "1720": 0}
JANUARY = {"1600": 1, "1650": 1, "1700": 0, "1580": 0, "1720": 0, "1810": 0, "1690": 0}
BEFORE, BETWEEN = "1996-01-30", "1996-02-15"


def report(id_, ended_on, points):
    """Opponents, each with his rating, and Carl's tournament against them."""
    opponents = {f"{id_} {rating}": rating for rating in points}
    return [
        *(player(name) for name in opponents),
        *(decided(name, f"{rating}-10") for name, rating in opponents.items()),
        tournament(id_, ended_on, format="games"),
        *(
            game(id_, "carl", "1-0" if points[rating] else "0-1", name)
            for name, rating in opponents.items()
        ),
    ]


@pytest.fixture
def march(empty):
    """The ledger as long as only March has arrived."""
    empty.append(adoption(), player("carl", birth_year=1956), decided("carl", "1700-4"))
    empty.append(*report("march", "1996-03-31", MARCH))
    return empty


def carl(shell, *options):
    card = shell.json("player", "dwz", "carl", *options)["card"]
    return f"{card['rating']}-{card['index']}"


def evaluation(shell, id_):
    rows = {row["player"]: row for row in shell.json("tournament", "dwz", id_)["players"]}
    return rows["carl"]


def test_before_january_arrives(march):
    row = evaluation(march, "march")
    assert (row["rating_before"], row["points"], row["games"]) == (1700, 4, 5)
    assert (round(row["expected"], 3), row["coefficient"]) == (2.027, 20)
    assert carl(march) == "1763-5"
    assert "1763-5" in march.table("ratings", "dwz")


def test_when_january_has_arrived_both_are_in_their_place(march):
    march.append(*report("january", "1996-01-31", JANUARY))
    january, after = evaluation(march, "january"), evaluation(march, "march")
    assert (round(january["expected"], 3), january["coefficient"]) == (3.707, 20)
    assert (january["rating_after"], january["index_after"]) == (1649, 5)
    assert (after["rating_before"], after["index_before"]) == (1649, 5)
    assert (round(after["expected"], 3), after["coefficient"]) == (1.695, 22)
    assert carl(march) == "1717-6"
    history = march.json("player", "dwz", "carl")["history"]
    assert [row["tournament"] for row in history] == ["january", "march"]


def test_every_day_and_every_state_of_knowledge_keeps_its_answer(march):
    known = ("--known-at", str(len(march.json("log"))))
    march.append(*report("january", "1996-01-31", JANUARY))
    answers = {
        day: (carl(march, "--on", day, *known), carl(march, "--on", day))
        for day in (BEFORE, BETWEEN, "1996-03-31")
    }
    assert answers == {
        BEFORE: ("1700-4", "1700-4"),
        BETWEEN: ("1700-4", "1649-5"),
        "1996-03-31": ("1763-5", "1717-6"),
    }


def test_the_audit_starts_from_january(march):
    march.append(*report("january", "1996-01-31", JANUARY))
    steps = march.json("audit", "dwz", "carl", "march")["steps"]
    (rating,) = (step for step in steps if step["rule"] == "DWZ 4.9.1")
    assert (rating["given"]["Ro"], rating["result"]) == (1649, 1717)


def test_it_is_the_same_as_if_january_had_arrived_first(march, sqlite_files, tmp_path):
    folder = tmp_path / "another"
    folder.mkdir()
    march.append(*report("january", "1996-01-31", JANUARY))
    with sqlite_files.fresh(folder) as url:
        punctual = Shell(url, folder)
        punctual.append(adoption(), player("carl", birth_year=1956), decided("carl", "1700-4"))
        punctual.append(*report("january", "1996-01-31", JANUARY))
        punctual.append(*report("march", "1996-03-31", MARCH))
        for question in (("ratings", "dwz"), ("player", "dwz", "carl")):
            assert punctual.json(*question) == march.json(*question)
