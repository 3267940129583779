"""Personal data that may be shown: name, club and year of birth."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from sys import intern
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from ledger.events.codec import CURRENT_SCHEMA
from ledger.events.facts import (
    CorrectionSubmitted,
    MembershipDeclared,
    PlayerForgotten,
    PlayerRegistered,
    PlayerWithheld,
)
from ledger.events.problems import refusal
from ledger.events.streams import player_stream
from ledger.importing.matching.evidence import Evidence
from ledger.importing.matching.names import fold, folded
from ledger.importing.matching.register import read_register
from ledger.log.effective_events import read_streams
from ledger.log.personal_data import commitment
from ledger.log.schema import event, person
from ledger.log.statements import among, plain_rows
from ledger.validation.ledger_state import LedgerState
from ledger.validation.merge_checks import games_of, two_places
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.names import names_of, personal_data_shown
from projections.engine.read_model.generations import pools
from projections.queries import answer_types as shapes
from projections.queries.answers import Answers, Question
from projections.queries.arguments import one_of
from projections.queries.list_filter import SEXES, ListFilter, Person
from projections.queries.listings import tournament_names
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.tournament import Player

# --- public data of registered players, to tell if they are the ones meant -----------------------


def known_players(
    connection: Connection, players: Collection[str], pool_names: Sequence[str], today: date
) -> list[shapes.KnownPlayerRow]:
    """Return some players by their ids, each with his figures in some pools."""
    if not players:
        return []
    names = names_of(connection, players, EVERYTHING, today)
    registered = _registrations_of(connection, players)
    clubs = _clubs(connection, registered, today)
    held, last = _held(connection, players, set(pool_names) & set(pools(connection)), today)
    return [
        {
            "player": player,
            "name": names.get(player),
            "birth_year": registered[player].get("birth_year"),
            "club": clubs[player],
            "figures": held[player],
            "last_tournament": last.get(player),
        }
        for player in sorted(registered)
    ]


def described(rows: Sequence[shapes.KnownPlayerRow | shapes.PersonConcerned]) -> dict[str, str]:
    """Return each player's name with his id, and with year and club if another has the name."""
    names = Counter(fold(row["name"] or "") for row in rows)
    about = {
        row["player"]: [row["player"], row["birth_year"] or "?", row["club"] or "?"]
        if names[fold(row["name"] or "")] > 1
        else [row["player"]]
        for row in rows
    }
    return {
        row["player"]: f"{row['name']} ({', '.join(map(str, about[row['player']]))})"
        for row in rows
        if row["name"]
    }


def persons_concerned(
    connection: Connection, players: Sequence[str], today: date
) -> shapes.PersonsConcerned:
    """Return players with their numbers of games and the evidence against a merge."""
    ledger = LedgerState(connection)
    kept = list(dict.fromkeys(map(ledger.one_person, players)))
    rows = {row["player"]: row for row in known_players(connection, kept, (), today)}
    known = read_register(connection).persons(kept)
    found = [each for player in kept if (each := known.get(player)) is not None]
    games = {it: games_of(set(ledger.registrations_of(it)), ledger) for it in kept}
    return {
        "persons": [
            {
                "player": player,
                "name": row["name"],
                "birth_year": row["birth_year"],
                "club": row["club"],
                "games": len(games[player]),
            }
            for player in kept
            if (row := rows.get(player)) is not None
        ],
        "contradictions": [
            message
            for one, other in pairwise(found)
            for message in (
                *Evidence(one, other).against(),
                *two_places(games[one.player], games[other.player], ledger),
            )
        ],
    }


def _registrations_of(
    connection: Connection, players: Collection[str]
) -> dict[str, Mapping[str, Any]]:
    streams = [player_stream(player) for player in players]
    standing = read_streams(connection, streams, [PlayerRegistered.type])
    return {data["player"]: data for _, data in standing.data()}


def _clubs(
    connection: Connection, registered: Mapping[str, Mapping[str, Any]], today: date
) -> dict[str, str | None]:
    """Return the club of each registered player today, whatever registrations were merged."""
    several = LedgerState(connection).registrations_of
    keeps = {each: player for player in registered for each in several(player)}
    clubs = {player: (date.min, data.get("club")) for player, data in registered.items()}
    streams = [player_stream(each) for each in keeps]
    for _, data in read_streams(connection, streams, [MembershipDeclared.type]).data():
        player, day = keeps[data["player"]], date.fromisoformat(str(data["from_day"]))
        if clubs[player][0] <= day <= today:
            clubs[player] = day, data.get("club")
    return {player: club for player, (_, club) in clubs.items()}


def _held(
    connection: Connection, players: Collection[str], pool_names: Collection[str], today: date
) -> tuple[dict[str, list[shapes.PoolRating]], dict[str, str]]:
    """Return each player's figures in some pools, and the names of the tournaments behind them."""
    held: dict[str, list[shapes.PoolRating]] = {player: [] for player in players}
    last: dict[str, str] = {}
    for pool in sorted(pool_names):
        answers = Answers(connection, Question(pool, today))
        standings = answers.standings(sorted(players))
        given = {player: each.last_event for player, each in standings.items() if each.last_event}
        names = tournament_names(answers, set(given.values()))
        last |= {player: names[event] for player, event in given.items() if event in names}
        for player, standing in standings.items():
            if standing.status != "unrated":
                held[player].append(_rating(pool, standing))
    return held, last


def _rating(pool: str, standing: RatingStatus) -> shapes.PoolRating:
    return {
        "pool": pool,
        "figure": standing.figure,
        "card": None if standing.card is None else dict(standing.card),
        "status": standing.status,
    }


def people(
    answers: Answers,
    players: Collection[str],
    names: Mapping[str, str] | None = None,
    day: date | None = None,
) -> Mapping[str, shapes.PersonRow]:
    """Return some players by id; only the id if the name is withheld.

    A player registered twice has the id that is kept.  ``names``: those that may be shown of
    all these players, if they are known already; ``day``: another day of the clubs than that of
    the answers.
    """
    history = answers.register(players)
    kept = {player: history.one_person(player) for player in players}
    if names is None:
        names = answers.names(set(kept.values()))
    day = day or answers.day
    return {player: _person(history.players, id_, names, day) for player, id_ in kept.items()}


def born_of_namesakes(answers: Answers, names: Mapping[str, str | None]) -> Mapping[str, int]:
    """The birth years, if known, of those players whose name others of them have, too."""
    bearers = Counter(filter(None, names.values()))
    doubled = [player for player, name in names.items() if bearers[name or ""] > 1]
    born = {player: it["birth_year"] for player, it in people(answers, doubled).items()}
    return {player: year for player, year in born.items() if year}


def name_and_figure(answers: Answers, player: str) -> Mapping[str, Any]:
    """Return a player's name, if it is shown, and the value of his last card, without its history.

    Raises :class:`~ledger.events.problems.Refused` if the id is not registered.
    """
    kept = answers.registered(player)
    worth, _ = answers.row_of_last_card(kept)
    return {"name": answers.names([kept]).get(kept), **worth}


def _person(
    registered: Mapping[str, Player], player: str, names: Mapping[str, str], day: date
) -> shapes.PersonRow:
    found = registered.get(player) if player in names else None
    return {
        "player": player,
        "name": names.get(player),
        "club": None if found is None else found.club_on(day),
        "birth_year": None if found is None else found.birth_year,
        "federation": None if found is None else found.federation,
    }


# --- filtering a list ----------------------------------------------------------------------------


def narrowed(
    answers: Answers, rows: Sequence[shapes.RatingRow], wanted: ListFilter
) -> Sequence[shapes.RatingRow]:
    """Return the rows of a list that match, in its order.

    Raises ValueError for a sex that is not one of :data:`SEXES`, and for an unknown age group.
    """
    if not wanted:
        return rows
    if wanted.sex:
        one_of(wanted.sex, SEXES, "sex")
    wanted = wanted.in_year(answers.day.year)
    names = {row["player"]: row["name"] for row in rows if row["name"] is not None}
    sexes = sexes_of(answers, names) if wanted.sex else {}
    known = persons_in(answers, [row["player"] for row in rows], names, sexes)
    found = [row for row in rows if wanted.matches(known[row["player"]])]
    return found[: wanted.top]


def persons_in(
    answers: Answers,
    players: Collection[str],
    names: Mapping[str, str],
    sexes: Mapping[str, str | None],
) -> dict[str, Person]:
    """The players of a list by what it is filtered by; ``names``: those that may be shown."""
    known = people(answers, players, names)
    return {
        player: Person(
            player,
            row["name"],
            folded(row["name"] or ""),
            row["club"],
            row["birth_year"],
            row["federation"],
            sexes.get(player),
        )
        for player, row in known.items()
    }


class _Public(msgspec.Struct, frozen=True, gc=False):
    """The data of a registration in the log by which lists are filtered."""

    player: str
    commitment: str
    birth_year: int | None = None
    club: str | None = None
    federation: str | None = None


class _Personal(msgspec.Struct, frozen=True, gc=False):
    """The personal data of a registration by which lists are filtered."""

    name: str
    sex: str | None = None


_public, _personal = msgspec.json.Decoder(_Public).decode, msgspec.json.Decoder(_Personal).decode
_CHANGES = (CorrectionSubmitted, PlayerWithheld, PlayerForgotten, MembershipDeclared)


def unchanged_persons(answers: Answers, players: Collection[str]) -> dict[str, Person]:
    """The same of those players whom nothing but their registration concerns: almost all.

    Who is not found, because data are missing or damaged too, is left to the other way.
    """
    later = event.alias()
    changes = [each.type for each in _CHANGES]
    changed = select(later.c.position).where(
        later.c.stream == event.c.stream, later.c.type.in_(changes)
    )
    query = (
        select(person.c.player, person.c.salt, person.c.data, event.c.payload)
        .join(event, event.c.position == person.c.position)
        .where(
            among(answers.connection, person.c.player, players),
            event.c.type == PlayerRegistered.type,
            event.c.schema == CURRENT_SCHEMA[PlayerRegistered.type],
            ~changed.exists(),
        )
    )
    register, found = answers.register(()), dict[str, Person]()
    for player, salt, text, payload in plain_rows(answers.connection.execute(query)):
        with suppress(ValueError, TypeError):
            public, own = _public(payload), _personal(text)
            promised = public.player, public.commitment
            is_own = promised == (player, commitment(salt, text))
            if is_own and register.registrations_of(player) == [player]:
                found[player] = Person(
                    intern(player),
                    intern(own.name),
                    intern(folded(own.name)),
                    public.club and intern(public.club),
                    public.birth_year,
                    public.federation and intern(public.federation),
                    own.sex and intern(own.sex),
                )
    return found


def sexes_of(answers: Answers, players: Mapping[str, Any]) -> Mapping[str, str | None]:
    """The sex of those players whose personal data may be shown, if it is known."""
    return {player: data.get("sex") for player, data in personal_data(answers, players).items()}


def titles_of(answers: Answers, players: Collection[str]) -> Mapping[str, str]:
    """The titles, as FM, of those players who have one and whose personal data may be shown."""
    data = personal_data(answers, players)
    return {player: title for player, own in data.items() if (title := own.get("title"))}


def personal_data(answers: Answers, players: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
    """The personal data, with the name, of those players whose names may be shown."""
    question = answers.question
    return personal_data_shown(answers.connection, players, question.as_of, question.today)


# --- a player's register entry, and ratings in every pool ----------------------------------------


def register_entry(connection: Connection, player: str, today: date) -> shapes.RegisterEntry:
    """Return a player's current entry in the register.

    Raises :class:`~ledger.events.problems.Refused` if the id is not registered.
    """
    ledger = LedgerState(connection)
    kept = ledger.one_person(player)
    registered = _registrations_of(connection, [kept]).get(kept)
    if registered is None:
        raise refusal("unknown-player", f"there is no player {player!r}", "player")
    personal = personal_data_shown(connection, [kept], EVERYTHING, today).get(kept, {})
    others = [each for each in ledger.registrations_of(kept) if each != kept]
    return {
        "player": kept,
        "name": personal.get("name"),
        "birth_year": registered.get("birth_year"),
        "birth_date": personal.get("birth_date"),
        "sex": personal.get("sex"),
        "title": personal.get("title"),
        "federation": registered.get("federation"),
        "club": _clubs(connection, {kept: registered}, today)[kept],
        "ids": personal.get("ids"),
        "forgotten": ledger.forgotten(kept),
        "registrations": [kept, *others],
        "figures": list(_figures(connection, kept, today)),
    }


def _figures(connection: Connection, player: str, today: date) -> Iterator[shapes.PoolRating]:
    for pool in pools(connection):
        standing = Answers(connection, Question(pool, today)).standings([player]).get(player)
        if standing is not None and standing.status != "unrated":
            yield _rating(pool, standing)
