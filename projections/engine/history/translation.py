"""Effective facts in the vocabulary of the rulebooks.

Pure translation: ``one_person`` gives the id under which a player is kept after merges.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from msgspec.structs import replace

from ledger.events import facts
from ledger.events.codec import data_of
from ledger.log.effective_events import EffectiveFact
from projections.rulebooks import occasion as occasions
from projections.rulebooks.tournament import (
    Decision,
    Entrant,
    Game,
    Membership,
    Player,
    ThinkingTime,
    Tournament,
)

SpreadsheetPerson = Callable[[str], str]
EARLIEST = date.min


def player(
    registered: facts.PlayerRegistered, declared: Sequence[facts.MembershipDeclared]
) -> Player:
    """A player as the rules need him, with his clubs in the order of their days."""
    clubs = sorted(declared, key=lambda fact: fact.from_day)
    return Player(
        id=registered.player,
        birth_year=registered.birth_year,
        federation=registered.federation,
        computer=registered.kind == "computer",
        memberships=(
            Membership(from_day=EARLIEST, club=registered.club),
            *(Membership(from_day=fact.from_day, club=fact.club) for fact in clubs),
        ),
    )


def game(as_recorded: Game, one_person: SpreadsheetPerson) -> Game:
    """Return a game with the ids under which its players are kept."""
    white, black = as_recorded.white, as_recorded.black
    kept = one_person(white), None if black is None else one_person(black)
    if kept == (white, black):
        return as_recorded
    return replace(as_recorded, white=kept[0], black=kept[1])


def tournament(
    fact: facts.TournamentSubmitted,
    games: Sequence[Game],
    players: Mapping[str, Player],
    decisions: Sequence[Decision],
    one_person: SpreadsheetPerson,
) -> Tournament:
    """A tournament with its games in the order of their ids, and everyone named in it."""
    entrants = tuple(
        Entrant(
            player=one_person(entrant.player),
            junior=entrant.junior,
            entry_grade=entrant.entry_grade,
            status=entrant.status,
        )
        for entrant in fact.entrants
    )
    names = {entrant.player for entrant in entrants}
    names.update(game.white for game in games)
    names.update(game.black for game in games if game.black is not None)
    return Tournament(
        **_heading(fact),
        entrants=entrants,
        games=tuple(sorted(games, key=lambda game: game.game)),
        players={name: players[name] for name in sorted(names)},
        decisions=tuple(decisions),
    )


def part(
    fact: facts.TournamentSubmitted, games: Sequence[Game], persons: Mapping[str, Player]
) -> Tournament:
    """Return a tournament with some of its persons and games, without decisions and entrants."""
    in_order = tuple(sorted(games, key=lambda game: game.game))
    return Tournament(**_heading(fact), games=in_order, players=persons)


def heading(fact: facts.TournamentSubmitted, decisions: Sequence[Decision]) -> Tournament:
    """Return a tournament without players."""
    return Tournament(**_heading(fact), decisions=tuple(decisions))


def _heading(fact: facts.TournamentSubmitted) -> dict[str, Any]:
    return {
        "id": fact.tournament,
        "name": fact.name,
        "discipline": fact.discipline,
        "format": fact.format,
        "ended_on": fact.ended_on,
        "starts_on": fact.starts_on,
        "rounds": fact.rounds,
        "participants": fact.participants,
        "country": fact.country,
        "thinking_time": _thinking_time(fact),
        "youth_class": fact.youth_class,
        "board": fact.board,
        "flags": frozenset(fact.flags),
        "class_": fact.class_,
    }


def _thinking_time(fact: facts.TournamentSubmitted) -> ThinkingTime | None:
    time = fact.thinking_time
    if time is None:
        return None
    return ThinkingTime(
        minutes=time.minutes,
        increment_seconds=time.increment_seconds or 0,
        minutes_per_move=time.minutes_per_move,
        overtime=time.overtime,
        seconds=time.seconds,
        stones=time.stones,
        overtime_minutes=time.overtime_minutes,
    )


def decision(known: EffectiveFact, one_person: SpreadsheetPerson) -> Decision:
    """A recorded decision."""
    about = data_of(known.fact.about)
    if "player" in about:
        about["player"] = one_person(about["player"])
    return Decision(
        event=known.event,
        rule=known.fact.rule,
        about=about,
        value=known.fact.value,
        by=known.fact.by,
        reason=known.fact.reason,
    )


def rating(
    known: EffectiveFact, first: date, one_person: SpreadsheetPerson, birth_year: int | None
) -> occasions.Occasion:
    """A decided or adopted rating; a list older than the pool counts from its ``first`` day."""
    fact: facts.RatingAdopted | facts.RatingDecided = known.fact
    common: dict[str, Any] = {
        "event": known.event,
        "position": known.position,
        "player": one_person(fact.player),
        "birth_year": birth_year,
    }
    if isinstance(fact, facts.RatingDecided):
        return occasions.RatingDecided(
            **common,
            day=fact.from_day,
            card=fact.card,
            kind=fact.kind,
            by=fact.by,
            reason=fact.reason,
        )
    return occasions.RatingAdopted(
        **common,
        day=max(fact.list_date, first),
        list_date=fact.list_date,
        system=fact.system,
        figure=fact.figure,
        verified=fact.verified,
    )


def summary(known: EffectiveFact, of: Player) -> occasions.Occasion:
    """An evaluation known by its summary only."""
    fact: facts.EvaluationRecorded = known.fact
    return occasions.SummaryKnown(
        day=fact.ended_on,
        event=known.event,
        tournament=fact.tournament,
        player=of,
        rating_before=fact.rating_before,
        index_before=fact.index_before,
        points=fact.points,
        expected=fact.expected,
        games=fact.games,
        coefficient=fact.coefficient,
        rating_after=fact.rating_after,
        index_after=fact.index_after,
    )
