"""The commands by name, each fetched from its module when it is asked for.

Whoever asks for a list need not wait until the readers of files, the audits and the writers have
been loaded; whoever asks for help loads none of them, so what each does is said here in a line.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click

from projections.console.command_guide import in_groups, with_examples


class Place(NamedTuple):
    """Where a command is, and what it does, in the first sentence of its help.

    ``given_rulebooks``: the module makes it for rulebooks that it does not know itself.
    """

    module: str
    name: str
    summary: str
    given_rulebooks: bool = False


_LEDGER = "ledger.console.commands"
_QUESTIONS = "projections.console.question_commands"
_LISTINGS = "projections.console.listing_commands"
_CORRECTIONS = "projections.console.correction_commands"
_PUBLISHING = "projections.console.publishing_commands"
_NAMED = "projections.console.named_commands"
_POOLS = "projections.console.pool_commands"
_AUDITS = "projections.console.audit_commands"
_ACCOUNTS = "projections.console.account_commands"
COMMANDS: Mapping[str, Place] = {
    "account": Place(
        _ACCOUNTS,
        "account_group",
        "Accounts of the web pages and the API: opened, given a role or a password, closed.",
    ),
    "append": Place(
        _LEDGER,
        "append_command",
        "Append JSON Lines, all or nothing; - reads standard input.",
        given_rulebooks=True,
    ),
    "audit": Place(
        _AUDITS,
        "audit_command",
        "How a figure came about, step by step, each with its paragraph.",
    ),
    "check-audit": Place(
        _AUDITS,
        "check_audit_command",
        "Recompute an audit document from its own numbers: no ledger, no rulebook is asked.",
    ),
    "compare": Place(
        "projections.console.study_commands",
        "compare_command",
        "Two rulebooks on one history: their lists side by side, and who differs most.",
    ),
    "correct": Place(
        _CORRECTIONS,
        "correct_command",
        "Correct an event, from what stands: set fields, or strike it.",
    ),
    "demo": Place(
        "projections.demo", "demo_command", "Make a ledger with a story in it and tell it."
    ),
    "diff": Place(
        _CORRECTIONS,
        "diff_command",
        "Whose figure differs between two states, by how much, and why.",
    ),
    "enrol": Place(
        "ledger.player_lists.command",
        "enrol_command",
        "Compare a federation's player list with the register.",
        given_rulebooks=True,
    ),
    "enter": Place(
        "projections.console.enter_command",
        "enter_command",
        "Enter a tournament by hand: players and results are asked for, line by line.",
    ),
    "export": Place(
        "projections.console.export_commands",
        "export_group",
        "Write the log for use elsewhere.",
    ),
    "games": Place(
        _LISTINGS,
        "games_command",
        "The games of a tournament as they stand, by round and board.",
    ),
    "import": Place(
        "projections.console.import_command",
        "import_command",
        "Import tournament files: one bad file never stops the others.",
    ),
    "init": Place(_LEDGER, "init_command", "Create the ledger in the database, or upgrade it."),
    "log": Place(_NAMED, "log_command", "Show the events as recorded."),
    "merge": Place(
        _CORRECTIONS,
        "merge_command",
        "Join two registrations of one person: everything of DROP belongs to KEEP.",
    ),
    "paper": Place(
        _NAMED,
        "paper_command",
        "Print the file with which a tournament was handed in, as it was.",
    ),
    "player": Place(
        "projections.console.record_command", "player_command", "One player's record."
    ),
    "players": Place(
        "projections.console.player_commands",
        "players_group",
        "The register: who is in it, who enters, who is renamed, withheld or forgotten.",
    ),
    "pool": Place(
        _POOLS,
        "pool_command",
        "Let a rulebook govern a pool; without --rulebook: which ones do.",
    ),
    "pools": Place(
        _LISTINGS,
        "pools_command",
        "The pools: their rulebooks, and how much there is in them.",
    ),
    "predict": Place(
        "projections.console.study_commands",
        "predict_command",
        "Which rulebook foresaw the results best: forecasts before every game, scored.",
    ),
    "propose": Place(
        "projections.console.proposal_command",
        "propose_command",
        "Print a first figure as an event ready to be appended: rating.decided.",
    ),
    "publish": Place(
        _PUBLISHING,
        "publish_command",
        "Publish a pool's list of a day as it is known now: the log keeps its digest.",
    ),
    "published": Place(
        _PUBLISHING,
        "published_command",
        "The published lists of a pool: what they said, and what they would say today.",
    ),
    "ratings": Place(_QUESTIONS, "ratings_command", "The rating list of a day."),
    "rebuild": Place(
        "projections.console.rebuild_command",
        "rebuild_command",
        "Throw the derived tables away and replay.",
    ),
    "restore": Place(
        _LEDGER,
        "restore_command",
        "Write an exported log into an empty ledger: same positions, times and hashes.",
    ),
    "rulebooks": Place(
        _POOLS,
        "rulebooks_command",
        "The rulebooks that a pool can adopt, and what can be chosen in each.",
    ),
    "serve": Place(
        "projections.console.web_commands",
        "serve_command",
        "Serve the pages and the API of the ledger, until Ctrl-C.",
    ),
    "site": Place(
        "projections.console.web_commands",
        "site_command",
        "Write the public pages as a static site: relative links, no server needed.",
    ),
    "standings": Place(
        _QUESTIONS, "standings_command", "Tournament tables after Waldstein's paper."
    ),
    "sweep": Place(
        "projections.console.study_commands",
        "sweep_command",
        "Which readings foresaw best: chosen on the past, scored on the next season.",
    ),
    "token": Place(
        _ACCOUNTS, "token_group", "Tokens, by which programs show the API whose they are."
    ),
    "tournament": Place(_QUESTIONS, "tournament_command", "One tournament's evaluation."),
    "tournaments": Place(
        _LISTINGS, "tournaments_command", "The tournaments of a pool, newest first."
    ),
    "verify": Place(
        "projections.console.verify_command",
        "verify_command",
        "Check the chain of hashes and every stored event.",
    ),
}


class LazyGroup(click.Group):
    """A group that fetches its commands from their modules."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, by name."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them; None where there is no such command."""
        del ctx
        place = COMMANDS.get(cmd_name)
        return None if place is None else with_examples(loaded(place), cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What each of them does, by what one wants to do, without fetching any."""
        names = self.list_commands(ctx)
        widest = max(map(len, names))
        for heading, members in in_groups(names):
            with formatter.section(heading):
                formatter.write_dl(
                    [(name.ljust(widest), COMMANDS[name].summary) for name in members]
                )


def loaded(place: Place) -> click.Command:
    """The command itself, from its module."""
    found: Any = getattr(import_module(place.module), place.name)
    if place.given_rulebooks:
        from projections.registry import RegisteredRulebooks  # noqa: PLC0415 - needed here alone

        found = found(RegisteredRulebooks())
    command: click.Command = found
    return command
