"""Two official evaluations in a row, end to end: 2212, 2253 after 2002, 2219 after 2003.

The federation published them with every opponent; see ``official_follow_ups.csv``.  The player
was over 25 years old and long evaluated, so E is 30 throughout.
"""

import pytest

from tests.projections.submissions import adoption, decided, game, player, tournament
from tests.rulebooks.dwz_1995.club import printed

PUBLISHED = {each["evaluation"]: each for each in printed("official_follow_ups.csv")}
ENDS = {"206": "2002-04-28", "207": "2003-03-30"}
RESULTS = {"1": "1-0", "½": "½-½", "0": "0-1"}


def report(number):
    """The tournament as its organiser would hand it in, every opponent with his rating."""
    published = PUBLISHED[number]
    ratings = published["opponents"].split()
    names = [f"{number} opponent {place}" for place in range(1, len(ratings) + 1)]
    yield from map(player, names)
    for name, rating in zip(names, ratings, strict=True):
        yield decided(name, f"{rating}-20", "2002-01-01")
    yield tournament(number, ENDS[number], rounds=len(names))
    for place, (name, result) in enumerate(
        zip(names, published["results"].split(), strict=True), 1
    ):
        yield game(number, "player", RESULTS[result], name, round=place)


@pytest.fixture(params=[["206", "207"], ["207", "206"]], ids=["in order", "the other way round"])
def chain(request, empty):
    """Both reports, in either order of arrival."""
    start = decided("player", "2212-20", "2002-01-01")
    empty.append(adoption(), player("player", birth_year=1970), start)
    for number in request.param:
        empty.append(*report(number))
    return empty


@pytest.mark.parametrize("number", ["206", "207"])
def test_every_published_number_is_met(chain, number):
    published = PUBLISHED[number]
    rows = chain.json("tournament", "dwz", number)["players"]
    (row,) = (row for row in rows if row["player"] == "player")
    assert row["rating_before"] == int(published["Ro"])
    assert row["rating_after"] == int(published["Rn"])
    assert row["coefficient"] == int(published["E"])
    assert row["performance"] == int(published["Rh"])
    assert row["expected"] == pytest.approx(float(published["We"]), abs=0.003)


def test_the_chain_leads_from_2212_over_2253_to_2219(chain):
    days = ["2002-04-27", "2002-04-28", "2003-03-29", "2003-03-30"]
    records = [chain.json("player", "dwz", "player", "--on", day) for day in days]
    assert [record["figure"] for record in records] == [2212, 2253, 2253, 2219]
    assert [record["card"]["index"] for record in records] == [20, 21, 21, 22]
