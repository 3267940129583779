"""The command ``import``: tournament files into the ledger, with a preview."""

import tomllib
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, get_args

import attrs
import click

from ledger.events.facts import ThinkingTime
from ledger.events.problems import refusal
from ledger.importing.effect import EffectPort
from ledger.importing.formats.registry import READERS
from ledger.importing.formats.tournament_report import SuppliedDetails, System
from ledger.importing.import_files import import_all
from ledger.importing.link_table import proposals_table, read_links
from ledger.importing.matching.player_links import NEW, LinkChoice
from ledger.importing.matching.tournament_identity import IdentityChoice
from ledger.importing.outcome import FileOutcome
from ledger.importing.register_port import IdsAlone, RegisterPort
from ledger.importing.request import AUTO, ImportRequest, files_in, read_file
from ledger.log.clock import Clock
from ledger.validation.rulebook_port import RulebookPort
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    ledger_command,
    progress,
)
from projections.interfaces.cli.day_option import DAY
from projections.interfaces.cli.import_output import answer
from projections.interfaces.cli.log_commands import submitter
from projections.interfaces.cli.output_file import (
    overwrite_option,
    refuse_what_is_there,
    write_file,
)

_MINUTES = click.FloatRange(0, 10_000, min_open=True)
_SECONDS = click.FloatRange(0, 10_000)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEW_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
_LINK = "FILEPLAYER=PLAYER|new"
_PROPOSALS = "Write who is open to a table for --links: CSV or .xlsx."
_ACCEPT = "Take whoever has the same name and year of birth for him."
_OPTIONS = (
    click.argument("kind", metavar="FORMAT", type=click.Choice([*READERS, AUTO])),
    click.argument("names", nargs=-1, required=True, metavar="FILE…"),
    click.option("--pool", "pools", multiple=True, required=True, help="For which rating list."),
    click.option("--dry-run", is_flag=True, help="Only show what would be appended."),
    click.option("--link", "links", multiple=True, metavar=_LINK, help="Who somebody is."),
    click.option("--links", "link_table", type=_FILE, help="Table: who the players are."),
    click.option(
        "--proposals",
        type=_NEW_FILE,
        help=_PROPOSALS,
    ),
    overwrite_option,
    click.option("--accept", type=click.Choice(["certain"]), help=_ACCEPT),
    click.option("--register-new", is_flag=True, help="Register players that are not known."),
    click.option("--same-as", metavar="TOURNAMENT", help="A changed file of this tournament."),
    click.option("--another", is_flag=True, help="Another tournament, however alike."),
    click.option("--reason", help="Why a changed file changes something; it stays in the log."),
    click.option("--mapping", type=_FILE, help="TOML: what the columns of the CSV are called."),
    click.option("--name", help="The tournament, where the file does not name it."),
    click.option("--starts-on", type=DAY, help="The first day, likewise."),
    click.option("--ended-on", type=DAY, help="The last day, likewise."),
    click.option("--system", type=click.Choice(get_args(System)), help="The system, likewise."),
    click.option("--minutes", type=_MINUTES, help="The minutes for each player and game."),
    click.option("--increment", type=_SECONDS, help="The seconds added for each move."),
    click.option("--country", metavar="GER", help="Where it was played, in three letters."),
    click.option("--class", "class_", metavar="A", help="The class of the tournament."),
    click.option("--by", help="Who hands it in (default: the user's name)."),
    clock_option,
)


RegisterOf = Callable[[CommandContext], RegisterPort]
EffectOf = Callable[[Clock], EffectPort]


def import_command(
    rulebooks: RulebookPort,
    register_of: RegisterOf = lambda _: IdsAlone(),
    effect_of: EffectOf | None = None,
) -> click.Command:
    """The command ``import``, its events checked by ``rulebooks``.

    ``register_of`` says whom names mean, and what may be shown of players; ``effect_of`` what the
    events will mean for ratings.
    """

    @click.command("import")
    @_with_options
    @ledger_command
    def command(
        context: CommandContext, *, names: tuple[str, ...], by: str | None, **options: Any
    ) -> None:
        """Import tournament files: one bad file never stops the others.

        FORMAT is one of the formats, or auto. A folder stands for all files in it; one with
        tournament.csv, players.csv and games.csv is one file of the format csv. A changed file
        of a tournament that is in the ledger is appended as corrections.
        """
        proposals, overwrite = options["proposals"], options["overwrite"]
        if proposals is not None:
            refuse_what_is_there(proposals, "--proposals", overwrite=overwrite)
        files = tuple(files_in(names))
        request = _request(context, options, files, submitter(by), rulebooks)
        if effect_of is not None:
            request = attrs.evolve(request, effect=effect_of(context.clock))
        register = register_of(context)
        outcomes = _import_all(context, files, _by_ids(request, register))
        proposed = set().union(*(outcome.proposed_players for outcome in outcomes))
        known = register.known(proposed, request.pools)
        if proposals is not None:
            table = proposals_table(proposals, outcomes, known)
            write_file(proposals, table, "--proposals", overwrite=overwrite)
        answer(context, outcomes, known)

    return command


def _import_all(
    context: CommandContext, files: tuple[str, ...], request: ImportRequest
) -> list[FileOutcome]:
    engine, settled = context.engine(), count(1)
    with progress("importing", len(files)) as advance:

        def one_more() -> None:
            context.done = f"{next(settled)} of {len(files)} files were done"
            advance(1)

        sources = [partial(read_file, file) for file in files]
        return import_all(engine, sources, request, one_more)


def _by_ids(request: ImportRequest, register: RegisterPort) -> ImportRequest:
    """The request with ids where names were given."""

    def ids(links: Mapping[str, str]) -> dict[str, str]:
        return {
            number: target if target == NEW else register.player(target)
            for number, target in links.items()
        }

    same_as = request.identity.same_as
    return attrs.evolve(
        request,
        choice=attrs.evolve(request.choice, links=ids(request.choice.links)),
        links={file: ids(links) for file, links in request.links.items()},
        identity=attrs.evolve(
            request.identity, same_as=None if same_as is None else register.tournament(same_as)
        ),
    )


def _with_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def _request(
    context: CommandContext,
    options: Mapping[str, Any],
    files: tuple[str, ...],
    by: str,
    rulebooks: RulebookPort,
) -> ImportRequest:
    """The options as a request; raises click's usage error where they contradict each other."""
    if not files:
        raise click.UsageError("there is no file in the folder")
    if options["another"] and options["same_as"] is not None:
        raise click.UsageError("say either --same-as TOURNAMENT, or --another")
    return ImportRequest(
        format=options["kind"],
        pools=options["pools"],
        by=by,
        rulebooks=rulebooks,
        clock=context.clock,
        dry_run=options["dry_run"],
        supplied=_supplied_details(options, files),
        choice=LinkChoice(
            links=_links(options["links"]),
            register_new=options["register_new"],
            accept_certain=options["accept"] is not None,
        ),
        links={} if options["link_table"] is None else read_links(options["link_table"]),
        identity=IdentityChoice(same_as=options["same_as"], another=options["another"]),
        reason=options["reason"],
    )


def _supplied_details(options: Mapping[str, Any], files: tuple[str, ...]) -> SuppliedDetails:
    """Details supplied for a file, which are about one file only; and the mapping of columns."""
    supplied = SuppliedDetails(
        name=options["name"],
        starts_on=_day(options["starts_on"]),
        ended_on=_day(options["ended_on"]),
        system=options["system"],
        thinking_time=_thinking_time(options["minutes"], options["increment"]),
        country=options["country"],
        class_=options["class_"],
    )
    about_one = [options[name] for name in ("links", "same_as", "another")]
    if len(files) > 1 and (any(about_one) or supplied != SuppliedDetails()):
        names = (
            "--link, --same-as, --another, --name, --starts-on, --ended-on, --system, --minutes, "
            "--increment, --country, --class"
        )
        raise click.UsageError(f"{names} are about one file: import it by itself")
    mapping = options["mapping"]
    return supplied if mapping is None else attrs.evolve(supplied, columns=_columns(mapping))


def _thinking_time(minutes: float | None, increment: float | None) -> ThinkingTime | None:
    if minutes is None:
        if increment is not None:
            raise click.UsageError("--increment goes with --minutes")
        return None
    return ThinkingTime(minutes=minutes, increment_seconds=increment)


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
