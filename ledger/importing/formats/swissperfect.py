"""SwissPerfect's files of a tournament: players (.trn), results (.sco) and settings (.ini).

The first two are tables of dBase III.  Scores are doubled; a game that was played has both types
1, any other was not played.  There are no days.  Bonus points belong to no game.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import PurePosixPath

import attrs

from ledger.events.messages import Message, joined_with_and
from ledger.events.wording import named
from ledger.importing.formats import fields
from ledger.importing.formats.archive import BEGINNING, DAMAGED, open_archive, read_member
from ledger.importing.formats.choice import choose_tournament
from ledger.importing.formats.consistency import (
    MOST_PLAYERS,
    TOO_MANY_PLAYERS,
    check_report,
)
from ledger.importing.formats.dates import resolve_dates
from ledger.importing.formats.dbase import Row, field_names, read_dbase
from ledger.importing.formats.mirrored_cells import (
    MirroredCell,
    report_pending,
    unshared_point_warning,
)
from ledger.importing.formats.side_results import SideResult, combine_results
from ledger.importing.formats.text import tidy, too_large
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)

PLAYERS, RESULTS, ABOUT = ".trn", ".sco", ".ini"
_PARTS = (PLAYERS, RESULTS, ABOUT)
_NEEDED: Mapping[str, frozenset[str]] = {
    PLAYERS: frozenset({"ID", "SURNAME", "FIRSTNAME"}),
    RESULTS: frozenset({"ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE"}),
}
_NUMBER = re.compile(r"([0-9]{1,6})(?:\.0*)?")
_SECTION = re.compile(r"\[([^\]]{1,80})\]")
_SEXES = {"0": "", "1": "m", "2": "f"}
_SYSTEMS: Mapping[str, System] = {"0": "swiss", "1": "round-robin"}
_PLAYED = 1
_MOST_ROUNDS = 99
_MOST_TOURNAMENTS = 20  # settings are read of each, to find their names
_WHOLE = Message("pack the .ini, .trn and .sco of one tournament as a ZIP")


def read_swissperfect(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """Return the report of the files in an archive."""
    parts = None if too_large(content, findings) else _parts(content, supplied, findings)
    if parts is None:
        return None
    tables = {ending: _table(parts[ending], ending, findings) for ending in (PLAYERS, RESULTS)}
    people, results = tables[PLAYERS], tables[RESULTS]
    if people is None or results is None:
        return None
    if len(people) > MOST_PLAYERS:
        findings.error(TOO_MANY_PLAYERS)
        return None
    about = _about(parts.get(ABOUT, b""))
    if about.get("team or individual", "0") != "0" or about.get("multi games", "1") not in "01":
        message = Message(
            "the .ini declares teams, or several games in each pairing, whose results "
            "cannot be read: export the tournament in another format"
        )
        findings.error(message)
    first, last = resolve_dates(None, None, supplied, findings)
    games = tuple(_Results(results, findings).games())
    report = TournamentReport(
        format="swissperfect",
        encoding="cp1252",
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=tidy(about.get("name", ""))[:200] or None,
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        system=_SYSTEMS.get(about.get("system", "")),
        players=tuple(_players(people, findings)),
        games=games,
    )
    return check_report(report, supplied, findings)


# --- the files -------------------------------------------------------------------------------


def _parts(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> Mapping[str, bytes] | None:
    """The files of one tournament in an archive by their endings; None, and an error, if none."""
    if not content.startswith(BEGINNING):
        message = Message(
            "this is one of SwissPerfect's files, which are read together: %(remedy)s, or name "
            "the .trn with the others beside it",
            remedy=_WHOLE,
        )
        findings.error(message)
        return None
    try:
        with open_archive(content) as archive:
            sets = _sets(archive.namelist())
            if not _are_whole(sets, findings):
                return None
            names = [
                (_about(read_member(archive, each[ABOUT])).get("name") if ABOUT in each else stem,)
                for stem, each in sets.items()
            ]
            tournaments = list(zip(names, sets.values(), strict=True))
            chosen = choose_tournament(tournaments, supplied, findings)
            if chosen is None:
                return None
            return {each: read_member(archive, name) for each, name in chosen.items()}
    except DAMAGED:
        findings.error(Message("the archive cannot be read: %(remedy)s", remedy=_WHOLE))
        return None


def _sets(names: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """The names in an archive by the name that files of one tournament share, and by ending.

    Left out are those that begin with a point, and settings without a tournament.
    """
    sets: dict[str, dict[str, str]] = {}
    for name in names:
        path = PurePosixPath(name)
        ending = path.suffix.casefold()
        if ending in _PARTS and not path.name.startswith("."):
            sets.setdefault(str(path.with_suffix("")).casefold(), {})[ending] = name
    return {stem: parts for stem, parts in sets.items() if set(parts) != {ABOUT}}


def _are_whole(sets: Mapping[str, Mapping[str, str]], findings: Findings) -> bool:
    """True if every tournament has players and results; else False, and an error."""
    missing = [each for each in _NEEDED if not any(each in parts for parts in sets.values())]
    alone = [parts for parts in sets.values() if not _NEEDED.keys() <= parts.keys()]
    if missing:
        message = Message(
            "there is no %(kinds)s in the archive: %(remedy)s",
            kinds=joined_with_and(missing),
            remedy=_WHOLE,
        )
        findings.error(message)
    elif alone or len(sets) > _MOST_TOURNAMENTS:
        message = Message(
            "%(files)s: the names of the files of one tournament differ by the ending only: "
            "%(remedy)s",
            files=named([name[:60] for each in alone or sets.values() for name in each.values()]),
            remedy=_WHOLE,
        )
        findings.error(message)
    return not findings.has_errors()


def _table(content: bytes, ending: str, findings: Findings) -> Sequence[Row] | None:
    """The rows of one of the tables, if it has the fields that are needed."""
    if too_large(content, findings):
        return None
    try:
        rows = read_dbase(content)
    except ValueError:
        message = Message(
            "%(file)s is no table of dBase III, or has been cut off: copy it again", file=ending
        )
        findings.error(message)
        return None
    missing = _NEEDED[ending] - set(field_names(content))
    if missing:
        message = Message(
            "%(file)s is not SwissPerfect's, for it has no %(fields)s: %(remedy)s",
            file=ending,
            fields=joined_with_and(sorted(missing)),
            remedy=_WHOLE,
        )
        findings.error(message)
        return None
    return rows


def _about(content: bytes) -> Mapping[str, str]:
    """Return the values of the section Tournament Info of an .ini."""
    about, section = {}, ""
    for line in content.decode("cp1252", errors="replace").splitlines():
        if match := _SECTION.fullmatch(line.strip()):
            section = match[1]
        elif section == "Tournament Info":
            name, _, value = line.partition("=")
            about[name.strip().casefold()] = value.strip()
    return about


# --- players ---------------------------------------------------------------------------------


def _players(rows: Sequence[Row], findings: Findings) -> Iterator[PlayerReport]:
    """Yield the players; records without a name are placeholders."""
    with_bonus, with_local_number = [], False
    for record in rows:
        player = _player(record, findings)
        if player is None:
            continue
        yield player
        with_local_number = with_local_number or bool(record.get("LOC_ID", "").strip("0"))
        if record.get("BONUS", "").strip("0. "):
            with_bonus.append(player.number)
    if with_bonus:
        message = Message(
            "bonus points belong to no game and are left out: %(players)s",
            players=named(with_bonus),
        )
        findings.warn(message)
    if with_local_number:
        message = Message(
            "local numbers and ratings (LOC_ID, LOC_RTG) are left out: the file does not "
            "name their federation"
        )
        findings.warn(message)


def _player(record: Row, findings: Findings) -> PlayerReport | None:
    names = [tidy(record[each]) for each in ("SURNAME", "FIRSTNAME")]
    if not any(names):
        return None
    number = _number(record["ID"])
    if not number:
        message = Message(
            "%(name)s has no number (ID): open the tournament in SwissPerfect and save it again",
            name=names[0][:40],
        )
        findings.error(message)
    born = record.get("BIRTH_DATE", "")
    if len(born) == 8 and born.isdecimal():
        born = f"{born[:4]}-{born[4:6]}-{born[6:]}"
    day, year = fields.birth(born, findings, None)
    fide = fields.external_id("fide", record.get("INTL_ID", ""), findings, None, names[0])
    rating = fields.figure(record.get("INTL_RTG", ""), findings, None)
    sex, title = record.get("SEX", ""), record.get("TITLE", "")
    return PlayerReport(
        number=str(number or 0),
        name=", ".join(name for name in names if name)[:200],
        sex=fields.sex(_SEXES.get(sex, sex), findings, None),
        birth_date=day,
        birth_year=year,
        federation=fields.federation(record.get("FEDER", ""), findings, None),
        club=tidy(record.get("CLUB", ""))[:100] or None,
        title=title[:10] if title.isalpha() else None,
        ids={} if fide is None else {"fide": fide},
        ratings={} if rating is None else {"FIDE": rating},
    )


# --- results ---------------------------------------------------------------------------------


@attrs.frozen
class _Results:
    """The games of a table of results."""

    rows: Sequence[Row]
    findings: Findings

    def games(self) -> Iterator[GameReport]:
        """Yield every game and bye; pairings without a result are an error."""
        pending: list[MirroredCell] = []
        for number, record in enumerate(self.rows, start=1):
            values = self._values(number, record)
            if values is None:
                continue
            if values["WHITE"] and values["BLACK"]:
                yield from self._game(values, pending)
            else:
                yield from _byes(values)
        report_pending(pending, self.findings)

    def _values(self, number: int, record: Row) -> Mapping[str, int] | None:
        """Return the numbers of a result; None, and an error, if one of them is invalid."""
        values = {name: _number(record[name] or "0") for name in _NEEDED[RESULTS]}
        wrong = [name for name, value in values.items() if value is None or value > _most(name)]
        if not wrong and values["ROUND"]:
            return {name: value or 0 for name, value in values.items()}
        message = Message(
            "result %(number)s has %(wrong)s, which no single game has: correct it in "
            "SwissPerfect, or export the tournament in another format",
            number=number,
            wrong=joined_with_and(
                [f"{name} {record[name][:10]!r}" for name in wrong or ("ROUND",)]
            ),
        )
        self.findings.error(message)
        return None

    def _game(
        self, values: Mapping[str, int], pending: list[MirroredCell]
    ) -> Iterator[GameReport]:
        played = values["W_TYPE"] == values["B_TYPE"] == _PLAYED
        is_open = not any(values[f"{side}_{each}"] for side in "WB" for each in ("TYPE", "SCORE"))
        white, black = (
            MirroredCell(
                player=str(values[own]),
                round=values["ROUND"],
                opponent=str(values[other]),
                result=SideResult(values[score] / 2, played=played, rated=played),
            )
            for own, other, score in (
                ("WHITE", "BLACK", "W_SCORE"),
                ("BLACK", "WHITE", "B_SCORE"),
            )
        )
        if is_open:
            pending.append(white)
            return
        result = combine_results(white.result, black.result)
        if result is None:
            message = Message(
                "round %(round)s: %(white)s – %(black)s gives more than one point: correct the "
                "result",
                round=white.round,
                white=white.player,
                black=black.player,
            )
            self.findings.error(message)
            return
        if played and not result.complete:
            self.findings.warn(unshared_point_warning(white, black))
        yield GameReport(
            round=white.round, white=white.player, black=black.player, **result.fields()
        )


def _most(name: str) -> int:
    """The largest number that a field of a result may have: a game gives two half points."""
    return {"ROUND": _MOST_ROUNDS, "W_SCORE": 2, "B_SCORE": 2}.get(name, 999_999)


def _byes(values: Mapping[str, int]) -> Iterator[GameReport]:
    """Yield the byes, for which one side alone was given points."""
    for player, score in (("WHITE", "W_SCORE"), ("BLACK", "B_SCORE")):
        if values[player] and values[score]:
            yield GameReport(
                round=values["ROUND"],
                white=str(values[player]),
                black=None,
                white_points=values[score] / 2,
                black_points=0.0,
                played=False,
                reason="bye",
            )


def _number(text: str) -> int | None:
    match = _NUMBER.fullmatch(text)
    return None if match is None else int(match[1])
