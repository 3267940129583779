"""The content of a tournament file in one neutral form, whatever its format.

A report has the file's own player numbers, not the register's.  Players are identified
afterwards (:mod:`ledger.importing.matching.player_links`), and only then are events made.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

import attrs
import msgspec

from ledger.events.facts import ThinkingTime, TournamentFlag
from ledger.events.messages import Message, RequestField, as_message, counted

Discipline = Literal["chess", "go"]
System = Literal["round-robin", "swiss", "knockout", "match", "team", "games", "pairs"]
RatedFor = Literal["both", "white", "black", "none"]
Unplayed = Literal["forfeit", "bye", "referee", "double-loss", "annulled"]
Sex = Literal["m", "f"]
Status = Literal["registered", "newcomer", "guest"]
Receiver = Literal["black", "white"]
Kind = Literal["error", "warning", "adjusted"]

MOST_ISSUES = 500
_MOST_KEPT = 10_000


@attrs.frozen
class Issue:
    """A problem found in a file.

    An ``error`` refuses the whole file, a ``warning`` should be checked, ``adjusted`` records a
    value that was read differently from its spelling.  ``line`` and ``column`` count from 1 (None:
    the file as a whole); ``message`` is a plain sentence and ends with the remedy, if there is
    one.
    """

    kind: Kind
    line: int | None
    column: int | None
    message: Message

    def __str__(self) -> str:
        """Return kind, place and message."""
        return f"{self.kind}: {self.place()}{self.message}"

    @property
    def answers(self) -> Sequence[RequestField]:
        """The fields of the request by which the submitter can mend it; of an error only."""
        return list(self.message.fields()) if self.kind == "error" else []

    def place(self) -> str:
        """Return the place as a prefix of the message; empty for the file as a whole."""
        if self.line is None:
            return ""
        column = "" if self.column is None else f", column {self.column}"
        return f"line {self.line}{column}: "


class Findings:
    """The issues of one file as they are found; repeated messages are only counted.

    Beyond a readable number of messages of a kind, further ones are only counted, too.
    """

    def __init__(self, *, running: bool = False) -> None:
        self.pairings: list[Pairing] = []
        self._running = running
        self._first: dict[tuple[Kind, str], Issue] = {}
        self._times: dict[tuple[Kind, str], int] = {}
        self._kept: Counter[Kind] = Counter()
        self._left_out = 0

    def error(self, message: Message, line: int | None = None, column: int | None = None) -> None:
        """Refuse the file."""
        self._note("error", message, line, column)

    def warn(self, message: Message, line: int | None = None, column: int | None = None) -> None:
        """Accept the file, with a warning."""
        self._note("warning", message, line, column)

    def adjusted(
        self, message: Message, line: int | None = None, column: int | None = None
    ) -> None:
        """Record that something was read differently from how it is written."""
        self._note("adjusted", message, line, column)

    def leaves_open(
        self, round_: int | None, white: str, black: str, line: int | None, **more: int | None
    ) -> bool:
        """Keep a pairing without a result if the tournament is still running; else return False.

        ``more``: the board and the handicap stones.  Only a tournament that is over must have all
        results.
        """
        if self._running:
            stones, board = more.get("stones") or 0, more.get("board")
            pairing = Pairing(
                round=round_, white=white, black=black, board=board, stones=stones, line=line
            )
            self.pairings.append(pairing)
        return self._running

    def extend(self, issues: Iterable[Issue]) -> None:
        """Add issues found elsewhere."""
        for issue in issues:
            self._note(issue.kind, issue.message, issue.line, issue.column)

    def has_errors(self) -> bool:
        """True if an error has been found."""
        return any(kind == "error" for kind, _ in self._first)

    def has_faults(self) -> bool:
        """True if there is an error in the file itself, which no answer of the submitter mends."""
        errors = (issue for issue in self._first.values() if issue.kind == "error")
        return any(not issue.answers for issue in errors)

    def issues(self) -> list[Issue]:
        """Return all issues, errors first, then by line."""
        issues = [self._with_count(key) for key in self._first]
        order = {"error": 0, "warning": 1, "adjusted": 2}
        issues.sort(key=lambda issue: (order[issue.kind], issue.line or 0, issue.column or 0))
        if len(issues) > MOST_ISSUES:
            more = len(issues) - MOST_ISSUES + self._left_out
            left_out = counted("… and %(count)s more issue", "… and %(count)s more issues", more)
            issues[MOST_ISSUES:] = [Issue("warning", None, None, left_out)]
        return issues

    def _note(self, kind: Kind, message: Message, line: int | None, column: int | None) -> None:
        key = (kind, message)
        if key in self._first:
            self._times[key] += 1
        elif self._kept[kind] < _MOST_KEPT:
            self._kept[kind] += 1
            self._first[key] = Issue(kind, line, column, message)
            self._times[key] = 1
        else:
            self._left_out += 1

    def _with_count(self, key: tuple[Kind, str]) -> Issue:
        issue, times = self._first[key], self._times[key]
        if times == 1:
            return issue
        message = Message("%(message)s (%(times)s times)", message=issue.message, times=times)
        return attrs.evolve(issue, message=message)


class EnglishFindings(Findings):
    """Findings that only commands show: plain texts in English.

    They come from writers of files and comparisons of federation lists.  Readers of tournament
    files give messages, because pages show their findings.
    """

    def error(self, message: str, line: int | None = None, column: int | None = None) -> None:
        """Refuse the request."""
        super().error(as_message(message), line, column)

    def warn(self, message: str, line: int | None = None, column: int | None = None) -> None:
        """Add a warning."""
        super().warn(as_message(message), line, column)

    def adjusted(self, message: str, line: int | None = None, column: int | None = None) -> None:
        """Record that something was read differently from how it is written."""
        super().adjusted(as_message(message), line, column)

    def left_out(self, what: str, when: object = True) -> None:
        """Warn that a file to be written cannot hold something, if there is any of it."""
        if when:
            super().warn(as_message(f"left out: {what}"))


class TableLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's line of the table in the file; its fields are those of an entrant.

    ``tie_breaks`` are in the order of the report's; ``team`` is the number of one of its teams.
    """

    start_number: int | None = None
    place: int | None = None
    points: float | None = None
    tie_breaks: tuple[float, ...] = ()
    team: int | None = None
    withdrawn: int | None = None


NO_LINE = TableLine()


class TeamReport(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A team in the file, with its place and points if they are stated."""

    number: int
    name: str
    club: str | None = None
    place: int | None = None
    match_points: float | None = None
    board_points: float | None = None


class PlayerReport(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player in the file; ``number`` is his number there.

    ``index`` is that of a DWZ, where it is stated.  ``entered`` is False for a player who is
    named in games only.
    """

    number: str
    name: str
    sex: Sex | None = None
    birth_date: date | None = None
    birth_year: int | None = None
    federation: str | None = None
    club: str | None = None
    title: str | None = None
    grade: str | None = None
    ids: Mapping[str, str] = msgspec.field(default_factory=dict)
    ratings: Mapping[str, int] = msgspec.field(default_factory=dict)
    index: str = ""
    computer: bool = False
    entered: bool = True
    junior: bool = False
    status: Status = "registered"
    table_line: TableLine = NO_LINE
    line: int | None = None


class GameReport(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game, a forfeit or a bye; the sides are player numbers of the file.

    ``black`` is None for a bye.  ``sides_known`` is False if the file does not state the
    colours: then ``white`` is only the one who is named first.  ``granted``: a full-point bye
    that the pairing did not allocate; only the file states it, no event does.
    """

    round: int | None
    white: str
    black: str | None
    white_points: float
    black_points: float
    played: bool = True
    reason: Unplayed | None = None
    rated_for: RatedFor = "both"
    stones: int = 0
    receiver: Receiver = "black"
    minutes_per_move: float | None = None
    board: int | None = None
    day: date | None = None
    finished: date | None = None
    sides_known: bool = True
    granted: bool = False
    line: int | None = None


class Pairing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game of a running tournament without a result: to be played, or postponed."""

    round: int | None
    white: str
    black: str
    board: int | None = None
    stones: int = 0
    line: int | None = None


@attrs.frozen(kw_only=True)
class Officials:
    """The arbiters named in the file, and the program or person that made the pairings.

    They are personal data, so they never enter an event: they are only in the file that is kept.
    """

    chief_arbiter: str | None = None
    deputies: tuple[str, ...] = ()
    pairing_program: str | None = None


NO_OFFICIALS = Officials()


@attrs.frozen(kw_only=True)
class TournamentReport:
    """A tournament as the file describes it.

    ``digest`` is the SHA-256 of the bytes; ``key`` the name in its own system,
    with its namespace in front (``egd-T230723B``), if the file has one.
    ``system_told`` is False if the system was not stated but derived from the games.
    ``canonical``: the format can hold everything that the ledger keeps of a tournament, and
    values that the ledger accepts are not refused; a missing value in such a file means none.
    ``pairing_rules`` is FIDE's code (``FIDE_DUTCH_2026``).  ``tie_breaks`` are FIDE's codes
    (``BH/C1``, ``SB``) or the headings of the file's table, in the order in which they decide.
    ``rounds_planned`` and ``round_days`` (by round) may go beyond the games of the file.
    ``pairings``: the games without a result, if the tournament is still running.
    """

    format: str
    encoding: str
    digest: str
    discipline: Discipline
    canonical: bool = False
    key: str | None = None
    name: str | None = None
    place: str | None = None
    country: str | None = None
    starts_on: date | None = None
    ended_on: date | None = None
    rounds: int | None = None
    participants: int | None = None
    system: System | None = None
    system_told: bool = True
    thinking_time: ThinkingTime | None = None
    youth_class: str | None = None
    class_: str | None = None
    flags: tuple[TournamentFlag, ...] = ()
    board: Literal[9, 13, 19] | None = None
    komi: float | None = None
    pairing_rules: str | None = None
    tie_breaks: tuple[str, ...] = ()
    boards: int | None = None
    rounds_planned: int | None = None
    round_days: Mapping[int, date] = attrs.field(factory=dict)
    officials: Officials = NO_OFFICIALS
    teams: tuple[TeamReport, ...] = ()
    players: tuple[PlayerReport, ...] = ()
    games: tuple[GameReport, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    @property
    def paired(self) -> "Sequence[GameReport | Pairing]":
        """The games with their results and the pairings without."""
        return [*self.games, *self.pairings]


@attrs.frozen(kw_only=True)
class SuppliedDetails:
    """Details that the submitter supplies because the file does not have them.

    ``columns`` maps the columns of a canonical CSV, by table, to their canonical names.
    ``running``: the tournament is not over, so that pairings need no results.
    """

    name: str | None = None
    starts_on: date | None = None
    ended_on: date | None = None
    discipline: Discipline | None = None
    system: System | None = None
    thinking_time: ThinkingTime | None = None
    country: str | None = None
    class_: str | None = None
    columns: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    running: bool = False
    rounds_planned: int | None = None


NOTHING_SUPPLIED = SuppliedDetails()


def any_error(issues: Iterable[Issue]) -> bool:
    """True if one of the issues refuses the file."""
    return any(issue.kind == "error" for issue in issues)
