"""SwissPerfect's files of a tournament: players (.trn), results (.sco) and settings (.ini).

The first two are tables of dBase III.  Scores are doubled; a game that was played has both types
1, any other was not played.  There are no days.  Bonus points belong to no game.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.archive import BEGINNING, DAMAGED, open_archive, read_member
from ledger.importing.formats.dbase import Row, field_names, read_dbase
from ledger.importing.formats.text import too_large

PLAYERS, RESULTS, ABOUT = ".trn", ".sco", ".ini"
_PARTS = (PLAYERS, RESULTS, ABOUT)
_NEEDED: Mapping[str, frozenset[str]] = {
    PLAYERS: frozenset({"ID", "SURNAME", "FIRSTNAME"}),
    RESULTS: frozenset({"ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE"}),
}
_NUMBER = re.compile(r"([0-9]{1,6})(?:\.0*)?")
_SECTION = re.compile(r"\[([^\]]{1,80})\]")
_SEXES = {"0": "", "1": "m", "2": "f"}
_SYSTEMS: Mapping[str, kit.System] = {"0": "swiss", "1": "round-robin"}
_PLAYED = 1
_MOST = {"ROUND": 99, "W_SCORE": 2, "B_SCORE": 2}
"""The largest numbers of a result; a game gives two half points."""
_MOST_TOURNAMENTS = 20  # settings are read of each, to find their names
_WHOLE = Message("pack the .ini, .trn and .sco of one tournament as a ZIP")


def read_swissperfect(file: kit.File) -> kit.TournamentReport:
    """Return the report of the files in an archive."""
    file.encoding = "cp1252"
    parts = _parts(file)
    people, results = (_table(parts[ending], ending, file) for ending in (PLAYERS, RESULTS))
    if len(people) > kit.MOST_PLAYERS:
        raise file.refusal(kit.TOO_MANY_PLAYERS)
    about = _about(parts.get(ABOUT, b""))
    if about.get("team or individual", "0") != "0" or about.get("multi games", "1") not in "01":
        message = Message(
            "the .ini declares teams, or several games in each pairing, whose results "
            "cannot be read: export the tournament in another format"
        )
        file.error(message)
    return file.report(
        file.days(),
        _players(people, file),
        _games(results, file),
        name=about.get("name"),
        system=_SYSTEMS.get(about.get("system", "")),
    )


# --- the files -------------------------------------------------------------------------------


def _parts(file: kit.File) -> Mapping[str, bytes]:
    """The files of one tournament in an archive by their endings."""
    if not file.content.startswith(BEGINNING):
        message = Message(
            "this is one of SwissPerfect's files, which are read together: %(remedy)s, or name "
            "the .trn with the others beside it",
            remedy=_WHOLE,
        )
        raise file.refusal(message)
    try:
        with open_archive(file.content) as archive:
            sets = _sets(archive.namelist())
            _check_sets(sets, file)
            names = [
                (_about(read_member(archive, each[ABOUT])).get("name") if ABOUT in each else stem,)
                for stem, each in sets.items()
            ]
            chosen = file.chosen(list(zip(names, sets.values(), strict=True)))
            return {each: read_member(archive, name) for each, name in chosen.items()}
    except DAMAGED:
        message = Message("the archive cannot be read: %(remedy)s", remedy=_WHOLE)
        raise file.refusal(message) from None


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


def _check_sets(sets: Mapping[str, Mapping[str, str]], file: kit.File) -> None:
    """End the reading unless every tournament has players and results."""
    missing = [each for each in _NEEDED if not any(each in parts for parts in sets.values())]
    if missing:
        message = Message(
            "there is no %(kinds)s in the archive: %(remedy)s",
            {"kinds": kit.joined_with_and(missing), "remedy": _WHOLE},
        )
        raise file.refusal(message)
    alone = [parts for parts in sets.values() if not _NEEDED.keys() <= parts.keys()]
    if alone or len(sets) > _MOST_TOURNAMENTS:
        names = [name[:60] for each in alone or sets.values() for name in each.values()]
        message = Message(
            "%(files)s: the names of the files of one tournament differ by the ending only: "
            "%(remedy)s",
            {"files": kit.named(names), "remedy": _WHOLE},
        )
        raise file.refusal(message)


def _table(content: bytes, ending: str, file: kit.File) -> Sequence[Row]:
    """The rows of one of the tables, which has the fields that are needed."""
    if too_large(content, file):
        raise kit.Unreadable
    try:
        rows = read_dbase(content)
    except ValueError:
        message = Message(
            "%(file)s is not a table of dBase III, or has been cut off: copy it again", file=ending
        )
        raise file.refusal(message) from None
    missing = _NEEDED[ending] - set(field_names(content))
    if missing:
        message = Message(
            "%(file)s is not SwissPerfect's, for it has no %(fields)s: %(remedy)s",
            {"file": ending, "fields": kit.joined_with_and(sorted(missing)), "remedy": _WHOLE},
        )
        raise file.refusal(message)
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


def _players(rows: Sequence[Row], file: kit.File) -> Iterator[kit.PlayerReport]:
    """Yield the players; records without a name are placeholders."""
    with_bonus, with_local_number = [], False
    for record in rows:
        if not (kit.tidy(record["SURNAME"]) or kit.tidy(record["FIRSTNAME"])):
            continue
        player = _player(record, file)
        yield player
        with_local_number = with_local_number or bool(record.get("LOC_ID", "").strip("0"))
        if record.get("BONUS", "").strip("0. "):
            with_bonus.append(player.number)
    if with_bonus:
        message = Message(
            "bonus points belong to no game and are left out: %(players)s",
            players=kit.named(with_bonus),
        )
        file.warn(message)
    if with_local_number:
        message = Message(
            "local numbers and ratings (LOC_ID, LOC_RTG) are left out: the file does not "
            "name their federation"
        )
        file.warn(message)


def _player(record: Row, file: kit.File) -> kit.PlayerReport:
    born, sex, title = (record.get(each, "") for each in ("BIRTH_DATE", "SEX", "TITLE"))
    if len(born) == 8 and born.isdecimal():
        born = f"{born[:4]}-{born[4:6]}-{born[6:]}"
    names = (each for each in map(record.__getitem__, ("SURNAME", "FIRSTNAME")) if each.strip())
    return file.player(
        _number(record["ID"]) or record["ID"],
        *names,
        sex=_SEXES.get(sex, sex),
        birth=born,
        federation=record.get("FEDER"),
        club=record.get("CLUB"),
        title=title if title.isalpha() else "",
        ids={"fide": record.get("INTL_ID")},
        ratings={"FIDE": record.get("INTL_RTG")},
    )


# --- results ---------------------------------------------------------------------------------


def _games(rows: Sequence[Row], file: kit.File) -> Iterator[kit.GameReport]:
    """Yield every game and bye; pairings without a result are an error."""
    for number, record in enumerate(rows, start=1):
        values = _values(number, record, file)
        if values is None:
            continue
        if values["WHITE"] and values["BLACK"]:
            yield from _game(values, file)
            continue
        for player, score in (("WHITE", "W_SCORE"), ("BLACK", "B_SCORE")):
            if values[player] and values[score]:  # one side alone was given points
                yield kit.bye(values["ROUND"], str(values[player]), values[score] / 2)


def _values(number: int, record: Row, file: kit.File) -> Mapping[str, int] | None:
    """Return the numbers of a result; None, and an error, if one of them is invalid."""
    values = {name: _number(record[name] or "0") for name in _NEEDED[RESULTS]}
    wrong = [
        name for name, value in values.items() if value is None or value > _MOST.get(name, 999_999)
    ]
    if not wrong and values["ROUND"]:
        return {name: value or 0 for name, value in values.items()}
    message = Message(
        "result %(number)s has %(wrong)s, which no single game has: correct it in "
        "SwissPerfect, or export the tournament in another format",
        number=number,
        wrong=kit.joined_with_and(
            [f"{name} {record[name][:10]!r}" for name in wrong or ("ROUND",)]
        ),
    )
    file.error(message)
    return None


def _game(values: Mapping[str, int], file: kit.File) -> Iterator[kit.GameReport]:
    played = values["W_TYPE"] == values["B_TYPE"] == _PLAYED
    one, other = (
        kit.SideResult(values[f"{side}_SCORE"] / 2, played=played, rated=played) for side in "WB"
    )
    is_open = not any(values[f"{side}_{each}"] for side in "WB" for each in ("TYPE", "SCORE"))
    white, black = str(values["WHITE"]), str(values["BLACK"])
    sides = None if is_open else (one, other)
    yield from file.game(values["ROUND"], white, black, sides)


def _number(text: str) -> int | None:
    match = _NUMBER.fullmatch(text)
    return None if match is None else int(match[1])
