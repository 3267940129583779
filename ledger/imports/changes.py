"""What a changed file changes in a tournament that is on record.

A file only changes what its format can express.  Pools stay as they stand, and so do flags,
classes and the like, except for a file in one of the canonical formats, which have a place for
them.  Values set by hand stay where the file has none.  Where the file contradicts a correction by
hand, the file wins, and a warning names what it undoes.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar

import attrs

from ledger.events.codec import data_of
from ledger.events.facts import Entrant, GameSubmitted, PlayerRegistered, TournamentSubmitted
from ledger.events.field_names import json_name
from ledger.events.sentences import Sentence, sentence
from ledger.imports.matching.game_matching import Matching, match_games
from ledger.imports.matching.recorded_tournament import (
    OF_ENTRANTS,
    RecordedTournament,
    Version,
    entered,
    entry,
    facets,
)
from ledger.imports.report_events import ReportedTournament

F = TypeVar("F", TournamentSubmitted, GameSubmitted, Entrant)
_TOURNAMENT_FIELDS = ("name", "discipline", "format", "ended_on")
_OPTIONAL_TOURNAMENT_FIELDS = (
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
_GAME_FIELDS = ("white", "black", "white_points", "black_points", "played", "reason")
_OPTIONAL_GAME_FIELDS = (
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

    ``differences`` is empty where nothing differs; ``struck`` are ids of events; ``known`` is the
    number of events that stay as they are.
    """

    differences: tuple[Change, ...]
    warnings: tuple[Sentence, ...]
    tournament: TournamentSubmitted
    players: tuple[PlayerRegistered, ...]
    corrected: tuple[tuple[Version[GameSubmitted], GameSubmitted], ...]
    struck: tuple[str, ...]
    new: tuple[GameSubmitted, ...]
    known: int


def changes_of(record: RecordedTournament, reported: ReportedTournament) -> Changes:
    """What differs between a recorded tournament and the version of it in a file.

    Raises ValueError for a tournament that was struck.
    """
    recorded = record.tournament
    if recorded.stands is None:
        message = "a struck tournament is not compared with anything"
        raise ValueError(message)
    matching = match_games(record.standing, reported.games)
    pairs = [
        (version, _merged_game(version, game, reported.unsupported_fields))
        for version, game in matching.pairs
    ]
    corrected = tuple((version, game) for version, game in pairs if game != version.stands)
    new = tuple(_with_unused_ids(matching.new, record.used))
    tournament = _tournament(recorded, recorded.stands, reported)
    differences = (
        *_tournament_differences(recorded.event, recorded.stands, tournament),
        *(Change("player", each.player, None, None, data_of(each)) for each in reported.players),
        *(each for version, game in corrected for each in _game_differences(version, game)),
        *(Change("game", it.event, None, data_of(it.stands), None) for it in matching.removed),
        *(Change("game", each.game, None, None, data_of(each)) for each in new),
    )
    tournament = (
        attrs.evolve(tournament, paper=reported.tournament.paper)
        if differences
        else recorded.stands
    )
    return Changes(
        differences=differences,
        warnings=tuple(_warnings(recorded, tournament, corrected, matching, record)),
        tournament=tournament,
        players=reported.players,
        corrected=corrected,
        struck=tuple(version.event for version in matching.removed),
        new=new,
        known=len(pairs) - len(corrected) + (tournament == recorded.stands),
    )


# --- the merged version ----------------------------------------------------------------------


def _merged_game(
    version: Version[GameSubmitted], reported: GameSubmitted, unsupported_fields: Collection[str]
) -> GameSubmitted:
    """A recorded game with every value that the file has."""
    if version.stands is None:
        return reported
    optional = [name for name in _OPTIONAL_GAME_FIELDS if name not in unsupported_fields]
    return _merged(version.stands, reported, _GAME_FIELDS, optional, version.by_hand)


def _tournament(
    recorded: Version[TournamentSubmitted],
    stands: TournamentSubmitted,
    reported: ReportedTournament,
) -> TournamentSubmitted:
    always = [name for name in _TOURNAMENT_FIELDS if name not in reported.guessed_fields]
    always += [name for name in reported.guessed_fields if name not in recorded.by_hand]
    optional = [
        name for name in _OPTIONAL_TOURNAMENT_FIELDS if name not in reported.unsupported_fields
    ]
    fact = _merged(stands, reported.tournament, always, optional, recorded.by_hand)
    return attrs.evolve(fact, entrants=tuple(_entrants(recorded, stands, reported)))


def _merged(
    stands: F,
    reported: F,
    always: Collection[str],
    optional: Collection[str],
    by_hand: Collection[str],
) -> F:
    """What stands with the file's fields; an optional one that it leaves out it may not know."""
    defaults = attrs.fields_dict(type(reported))
    values = {name: getattr(reported, name) for name in always}
    for name in optional:
        value = getattr(reported, name)
        if value != defaults[name].default or name not in by_hand:
            values[name] = value
    return attrs.evolve(stands, **values)


def _entrants(
    recorded: Version[TournamentSubmitted],
    stands: TournamentSubmitted,
    reported: ReportedTournament,
) -> Iterator[Entrant]:
    """Those of the file, each with what was set by hand; then those entered by hand."""
    standing = {each.player: each for each in stands.entrants}
    known_fields = [name for name in OF_ENTRANTS if name not in reported.unsupported_fields]
    for entrant in reported.tournament.entrants:
        known = standing.pop(entrant.player, None)
        if known is None:
            yield entrant
        else:
            by_hand = [
                name for name in known_fields if entry(entrant.player, name) in recorded.by_hand
            ]
            yield _merged(known, entrant, (), known_fields, by_hand)
    yield from (each for each in standing.values() if entered(each.player) in recorded.by_hand)


def _with_unused_ids(
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


# --- the differences -------------------------------------------------------------------------


def _tournament_differences(
    event: str, stands: TournamentSubmitted, fact: TournamentSubmitted
) -> Iterator[Change]:
    before, after = data_of(stands), data_of(fact)
    for name in (*_TOURNAMENT_FIELDS, *_OPTIONAL_TOURNAMENT_FIELDS):
        if getattr(stands, name) != getattr(fact, name):
            field = json_name(name)
            yield Change("tournament", event, field, before.get(field), after.get(field))
    entered = [{each.player: data_of(each) for each in it.entrants} for it in (stands, fact)]
    for player in dict.fromkeys([*entered[0], *entered[1]]):
        one, other = entered[0].get(player), entered[1].get(player)
        if one != other:
            yield Change("entrant", event, player, one, other)


def _game_differences(version: Version[GameSubmitted], game: GameSubmitted) -> Iterator[Change]:
    before, after = data_of(version.stands), data_of(game)
    for name in attrs.fields_dict(GameSubmitted):
        if before.get(name) != after.get(name):
            yield Change("game", version.event, name, before.get(name), after.get(name))


def _warnings(
    recorded: Version[TournamentSubmitted],
    tournament: TournamentSubmitted,
    corrected: Sequence[tuple[Version[GameSubmitted], GameSubmitted]],
    matching: Matching,
    record: RecordedTournament,
) -> Iterator[Sentence]:
    """What the file undoes of corrections by hand."""
    if _overrides_manual_change(recorded, tournament):
        yield sentence(
            "the tournament was corrected %(how)s; the file says otherwise",
            how=str(recorded.correction),
        )
    for version, game in corrected:
        if _overrides_manual_change(version, game):
            yield sentence(
                "game %(game)s was corrected %(how)s; the file says otherwise", **_about(version)
            )
    for version in matching.removed:
        if version.correction is not None:
            yield sentence(
                "game %(game)s was corrected %(how)s; the file has no such game",
                **_about(version),
            )
    new_pairings = {_pairing(game) for game in matching.new}
    for version in record.games:
        is_struck = version.stands is None and version.correction is not None
        if is_struck and _pairing(version.last) in new_pairings:
            yield sentence(
                "game %(game)s was struck %(how)s; the file still has it", **_about(version)
            )


def _about(version: Version[GameSubmitted]) -> Mapping[str, Any]:
    return {"game": version.event, "how": str(version.correction)}


def _pairing(game: GameSubmitted) -> tuple[int | None, frozenset[str | None]]:
    return game.round, frozenset((game.white, game.black))


def _overrides_manual_change(version: Version[Any], fact: Any) -> bool:
    """Whether the file overrides anything that was set by hand."""
    before, after = facets(version.last), facets(fact)
    return version.correction is not None and any(
        before.get(facet) != after.get(facet) for facet in version.by_hand
    )
