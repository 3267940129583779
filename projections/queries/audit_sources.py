"""The events behind an audit: the submissions, their origin and time, and the effective data."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from sqlalchemy import or_

from ledger.events import facts
from ledger.events.messages import Message, marked
from ledger.events.streams import MERGES, player_stream, pool_stream, tournament_stream
from ledger.log.effective_events import EffectiveEvents, SettledEvent, recorded_data
from ledger.log.event_log import Entry
from ledger.log.export import previous_hashes, written
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.statements import among, mentions
from projections.checking.checker import stated
from projections.queries.answer_types import UnratedGame
from projections.queries.answers import Answers, Row
from projections.queries.audit import Audit, plain

KINDS = {
    facts.RulebookAdopted.type: marked("rulebook"),
    facts.TournamentSubmitted.type: marked("tournament"),
    facts.GameSubmitted.type: marked("game"),
    facts.PlayerRegistered.type: marked("registration"),
    facts.MembershipDeclared.type: marked("membership"),
    facts.PlayersMerged.type: marked("merge"),
    facts.DecisionRecorded.type: marked("decision"),
    facts.RatingDecided.type: marked("decided rating"),
    facts.RatingAdopted.type: marked("adopted rating"),
    facts.EvaluationRecorded.type: marked("known evaluation"),
    facts.CorrectionSubmitted.type: marked("correction"),
}
_ORDER = list(KINDS.values())
_NOT_SHOWN = {*facts.PlayerRegistered.personal, "commitment"}


def complete(answers: Answers, audit: Audit) -> Row:
    """Return the audit with its state and the events that it rests on."""
    document = audit.document()
    day = answers.question.as_of.day
    inputs = list(_inputs(answers, audit, document))
    previous = previous_hashes(answers.connection, [each.recorded for each in inputs])
    what_if = answers.question.what_if
    whole = {
        **document,
        "not_counted": [*document["not_counted"], *_struck_games(inputs)],
        "as_of": None if day is None else day.isoformat(),
        "known_at": answers.card_history.position,
        "what_if": {"rulebook": what_if.rulebook, "parameters": plain(what_if.parameters)},
        "inputs": [_input(each, previous[each.recorded.position]) for each in inputs],
    }
    return {**whole, "stated": stated(whole)}


def _struck_games(inputs: Iterable[SettledEvent[Entry]]) -> Iterator[UnratedGame]:
    """Yield his games that were struck, with the reason given."""
    for each in inputs:
        if each.recorded.type == facts.GameSubmitted.type and each.verdict and each.data is None:
            game = recorded_data(each.recorded)["game"]
            why = each.verdict.by.data["reason"]
            yield {"game": game, "reason": Message("struck: %(reason)s", reason=why)}


def _inputs(answers: Answers, audit: Audit, document: Row) -> Iterator[SettledEvent[Entry]]:
    """The events by kind and id, each followed by its corrections."""
    residual = [game for games in document["residual_games"].values() for game in games]
    entries = _recorded(answers, audit, _streams(audit, residual))
    standing = EffectiveEvents(entries)
    matters = _AuditRelevance.of(audit, document, residual, entries)
    shown = [each for each in standing if each.recorded.type in KINDS and matters(each)]
    for each in sorted(shown, key=_by_kind_and_id):
        yield each
        for correction in standing.corrections_of(each.recorded.id):
            yield standing.settled(correction.id)


def _recorded(answers: Answers, audit: Audit, streams: Collection[str]) -> list[Entry]:
    """Return the events of some streams without the games of others, which no audit shows.

    A large tournament has a thousand.  A corrected game may be his only since its correction.
    """
    connection = answers.connection
    found = answers.recorded(streams, NOT_A_GAME)
    corrected = [
        recorded_data(each)["corrects"]
        for each in found
        if each.type == facts.CorrectionSubmitted.type
    ]
    his = [mentions(connection, event.c.payload, id_) for id_ in _ids_of({audit.player}, found)]
    games = or_(among(connection, event.c.id, corrected), *his)
    return [*found, *answers.recorded(streams, ~NOT_A_GAME, games)]


def _by_kind_and_id(event: SettledEvent[Entry]) -> tuple[int, str]:
    return _ORDER.index(KINDS[event.recorded.type]), event.recorded.id


def _streams(audit: Audit, residual: Sequence[Row]) -> set[str]:
    """Return the streams of the events: his own, the tournament's, and those of earlier ones."""
    tournaments = {game["tournament"] for game in residual}
    if audit.tournament is not None:
        tournaments.add(audit.tournament)
    if audit.origin is not None and audit.origin.kind in {"tournament", "summary"}:
        tournaments.add(audit.origin.subject)
    own = {player_stream(audit.player), pool_stream(audit.pool), MERGES}
    return own | set(map(tournament_stream, tournaments))


@attrs.frozen
class _AuditRelevance:
    """True if an event is one of those that an audit rests on.

    ``ids``: those the player has been registered under; ``everybody``: also those of his
    opponents; ``subjects``: the occasion itself, the one before it and the origin of the
    figure before; ``waiting``: residual games.
    """

    ids: Collection[str]
    everybody: Collection[str]
    subjects: Collection[str]
    rulebooks: Collection[str]
    tournament: str | None
    games: Collection[str]
    waiting: Collection[str]
    until: str

    @classmethod
    def of(
        cls, audit: Audit, document: Row, residual: Sequence[Row], entries: Iterable[Entry]
    ) -> "_AuditRelevance":
        done = [each.subject for each in (audit.done, audit.origin) if each is not None]
        before = document["card_before"] or {}
        lent = [game["tournament"] for game in residual]
        opponents = {each["player"] for each in document["opponents"]}
        opponents |= {game["opponent"] for game in residual}
        return cls(
            ids=_ids_of({audit.player}, entries),
            everybody=_ids_of({audit.player} | opponents, entries),
            subjects={*done, *lent, audit.tournament, before.get("last_event")} - {None},
            rulebooks={worked.period.event for worked in audit.worked},
            tournament=audit.tournament,
            games={game.game for game in audit.games},
            waiting={game["game"] for game in residual},
            until=audit.ended_on.isoformat(),
        )

    def __call__(self, event: SettledEvent[Entry]) -> bool:
        """Decide by the event's id and its data, the recorded and the effective ones."""
        recorded = event.recorded
        if event.data is not None and self._is_about(recorded, event.data):
            return True
        return event.verdict is not None and self._is_about(recorded, recorded_data(recorded))

    def _is_about(self, entry: Entry, data: Mapping[str, Any]) -> bool:
        match entry.type:
            case facts.RulebookAdopted.type:
                found = entry.id in self.rulebooks or entry.id in self.subjects
            case facts.TournamentSubmitted.type | facts.EvaluationRecorded.type:
                found = data["tournament"] in self.subjects
            case facts.GameSubmitted.type:
                found = self._is_game_of_player(data)
            case facts.DecisionRecorded.type:
                found = self._decides(data["about"])
            case facts.RatingDecided.type | facts.RatingAdopted.type:
                found = entry.id in self.subjects
            case facts.PlayersMerged.type:
                found = data["keep"] in self.everybody
            case facts.MembershipDeclared.type:
                found = str(data["from_day"]) <= self.until
            case _:
                found = entry.type == facts.PlayerRegistered.type
        return found

    def _is_game_of_player(self, game: Mapping[str, Any]) -> bool:
        here = game["tournament"] == self.tournament
        his = game["white"] in self.ids or game.get("black") in self.ids
        return (here and his) or game["game"] in self.waiting

    def _decides(self, about: Mapping[str, Any]) -> bool:
        return (
            about.get("tournament", self.tournament) == self.tournament
            and ("game" not in about or about["game"] in self.games)
            and ("player" not in about or about["player"] in self.ids)
        )


def _ids_of(players: Collection[str], entries: Iterable[Entry]) -> set[str]:
    """Return the ids that were ever merged into those of some, also by struck merges.

    A struck merge is shown as such, so this is not the current identity of a player, which
    :class:`~ledger.events.merges.Merges` gives.
    """
    merged = [recorded_data(entry) for entry in entries if entry.type == facts.PlayersMerged.type]
    ids = set(players)
    while further := {each["drop"] for each in merged if each["keep"] in ids} - ids:
        ids |= further
    return ids


def _input(event: SettledEvent[Entry], previous: bytes) -> Row:
    """Return an event, with all that its hash is made of.

    ``recorded`` are the data as recorded if they differ from those shown: corrected data, and
    for a registration the commitment to the personal ones.
    """
    entry = event.recorded
    data = None if event.data is None else _public(entry.type, event.data)
    recorded = json.loads(entry.payload)
    return {
        "what": KINDS[entry.type],
        "id": entry.id,
        "event": entry.type,
        "schema": entry.schema,
        "position": entry.position,
        "previous_hash": previous.hex(),
        "hash": entry.chain_hash.hex(),
        "recorded_at": written(entry.recorded),
        "recorded_by": entry.recorded_by,
        "source": entry.source,
        "corrected_by": event.corrected_by,
        "data": data,
        **({} if data == recorded else {"recorded": recorded}),
    }


def _public(type_: str, data: Mapping[str, Any]) -> Row:
    """The data of an event without personal ones; for a correction its target and reason."""
    if "corrects" in data:
        struck = data["replacement"] is None
        return {"corrects": data["corrects"], "reason": data["reason"], "struck": struck}
    hidden = _NOT_SHOWN if type_ == facts.PlayerRegistered.type else ()
    return {key: value for key, value in data.items() if key not in hidden}
