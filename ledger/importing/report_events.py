"""A report with its links as facts, and facts as the events of the contract.

Every id follows from the file: from the name under which its own system knows the tournament,
else from the file's content, and from the numbers that it gives its players.  So the same file
gives the same events.  No id identifies a person: ids stay in the log for ever.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

import attrs
import msgspec

from ledger.events import facts
from ledger.events.codec import data_of
from ledger.importing.formats import tournament_report
from ledger.importing.formats.rounds import points_of
from ledger.importing.formats.text import tidy

_LONGEST_NUMBER = 4
_LONGEST_STEM = 64
KEPT_IDS = frozenset(field.name for field in attrs.fields(facts.ForeignIds))
"""The registers whose numbers the ledger keeps."""
CANONICAL_ONLY_FIELDS = frozenset(
    {"participants", "flags", "class_", "receiver", "minutes_per_move"}
    | {"entrants.junior", "entrants.status"}
)
"""Fields of tournaments, entrants and games that only the canonical formats have a place for."""


def tournament_id(report: tournament_report.TournamentReport) -> str:
    """The tournament's id: the key of its own system, else the digest of the file."""
    return report.key or f"{report.format}-{report.digest[:16]}"


def _stem(report: tournament_report.TournamentReport) -> str:
    """The beginning of the ids of games and players: the tournament's, if it leaves room."""
    tournament = tournament_id(report)
    if len(tournament) <= _LONGEST_STEM:
        return tournament
    return f"{tournament[: _LONGEST_STEM - 17]}-{sha256(tournament.encode()).hexdigest()[:16]}"


def labels(report: tournament_report.TournamentReport) -> dict[str, str]:
    """Return the players' names in ids, by their numbers in the file.

    That number, if it is one; names and the numbers of registers, which some write there, have
    no place in ids: then the players are counted as they stand.
    """
    numbers = [player.number for player in report.players]
    if all(each.isdecimal() and len(each) <= _LONGEST_NUMBER for each in numbers):
        return {each: each for each in numbers}
    return {each: str(place) for place, each in enumerate(numbers, start=1)}


def new_player_ids(report: tournament_report.TournamentReport) -> dict[str, str]:
    """The ids under which players who were not yet known are registered, by their numbers.

    One may be taken, by somebody who had the number in an earlier version of the file.
    """
    stem = _stem(report)
    return {number: f"{stem}-p{label}" for number, label in labels(report).items()}


@attrs.frozen(kw_only=True)
class ReportedTournament:
    """A tournament file in the facts of the event vocabulary.

    ``guessed_fields`` names fields of the tournament that the file leaves open,
    ``unsupported_fields`` fields of any of the facts that its format cannot express.
    ``pairings`` are those of a running tournament, with the players' ids; no event has them.
    """

    players: tuple[facts.PlayerRegistered, ...]
    tournament: facts.TournamentSubmitted
    games: tuple[facts.GameSubmitted, ...]
    pairings: tuple[tournament_report.Pairing, ...] = ()
    guessed_fields: tuple[str, ...] = ()
    unsupported_fields: frozenset[str] = frozenset()


def reported_tournament(
    report: tournament_report.TournamentReport,
    players: Mapping[str, str],
    new: Mapping[str, str],
    pools: tuple[str, ...],
) -> ReportedTournament:
    """The registrations of new players, the tournament, its games.

    ``players`` gives everybody's id in the register by his number in the file, ``new`` those
    who are to be registered.
    """
    tournament = tournament_id(report)
    return ReportedTournament(
        players=tuple(
            _registration(new[player.number], player, report.discipline)
            for player in report.players
            if player.number in new
        ),
        tournament=_tournament(report, players, pools),
        games=tuple(
            _game(id_, game, tournament, players) for id_, game in _games_with_ids(report)
        ),
        pairings=tuple(
            msgspec.structs.replace(each, white=players[each.white], black=players[each.black])
            for each in report.pairings
        ),
        guessed_fields=() if report.system_told else ("format",),
        unsupported_fields=frozenset() if report.canonical else _unsupported(report),
    )


def _unsupported(report: tournament_report.TournamentReport) -> frozenset[str]:
    """Return the fields that the file does not state; the formats differ, even two exports do.

    A table without places has no places to remove from the tournament on record.
    """
    lines = [player.table_line for player in report.players]
    stated = {
        "tie_break_names": report.tie_breaks,
        "boards": report.boards,
        "rounds_planned": report.rounds_planned,
        "round_days": report.round_days,
        "teams": report.teams,
        **{
            f"entrants.{name}": any(getattr(each, name) not in {None, ()} for each in lines)
            for name in tournament_report.TableLine.__struct_fields__
        },
    }
    return CANONICAL_ONLY_FIELDS | {name for name, value in stated.items() if not value}


def events_of(reported: ReportedTournament, source: str) -> Iterator[dict[str, Any]]:
    """The events of a tournament that is new: registrations, the tournament, its games."""
    for player in reported.players:
        yield event_of(player, player.player, source)
    yield event_of(reported.tournament, reported.tournament.tournament, source)
    for game in reported.games:
        yield event_of(game, game.game, source)


def event_of(fact: Any, id_: str, source: str) -> dict[str, Any]:
    """A fact as an event of the contract."""
    return {"type": fact.type, "id": id_, "data": data_of(fact), "source": source}


def _registration(
    id_: str, player: tournament_report.PlayerReport, discipline: tournament_report.Discipline
) -> facts.PlayerRegistered:
    """Return the registration of a new player; a title of go is a grade, which he entered with."""
    known = {name: id_ for name, id_ in player.ids.items() if name in KEPT_IDS}
    return facts.PlayerRegistered(
        player=id_,
        name=player.name,
        birth_year=player.birth_year,
        birth_date=player.birth_date,
        sex=player.sex,
        title=tidy(player.title or "")[:10].strip() or None if discipline == "chess" else None,
        federation=player.federation,
        club=player.club,
        kind="computer" if player.computer else "human",
        ids=facts.ForeignIds(**known) if known else None,
    )


def _tournament(
    report: tournament_report.TournamentReport, players: Mapping[str, str], pools: tuple[str, ...]
) -> facts.TournamentSubmitted:
    if report.name is None or report.system is None or report.ended_on is None:
        raise ValueError("a report with errors has no events")
    return facts.TournamentSubmitted(
        tournament=tournament_id(report),
        name=report.name,
        pools=pools,
        discipline=report.discipline,
        format=report.system,
        starts_on=report.starts_on,
        ended_on=report.ended_on,
        rounds=report.rounds,
        participants=report.participants,
        country=report.country,
        place=report.place,
        thinking_time=report.thinking_time,
        youth_class=report.youth_class,
        board=report.board if report.discipline == "go" else None,
        komi=report.komi if report.discipline == "go" else None,
        pairing_rules=report.pairing_rules,
        tie_break_names=report.tie_breaks,
        boards=report.boards,
        rounds_planned=report.rounds_planned,
        round_days=tuple(
            facts.RoundDay(round=number, day=day)
            for number, day in sorted(report.round_days.items())
        ),
        teams=tuple(facts.Team(**msgspec.structs.asdict(team)) for team in report.teams),
        flags=report.flags,
        class_=report.class_,
        entrants=tuple(_entrants(report, players)),
        paper=report.digest,
    )


def _entrants(
    report: tournament_report.TournamentReport, players: Mapping[str, str]
) -> Iterator[facts.Entrant]:
    points = points_of(report)
    for player in report.players:
        if player.entered:
            yield facts.Entrant(
                player=players[player.number],
                junior=player.junior,
                entry_grade=player.grade if report.discipline == "go" else None,
                status=player.status,
                **_table_line(player.table_line, points[player.number]),
            )


def _table_line(line: tournament_report.TableLine, points: float) -> dict[str, Any]:
    """Return the fields of an entrant; points only if they are not those of the games."""
    fields = msgspec.structs.asdict(line)
    return {**fields, "points": None} if line.points == points else fields


def _games_with_ids(
    report: tournament_report.TournamentReport,
) -> Iterator[tuple[str, tournament_report.GameReport]]:
    """The games with their ids: tournament, round, the two numbers, and which one of several."""
    stem, label_of, occurrences = _stem(report), labels(report), Counter[str]()
    for game in report.games:
        round_ = "" if game.round is None else f"-r{game.round}"
        black = "bye" if game.black is None else label_of[game.black]
        id_ = f"{stem}{round_}-{label_of[game.white]}-{black}"
        occurrences[id_] += 1
        yield (id_ if occurrences[id_] == 1 else f"{id_}-{occurrences[id_]}"), game


def _game(
    id_: str, game: tournament_report.GameReport, tournament: str, players: Mapping[str, str]
) -> facts.GameSubmitted:
    return facts.GameSubmitted(
        game=id_,
        tournament=tournament,
        round=game.round,
        board=game.board,
        played_on=game.day,
        finished_on=game.finished,
        white=players[game.white],
        black=None if game.black is None else players[game.black],
        white_points=game.white_points,
        black_points=game.black_points,
        played=game.played,
        reason=game.reason,
        rated_for=game.rated_for,
        stones=game.stones,
        receiver=game.receiver,
        minutes_per_move=game.minutes_per_move,
    )
