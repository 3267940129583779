"""Standing facts in the vocabulary of the rulebooks: nothing is lost, and nothing put in."""

from datetime import date
from typing import Any

import msgspec

from ledger.events.facts import (
    DecisionRecorded,
    DecisionSubject,
    EvaluationRecorded,
    MembershipDeclared,
    PlayerRegistered,
    RatingAdopted,
    RatingDecided,
    ThinkingTime,
    TournamentSubmitted,
)
from ledger.log.effective_events import EffectiveFact
from projections.engine.history import translation
from projections.rulebooks.tournament import Game, Membership, Player
from projections.rulebooks.tournament import ThinkingTime as TimeForTheRules
from tests.tables import every

MAY = date(1996, 5, 1)
KEPT = {"anna2": "anna"}


def one_person(player: str) -> str:
    return KEPT.get(player, player)


def submitted(**facts: Any) -> TournamentSubmitted:
    common = {"tournament": "open", "name": "Open", "pools": ("dwz",), "discipline": "chess"}
    return TournamentSubmitted(**common, format="swiss", ended_on=MAY, **facts)


def game(game: str, white: str, black: str | None) -> Game:
    return Game(game=game, white=white, black=black, white_points=1.0, black_points=0.0)


def known(fact: Any) -> EffectiveFact:
    return EffectiveFact(position=7, event="e7", fact=fact)


def test_a_player_is_in_the_club_of_his_registration_until_he_declares_another():
    registered = PlayerRegistered(player="anna", club="A", birth_year=1950, federation="GER")
    declared = [
        MembershipDeclared(player="anna", club=None, from_day=date(1997, 1, 1)),
        MembershipDeclared(player="anna", club="B", from_day=date(1996, 1, 1)),
    ]
    assert translation.player(registered, declared) == Player(
        id="anna",
        birth_year=1950,
        federation="GER",
        memberships=(
            Membership(from_day=date.min, club="A"),
            Membership(from_day=date(1996, 1, 1), club="B"),
            Membership(from_day=date(1997, 1, 1), club=None),
        ),
    )


@every(("kind", "is_one"), [("human", False), ("computer", True)])
def test_a_computer_is_one(kind: Any, is_one: bool):
    registered = PlayerRegistered(player="deep", kind=kind)
    assert translation.player(registered, []).computer == is_one


@every(
    ("white", "black", "kept"),
    [
        ("anna2", "bela", ("anna", "bela")),
        ("bela", "anna2", ("bela", "anna")),
        ("anna2", None, ("anna", None)),
        ("bela", None, ("bela", None)),
        ("bela", "cleo", ("bela", "cleo")),
    ],
)
def test_a_game_is_between_those_who_are_kept(white, black, kept):
    given = game("1", white, black)
    translated = translation.game(given, one_person)
    assert (translated.white, translated.black) == kept
    assert msgspec.structs.replace(translated, white=white, black=black) == given


def test_games_are_in_the_order_of_their_ids_and_everyone_named_is_there():
    fact = submitted(entrants=())
    persons = {name: Player(id=name) for name in ("anna", "bela", "cleo", "dora")}
    games = [game("2", "cleo", "anna"), game("1", "bela", None)]
    tournament = translation.tournament(fact, games, persons, [], one_person)
    assert [each.game for each in tournament.games] == ["1", "2"]
    assert list(tournament.players) == ["anna", "bela", "cleo"]
    part = translation.part(fact, games, {"anna": persons["anna"]})
    assert [each.game for each in part.games] == ["1", "2"]
    assert list(part.players) == ["anna"]


def test_all_that_was_said_of_a_tournament_reaches_the_rules():
    said: dict[str, Any] = {
        "starts_on": date(1996, 4, 27),
        "rounds": 7,
        "participants": 40,
        "country": "HUN",
        "youth_class": "U14",
        "board": 19,
        "class_": "A",
    }
    heading = translation.heading(submitted(**said, flags=("concentrated",)), [])
    assert {name: getattr(heading, name) for name in said} == said
    assert heading.flags == {"concentrated"}
    given = heading.id, heading.name, heading.discipline, heading.format, heading.ended_on
    assert given == ("open", "Open", "chess", "swiss", MAY)


def test_thinking_time_is_what_was_said_and_nothing_more():
    assert translation.heading(submitted(), []).thinking_time is None
    minutes = translation.heading(submitted(thinking_time=ThinkingTime(minutes=60)), [])
    assert minutes.thinking_time == TimeForTheRules(minutes=60, increment_seconds=0)
    time = ThinkingTime(
        minutes=60,
        increment_seconds=30,
        minutes_per_move=2,
        overtime="canadian",
        seconds=20,
        stones=15,
        overtime_minutes=5,
    )
    assert translation.heading(submitted(thinking_time=time), []).thinking_time == TimeForTheRules(
        minutes=60,
        increment_seconds=30,
        minutes_per_move=2,
        overtime="canadian",
        seconds=20,
        stones=15,
        overtime_minutes=5,
    )


def test_a_decision_is_about_the_person_who_is_kept():
    for about, kept in [
        ({"player": "anna2"}, {"player": "anna"}),
        ({"season": 1970}, {"season": 1970}),
    ]:
        fact = DecisionRecorded(
            pool="p", rule="r", about=DecisionSubject(**about), value=1, by="b", reason="why"
        )
        decision = translation.decision(known(fact), one_person)
        assert (decision.event, decision.rule, decision.value) == ("e7", "r", 1)
        assert (decision.by, decision.reason, dict(decision.about)) == ("b", "why", kept)


def test_a_list_from_before_the_pool_counts_from_its_first_day():
    facts: dict[str, Any] = {"pool": "dwz", "player": "anna2", "system": "FIDE", "figure": 2200}
    for day, counts_from in [(date(1989, 7, 1), date(1990, 1, 1)), (MAY, MAY)]:
        adopted = RatingAdopted(**facts, list_date=day, verified=True)
        occasion = translation.rating(known(adopted), date(1990, 1, 1), one_person, 1950)
        assert (occasion.day, occasion.list_date) == (counts_from, day)
        assert (occasion.player, occasion.position, occasion.birth_year) == ("anna", 7, 1950)
        assert (occasion.system, occasion.figure, occasion.verified) == ("FIDE", 2200, True)


def test_a_decided_rating_holds_from_its_own_day():
    decided = RatingDecided(
        pool="dwz", player="anna2", from_day=MAY, card={"rating": 1500}, kind="initial", by="b",
        reason="why",
    )  # fmt: skip
    occasion = translation.rating(known(decided), date(2000, 1, 1), one_person, None)
    assert (occasion.day, occasion.player, occasion.event) == (MAY, "anna", "e7")
    assert (occasion.card, occasion.kind, occasion.by) == ({"rating": 1500}, "initial", "b")


def test_a_summary_is_of_the_person_who_is_given():
    fact = EvaluationRecorded(
        pool="dwz", player="anna2", tournament="t", ended_on=MAY, rating_before=2195,
        index_before=8, points=3, expected=2.987, games=5, coefficient=30, rating_after=2196,
        index_after=9,
    )  # fmt: skip
    summary = translation.summary(known(fact), Player(id="anna"))
    assert (summary.player.id, summary.day, summary.tournament) == ("anna", MAY, "t")
    assert (summary.rating_before, summary.index_before) == (2195, 8)
    assert (summary.points, summary.expected, summary.games) == (3, 2.987, 5)
    assert (summary.coefficient, summary.rating_after, summary.index_after) == (30, 2196, 9)
