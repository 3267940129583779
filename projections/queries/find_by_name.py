"""Look-up of players and tournaments by name, wherever an id is expected.

An id is taken as it is, and a number in a register.  Else a name answers where it can mean one
only: the whole name first, in whatever order and spelling of its words, then whole words of it.
Otherwise the candidates are listed with their ids.  Names that are not shown find nobody
(decision 0058).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from sqlalchemy import Connection, select

from ledger.events.codec import data_of
from ledger.events.facts import CorrectionSubmitted, EvaluationRecorded
from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from ledger.events.streams import game_subject, player_stream, tournament_stream
from ledger.importing.matching.names import BEGINNING, WHOLE, TypedName, folded
from ledger.log.effective_events import COLUMNS, Recorded
from ledger.log.event_log import head_of
from ledger.log.schema import event
from ledger.validation.ledger_state import LedgerState
from projections.engine.history.as_of import EVERYTHING
from projections.queries.answer_types import EffectiveEvent, GameRow
from projections.queries.listings import games_of
from projections.queries.search_index import SearchClocks, SearchIndex
from projections.queries.word_index import WordIndex

MOST_LISTED = 10
About = Callable[[Collection[str]], dict[str, str]]
"""Describes players by their ids, namesakes in more detail."""


def find_player(
    connection: Connection, index: SearchIndex, text: str, today: date, *, whole: bool = False
) -> str:
    """Return the id of a player by id, number or name; ``whole``: not by a part of the name.

    Raises :class:`~ledger.events.problems.Refused` if none fits, or several do.
    """
    if LedgerState(connection).player(text) is not None:
        return text
    called = _players_called(connection, index, text, today)
    numbered = index.numbered(text)
    if len(numbered) == 1 and numbered[0] in called:
        return numbered[0]
    about = partial(_namesakes, connection, today)
    return only_match(text, called, "player", whole=whole, about=about)


def _namesakes(connection: Connection, today: date, players: Collection[str]) -> dict[str, str]:
    from projections.queries.people import (  # noqa: PLC0415 - an id has no namesakes
        described,
        known_players,
    )

    return described(known_players(connection, players, (), today))


def find_tournament(
    connection: Connection, index: SearchIndex, text: str, today: date, *, whole: bool = False
) -> str:
    """Return the id of a tournament by id or name; ``whole``: not by a part of the name.

    Raises :class:`~ledger.events.problems.Refused` if none fits, or several do.
    """
    if _is_tournament(connection, text):
        return text
    called = _tournaments_called(connection, index, text, today)
    return only_match(text, called, "tournament", whole=whole)


def _is_tournament(connection: Connection, id_: str) -> bool:
    """Return True if a tournament was ever submitted, or recorded by its summary, under an id."""
    submitted = select(event.c.position).where(event.c.subject == tournament_stream(id_))
    if connection.execute(submitted).first() is not None:
        return True
    summaries = select(*COLUMNS).where(event.c.type == EvaluationRecorded.type)
    recorded = (Recorded(*row) for row in connection.execute(summaries))
    return any(each.data["tournament"] == id_ for each in recorded)


def find_subject(connection: Connection, index: SearchIndex, text: str, today: date) -> str:
    """Return the subject of a correction: an event, game, tournament or player by id.

    Else a tournament or player is found by the whole name; a name that nobody may have is
    returned unchanged.

    Raises :class:`~ledger.events.problems.Refused` with the candidates for a part of a name, or
    if several have it.
    """
    ledger = LedgerState(connection)
    subjects = [game_subject(text), tournament_stream(text), player_stream(text)]
    known = select(event.c.position).where(event.c.subject.in_(subjects))
    if ledger.event(text) is not None or connection.execute(known).first() is not None:
        return text
    tournaments = _tournaments_called(connection, index, text, today)
    players = _players_called(connection, index, text, today)
    typed, about = TypedName(text), partial(_namesakes, connection, today)
    both = {**tournaments, **players}
    exact = {id_: name for id_, name in both.items() if typed.is_whole(name)}
    if len(exact) == 1:
        return next(iter(exact))
    if exact:
        raise _several(text, exact, "event", "several-subjects", about)
    fitting = {id_: name for id_, name in both.items() if typed.fits(name)}
    if fitting:
        raise _several(text, fitting, "event", "unknown-event")
    return text


def named(connection: Connection, index: SearchIndex, text: str, today: date) -> list[str]:
    """Return the ids of the players and tournaments that a text may name."""
    return [
        *_players_called(connection, index, text, today),
        *_tournaments_called(connection, index, text, today),
    ]


def _players_called(
    connection: Connection, index: SearchIndex, text: str, today: date
) -> dict[str, str]:
    """Return the display names of the players that match a text, by id."""
    found = index.players(connection, text, _now(connection, today)) if text.strip() else ()
    return {it.player: it.name for it in found if it.name is not None}


def _tournaments_called(
    connection: Connection, index: SearchIndex, text: str, today: date
) -> dict[str, str]:
    """Return the names of the tournaments that match a text, by id."""
    found = index.tournaments(connection, text, _now(connection, today)) if text.strip() else ()
    return {it.tournament: it.name for it in found}


def _now(connection: Connection, today: date) -> SearchClocks:
    return SearchClocks(head_of(connection).size, EVERYTHING, today)


def meant(text: str, names: Mapping[str, str], *, whole: bool = False) -> str | None:
    """Return the only one whom a text can mean, out of names by id; None: it has to be asked.

    The whole name of one, else (unless ``whole``) all words of it, if it is not the beginning of
    somebody else's: ``Schmid`` may be the beginning of ``Schmidt``.
    """
    typed = TypedName(text)
    exact = [id_ for id_, name in names.items() if typed.is_whole(name)]
    if exact or whole:
        return exact[0] if len(exact) == 1 else None
    fits = {id_: typed.fit(name) for id_, name in names.items()}
    found = [id_ for id_, fit in fits.items() if fit == WHOLE]
    return found[0] if len(found) == 1 and BEGINNING not in fits.values() else None


def only_match(
    text: str,
    names: Mapping[str, str],
    what: str,
    *,
    whole: bool = False,
    about: About = lambda _: {},
) -> str:
    """Return the only match for a text among names by id; ``what`` names the kind in refusals.

    Raises :class:`~ledger.events.problems.Refused` with those it may mean.
    """
    if (found := meant(text, names, whole=whole)) is not None:
        return found
    if not names:
        raise refusal(f"unknown-{what}", _none(text, what), what)
    typed = TypedName(text)
    exact = {id_: name for id_, name in names.items() if typed.is_whole(name)}
    fitting = {id_: name for id_, name in names.items() if typed.fits(name)}
    if fitting:
        raise _several(text, exact or fitting, what, about=about)
    raise _similar(text, names, what, about)


def _none(text: str, what: str) -> str:
    if what == "player":
        return Message("there is no player %(text)s", text=repr(text))
    return Message("there is no tournament %(text)s", text=repr(text))


def _similar(text: str, names: Mapping[str, str], what: str, about: About) -> Refused:
    message = Message(
        "%(none)s: if %(fitting)s is meant, give the id",
        {"none": _none(text, what), "fitting": _listed(names, about, " / ")},
    )
    return refusal(f"which-{what}", message, what)


def _several(
    text: str, names: Mapping[str, str], what: str, code: str = "", about: About = lambda _: {}
) -> Refused:
    values = {"text": repr(text), "fitting": _listed(names, about)}
    more = len(names) - MOST_LISTED
    if len(names) == 1:
        message = Message(
            "%(text)s is only a part of the name %(fitting)s: give the id, or the whole name",
            **values,
        )
    elif more <= 0:
        message = Message("%(text)s may be %(fitting)s: give the id", **values)
    else:
        message = Message(
            "%(text)s may be %(fitting)s; and %(more)s more: give the id", more=more, **values
        )
    return refusal(code or f"which-{what}", message, what)


def _listed(names: Mapping[str, str], about: About, between: str = "; ") -> str:
    listed = sorted(names, key=lambda id_: (folded(names[id_]), id_))[:MOST_LISTED]
    texts = {id_: f"{names[id_]} ({id_})" for id_ in listed} | about(listed)
    return between.join(texts[id_] for id_ in listed)


# --- finding a game by its tournament, round and White, or by White and Black --------------------


def find_game(
    connection: Connection,
    index: SearchIndex,
    words: Sequence[str],
    today: date,
    *,
    either_colour: bool,
) -> str:
    """The id of the game named by tournament, round and White, or tournament, White and Black.

    ``either_colour``: the players may be named the other way round.

    Raises :class:`~ledger.events.problems.Refused` if it is not one game, naming the
    candidates, and if the colours were reversed.
    """
    tournament = find_tournament(connection, index, words[0], today)
    rows = games_of(connection, EVERYTHING, today, tournament)
    state = LedgerState(connection).tournament(tournament)
    cup = tournament if state is None or state.fact is None else state.fact.name
    people = _people(rows)
    if words[1].isdecimal() and words[1] not in people:
        white = _player(words[2], people)
        rows = [row for row in rows if row["round"] == int(words[1])]
        return _one(rows, people, (white, None), f"round {words[1]} of {cup}", either_colour)
    white, black = (_player(word, people) for word in words[1:])
    return _one(rows, people, (white, black), cup, either_colour)


def _people(rows: Sequence[GameRow]) -> Mapping[str, str]:
    """Return the players, with the names under which they are shown, else their ids."""
    whites = {row["white"]: row["white_name"] or row["white"] for row in rows}
    blacks = {row["black"]: row["black_name"] or row["black"] for row in rows if row["black"]}
    return whites | blacks


def _player(word: str, people: Mapping[str, str]) -> str:
    if word in people:
        return word
    index = WordIndex()
    for player, name in people.items():
        if name != player:  # that of a withheld player finds nobody
            index.enter(player, name)
    return only_match(word, {player: people[player] for player in index.find(word)}, "player")


def _one(
    rows: Sequence[GameRow],
    people: Mapping[str, str],
    sides: tuple[str, str | None],
    where: str,
    either_colour: bool,
) -> str:
    white, black = sides

    def is_meant(row: GameRow) -> bool:
        return row["white"] == white and black in {None, row["black"]}

    def is_reversed(row: GameRow) -> bool:
        return row["black"] == white and black in {None, row["white"]}

    found = [row for row in rows if is_meant(row)]
    if either_colour:
        found = found or [row for row in rows if is_reversed(row)]
    if len(found) == 1:
        return found[0]["game"]
    name = people[white]
    against = "" if black is None else f" against {people[black]}"
    if found:
        raise _refused(f"{name} had White{against} more than once in {where}", found, people)
    if other := [row for row in rows if is_reversed(row)]:
        raise _refused(f"{name} had Black{against} in {where}", other, people)
    message = f"{name} had no game{against} in {where}: look at its games"
    raise refusal("unknown-game", message, "game")


def _refused(why: str, rows: Sequence[GameRow], people: Mapping[str, str]) -> Refused:
    listed = "; ".join(
        f"round {row['round'] or '?'}, {people[row['white']]} – {people.get(row['black'] or '')} "
        f"({row['game']})"
        for row in rows[:10]
    )
    return refusal("which-game", f"{why}: name the game, {listed}", "game")


# --- finding an effective event by its id, or by the subject that it introduced ------------------


def find_event(connection: Connection, ledger: LedgerState, name: str) -> Recorded:
    """Return the event with an id; else the one that introduced the game, tournament or player.

    Raises :class:`~ledger.events.problems.Refused` if there is none, or more than one.
    """
    target = ledger.event(name)
    if target is not None:
        return target
    subjects = [game_subject(name), tournament_stream(name), player_stream(name)]
    query = select(event.c.id).where(event.c.subject.in_(subjects))
    ids = list(connection.execute(query.order_by(event.c.position)).scalars())
    if len(ids) > 1:
        message = Message(
            "%(name)s is ambiguous: give one of the events %(ids)s",
            {"name": repr(name), "ids": ", ".join(ids)},
        )
        raise refusal("several-events", message, "event")
    found = ledger.event(ids[0]) if ids else None
    if found is None:
        message = Message("there is no event %(name)s: the log shows their ids", name=repr(name))
        raise refusal("unknown-event", message, "event")
    return found


def event_as_it_stands(connection: Connection, name: str) -> EffectiveEvent:
    """Return an event of the log with corrections applied, without personal data.

    Raises :class:`~ledger.events.problems.Refused` if there is none of this name.
    """
    ledger = LedgerState(connection)
    target = find_event(connection, ledger, name)
    is_correction = target.type == CorrectionSubmitted.type
    stands = None if is_correction else ledger.effective_data(target)
    data: dict[str, Any] | None = None if stands is None else dict(data_of(stands))
    where = select(event.c.position).where(event.c.id == target.id)
    return {
        "event": target.id,
        "position": connection.execute(where).scalar_one(),
        "type": target.type,
        "struck": stands is None and not is_correction,
        "data": dict(target.data) if is_correction else data,
    }
