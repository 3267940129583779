"""The command ``import``: tournament files into the ledger, with a preview."""

import tomllib
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_args

import attrs
import click
from rich.console import Console

from ledger.cli import submitter
from ledger.desk import Desk, desk_command
from ledger.files import READERS
from ledger.files.importing import AUTO, Order, read_file, take_in
from ledger.files.linking import Choice
from ledger.files.preview import Imported, document_of, show
from ledger.files.register import Register
from ledger.files.report import Said, System
from ledger.law import Law
from ledger.log import now
from ledger.problems import refusal

_DAY = click.DateTime(formats=["%Y-%m-%d"])
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_LINK = "FILEPLAYER=PLAYER|new"
_OPTIONS = (
    click.argument("kind", metavar="FORMAT", type=click.Choice([*READERS, AUTO])),
    click.argument("files", nargs=-1, required=True, metavar="FILE…"),
    click.option("--pool", "pools", multiple=True, required=True, help="For which rating list."),
    click.option("--dry-run", is_flag=True, help="Only show what would be appended."),
    click.option("--link", "links", multiple=True, metavar=_LINK, help="Who somebody is."),
    click.option("--register-new", is_flag=True, help="Register players that are not known."),
    click.option("--mapping", type=_FILE, help="TOML: what the columns of the CSV are called."),
    click.option("--name", help="The tournament, where the file does not name it."),
    click.option("--starts-on", type=_DAY, help="The first day, likewise."),
    click.option("--ended-on", type=_DAY, help="The last day, likewise."),
    click.option("--system", type=click.Choice(get_args(System)), help="The system, likewise."),
    click.option("--by", help="Who hands it in (default: the user's name)."),
)


def import_command(law: Law) -> click.Command:
    """The command ``import`` under a given law."""

    @click.command("import")
    @_with_options
    @desk_command
    def command(desk: Desk, *, files: tuple[str, ...], by: str | None, **wishes: Any) -> None:
        """Import tournament files: one bad file never stops the others.

        FORMAT is one of the formats, or auto. A folder with tournament.csv, players.csv and
        games.csv is one file of the format csv.
        """
        order = Order(
            format=wishes["kind"],
            pools=wishes["pools"],
            by=submitter(by),
            law=law,
            clock=now,
            dry_run=wishes["dry_run"],
            said=_said(wishes, files),
            choice=Choice(links=_links(wishes["links"]), register_new=wishes["register_new"]),
        )
        engine, register = desk.engine(), Register()
        _answer(desk, [take_in(engine, read_file(file), order, register) for file in files])

    return command


def _with_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def _said(wishes: Mapping[str, Any], files: tuple[str, ...]) -> Said:
    """What is said beside the file, which can be about one file only; and the columns."""
    said = Said(
        name=wishes["name"],
        starts_on=_day(wishes["starts_on"]),
        ended_on=_day(wishes["ended_on"]),
        system=wishes["system"],
    )
    if len(files) > 1 and (wishes["links"] or said != Said()):
        message = "--link, --name, --starts-on, --ended-on, --system are about one file"
        raise click.UsageError(f"{message}: import it by itself")
    mapping = wishes["mapping"]
    return said if mapping is None else attrs.evolve(said, columns=_columns(mapping))


def _answer(desk: Desk, outcomes: list[Imported]) -> None:
    """One document for one file, a list of them for several; exit status 1 if one was refused."""
    documents = [document_of(each) for each in outcomes]

    def pages(console: Console) -> None:
        for outcome in outcomes:
            show(console, outcome)

    desk.answer(documents[0] if len(documents) == 1 else documents, pages)
    for outcome in outcomes:
        for issue in outcome.issues:
            if issue.kind == "error":
                click.echo(f"refused: {outcome.file}: {issue}", err=True)
    if any(outcome.refused for outcome in outcomes):
        raise click.exceptions.Exit(1)


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else moment.date()


def _links(texts: tuple[str, ...]) -> dict[str, str]:
    links = {}
    for text in texts:
        number, equals, player = text.partition("=")
        if not number or not equals or not player:
            message = f"{text!r} is not of the form FILEPLAYER=PLAYER"
            raise click.BadParameter(message, param_hint="--link")
        links[number] = player
    return links


def _columns(path: Path) -> dict[str, dict[str, str]]:
    """The mapping of columns: a table ``players`` or ``games``, ``"their name" = "ours"``."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refusal("mapping", f"{path} is no TOML: {error}", "--mapping") from None
    columns: dict[str, dict[str, str]] = {}
    for table, names in document.items():
        if table not in {"players", "games"} or not isinstance(names, Mapping):
            message = f"{path} has {table}: give the tables [players] and [games]"
            raise refusal("mapping", message, "--mapping")
        columns[table] = {str(key): str(value) for key, value in names.items()}
    return columns
