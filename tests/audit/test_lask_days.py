"""Audits of LASK tournaments of several days: the cards are those of the days that were booked."""

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from random import Random
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


def _seasons(dice: Random) -> Iterator[Event]:
    """Thirty tournaments in and out of one another, with walkovers, blitz and the unranked."""
    yield player("erik")
    everybody = [*RANKED, "erik"]
    for number in range(30):
        first = date(1971, 7, 1) + timedelta(days=dice.randrange(400))
        days = [first + timedelta(days=dice.randrange(60)) for _ in range(6)]
        name, concentrated = f"t{number}", dice.random() < 0.2
        yield tournament(
            name,
            max(days).isoformat(),
            pools=["lask"],
            format="games",
            flags=["long-games", *(["concentrated"] if concentrated else [])],
        )
        for place, day in enumerate(days):
            white, black = dice.sample(everybody, 2)
            facts: dict[str, Any] = {"game": f"{name}-{place}", "played_on": day.isoformat()}
            if dice.random() < 0.25:
                facts |= {"played": False, "reason": "forfeit"}
            elif dice.random() < 0.2:
                facts["minutes_per_move"] = 1
            yield game(name, white, dice.choice(["1-0", "½-½", "0-1"]), black, **facts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_genuine_audit_is_confirmed(asked: Callable[..., Ask], seed: int):
    ask = asked(*_seasons(Random(seed)))  # noqa: S311 - dice, not secrets
    tried = 0
    for name in [*RANKED, "erik"]:
        for number in range(30):
            verdict = checked(ask(name, f"t{number}"))
            tried += 1
            assert verdict["holds"], (name, number, verdict["misfits"])
    assert tried == 150
