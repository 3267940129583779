"""What a changed file changes in a tournament that is on record.

A file only changes what a file can say.  Pools stay as they stand, and so do flags, classes and
the like, but for a file in one of the canonical formats, which have a place for them.  What
somebody has filled in by hand stays where the file is silent.  Where the file contradicts
a correction by hand, the file holds, and a warning says what it undoes.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal, TypeVar

import attrs

from ledger.events.codec import data_of, json_name
from ledger.events.facts import Entrant, GameSubmitted, PlayerRegistered, TournamentSubmitted
from ledger.imports.matching.game_matching import Matching, matched
from ledger.imports.matching.recorded_tournament import (
    OF_ENTRANTS,
    OnRecord,
    Version,
    entered,
    entry,
    facets,
)
from ledger.imports.report_events import Facts

F = TypeVar("F", TournamentSubmitted, GameSubmitted, Entrant)
_OF_TOURNAMENTS = ("name", "discipline", "format", "ended_on")
_OPTIONAL_OF_TOURNAMENTS = (
    "starts_on",
    "rounds",
    "participants",
    "country",
    "place",
    "thinking_time",
    "youth_class",
    "board",
    "flags",
    "class_",
)
_OF_GAMES = ("white", "black", "white_points", "black_points", "played", "reason")
_OPTIONAL_OF_GAMES = (
    "round",
    "board",
    "played_on",
    "finished_on",
    "rated_for",
    "stones",
    "receiver",
    "minutes_per_move",
)


@attrs.frozen
class Change:
    """One thing that differs: a ``field`` of an event, or all of it (``field`` None).

    ``before`` and ``after`` are JSON values; None: it was, or is, not there.
    """

    what: Literal["tournament", "entrant", "player", "game"]
    event: str
    field: str | None
    before: Any
    after: Any


@attrs.frozen(kw_only=True)
class Changes:
    """All that a file changes, and the facts that are to stand afterwards.

    ``told`` is empty where nothing differs; ``struck`` are ids of events; ``known`` is the number
    of events that stay as they are.
    """

    told: tuple[Change, ...]
    warnings: tuple[str, ...]
    tournament: TournamentSubmitted
    players: tuple[PlayerRegistered, ...]
    corrected: tuple[tuple[Version[GameSubmitted], GameSubmitted], ...]
    struck: tuple[str, ...]
    new: tuple[GameSubmitted, ...]
    known: int


def changes_of(record: OnRecord, said: Facts) -> Changes:
    """What differs between a standing tournament and what a file says of it."""
    own = record.tournament
    if own.stands is None:
        message = "a struck tournament is not compared with anything"
        raise ValueError(message)
    matching = matched(record.standing, said.games)
    pairs = [
        (version, _taken_over(version, game, said.beyond)) for version, game in matching.pairs
    ]
    corrected = tuple((version, game) for version, game in pairs if game != version.stands)
    new = tuple(_with_free_ids(matching.new, record.used))
    tournament = _tournament(own, own.stands, said)
    told = (
        *_of_tournament(own.event, own.stands, tournament),
        *(Change("player", each.player, None, None, data_of(each)) for each in said.players),
        *(each for version, game in corrected for each in _of_game(version, game)),
        *(Change("game", it.event, None, data_of(it.stands), None) for it in matching.gone),
        *(Change("game", each.game, None, None, data_of(each)) for each in new),
    )
    tournament = attrs.evolve(tournament, paper=said.tournament.paper) if told else own.stands
    return Changes(
        told=told,
        warnings=tuple(_warnings(own, tournament, corrected, matching, record)),
        tournament=tournament,
        players=said.players,
        corrected=corrected,
        struck=tuple(version.event for version in matching.gone),
        new=new,
        known=len(pairs) - len(corrected) + (tournament == own.stands),
    )


# --- what is to stand ------------------------------------------------------------------------


def _taken_over(
    version: Version[GameSubmitted], said: GameSubmitted, beyond: Collection[str]
) -> GameSubmitted:
    """A standing game with everything that the file says of it."""
    if version.stands is None:
        return said
    optional = [name for name in _OPTIONAL_OF_GAMES if name not in beyond]
    return _with(version.stands, said, _OF_GAMES, optional, version.by_hand)


def _tournament(
    own: Version[TournamentSubmitted], stands: TournamentSubmitted, said: Facts
) -> TournamentSubmitted:
    always = [name for name in _OF_TOURNAMENTS if name not in said.guessed]
    always += [name for name in said.guessed if name not in own.by_hand]
    optional = [name for name in _OPTIONAL_OF_TOURNAMENTS if name not in said.beyond]
    fact = _with(stands, said.tournament, always, optional, own.by_hand)
    return attrs.evolve(fact, entrants=tuple(_entrants(own, stands, said)))


def _with(
    stands: F,
    said: F,
    always: Collection[str],
    optional: Collection[str],
    by_hand: Collection[str],
) -> F:
    """What stands with the file's fields; an optional one that it leaves out it may not know."""
    defaults = attrs.fields_dict(type(said))
    values = {name: getattr(said, name) for name in always}
    for name in optional:
        value = getattr(said, name)
        if value != defaults[name].default or name not in by_hand:
            values[name] = value
    return attrs.evolve(stands, **values)


def _entrants(
    own: Version[TournamentSubmitted], stands: TournamentSubmitted, said: Facts
) -> Iterator[Entrant]:
    """Those of the file, each with what was set by hand; then those entered by hand."""
    standing = {each.player: each for each in stands.entrants}
    sayable = [name for name in OF_ENTRANTS if name not in said.beyond]
    for entrant in said.tournament.entrants:
        known = standing.pop(entrant.player, None)
        if known is None:
            yield entrant
        else:
            by_hand = [name for name in sayable if entry(entrant.player, name) in own.by_hand]
            yield _with(known, entrant, (), sayable, by_hand)
    yield from (each for each in standing.values() if entered(each.player) in own.by_hand)


def _with_free_ids(
    games: Sequence[GameSubmitted], used: Collection[str]
) -> Iterator[GameSubmitted]:
    """New games under ids that no other game ever had."""
    taken = set(used)
    for game in games:
        id_, number = game.game, 1
        while id_ in taken:
            number += 1
            id_ = f"{game.game}-{number}"
        taken.add(id_)
        yield attrs.evolve(game, game=id_)


# --- what is said of it ----------------------------------------------------------------------


def _of_tournament(
    event: str, stands: TournamentSubmitted, fact: TournamentSubmitted
) -> Iterator[Change]:
    before, after = data_of(stands), data_of(fact)
    for name in (*_OF_TOURNAMENTS, *_OPTIONAL_OF_TOURNAMENTS):
        if getattr(stands, name) != getattr(fact, name):
            field = json_name(name)
            yield Change("tournament", event, field, before.get(field), after.get(field))
    entered = [{each.player: data_of(each) for each in it.entrants} for it in (stands, fact)]
    for player in dict.fromkeys([*entered[0], *entered[1]]):
        one, other = entered[0].get(player), entered[1].get(player)
        if one != other:
            yield Change("entrant", event, player, one, other)


def _of_game(version: Version[GameSubmitted], game: GameSubmitted) -> Iterator[Change]:
    before, after = data_of(version.stands), data_of(game)
    for name in attrs.fields_dict(GameSubmitted):
        if before.get(name) != after.get(name):
            yield Change("game", version.event, name, before.get(name), after.get(name))


def _warnings(
    own: Version[TournamentSubmitted],
    tournament: TournamentSubmitted,
    corrected: Sequence[tuple[Version[GameSubmitted], GameSubmitted]],
    matching: Matching,
    record: OnRecord,
) -> Iterator[str]:
    """What the file undoes of corrections by hand."""
    if _undone(own, tournament):
        yield f"the tournament was corrected {own.touch}; the file says otherwise"
    for version, game in corrected:
        if _undone(version, game):
            yield f"game {version.event} was corrected {version.touch}; the file says otherwise"
    for version in matching.gone:
        if version.touch is not None:
            yield f"game {version.event} was corrected {version.touch}; the file has no such game"
    again = {_pairing(game) for game in matching.new}
    for version in record.games:
        is_struck = version.stands is None and version.touch is not None
        if is_struck and _pairing(version.last) in again:
            yield f"game {version.event} was struck {version.touch}; the file still has it"


def _pairing(game: GameSubmitted) -> tuple[int | None, frozenset[str | None]]:
    return game.round, frozenset((game.white, game.black))


def _undone(version: Version[Any], fact: Any) -> bool:
    """Whether anything that was set by hand is to be what the file says."""
    before, after = facets(version.last), facets(fact)
    return version.touch is not None and any(
        before.get(facet) != after.get(facet) for facet in version.by_hand
    )
