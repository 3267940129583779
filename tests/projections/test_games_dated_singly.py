"""Games that have a day of their own (LASK), where the rulebook begins among them."""

import pytest

from tests.projections.club import Club
from tests.projections.submissions import event, game, player, tournament

FIRST, AFTER = "1970-12-10", "1971-01-20"


@pytest.fixture
def series(club: Club) -> Club:
    """Rolf and Sven play three games of one series, on three days around the tenth."""
    lask = Club(club.engine, "lask")
    lask.append(
        rulebook("1960-01-01"),
        player("rolf"),
        player("sven"),
        card("rolf", 1850),
        card("sven", 1700),
        tournament("series", AFTER, pools=["lask"], format="games", flags=["long-games"]),
        game("series", "rolf", "1-0", "sven", game="one", played_on="1970-12-01"),
        game("series", "sven", "1-0", "rolf", game="two", played_on=FIRST),
        game("series", "rolf", "½-½", "sven", game="three", played_on=AFTER),
    )
    return lask


def rulebook(from_day, **parameters):
    data = {"pool": "lask", "rulebook": "lask-1970", "from_day": from_day}
    facts = {**data, "parameters": parameters} if parameters else data
    return event("rulebook.adopted", f"lask from {from_day}", facts)


def card(name, rating):
    data = {
        "pool": "lask",
        "player": name,
        "from_day": "1970-09-01",
        "card": {"rating": rating},
        "kind": "initial",
        "by": "the board",
        "reason": "agreed",
    }
    return event("rating.decided", f"list {name}", data)


def occasions(club: Club) -> list[str]:
    with club.answers() as answers:
        return [done.key[:10] for done in answers.card_history.about("series")]


def test_each_day_of_play_is_an_occasion(series):
    """LASK Rankingregel 3"""
    series.catch_up()
    assert occasions(series) == ["1970-12-01", FIRST, AFTER]


def test_games_from_before_the_rulebooks_first_day_count_on_it_with_those_of_the_day(series):
    """The tournament ended under the new readings, so all its games are theirs."""
    series.append(rulebook(FIRST, concentrated_date="start"))
    series.catch_up()
    assert occasions(series) == [FIRST, AFTER]
    (used,) = (
        [each["game"] for each in row["games_used"]]
        for row in series.tournament("series")["players"]
        if row["player"] == "rolf"
    )
    assert sorted(used) == ["one", "three", "two"]


def test_going_on_gives_what_a_rebuild_gives_when_an_earlier_game_arrives(series):
    series.append(rulebook(FIRST, concentrated_date="start"))
    series.catch_up()
    series.append(game("series", "sven", "1-0", "rolf", game="zero", played_on="1970-11-20"))
    series.catch_up()
    assert series.check().differences == ()


def test_games_from_after_the_rulebooks_last_day_count_on_it(series):
    """An adjourned game is finished when another system already governs."""
    pieces = {"pieces": [{"factor": 1, "plus": 0}]}
    change = {"pool": "lask", "rulebook": "dwz-1995", "from_day": "1971-02-01"}
    series.append(
        event("rulebook.adopted", "change", {**change, "conversion": pieces}),
        game("series", "sven", "1-0", "rolf", game="four", finished_on="1971-03-05"),
    )
    series.catch_up()
    assert occasions(series)[-1] == "1971-01-31"
    with series.answers("1971-01-31") as answers:
        before = {row["player"]: row["figure"] for row in answers.ratings()}
    assert series.ratings("1971-02-01") == {name: f"{it}-0" for name, it in before.items()}
    assert series.check().differences == ()
