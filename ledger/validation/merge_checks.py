"""Objections to merging two registrations into one person."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from itertools import product

from ledger.events.facts import GameSubmitted, PlayersMerged, TournamentSubmitted
from ledger.events.messages import Message
from ledger.events.wording import named
from ledger.validation.fact_checks import Complaint
from ledger.validation.ledger_state import LedgerState

# In these formats a player may meet the same opponent twice under one round number.
SEVERAL_GAMES_A_ROUND = frozenset({"match", "games", "knockout"})


def forgotten_with_known(fact: PlayersMerged, ledger: LedgerState) -> Iterator[Complaint]:
    """Complain if a merge would name a forgotten person again, or erase one without a request.

    Older logs may hold such merges (decision 0033).
    """
    for gone, other in ((fact.keep, fact.drop), (fact.drop, fact.keep)):
        if ledger.forgotten(gone) and ledger.knows_player(other) and not ledger.forgotten(other):
            message = Message(
                "%(gone)s was erased but %(other)s was not, so a merge would restore a name: "
                "erase %(other)s first, or do not merge them",
                {"gone": gone, "other": other},
            )
            yield Complaint(
                "keep" if other == fact.keep else "drop", "merged-with-forgotten", message
            )


def meetings(fact: PlayersMerged, ledger: LedgerState) -> Iterator[Complaint]:
    """Complain if a merge would make a player meet himself, or play twice in a round."""
    ones = set(ledger.registrations_of(fact.keep))
    others = set(ledger.registrations_of(fact.drop))
    theirs = games_of(others, ledger)
    met = [game for game in theirs if not ones.isdisjoint((game.white, game.black))]
    rounds = {_round_of(game, ledger) for game in games_of(ones, ledger)} - {None}
    busy = [game for game in theirs if game not in met and _round_of(game, ledger) in rounds]
    remedy = Message("they are two people, or these games need correcting first")
    if met:
        message = Message(
            "%(keep)s and %(drop)s have met in %(met)s: %(remedy)s",
            keep=fact.keep,
            drop=fact.drop,
            met=named([_place_of(game, ledger) for game in met]),
            remedy=remedy,
        )
        yield Complaint("drop", "has-met-himself", message)
    if busy:
        message = Message(
            "%(keep)s and %(drop)s have played in one round, %(busy)s: %(remedy)s",
            keep=fact.keep,
            drop=fact.drop,
            busy=named([_place_of(game, ledger) for game in busy]),
            remedy=remedy,
        )
        yield Complaint("drop", "two-games-in-a-round", message)


def games_of(registrations: set[str], ledger: LedgerState) -> list[GameSubmitted]:
    """Return the effective games of a person, without those of struck tournaments."""
    games = {}
    for name in sorted(registrations):
        for known in ledger.mentions(name):
            fact = known.fact
            if isinstance(fact, GameSubmitted) and name in (fact.white, fact.black):
                state = ledger.tournament(fact.tournament)
                if state is not None and state.fact is not None:
                    games[fact.game] = fact
    return list(games.values())


def days_played(
    fact: TournamentSubmitted, games: Collection[tuple[int | None, date | None]]
) -> set[date]:
    """Return the days on which a player certainly had a game of a tournament.

    They are dated, or the tournament had no rest day.  ``games``: round and day of those played.
    """
    of_round = {each.round: each.day for each in fact.round_days}
    days = {day or of_round.get(number or 0) for number, day in games}
    rounds, first = {number for number, _ in games} - {None}, fact.starts_on
    whole = 0 if first is None else (fact.ended_on - first).days + 1
    if first is not None and None in days and (whole == 1 or len(rounds) >= whole):
        days |= {first + timedelta(days=number) for number in range(whole)}
    return {day for day in days if day is not None}


def two_places(
    ones: Sequence[GameSubmitted], others: Sequence[GameSubmitted], ledger: LedgerState
) -> Iterator[Message]:
    """Yield the tournaments elsewhere in which two persons had games on one day."""
    for (one, days), (other, theirs) in product(_days_of(ones, ledger), _days_of(others, ledger)):
        is_elsewhere = one.place is None or one.place != other.place
        if days & theirs and is_elsewhere and one.tournament != other.tournament:
            yield Message(
                "games in %(one)s and in %(other)s on %(day)s",
                one=one.name,
                other=other.name,
                day=min(days & theirs).isoformat(),
            )


def _days_of(
    games: Sequence[GameSubmitted], ledger: LedgerState
) -> list[tuple[TournamentSubmitted, set[date]]]:
    played = defaultdict[str, set[tuple[int | None, date | None]]](set)
    for game in games:
        if game.played:
            played[game.tournament].add((game.round, game.played_on))
    states = ((ledger.tournament(each), own) for each, own in played.items())
    return [
        (state.fact, days_played(state.fact, own))
        for state, own in states
        if state is not None and state.fact is not None
    ]


def _place_of(game: GameSubmitted, ledger: LedgerState) -> str:
    """Return the tournament of a game by name, and the round."""
    state = ledger.tournament(game.tournament)
    name = game.tournament if state is None or state.fact is None else state.fact.name
    if game.round is None:
        return name
    return Message("round %(round)s of %(tournament)s", round=game.round, tournament=name)


def _round_of(game: GameSubmitted, ledger: LedgerState) -> tuple[str, int] | None:
    """Return the round in which its players have no other game; None if they may have one."""
    state = ledger.tournament(game.tournament)
    if state is None or state.fact is None or state.fact.format in SEVERAL_GAMES_A_ROUND:
        return None
    return None if game.round is None else (game.tournament, game.round)
