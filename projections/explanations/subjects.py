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
from ledger.events.sentences import sentence
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
        if type_ in _THINGS:
            return _THINGS[type_](self, data)
        return sentence("an event %(type)s", type=type_)


def _game(labels: Labels, data: Data) -> str:
    said = {
        "white": labels.name(data["white"]),
        "black": sentence("a bye") if data.get("black") is None else labels.name(data["black"]),
        "tournament": labels.title(data["tournament"]),
    }
    if data.get("round") is None:
        return sentence("the result of %(white)s – %(black)s in %(tournament)s", **said)
    return sentence(
        "the result of round %(round)s, %(white)s – %(black)s in %(tournament)s",
        round=data["round"],
        **said,
    )


def _merge(labels: Labels, data: Data) -> str:
    return sentence(
        "that %(drop)s is the same person as %(name)s (%(keep)s)",
        drop=data["drop"],
        name=labels.name(data["keep"]),
        keep=data["keep"],
    )


def _decided(labels: Labels, data: Data) -> str:
    return sentence(
        "the rating %(figure)s of %(name)s from %(day)s",
        figure=labels.card(data["card"], data),
        name=labels.name(data["player"]),
        day=_day(data, "from_day"),
    )


def _adopted(labels: Labels, data: Data) -> str:
    return sentence(
        "the rating %(figure)s of %(name)s, list of %(day)s",
        figure=f"{data['system']} {data['figure']}",
        name=labels.name(data["player"]),
        day=_day(data, "list_date"),
    )


def _tournament(_: Labels, data: Data) -> str:
    return sentence("%(title)s (ended %(day)s)", title=data["name"], day=_day(data, "ended_on"))


def _registration(labels: Labels, data: Data) -> str:
    return sentence("the registration of %(name)s", name=labels.name(data["player"]))


def _membership(labels: Labels, data: Data) -> str:
    name = labels.name(data["player"])
    return sentence(
        "the membership of %(name)s from %(day)s", name=name, day=_day(data, "from_day")
    )


def _rulebook(_: Labels, data: Data) -> str:
    return sentence(
        "%(rulebook)s from %(day)s", rulebook=data["rulebook"], day=_day(data, "from_day")
    )


def _decision(_: Labels, data: Data) -> str:
    return sentence("the decision under %(rule)s", rule=data["rule"])


def _evaluation(labels: Labels, data: Data) -> str:
    return sentence(
        "the evaluation of %(name)s in %(tournament)s",
        name=labels.name(data["player"]),
        tournament=data["tournament"],
    )


def _day(data: Data, field: str) -> date:
    return date.fromisoformat(str(data[field]))


_THINGS: Mapping[str, Callable[[Labels, Data], str]] = {
    GameSubmitted.type: _game,
    TournamentSubmitted.type: _tournament,
    PlayersMerged.type: _merge,
    RatingDecided.type: _decided,
    RatingAdopted.type: _adopted,
    PlayerRegistered.type: _registration,
    MembershipDeclared.type: _membership,
    RulebookAdopted.type: _rulebook,
    DecisionRecorded.type: _decision,
    EvaluationRecorded.type: _evaluation,
}
