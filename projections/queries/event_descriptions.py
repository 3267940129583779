"""Events in words: the game of a round, somebody's registration, the correction of either.

Pages, commands and lists of corrections show these in place of ids.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs
from sqlalchemy import Connection, select

from ledger.events import facts
from ledger.events.messages import Message, joined, marked
from ledger.events.streams import game_subject, tournament_stream
from ledger.events.wording import result
from ledger.log.effective_events import COLUMNS, Recorded, read_streams
from ledger.log.schema import event
from ledger.log.statements import among
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.names import names_of
from projections.queries.labels import Labels
from projections.queries.presentation import format_card, rulebook_name

Data = Mapping[str, Any]


@attrs.frozen
class Described:
    """An event as far as its description needs it."""

    type: str
    data: Data


def labels(
    connection: Connection,
    players: Collection[str],
    tournaments: Collection[str],
    today: date,
    games: Collection[str] = (),
) -> Labels:
    """Return the names of players and tournaments as they may be shown today, and games."""
    streams = map(tournament_stream, tournaments)
    standing = read_streams(connection, streams, [facts.TournamentSubmitted.type])
    titles = {data["tournament"]: data["name"] for _, data in standing.data()}
    names = names_of(connection, players, EVERYTHING, today) if players else {}
    return Labels(names, titles, _games(connection, games, today) if games else {})


def _games(connection: Connection, ids: Collection[str], today: date) -> dict[str, str]:
    subjects = map(game_subject, ids)
    rows = connection.execute(select(*COLUMNS).where(among(connection, event.c.subject, subjects)))
    recorded = map(Recorded._make, rows)
    entries: list[dict[str, Any]] = [{"type": it.type, "data": it.data} for it in recorded]
    found = descriptions(connection, entries, today)
    return {each["data"]["game"]: said for each, said in zip(entries, found, strict=True)}


def descriptions(
    connection: Connection, entries: Sequence[Mapping[str, Any]], today: date
) -> list[Message]:
    """Return what each of some entries of the log is about, in their order."""
    own = [Described(entry["type"], entry["data"]) for entry in entries]
    corrected = _corrected(connection, own)
    about = [*own, *corrected.values()]
    players = {id_ for each in about for id_ in _players_in(each.data)}
    tournaments = {id_ for each in about for id_ in _tournaments_in(each.data)}
    named = labels(connection, players, tournaments, today)
    hidden = {
        id_: Message("a player whose name is withheld (%(player)s)", player=id_) for id_ in players
    }
    named = attrs.evolve(named, players={**hidden, **named.players})
    return [_described(each, named, corrected) for each in own]


def _corrected(connection: Connection, events: Iterable[Described]) -> dict[str, Described]:
    """The events that corrections among some correct, and those that these correct, by id."""
    found: dict[str, Described] = {}
    wanted = set(_corrects(events))
    while wanted:
        rows = connection.execute(select(*COLUMNS).where(among(connection, event.c.id, wanted)))
        read = {each.id: Described(each.type, each.data) for each in (Recorded(*r) for r in rows)}
        found |= read
        wanted = set(_corrects(read.values())) - found.keys()
    return found


def _corrects(events: Iterable[Described]) -> Iterator[str]:
    return (
        each.data["corrects"] for each in events if each.type == facts.CorrectionSubmitted.type
    )


def _players_in(data: Data) -> Iterator[str]:
    about = data.get("about") or {}
    given = (data.get(name) for name in ("player", "white", "black", "keep", "drop"))
    yield from (each for each in (*given, about.get("player")) if isinstance(each, str))


def _tournaments_in(data: Data) -> Iterator[str]:
    about = data.get("about") or {}
    given = data.get("tournament"), about.get("tournament")
    yield from (each for each in given if isinstance(each, str))


def _described(own: Described, named: Labels, corrected: Mapping[str, Described]) -> Message:
    if own.type != facts.CorrectionSubmitted.type:
        return _in_words(own.type, own.data, named)
    of = corrected.get(own.data["corrects"])
    about = Message("an event") if of is None else _described(of, named, corrected)
    replacement = own.data.get("replacement")  # an audit shows only whether there is one
    if own.data.get("struck", replacement is None):
        return Message("Struck: %(event)s", event=about)
    if replacement and of is not None and of.type == facts.GameSubmitted.type:
        points = result(replacement)
        if points != result(of.data):
            return Message("Correction: %(event)s → %(points)s", event=about, points=points)
    return Message("Correction: %(event)s", event=about)


def _game(data: Data, named: Labels) -> Message:
    values = {"points": result(data), "tournament": named.tournament(data["tournament"])}
    if data.get("black") is None:
        values |= {"player": named.player(data["white"]), "round": data.get("round") or "?"}
        return Message("Round %(round)s, %(player)s without opponent (%(tournament)s)", **values)
    values["white"], values["black"] = named.pair(data["white"], data["black"])
    if data.get("round") is None:
        return Message("%(white)s – %(black)s, %(points)s (%(tournament)s)", **values)
    values["round"] = data["round"]
    return Message("Round %(round)s, %(white)s – %(black)s, %(points)s (%(tournament)s)", **values)


def _membership(data: Data, named: Labels) -> Message:
    values = {"player": named.player(data["player"]), "day": day_in(data, "from_day")}
    if data.get("club") is None:  # the log leaves out what is not known
        return Message("%(player)s without a club from %(day)s on", **values)
    return Message("%(player)s in %(club)s from %(day)s on", club=data["club"], **values)


def _decision(data: Data, named: Labels) -> Message:
    about = data["about"]
    subjects = [named.tournament(about["tournament"])] if "tournament" in about else []
    subjects += [named.player(about["player"])] if "player" in about else []
    subjects += [str(about[name]) for name in ("club", "game", "season") if name in about]
    values = {"rule": data["rule"], "about": joined(", ", subjects) or data["pool"]}
    return Message("Decision by %(rule)s: %(about)s", **values)


_SPECIAL: Mapping[str, Callable[[Data, Labels], Message]] = {
    facts.GameSubmitted.type: _game,
    facts.MembershipDeclared.type: _membership,
    facts.DecisionRecorded.type: _decision,
}
_SENTENCES: Mapping[str, tuple[str, str]] = {
    facts.PlayerRegistered.type: (marked("Registration of %(player)s"), ""),
    facts.TournamentSubmitted.type: (
        marked("Tournament %(tournament)s, ended %(day)s"),
        "ended_on",
    ),
    facts.RulebookAdopted.type: (
        marked("%(pool)s follows %(rulebook)s from %(day)s on"),
        "from_day",
    ),
    facts.PlayersMerged.type: (
        marked("Merge of two registrations: %(drop)s is %(keep)s"),
        "",
    ),
    facts.PlayerForgotten.type: (marked("Personal data of the player %(player)s erased"), ""),
    facts.PlayerWithheld.type: (
        marked("Name of the player %(player)s withheld from %(day)s on"),
        "from_day",
    ),
    facts.RatingDecided.type: (
        marked("Rating of %(player)s decided: %(figure)s from %(day)s on"),
        "from_day",
    ),
    facts.RatingAdopted.type: (
        marked("Rating of %(player)s adopted: %(system)s %(figure)s of %(day)s"),
        "list_date",
    ),
    facts.EvaluationRecorded.type: (
        marked("Known evaluation of %(player)s, ended %(day)s"),
        "ended_on",
    ),
    facts.ListPublished.type: (marked("List of %(pool)s of %(day)s published"), "day"),
}
"""The description by the type of an event, and the field of its day."""
_WITHOUT_NAME = {facts.PlayerForgotten.type, facts.PlayerWithheld.type}
_PLACE = re.compile(r"%\((\w+)\)s")


def _in_words(type_: str, data: Data, named: Labels) -> Message:
    if type_ in _SPECIAL:
        return _SPECIAL[type_](data, named)
    template, day = _SENTENCES[type_]

    def value(name: str) -> Any:
        if name == "day":
            return day_in(data, day)
        if name in {"player", "keep", "drop"} and type_ not in _WITHOUT_NAME:
            return named.player(data[name])
        if name == "tournament":
            return named.tournaments.get(data[name], data["name"])
        if name == "rulebook":
            return rulebook_name(data[name])
        return format_card(data["card"]) if name == "figure" and "card" in data else data[name]

    return Message.of(template, {name: value(name) for name in _PLACE.findall(template)})


def day_in(data: Data, field: str) -> date:
    """Return the day in a field of an event."""
    return date.fromisoformat(str(data[field]))
