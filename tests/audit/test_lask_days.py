"""Audits of LASK tournaments of several days: the cards are those of the days that were booked."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ledger.log.database import connect
from projections.checking.check import checked
from projections.queries.audit import audit
from projections.queries.audit_sources import complete
from tests.audit.seasons import lask_number, lask_rulebook
from tests.projections.club import Club
from tests.projections.submissions import Event, game, player, tournament

Ask = Callable[[str, str], dict[str, Any]]
RANKED = {"anna": 1900, "bela": 1900, "cora": 1750, "dora": 1620}


@pytest.fixture
def asked(sqlite_database: str) -> Iterator[Callable[..., Ask]]:
    """Hands events in to a pool of ranked players, and gives the way to ask for its audits."""
    engine = connect(sqlite_database)
    club = Club(engine, "lask")

    def ask(of: str, about: str) -> dict[str, Any]:
        with club.answers() as answers:
            return json.loads(json.dumps(complete(answers, audit(answers, of, about))))

    def handed_in(*events: Event) -> Ask:
        numbers = (lask_number(name, number) for name, number in RANKED.items())
        club.append(lask_rulebook(), *map(player, RANKED), *numbers, *events)
        club.catch_up()
        return ask

    yield handed_in
    engine.dispose()


def _league_and_cup(walkover_on: str) -> list[Event]:
    """In the league anna has a walkover and beats bela on 20/9; in the cup she beats cora."""
    open_ = {"pools": ["lask"], "format": "games", "flags": ["long-games"]}
    forfeit = {"played": False, "reason": "forfeit", "played_on": walkover_on}
    return [
        tournament("league", "1970-09-30", **open_),
        game("league", "anna", "1-0", "dora", **forfeit),
        game("league", "anna", "1-0", "bela", played_on="1970-09-20"),
        tournament("cup", "1970-09-28", **open_),
        game("cup", "anna", "½-½", "cora", played_on="1970-09-12"),
        game("cup", "bela", "1-0", "cora", played_on="1970-09-12"),
        game("cup", "bela", "0-1", "anna", played_on="1970-09-28"),
    ]


@pytest.mark.parametrize("walkover_on", ["1970-09-10", "1970-09-30"])
def test_a_walkover_on_another_day_does_not_move_the_cards_before_and_after(
    asked: Callable[..., Ask], walkover_on: str
):
    """LASK Regel 5, Rankingregel 2: 1900 − 6 by the draw in the cup, +16 in the league."""
    document = asked(*_league_and_cup(walkover_on))("anna", "league")
    assert document["card_before"]["card"] == {"rating": 1900, "running": 1894}
    assert document["card_after"]["card"] == {"rating": 1900, "running": 1910}
    verdict = checked(document)
    assert verdict["misfits"] == []
    assert verdict["holds"]


def test_an_opponent_is_shown_with_the_card_he_had_before_the_game(asked: Callable[..., Ask]):
    """LASK Rankingregel 1: on 28/9 bela had won 10 in the cup and lost 16 in the league."""
    ask = asked(*_league_and_cup("1970-09-10"))
    (bela,) = [each for each in ask("anna", "cup")["opponents"] if each["player"] == "bela"]
    assert bela["card"] == {"rating": 1900, "running": 1894}


def test_an_opponent_ranked_in_the_middle_of_a_league_is_met_again(asked: Callable[..., Ask]):
    """LASK Regel 6, Rankingregel 1: erik has no number on 10/4, 1700 from 20/4, 1672 on 1/6.

    He loses 16 − 8 to bela, and 20 since it is his only game of the season that is booked.
    """
    ranked = lask_number("erik", 1700, "1971-04-20")
    open_ = {"pools": ["lask"], "format": "games", "flags": ["long-games"]}
    league = [
        game("league", "anna", "1-0", "erik", played_on="1971-04-10"),
        game("league", "anna", "1-0", "cora", played_on="1971-04-10"),
        game("league", "bela", "1-0", "erik", played_on="1971-05-22"),
        game("league", "erik", "0-1", "anna", played_on="1971-06-10"),
    ]
    ask = asked(player("erik"), ranked, tournament("league", "1971-06-30", **open_), *league)
    document = ask("anna", "league")
    assert [each["figure"] for each in document["opponents"]] == [1750, None]
    numbers = [each["opponent_rating"] for each in document["row"]["games_used"]]
    assert numbers == [1750, 1672]
    assert checked(document)["misfits"] == []
