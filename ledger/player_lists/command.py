"""The command ``enrol``: player lists of federations against the register, with proposals."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ledger.admission.rulebook_port import RulebookPort
from ledger.console.console import CommandContext, clock_option, ledger_command
from ledger.console.day_option import DAY

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEW_FILE = click.Path(dir_okay=False, path_type=Path)
_OPTIONS = (
    click.argument("kind", metavar="FORMAT", type=click.Choice(["fide", "dsb", "egd", "auto"])),
    click.argument("file", type=_FILE),
    click.option("--pool", help="Propose the list's ratings for this rating list."),
    click.option("--only", metavar="FED,…", help="New people from these federations only."),
    click.option(
        "--list-date",
        type=DAY,
        help="The day of the list, where it does not tell it.",
    ),
    click.option("--register", is_flag=True, help="Accept every proposed registration."),
    click.option("--adopt", is_flag=True, help="Accept every proposed rating."),
    click.option("--accept", type=_FILE, help="Accept what is marked in this table."),
    click.option("--proposals", type=_NEW_FILE, help="Write all proposals into a new table."),
    click.option("--dry-run", is_flag=True, help="Check what is accepted, append nothing."),
    click.option("--by", help="Who hands it in (default: the user's name)."),
    clock_option,
)


def enrol_command(rulebooks: RulebookPort) -> click.Command:
    """The command ``enrol``, its events checked by ``rulebooks``."""

    @click.command("enrol")
    @_with_options
    @ledger_command
    def command(context: CommandContext, **options: Any) -> None:
        """Compare a federation's player list with the register.

        FORMAT is fide (text or XML), dsb (spieler.csv), egd (allworld_lp.html) or auto; a ZIP
        with the list in it will do. A list writes nothing by itself, it proposes:

        \b
        register  somebody who is not in the register; from FIDE's list, which has
                  all the world, only with --only or --register
        link      the list's number for somebody registered under the same name, or
                  by another number, and not born in another year
        change    name, year of birth or federation of somebody registered with the
                  list's number (a correction), or his club (a membership from the
                  day of the list)
        rating    with --pool: the list's figure for everybody registered with the
                  list's number, unless it was adopted before; with --register also
                  for those who enter. From the DSB's list into a pool whose cards
                  are rating and index: for those only who have not played in it
                  and have no rating by decision

        --proposals writes them all into a table; write yes under accept, or new where a link
        is somebody else, and hand it back with --accept and the same list. Taking the same
        list in twice changes nothing.
        """
        # Imported at its first use: most commands do not need it.
        from ledger.player_lists.run_command import run_enrol  # noqa: PLC0415

        if options["adopt"] and options["pool"] is None:
            raise click.UsageError("--adopt needs --pool: for which rating list?")
        run_enrol(context, rulebooks, options)

    return command


def _with_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
