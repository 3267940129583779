"""The tournament that is meant by a file, in whatever version.

A file is about the tournament of the id that follows from it, of its bytes if they were imported
before under another id, or of the submitter's choice.  Where the ledger knows none of them it may
still be one of them in another version: in one of the same pools, ended at most a week apart, with
four fifths of the results the same; or with the same name, days and half of the players, whatever
the results are.  Then the file is refused with a question (decision 0061).
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from typing import Any

import attrs
from sqlalchemy import Connection, func, select

from ledger.events.codec import innermost
from ledger.events.facts import (
    CorrectionSubmitted,
    GameSubmitted,
    TournamentSubmitted,
)
from ledger.events.messages import Message, RequestField
from ledger.importing.formats.tournament_report import Findings, SuppliedDetails, TournamentReport
from ledger.importing.matching.recorded_tournament import RecordedTournament, recorded_tournament
from ledger.importing.report_events import ReportedTournament, tournament_id
from ledger.log.effective_events import COLUMNS, Recorded
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.source_files import tournament_of
from ledger.validation.ledger_state import LedgerState

# --- identifying a file's tournament by its id, its bytes, or the submitter's choice -------------


@attrs.frozen(kw_only=True)
class IdentityChoice:
    """The submitter's choice: the tournament that the file is about, or that it is another one."""

    same_as: str | None = None
    another: bool = False


@attrs.frozen
class IdentifiedTournament:
    """The report under the id of its tournament, with what is on record of that, if anything."""

    report: TournamentReport
    record: RecordedTournament | None


def identify_tournament(
    connection: Connection, report: TournamentReport, identity: IdentityChoice, findings: Findings
) -> IdentifiedTournament:
    """Find the tournament of a file; one that is not there, or was struck, is an error."""
    if identity.same_as is not None:
        found = _with_key(connection, report, identity.same_as)
        if found.record is None:
            message = Message(
                "%(same_as)s: there is no such tournament in the ledger: correct the id, or leave "
                "it out",
                same_as=RequestField("same_as", identity.same_as),
            )
            findings.error(message)
    else:
        found = _by_content(connection, report, another=identity.another)
    record = found.record
    if record is not None and record.tournament.stands is None:
        how = str(record.tournament.correction or Message("with another file"))
        message = Message(
            "the tournament was struck %(how)s: strike that correction of %(event)s to restore it "
            "first, or give %(another)s",
            {"how": how, "another": RequestField("another"), "event": record.tournament.event},
        )
        findings.error(message)
    elif record is not None and identity == IdentityChoice():
        _require_one_name_or_day(record.tournament.stands, report, findings)
    return found


def _require_one_name_or_day(
    recorded: TournamentSubmitted | None, report: TournamentReport, findings: Findings
) -> None:
    """An error where the very file of a tournament is given both another name and another day."""
    if recorded is None or recorded.paper != report.digest:
        return
    if report.name != recorded.name and report.ended_on != recorded.ended_on:
        message = Message(
            "this is the file of %(tournament)s, ended %(day)s: give %(same_as)s to correct its "
            "name and day, or %(another)s",
            tournament=recorded.name,
            day=recorded.ended_on,
            same_as=RequestField("same_as", recorded.tournament),
            another=RequestField("another"),
        )
        findings.error(message)


def _by_content(
    connection: Connection, report: TournamentReport, *, another: bool
) -> IdentifiedTournament:
    found = IdentifiedTournament(report, recorded_tournament(connection, tournament_id(report)))
    if another:
        if found.record is not None and report.key is not None:
            found = _with_key(connection, report, None)
        stands = None if found.record is None else found.record.tournament.stands
        if stands is not None and stands.ended_on != report.ended_on:
            key = f"{tournament_id(found.report)}-{report.ended_on}"
            found = _with_key(connection, report, key)
        return found
    if found.record is None:
        known_tournament = tournament_of(connection, report.digest)
        if known_tournament is not None:
            return _with_key(connection, report, known_tournament)
    return found


def _with_key(
    connection: Connection, report: TournamentReport, key: str | None
) -> IdentifiedTournament:
    report = attrs.evolve(report, key=key)
    return IdentifiedTournament(report, recorded_tournament(connection, tournament_id(report)))


def is_unchanged(
    fact: TournamentSubmitted, report: TournamentReport, supplied: SuppliedDetails
) -> bool:
    """True if a tournament comes from this very file, and no other details are supplied."""
    return fact.paper == report.digest and all(
        given is None or given == stands
        for given, stands in (
            (supplied.name, fact.name),
            (supplied.starts_on, fact.starts_on),
            (supplied.ended_on, fact.ended_on),
            (supplied.system, fact.format),
            (supplied.thinking_time, fact.thinking_time),
            (supplied.country, fact.country),
            (supplied.class_, fact.class_),
        )
    )


# --- all tournaments by last day: similar ones, and who played in them ------------------------

DAYS_APART = 7
MIN_RESULT_SIMILARITY = 0.8
MIN_SHARED_PLAYERS = 0.5

Result = tuple[str, str, float, float, bool]
Person = Callable[[str], str]


@attrs.frozen
class TournamentSummary:
    """The pools and entrants of a tournament, by which candidates for comparison are selected."""

    pools: frozenset[str]
    players: tuple[str, ...]


@attrs.frozen
class SimilarTournament:
    """A tournament that a file looks like, and the share of the results that are the same.

    ``namesake``: its name and its days are those of the file.
    """

    tournament: str
    name: str
    ended_on: date
    share: float
    namesake: bool = False


class TournamentIndex:
    """The outlines of all tournaments by their last days, read once for many files.

    Corrected tournaments are listed in every version: callers look up the effective one.
    """

    def __init__(self) -> None:
        self._read_up_to = 0
        self._by_day: defaultdict[str, dict[str, TournamentSummary]] = defaultdict(dict)

    def refresh(self, connection: Connection) -> None:
        """Add what was appended since the last call."""
        for data in _submitted(connection, self._read_up_to):
            players = tuple(sys.intern(each["player"]) for each in data.get("entrants", ()))
            summary = TournamentSummary(frozenset(data["pools"]), players)
            self._by_day[data["ended_on"]][data["tournament"]] = summary
        self._read_up_to = connection.execute(select(func.max(event.c.position))).scalar() or 0

    def most_similar(
        self, reported: TournamentSubmitted, games: Collection[GameSubmitted], ledger: LedgerState
    ) -> SimilarTournament | None:
        """The tournament that a file may be another version of, None if there is none."""
        results = results_of(games, ledger.one_person)
        players = {side for result in results for side in result[:2]}
        minimum_shared = max(2, len(players) * MIN_SHARED_PLAYERS)
        found = []
        for id_, summary in self._ended_around(reported.ended_on, ledger):
            if len(players.intersection(summary.players)) < minimum_shared:
                continue
            state = ledger.tournament(id_)
            if (
                state is None
                or state.fact is None
                or not set(state.fact.pools) & set(reported.pools)
            ):
                continue
            share = result_similarity(results, results_of(state.games, ledger.one_person))
            namesake = _is_namesake(state.fact, reported)
            if namesake or share >= MIN_RESULT_SIMILARITY:
                name, day = state.fact.name, state.fact.ended_on
                found.append(SimilarTournament(id_, name, day, share, namesake))
        return max(found, key=lambda each: (each.share, each.namesake), default=None)

    def _ended_around(
        self, ended_on: date, ledger: LedgerState
    ) -> Iterator[tuple[str, TournamentSummary]]:
        """Yield the tournaments that ended about then, with players of the games if none was
        entered.
        """
        for days in range(-DAYS_APART, DAYS_APART + 1):
            try:
                day = ended_on + timedelta(days=days)
            except OverflowError:  # at the limits of the calendar
                continue
            summaries = self._by_day.get(day.isoformat(), {})
            for id_, summary in summaries.items():
                state = None if summary.players else ledger.tournament(id_)
                if state is not None:
                    players = tuple(sorted(map(sys.intern, state.players)))
                    summaries[id_] = attrs.evolve(summary, players=players)
                yield id_, summaries[id_]

    def have_played(self, players: Collection[str], pools: Collection[str]) -> AbstractSet[str]:
        """Those of the players who were entered for a tournament in one of the pools."""
        left = set(players)
        for day in sorted(self._by_day, reverse=True):
            for summary in self._by_day[day].values():
                if summary.pools.intersection(pools):
                    left.difference_update(summary.players)
            if not left:
                break
        return set(players) - left


def _is_namesake(one: TournamentSubmitted, other: TournamentSubmitted) -> bool:
    """True if two tournaments have the same name and days, as far as both say them."""
    begun = {one.starts_on, other.starts_on} - {None}
    same_name = one.name.casefold().split() == other.name.casefold().split()
    return same_name and one.ended_on == other.ended_on and len(begun) < 2


def results_of(games: Iterable[GameSubmitted], person: Person) -> Counter[Result]:
    """The results between persons, regardless of colours, without byes."""
    results = Counter[Result]()
    for game in games:
        if game.black is not None:
            one = person(game.white), game.white_points
            other = person(game.black), game.black_points
            (first, points), (second, others) = sorted((one, other))
            results[first, second, points, others, game.played] += 1
    return results


def result_similarity(some: Counter[Result], others: Counter[Result]) -> float:
    """The share of the results that are the same, of those of the longer tournament."""
    most = max(some.total(), others.total())
    return (some & others).total() / most if most else 0.0


def check_for_similar_tournament(
    reported: ReportedTournament,
    tournaments: TournamentIndex,
    ledger: LedgerState,
    findings: Findings,
) -> None:
    """An error where one under another id has most of the same results, or name, days, players."""
    found = tournaments.most_similar(reported.tournament, reported.games, ledger)
    if found is not None:
        values = {
            "tournament": found.name,
            "share": f"{found.share:.0%}",
            "day": found.ended_on,
            "same_as": RequestField("same_as", found.tournament),
            "another": RequestField("another"),
        }
        if found.namesake:
            message = Message(
                "this looks like %(tournament)s (the same name, days and players, %(share)s of "
                "the results are the same, ended %(day)s): give %(same_as)s if it is a changed "
                "file of it, or %(another)s",
                **values,
            )
        else:
            message = Message(
                "this looks like %(tournament)s (%(share)s of the results are the same, ended "
                "%(day)s): give %(same_as)s if it is a changed file of it, or %(another)s",
                **values,
            )
        findings.error(message)


def _submitted(connection: Connection, after: int = 0) -> Iterator[Mapping[str, Any]]:
    """The data of tournaments as submitted and as corrected."""
    rows = connection.execute(
        select(*COLUMNS).where(
            event.c.position > after,
            NOT_A_GAME,
            event.c.type.in_([TournamentSubmitted.type, CorrectionSubmitted.type]),
            event.c.stream.startswith("tournament/"),
        )
    )
    for row in rows:
        data = innermost(Recorded(*row).data)
        if "pools" in data:
            yield data
