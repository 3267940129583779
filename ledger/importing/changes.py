"""The changes that a changed file makes to a tournament on record.

A file only changes what its format can express.  Pools are unchanged, and so are flags,
classes and the like, except for a file in one of the canonical formats, which can hold
them.  Values set by hand stay if the file has none.  If the file contradicts a correction by
hand, the file prevails, and a warning names what it undoes (decision 0022).
Only a canonical file removes a value by omission (decision 0025).
"""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, TypeVar

import attrs

from ledger.events.codec import data_of
from ledger.events.facts import (
    CorrectionSubmitted,
    Entrant,
    GameSubmitted,
    PlayerRegistered,
    TournamentSubmitted,
)
from ledger.events.messages import Message
from ledger.events.values import json_name
from ledger.events.wording import POINT_SIGNS, field_name, result, why_unplayed
from ledger.importing.matching.recorded_tournament import (
    OF_ENTRANTS,
    RecordedTournament,
    Version,
    entered,
    entry,
    facets,
)
from ledger.importing.report_events import ReportedTournament, event_of

F = TypeVar("F", TournamentSubmitted, GameSubmitted, Entrant)
_TOURNAMENT_FIELDS = ("name", "discipline", "format", "ended_on")
_OPTIONAL_TOURNAMENT_FIELDS = (
    *("starts_on", "rounds", "participants", "country", "place", "thinking_time", "youth_class"),
    *("board", "komi", "pairing_rules", "tie_breaks", "flags", "class_"),
    *("tie_break_names", "boards", "rounds_planned", "round_days", "teams"),
)
_GAME_FIELDS = ("white", "black", "white_points", "black_points", "played", "reason")
_OPTIONAL_GAME_FIELDS = (
    *("round", "board", "played_on", "finished_on"),
    *("rated_for", "stones", "receiver", "minutes_per_move"),
)


# --- matching the games of a changed file with those on record -----------------------------------

RecordedGame = Version[GameSubmitted]
Keys = Callable[[GameSubmitted], Iterable[object]]


@attrs.frozen
class MatchedGames:
    """The pairs, in the order of the file; the games that the file no longer has; the new ones."""

    pairs: tuple[tuple[RecordedGame, GameSubmitted], ...]
    removed: tuple[RecordedGame, ...]
    new: tuple[GameSubmitted, ...]


def match_games(
    recorded: Sequence[RecordedGame], reported: Sequence[GameSubmitted]
) -> MatchedGames:
    """Match the games of the file with those on record.

    First those that are equal in every field, then those of the same round and the same two
    players, whatever their colours, in order if there are several; then those of the
    same round with one player in common.  The rest was removed from the file, or is new.
    """
    partners: dict[int, int] = {}
    free = set(range(len(recorded)))
    for keys in (_all_fields, lambda game: [_pairing(game)], _either_player):
        by_key = _index_by_key(recorded, free, keys)
        for number, game in enumerate(reported):
            if number in partners:
                continue
            found = (_first_free(by_key[key], free) for key in keys(game))
            index = next((at for at in found if at is not None), None)
            if index is not None:
                partners[number] = index
                free.remove(index)
    return MatchedGames(
        tuple(
            (recorded[partners[at]], game) for at, game in enumerate(reported) if at in partners
        ),
        tuple(recorded[index] for index in sorted(free)),
        tuple(game for at, game in enumerate(reported) if at not in partners),
    )


def _index_by_key(
    recorded: Sequence[RecordedGame], free: set[int], keys: Keys
) -> dict[object, deque[int]]:
    by_key: dict[object, deque[int]] = defaultdict(deque)
    for index in sorted(free):
        game = recorded[index].stands
        if game is not None:
            for key in keys(game):
                by_key[key].append(index)
    return by_key


def _first_free(indexes: deque[int], free: set[int]) -> int | None:
    while indexes and indexes[0] not in free:
        indexes.popleft()
    return indexes[0] if indexes else None


def _all_fields(game: GameSubmitted) -> Iterator[object]:
    yield attrs.astuple(game, filter=lambda field, _: field.name != "game")


def _either_player(game: GameSubmitted) -> Iterator[object]:
    if game.round is not None:
        for side in (game.white, game.black):
            if side is not None:
                yield game.round, side


# --- all changes that a file makes ---------------------------------------------------------------


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
    """All changes of a file, and the resulting facts.

    ``differences`` is empty if nothing differs; ``struck`` are ids of events; ``known`` is the
    number of unchanged events.
    """

    differences: tuple[Change, ...]
    warnings: tuple[Message, ...]
    tournament: TournamentSubmitted
    players: tuple[PlayerRegistered, ...]
    corrected: tuple[tuple[Version[GameSubmitted], GameSubmitted], ...]
    struck: tuple[str, ...]
    new: tuple[GameSubmitted, ...]
    known: int


def changes_of(record: RecordedTournament, reported: ReportedTournament) -> Changes:
    """Return the differences between a recorded tournament and the version of it in a file.

    Raises ValueError for a tournament that was struck.
    """
    recorded = record.tournament
    if recorded.stands is None:
        raise ValueError("a struck tournament is not compared with anything")
    matching = match_games(record.standing, reported.games)
    pairs = [
        (version, _merged_game(version, game, reported.unsupported_fields))
        for version, game in matching.pairs
    ]
    corrected = tuple((version, game) for version, game in pairs if game != version.stands)
    new = tuple(_with_new_ids(matching.new, record.used))
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


def with_other_officials(changes: Changes, record: RecordedTournament, paper: str) -> Changes:
    """Return the changes of a file that differs in its arbiters alone, which no event says.

    The tournament refers to this file afterwards, by its digest.
    """
    event, stands = record.tournament.event, changes.tournament
    return attrs.evolve(
        changes,
        differences=(Change("tournament", event, "paper", stands.paper, paper),),
        tournament=attrs.evolve(stands, paper=paper),
        known=changes.known - 1,
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
    """The standing fact with the file's fields; an optional one left out it may not know."""
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
    known_fields = [
        name for name in OF_ENTRANTS if f"entrants.{name}" not in reported.unsupported_fields
    ]
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


def _with_new_ids(
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
    matching: MatchedGames,
    record: RecordedTournament,
) -> Iterator[Message]:
    """A warning for each correction by hand that the file undoes."""
    if _overrides_manual_change(recorded, tournament):
        yield Message(
            "the tournament was corrected %(how)s; the file says otherwise",
            how=str(recorded.correction),
        )
    for version, game in corrected:
        if _overrides_manual_change(version, game):
            yield Message(
                "game %(game)s was corrected %(how)s; the file says otherwise", **_about(version)
            )
    for version in matching.removed:
        if version.correction is not None:
            yield Message(
                "game %(game)s was corrected %(how)s; the file has no such game", **_about(version)
            )
    new_pairings = {_pairing(game) for game in matching.new}
    for version in record.games:
        is_struck = version.stands is None and version.correction is not None
        if is_struck and _pairing(version.last) in new_pairings:
            yield Message(
                "game %(game)s was struck %(how)s; the file still has it", **_about(version)
            )


def _about(version: Version[GameSubmitted]) -> Mapping[str, Any]:
    return {"game": version.event, "how": str(version.correction)}


def _pairing(game: GameSubmitted) -> tuple[int | None, frozenset[str | None]]:
    return game.round, frozenset((game.white, game.black))


def _overrides_manual_change(version: Version[Any], fact: Any) -> bool:
    before, after = facets(version.last), facets(fact)
    return version.correction is not None and any(
        before.get(facet) != after.get(facet) for facet in version.by_hand
    )


# --- converting a file's changes to events -------------------------------------------------------


def change_events(
    record: RecordedTournament, changes: Changes, source: str, reason: str
) -> Iterator[dict[str, Any]]:
    """Yield the events that bring the tournament to the state of the file."""

    def correction(event: str, replacement: Any) -> dict[str, Any]:
        return {
            "type": CorrectionSubmitted.type,
            "source": source,
            "data": {
                "corrects": event,
                "reason": reason,
                "replacement": None if replacement is None else data_of(replacement),
            },
        }

    recorded, tournament = record.tournament, changes.tournament
    for player in changes.players:
        yield event_of(player, player.player, source)
    if tournament != recorded.stands:
        yield correction(recorded.event, tournament)
    for event in changes.struck:
        yield correction(event, None)
    for version, game in changes.corrected:
        yield correction(version.event, game)
    for game in changes.new:
        yield event_of(game, game.game, source)


# --- describing a file's changes -----------------------------------------------------------------


def change_lines(changes: Sequence[Change]) -> Iterator[str]:
    """A line for each game, entrant, player and field of the tournament that a file changes."""
    for (what, event), some in groupby(changes, key=lambda each: (each.what, each.event)):
        if what == "game":
            yield _game_line(event, list(some))
        else:
            yield from map(_other_line, some)


def _other_line(change: Change) -> str:
    if change.what == "player":
        return f"new player {change.event}: {change.after.get('name')}"
    if change.what == "entrant":
        before, after = _entrant_text(change.before), _entrant_text(change.after)
        return f"entrant {change.field}: {before} becomes {after}"
    if change.field == "paper":
        return "tournament: the file names other arbiters, or another pairing program"
    return f"tournament: {_field_text(change)}"


def _entrant_text(entrant: Mapping[str, Any] | None) -> str:
    if entrant is None:
        return "not entered"
    more = [f"{name} {_value_text(value)}" for name, value in entrant.items() if name != "player"]
    return ", ".join(["entered", *more])


def _game_line(event: str, changes: Sequence[Change]) -> str:
    only = changes[0]
    if only.field is None and only.after is None:
        return f"game {event}, {_game_text(only.before)}: struck, the file no longer has it"
    if only.field is None:
        return f"new game {event}: {_game_text(only.after)}"
    return f"game {event}: {', '.join(map(_field_text, changes))}"


def _game_text(game: Mapping[str, Any]) -> str:
    round_ = f"round {game['round']}, " if "round" in game else ""
    reason = why_unplayed(game)
    unplayed = "" if reason is None else f", {reason}"
    return f"{round_}{game['white']} – {game.get('black') or 'bye'} {result(game)}{unplayed}"


def _field_text(change: Change) -> str:
    name = field_name(str(change.field))
    return f"{name} {_value_text(change.before)} becomes {_value_text(change.after)}"


def _value_text(value: Any) -> str:
    if value is None:
        return "(none)"
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_value_text(each)}" for name, each in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value_text, value))
    if isinstance(value, (int, float)):
        return POINT_SIGNS.get(value, f"{value:g}") if isinstance(value, float) else str(value)
    return str(value)
