"""The things that events are about, in plain words: games, tournaments, ratings."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection

from ledger.admission.ledger_state import LedgerState
from ledger.events.facts import (
    DecisionRecorded,
    EvaluationRecorded,
    GameSubmitted,
    MembershipDeclared,
    PlayerRegistered,
    PlayersMerged,
    RatingAdopted,
    RatingDecided,
    RulebookAdopted,
    TournamentSubmitted,
)
from ledger.events.streams import tournament_stream
from ledger.log.standing_events import read_streams
from projections.presentation import shown, spelt
from projections.queries.answers import Answers

Data = Mapping[str, Any]


class Labels:
    """The names of players and the titles of tournaments, as an answer shows them."""

    def __init__(self, connection: Connection, answers: Answers) -> None:
        self._connection = connection
        self._answers = answers
        self._ledger = LedgerState(connection)
        self._names: dict[str, str | None] = {}
        self._titles: dict[str, str] = {}

    def learn(self, players: Iterable[str]) -> None:
        """Look the names of several players up together."""
        new = [player for player in players if player not in self._names]
        if not new:
            return
        kept = {player: self._ledger.one_person(player) for player in new}
        names = self._answers.names(set(kept.values()))
        self._names |= {player: names.get(kept[player]) for player in new}

    def known(self, player: str) -> str | None:
        """A player's name, None where it is not to be shown."""
        self.learn([player])
        return self._names[player]

    def name(self, player: str) -> str:
        """A player's name as people read it."""
        return shown(self.known(player))

    def learn_titles(self, tournaments: Iterable[str]) -> None:
        """Look the titles of several tournaments up together."""
        new = [each for each in tournaments if each not in self._titles]
        if not new:
            return
        streams = map(tournament_stream, new)
        standing = read_streams(self._connection, streams, [TournamentSubmitted.type])
        names = {known.fact.tournament: known.fact.name for known in standing.facts()}
        self._titles |= {tournament: names.get(tournament, tournament) for tournament in new}

    def title(self, tournament: str) -> str:
        """A tournament's name; its id where it does not stand."""
        self.learn_titles([tournament])
        return self._titles[tournament]

    def card(self, card: Data, about: Data) -> str:
        """A decided card as the rulebook of its pool and day writes it."""
        own = about["pool"] == self._answers.question.pool
        day = date.fromisoformat(str(about["from_day"]))
        return spelt(card, self._answers.rulebook_on(day) if own else None)

    def thing(self, type_: str, data: Data) -> str:
        """What an event of a type is about."""
        return _THINGS[type_](self, data) if type_ in _THINGS else f"an event {type_}"


def _game(labels: Labels, data: Data) -> str:
    black = "a bye" if data.get("black") is None else labels.name(data["black"])
    round_ = "" if data.get("round") is None else f"round {data['round']}, "
    pair = f"{labels.name(data['white'])} – {black}"
    return f"the result of {round_}{pair} in {labels.title(data['tournament'])}"


def _merge(labels: Labels, data: Data) -> str:
    kept = f"{labels.name(data['keep'])} ({data['keep']})"
    return f"that {data['drop']} is the same person as {kept}"


def _decided(labels: Labels, data: Data) -> str:
    card = labels.card(data["card"], data)
    return f"the rating {card} of {labels.name(data['player'])} from {data['from_day']}"


def _adopted(labels: Labels, data: Data) -> str:
    figure = f"{data['system']} {data['figure']}"
    return f"the rating {figure} of {labels.name(data['player'])}, list of {data['list_date']}"


_THINGS: Mapping[str, Callable[[Labels, Data], str]] = {
    GameSubmitted.type: _game,
    TournamentSubmitted.type: lambda _, data: f"{data['name']} (ended {data['ended_on']})",
    PlayersMerged.type: _merge,
    RatingDecided.type: _decided,
    RatingAdopted.type: _adopted,
    PlayerRegistered.type: lambda labels, data: (
        f"the registration of {labels.name(data['player'])}"
    ),
    MembershipDeclared.type: lambda labels, data: (
        f"the membership of {labels.name(data['player'])} from {data['from_day']}"
    ),
    RulebookAdopted.type: lambda _, data: f"{data['rulebook']} from {data['from_day']}",
    DecisionRecorded.type: lambda _, data: f"the decision under {data['rule']}",
    EvaluationRecorded.type: lambda labels, data: (
        f"the evaluation of {labels.name(data['player'])} in {data['tournament']}"
    ),
}
