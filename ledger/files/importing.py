"""Taking files in: read, link, append, one file at a time; a bad one stops none of the others."""

from collections.abc import Sequence
from pathlib import Path

import attrs
import orjson
from sqlalchemy import Engine

from ledger.files import read, recognised
from ledger.files.events import events_of, new_player_id
from ledger.files.linking import Choice, Link, linked
from ledger.files.preview import Imported
from ledger.files.register import Register
from ledger.files.report import Findings, Issue, Said, TournamentReport
from ledger.files.text import LARGEST_FILE
from ledger.law import Law
from ledger.log import Clock, writing
from ledger.problems import Refused
from ledger.submission import Receipt, append_within

AUTO = "auto"
_LIKE_NOTHING = "the file looks like none of the formats: name the format instead of auto"


@attrs.frozen(kw_only=True)
class Order:
    """What is to be done with every file of a call."""

    format: str
    pools: tuple[str, ...]
    by: str
    law: Law
    clock: Clock
    dry_run: bool = False
    said: Said = attrs.field(factory=Said)
    choice: Choice = attrs.field(factory=Choice)


@attrs.frozen
class File:
    """A file's name and bytes; ``content`` is None where it could not be read from disk."""

    name: str
    content: bytes | None
    trouble: str = ""


def take_in(engine: Engine, file: File, order: Order, register: Register) -> Imported:
    """Read a file and append what it says, unless there is an error or it is a dry run."""
    if file.content is None:
        return _unreadable(file)
    format_ = order.format
    if format_ == AUTO:
        format_ = recognised(file.content) or AUTO
    if format_ == AUTO:
        return _unreadable(attrs.evolve(file, trouble=_LIKE_NOTHING))
    report, issues = read(format_, file.name, file.content, order.said)
    findings = Findings()
    findings.take(issues)
    if report is None:
        return Imported(file=file.name, report=None, links=(), issues=findings.issues())
    with engine.connect() as connection:
        register.look_again(connection)
        links = linked(report, register, order.choice, findings)
    imported = Imported(file=file.name, report=report, links=links, issues=findings.issues())
    return imported if imported.refused else _appended(engine, imported, report, order)


def read_file(name: str) -> File:
    """A file from disk; a folder is packed as the three tables of the canonical CSV."""
    path = Path(name)
    try:
        if path.is_dir():
            from ledger.files.csv_tables import packed  # noqa: PLC0415 - seldom asked for

            return File(name, packed(path))
        with path.open("rb") as stream:
            return File(name, stream.read(LARGEST_FILE + 1))
    except OSError as error:
        return File(name, None, f"the file cannot be read: {error.strerror}")


def _unreadable(file: File) -> Imported:
    issue = Issue("error", None, None, file.trouble)
    return Imported(file=file.name, report=None, links=(), issues=[issue])


def _appended(
    engine: Engine, imported: Imported, report: TournamentReport, order: Order
) -> Imported:
    """The same with what the ledger said to it; on a dry run everything is taken back."""
    lines = _lines(imported, report, order)
    try:
        with writing(engine, order.clock) as writer:
            receipt = append_within(writer, lines, by=order.by, law=order.law, clock=order.clock)
            if order.dry_run:
                writer.take_back()
                receipt = Receipt(0, receipt.duplicates, None, None)
    except Refused as refused:
        told = [
            Issue("error", None, None, _told(str(each.message), each.field))
            for each in refused.problems
        ]
        return attrs.evolve(imported, issues=[*told, *imported.issues])
    return attrs.evolve(imported, appended=receipt.appended, duplicates=receipt.duplicates)


def _told(message: str, field: str | None) -> str:
    return message if field is None else f"the ledger refuses {field}: {message}"


def _lines(imported: Imported, report: TournamentReport, order: Order) -> list[tuple[int, bytes]]:
    players, new = _ids(imported.links, report)
    source = imported.file.rpartition("/")[2][:200]
    events = events_of(report, players, new, order.pools, source)
    return [(number, orjson.dumps(event)) for number, event in enumerate(events, start=1)]


def _ids(links: Sequence[Link], report: TournamentReport) -> tuple[dict[str, str], dict[str, str]]:
    """Everybody's id in the register, and those of them who are new."""
    players, new = {}, {}
    for player, link in zip(report.players, links, strict=True):
        if link.player is None:
            new[player.number] = new_player_id(report, player)
        players[player.number] = link.player or new[player.number]
    return players, new
