"""The kit for tournament files: a reader or writer imports this module and little else.

A reader is given a :class:`File` and returns its :meth:`~File.report`.  It reports each fault to
the file and goes on; :meth:`File.refusal` ends the reading if nothing more can be read.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Literal, TypedDict, TypeVar, Unpack

import msgspec
from msgspec.structs import replace

from ledger.events.facts import ThinkingTime, TournamentFlag
from ledger.events.messages import Message, RequestField, joined_with_and
from ledger.events.wording import named
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import (
    MOST_PLAYERS,
    MOST_RESULTS,
    MOST_ROUNDS,
    TOO_MANY_PLAYERS,
    TOO_MANY_RESULTS,
    check_report,
)
from ledger.importing.formats.dates import (
    Candidates,
    Span,
    WrittenDate,
    resolve_dates,
    unambiguous_date,
)
from ledger.importing.formats.rounds import (
    PlayerRound,
    RoundTable,
    last_round,
    points_of,
    refuse_without_place,
    round_table,
    summed,
)
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    UNRATED_DRAW,
    UNRATED_LOSS,
    UNRATED_WIN,
    WIN,
    Colour,
    GameResult,
    MirroredCell,
    SideResult,
    bye,
    combine_results,
    games_of_cells,
    one_side,
    report_pending,
    results_of,
    unshared_point_warning,
)
from ledger.importing.formats.text import decoded, read_text, tidy
from ledger.importing.formats.time_control import (
    coded_thinking_time,
    thinking_time_of,
    time_of_seconds,
)
from ledger.importing.formats.tournament_report import (
    NO_LINE,
    Discipline,
    Findings,
    GameReport,
    Officials,
    PlayerReport,
    RatedFor,
    Receiver,
    Sex,
    Status,
    SuppliedDetails,
    System,
    TableLine,
    TeamReport,
    TournamentReport,
    Unplayed,
)
from ledger.importing.formats.xml_tree import Element, declared_encoding, read_xml, whole_number

T = TypeVar("T")
Scalar = str | int | float | None
"""A value of JSON whose type differs by program and version."""
Value = Scalar | date
"""A value of any file."""
_NUMBER = re.compile("[1-9][0-9]{0,5}")
SHORT_NUMBER = re.compile("[1-9][0-9]{0,3}")
"""The number of a round or a player."""
_NOTHING: Mapping[str, Value] = {}
_AS_TRF = Message("export the tournament as TRF")
UNPROVEN = Message(
    "no real file of this format was at hand to try its reader on: compare the players and "
    "results with the program that wrote the file"
)
TEAMS_LEFT_OUT = Message(
    "the teams of the file are left out, only the games of their players are read"
)
COLOURS: Mapping[str, Colour] = {"W": "w", "B": "b"}
BOARD_SIZES: Mapping[str, Literal[9, 13, 19]] = {"9": 9, "13": 13, "19": 19}
_COUNTING_COLUMNS = frozenset({"crosstable", "swi", "swisschess", "walllist"})
"""The formats whose rounds are the columns of their table."""


class Unreadable(Exception):
    """Nothing more of the file can be read; its issues say why."""


class About(TypedDict, total=False):
    """The statements of a format about a tournament, beside its days, players and games."""

    canonical: bool
    key: str | None
    rounds: int | None
    participants: int | None
    system: System | None
    system_told: bool
    thinking_time: ThinkingTime | None
    youth_class: str | None
    class_: str | None
    flags: tuple[TournamentFlag, ...]
    board: Literal[9, 13, 19] | None
    komi: float | None
    pairing_rules: str | None
    tie_breaks: tuple[str, ...]
    boards: int | None
    rounds_planned: int | None
    round_days: Mapping[int, date]
    teams: tuple[TeamReport, ...]


class Person(TypedDict, total=False):
    """The statements of a format about a player, as they are written.

    ``ids`` and ``ratings`` are those by the names of the registers and federations.
    """

    sex: Value
    birth: Value
    year: Value
    federation: Value
    club: Value
    title: Value
    grade: Value
    ids: Mapping[str, Value]
    ratings: Mapping[str, Value]
    index: str
    computer: bool
    table_line: TableLine


_ORDINAL = re.compile("[1-9][0-9]{0,4}")
_DECIMAL = re.compile(r"[0-9]{0,5}(?:\.[0-9]{1,4})?")


def table_line(
    place: str | None = None,
    points: str | None = None,
    tie_breaks: Sequence[str] = (),
    *,
    start_number: int | None = None,
    team: int | None = None,
) -> TableLine:
    """Return a line of the table in a file; what is not a place or a number is left out.

    An empty tie-break counts as 0 where another one follows.
    """
    broken = [decimal_of(text) for text in tie_breaks]
    while broken and broken[-1] is None:
        del broken[-1]
    return TableLine(
        start_number=start_number,
        place=ordinal_of(place),
        points=decimal_of(points),
        tie_breaks=tuple(value or 0.0 for value in broken),
        team=team,
    )


def is_falling(scores: Iterable[Sequence[str]]) -> bool:
    """True if rows stand in the order of the score with which the figures of each begin."""
    found = [decimal_of(next(iter(each), None)) for each in scores]
    return None not in found and found == sorted(found, key=lambda it: -(it or 0.0))


def ordinal_of(text: str | None) -> int | None:
    """Return a number from 1; None if the text is another."""
    return int(text) if text and _ORDINAL.fullmatch(text) else None


def decimal_of(text: str | None) -> float | None:
    """Return a number such as 6.5, 6,5 or 6½, to three decimals; None if the text is another."""
    plain = (text or "").strip()[:12].replace(",", ".").replace("½", ".5")
    return round(float(plain), 3) if plain not in {"", "."} and _DECIMAL.fullmatch(plain) else None


class File(Findings):
    """A file that is read: its bytes, the details that the submitter supplies, and its issues.

    ``encoding`` is that of its text.
    """

    def __init__(self, format_: str, content: bytes, supplied: SuppliedDetails) -> None:
        super().__init__(running=supplied.running)
        self.format, self.content, self.supplied = format_, content, supplied
        self.encoding = "utf-8"
        self._open: list[MirroredCell] = []

    def refusal(
        self, message: Message, line: int | None = None, column: int | None = None
    ) -> Unreadable:
        """Report an error and return the exception that ends the reading."""
        self.error(message, line, column)
        return Unreadable(message)

    # --- the content --------------------------------------------------------------------------

    def lines(self, encoding: str | None = None, content: bytes | None = None) -> Sequence[str]:
        """Return the lines of the file or a part of it, of an encoding if one is known.

        It ends the reading if it is not text.
        """
        content = self.content if content is None else content
        if encoding is not None:
            content = content.decode(encoding, errors="replace").encode()
        found = read_text(content, self)
        if found is None:
            raise Unreadable
        self.encoding = encoding or found[1]
        return found[0]

    def written_lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that are not blank, with their numbers."""
        return ((number, it) for number, it in enumerate(self.lines(), start=1) if it.strip())

    def json(self, type_: type[T], program: str, remedy: Message = _AS_TRF) -> T:
        """Return the content as a value of JSON; it ends the reading if it is another."""
        text, self.encoding = decoded(self.content, self)
        if text.count("{") > MOST_RESULTS:
            raise self.refusal(TOO_MANY_RESULTS)
        try:
            return msgspec.json.decode(text, type=type_)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            message = Message(
                "this is not the JSON of %(program)s (%(why)s): %(remedy)s",
                {"program": program, "why": str(error)[:200], "remedy": remedy},
            )
            raise self.refusal(message) from None

    def xml(self, *roots: str) -> Element:
        """Return the tree of an XML with one of the roots; it ends the reading if it is none."""
        root = read_xml(self.content, roots, self)
        if root is None:
            raise Unreadable
        self.encoding = declared_encoding(self.content)
        return root

    def chosen(self, tournaments: Sequence[tuple[Collection[str | None], T]]) -> T:
        """Return the only tournament, or the one that the submitter names; else end the reading.

        Each comes with its names, of which the first is the one to be given.
        """
        name = self.supplied.name
        chosen = [each for names, each in tournaments if name and name in names]
        if len(tournaments) == 1 or len(chosen) == 1:
            return (chosen or [each for _, each in tournaments])[0]
        if not tournaments:
            message = Message("there are no games in the file: export it after the last round")
            raise self.refusal(message)
        first_names = [tidy(next(iter(each), "") or "")[:100] or "?" for each, _ in tournaments]
        message = Message(
            "there are %(count)s tournaments in the file: give one as %(name)s (%(names)s)",
            {"name": RequestField("name"), "count": len(first_names), "names": named(first_names)},
        )
        raise self.refusal(message)

    # --- the tournament -----------------------------------------------------------------------

    def days(
        self,
        first: str | date | WrittenDate | None = None,
        last: str | date | WrittenDate | None = None,
        rounds: Sequence[Candidates] = (),
    ) -> Span:
        """Return the first and the last day, as written and as the submitter supplies them."""
        return resolve_dates(written(first), written(last), self.supplied, self, rounds)

    def round_days(self, days: Mapping[int, date | None], span: Span) -> Mapping[int, date | None]:
        """Return the days of the rounds; none, and a warning, if one is not within the tournament.

        Without a last day of the tournament there are none either.
        """
        first, last = span
        if last is None:
            return {}
        if all((first or day) <= day <= last for day in days.values() if day is not None):
            return days
        message = Message(
            "the days of the rounds do not lie between the first and the last day: left out"
        )
        self.warn(message)
        return {}

    def report(  # noqa: PLR0913 - what nearly every format states
        self,
        days: Span,
        players: Iterable[PlayerReport],
        games: Iterable[GameReport],
        *,
        discipline: Discipline = "chess",
        name: str | None = None,
        place: str | None = None,
        country: Value = None,
        arbiter: str | None = None,
        deputies: Iterable[str] = (),
        program: str | None = None,
        planned: int | None = None,
        **about: Unpack[About],
    ) -> TournamentReport:
        """Return the checked report; only a running tournament has the ``planned`` rounds."""
        games, content = tuple(games), self.content
        about |= self._rounds(about, games, planned)
        report = TournamentReport(
            format=self.format,
            encoding=self.encoding,
            digest=sha256(content).hexdigest(),
            discipline=discipline,
            name=short(name),
            place=short(place),
            country=fields.federation(text_of(country), self, None),
            starts_on=days[0],
            ended_on=days[1],
            officials=Officials(
                chief_arbiter=short(arbiter),
                deputies=tuple(name for each in deputies if (name := short(each))),
                pairing_program=short(program),
            ),
            players=tuple(_of_known_team(it, about) for it in players),
            games=games,
            pairings=tuple(self.pairings),
            **about,
        )
        return check_report(report, self.supplied, self)

    def _rounds(self, about: About, games: Sequence[GameReport], planned: int | None) -> About:
        """Return the rounds, else the last one with a game; and the planned ones.

        Games that are still open are reported.  A running tournament's file may call these its
        rounds; columns of a table are planned only beyond the pairings.
        """
        report_pending(self._open, self)
        stated, found = about.get("rounds"), About()
        played = max((game.round or 0 for game in games), default=0)
        if not about.get("canonical"):
            found["rounds"] = stated or played or None
        if self.supplied.running:
            paired = max(played, *(it.round or 0 for it in self.pairings), 0)
            is_column = self.format in _COUNTING_COLUMNS and (stated or 0) <= paired
            known = self.supplied.rounds_planned, about.get("rounds_planned"), planned
            found["rounds_planned"] = next(filter(None, known), None if is_column else stated)
        return found

    # --- players and results ------------------------------------------------------------------

    def player(
        self, number: Value, *names: Value, line: int | None = None, **person: Unpack[Person]
    ) -> PlayerReport:
        """Return a player; the names are one, or surname and forename."""
        shown = text_of(number)[:10]
        if not _NUMBER.fullmatch(shown):
            self.error(Message("%(text)r is not a player number: correct it", text=shown), line)
        parts = [text_of(name) for name in names]
        if not parts[0]:
            self.error(Message("player %(number)s has no name: complete it", number=shown), line)
        day, born = fields.birth(text_of(person.get("birth")), self, line)
        if born is None:
            _, born = fields.birth(text_of(person.get("year")), self, line)
        ids, ratings = person.get("ids", _NOTHING), person.get("ratings", _NOTHING)
        numbers = {
            it: fields.external_id(it, text_of(ids[it]), self, line, parts[0]) for it in ids
        }
        figures = {it: fields.figure(text_of(ratings[it]), self, line) for it in ratings}
        computer = person.get("computer", False)
        return PlayerReport(
            number=shown or ("?" if line is None else f"line {line}"),
            name=", ".join(part for part in parts if part)[:200].strip() or "?",
            sex=None if computer else fields.sex(text_of(person.get("sex")), self, line),
            birth_date=day,
            birth_year=born,
            federation=fields.federation(text_of(person.get("federation")), self, line),
            club=text_of(person.get("club"))[:100].strip() or None,
            title=fields.title(text_of(person.get("title")), self, line),
            grade=fields.grade(text_of(person.get("grade")), self, line),
            ids={register: it for register, it in numbers.items() if it is not None},
            ratings={whose: it for whose, it in figures.items() if it is not None},
            index=digits if (digits := person.get("index", "")).isdecimal() else "",
            computer=computer,
            table_line=person.get("table_line", NO_LINE),
            line=line,
        )

    def wrong_result(self, round_: object, player: object, code: object) -> None:
        """Report a result that is not valid."""
        message = Message(
            "round %(round)s: player %(player)s has the invalid result %(code)r: correct it in "
            "the pairing program",
            {"round": str(round_)[:10], "player": str(player)[:10], "code": str(code)[:10]},
        )
        self.error(message)

    def unknown_result(
        self, round_: object, player: object, code: object, *place: int | None
    ) -> None:
        """Report a result whose meaning no description has; perhaps with line and column."""
        message = Message(
            "round %(round)s: player %(player)s has the result %(code)s, whose meaning is not "
            "known: export the tournament as TRF (FIDE)",
            {"round": round_, "player": player, "code": str(code)[:10]},
        )
        self.error(message, *place)

    def no_member(self, team: str, player: str, line: int | None) -> None:
        """Warn about a member of a team who is nobody's, or that of two."""
        message = Message(
            "team %(team)s: there is no player %(number)s, or he is in another team, too",
            {"team": team, "number": player},
        )
        self.warn(message, line)

    def game(  # noqa: PLR0913 - what nearly every format states
        self,
        round_: int,
        white: str,
        black: str,
        sides: tuple[SideResult, SideResult] | None,
        *,
        board: int | None = None,
        lost_by_both: bool = False,
        place: tuple[int | None, int | None] = (None, None),
    ) -> Iterator[GameReport]:
        """Yield a game that the file lists once; it is open without the results of both sides.

        ``place``: its line and column.
        """
        if sides is None:
            cell = MirroredCell(
                player=white,
                round=round_,
                opponent=black,
                result=None,
                board=board,
                line=place[0],
                column=place[1],
            )
            self._open.append(cell)
            return
        result = combine_results(*sides)
        self._judge(result, {"round": round_, "white": white, "black": black}, lost_by_both, place)
        if result is not None:
            found = result.fields() | ({"reason": "double-loss"} if lost_by_both else {})
            yield GameReport(
                round=round_, board=board, white=white, black=black, **found, line=place[0]
            )

    def _judge(
        self,
        result: GameResult | None,
        who: Mapping[str, object],
        lost_by_both: bool,
        place: tuple[int | None, int | None],
    ) -> None:
        """Report a result that gives out too much, or less than one point."""
        if result is None:
            message = Message(
                "round %(round)s: %(white)s – %(black)s gives more than one point: correct the "
                "result",
                who,
            )
            self.error(message, *place)
        elif lost_by_both:
            message = Message(
                "round %(round)s: %(white)s – %(black)s was lost by both: entered as not rated",
                who,
            )
            self.warn(message, place[0])
        elif result.played and not result.complete:
            self.warn(unshared_point_warning(who), *place)


class Roster:
    """The players of a file that has no list of them, numbered as they appear."""

    def __init__(self, file: File) -> None:
        self._file = file
        self.players: dict[object, PlayerReport] = {}

    def player(
        self, key: object, name: str, line: int | None, **person: Unpack[Person]
    ) -> PlayerReport:
        """Return the player of a key; he is entered when he first appears."""
        if key not in self.players:
            number = len(self.players) + 1
            self.players[key] = self._file.player(number, name, line=line, **person)
        return self.players[key]


def in_team(player: PlayerReport, team: int | None) -> PlayerReport:
    """Return a player as one of a team."""
    return replace(player, table_line=replace(player.table_line, team=team))


def _of_known_team(player: PlayerReport, about: About) -> PlayerReport:
    """Return a player without the number of a team that the file does not name."""
    team = player.table_line.team
    known = any(each.number == team for each in about.get("teams", ()))
    return player if team is None or known or about.get("canonical") else in_team(player, None)


def text_of(value: Value) -> str:
    """Return a value of a file as text, a day as YYYY-MM-DD."""
    if isinstance(value, datetime):
        value = value.date()
    return "" if value is None else tidy(str(value)[:200])


def u16(content: bytes, at: int) -> int:
    """Return a number of two bytes, the lower first; 0 beyond the end."""
    return int.from_bytes(content[at : at + 2], "little")


def u32(content: bytes, at: int) -> int:
    """Return a number of four bytes, the lowest first; 0 beyond the end."""
    return int.from_bytes(content[at : at + 4], "little")


def text_in(content: bytes) -> str:
    """Return a text of Windows up to its end or the byte 0."""
    return tidy(content.partition(b"\0")[0].decode("cp1252", errors="replace"))


def short(text: str | None) -> str | None:
    """A text of a tournament, as long as an event may hold it; None if it is blank."""
    return tidy(text or "")[:200].strip() or None


def written(
    day: str | date | WrittenDate | None, line: int | None = None, column: int | None = None
) -> WrittenDate | None:
    """Return a day as it is written, with its place; None if it is blank."""
    if isinstance(day, str | date):
        day = str(day).strip()[:40]
        return WrittenDate(day, line, column) if day else None
    return day


def dated(
    games: Iterable[GameReport], days: Mapping[int, date | None], span: Span
) -> Iterator[GameReport]:
    """Yield the games with the days of their rounds, if these are within the tournament."""
    first, last = span
    for game in games:
        day = days.get(game.round or 0)
        inside = day is not None and last is not None and (first or day) <= day <= last
        yield replace(game, day=day) if inside and game.played else game


def entered(
    players: Iterable[tuple[PlayerReport, bool]], games: Iterable[GameReport], file: File
) -> Iterator[PlayerReport]:
    """Yield the players without those who only preregistered (True) and have no game."""
    playing = {side for game in games for side in (game.white, game.black)}
    playing |= {side for pairing in file.pairings for side in (pairing.white, pairing.black)}
    for player, preliminary in players:
        if preliminary and player.number not in playing:
            message = Message("preliminary registrations without a game are left out")
            file.adjusted(message, player.line)
        else:
            yield player
