"""The commands by name, each loaded from its module on use.

A query need not wait for the readers of files, the audits and the writers to
load.  Help loads none of them: a command that is not an operation or read has its summary here.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

import click

from ledger import __version__
from ledger.events.messages import Message
from ledger.events.suggestions import with_suggestion
from projections.interfaces.cli.console import root_options
from projections.operations.catalogue import OPERATIONS, Operation
from projections.operations.reads import READS, Read

# --- the commands by task, each with an example: for the overview, help and man pages ------------


PROGRAM = "rating-ledger"
GROUPS: Mapping[str, Sequence[str]] = {
    "Set up": (
        *("init", "rulebooks", "pool", "players", "sync", "describe"),
        *("account", "token", "demo"),
    ),
    "Submit": ("import", "enter", "append", "propose", "submissions", "pending"),
    "Query": (
        *("ratings", "player", "profile", "tournament", "crosstable", "standings", "games"),
        *("tournaments", "pools", "review", "diff", "news", "calculate", "live"),
        *("compare", "predict", "sweep"),
    ),
    "Correct": ("correct", "merge", "decide"),
    "Publish": ("publish", "published", "export", "site", "serve"),
    "Check": ("audit", "check-audit", "verify", "rebuild"),
    "Maintain": ("log", "paper", "restore"),
}
OTHERS = "Further"
EXAMPLES: Mapping[str, str] = {
    "account add": "account add carla --role officer",
    "account close": "account close carla",
    "account list": "account list",
    "account password": "account password carla",
    "account role": "account role carla officer",
    "append": 'append autumn.jsonl --by "Carla Cohn"',
    "audit": "audit club bruno autumn --document bruno.html",
    "calculate": "calculate club bruno 1850=1 anna=½ 1700",
    "check-audit": "check-audit bruno.html",
    "compare": "compare club --rulebook dwz-2026",
    "correct": 'correct Autumn Carla Anna --result ½-½ --reason "both slips say a draw"',
    "crosstable": "crosstable club autumn",
    "decide rating": "decide rating club anna --card rating=1700 --card index=5 "
    '--from 1996-01-01 --decided-by "the board" --reason "known strength"',
    "decide rule": 'decide rule club "DWZ 6.2.1" --about tournament=autumn '
    '--value \'{"evaluate": true}\' --decided-by "the board" --reason "an exception"',
    "demo": "demo my-first-ledger",
    "describe list": 'describe list club --title "The club\'s rating list"',
    "describe site": 'describe site --name "Chess Club Bamberg" --accent "#0b5394"',
    "diff": "diff club --from-known 11 --player bruno",
    "enter": "enter --pool club --output autumn.csv",
    "export evaluation": "export evaluation club autumn --as html --output autumn.html",
    "export evaluations": "export evaluations club --as csv --output evaluations.csv",
    "export log": "export log --output log.jsonl",
    "export player": "export player club bruno --as html --output bruno.html",
    "export ratings": "export ratings club --as html --output list.html",
    "export review": "export review club --as html --output review.html",
    "export tournament": "export tournament autumn --as trf16 --output autumn.trf",
    "games": "games autumn",
    "import": "import auto spring.trf --pool club --dry-run",
    "init": "init",
    "live calculate": "live calculate club cup.trf --minutes 90",
    "live show": "live show club",
    "live submit": "live submit club cup.trf --minutes 90",
    "live withdraw": "live withdraw club cup",
    "log": "log --tournament autumn",
    "merge": 'merge bruno bruno-2 --reason "one person" --dry-run',
    "news": "news club --from-known 11",
    "paper": "paper autumn",
    "pending": "pending",
    "player": "player club bruno",
    "players add": "players add members.csv --pool club",
    "players forget": 'players forget bruno --reason "he asked for it" --yes',
    "players list": "players list club --query berg",
    "players merge": 'players merge bruno bruno-2 --reason "one person" --dry-run',
    "players rename": 'players rename bruno "Berg, Bruno"',
    "players show": "players show bruno",
    "players withhold": "players withhold bruno --from 2026-07-01",
    "pool": "pool club --rulebook dwz-2026 --from 2026-07-01",
    "pools": "pools",
    "predict": "predict club",
    "profile": "profile club bruno",
    "propose": 'propose club bruno autumn --by "the committee"',
    "publish": "publish club --on 2026-12-31",
    "published": "published club",
    "ratings": "ratings club --on 1996-12-31 --known-at 11",
    "rebuild": "rebuild club --check",
    "restore": "restore log.jsonl",
    "review": "review club --from 1996-01-01 --to 1996-12-31",
    "rulebooks": "rulebooks dwz-1995",
    "serve": "serve",
    "site": "site public --pool club",
    "standings": "standings autumn --method buchholz",
    "submissions accept": "submissions accept 3f2a91c07be4d581 --register-new",
    "submissions discard": "submissions discard 3f2a91c07be4d581",
    "submissions send-back": 'submissions send-back 3f2a91c07be4d581 --message "no round 2"',
    "submissions submit": "submissions submit spring.trf --pool club",
    "sweep": "sweep club --rulebook dwz-1995 --vary expectancy=normal,table",
    "sync": "sync fide players_list_foa.txt --proposals proposals.csv",
    "token add": "token add carla",
    "token list": "token list carla",
    "token revoke": "token revoke 3f2a91c07be4",
    "tournament": "tournament club autumn",
    "tournaments": "tournaments club --query open",
    "verify": "verify",
}


def in_groups(names: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """The commands under the headings of the overview; those under none come last."""
    for heading, members in GROUPS.items():
        if there := [name for name in members if name in names]:
            yield heading, there
    known = {name for members in GROUPS.values() for name in members}
    if rest := [name for name in names if name not in known]:
        yield OTHERS, rest


def with_examples(command: click.Command, path: str) -> click.Command:
    """A command whose help ends with its example, and so do those of its commands.

    The overview of a group has the whole first sentence of each.
    """
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            with_examples(each, f"{path} {name}")
            each.short_help = " ".join((each.help or "").partition("\n\n")[0].split())
    if (example := EXAMPLES.get(path)) is not None:
        command.epilog = f"Example:\n\n\b\n  {PROGRAM} {example}"
    return command


class Place(NamedTuple):
    """The place of a command, and the first sentence of its help.

    "" if it is an operation or a read, whose row has the sentence.
    """

    module: str
    name: str
    summary: str = ""


_LEDGER = "projections.interfaces.cli.log_commands"
_QUESTIONS = "projections.interfaces.cli.question_commands"
_CORRECTIONS = "projections.interfaces.cli.correction_commands"
_POOLS = "projections.interfaces.cli.pool_commands"
_AUDITS = "projections.interfaces.cli.audit_commands"
_ACCOUNTS = "projections.interfaces.cli.account_commands"
_STUDIES = "projections.interfaces.cli.study_commands"
_WEB = "projections.interfaces.cli.web_commands"
COMMANDS: Mapping[str, Place] = {
    "account": Place(
        _ACCOUNTS,
        "account_group",
        "Manage accounts of the pages and the API: open, change, close.",
    ),
    "append": Place(
        _LEDGER,
        "append_command",
        "Append events from JSON Lines, all or nothing; - reads standard input.",
    ),
    "audit": Place(_AUDITS, "audit_command"),
    "calculate": Place("projections.interfaces.cli.calculator_command", "calculate_command"),
    "check-audit": Place(
        _AUDITS,
        "check_audit_command",
        "Recompute the numbers of an audit document from the document alone.",
    ),
    "compare": Place(_STUDIES, "compare_command", "Compare two rulebooks on the same games."),
    "correct": Place(_CORRECTIONS, "correct_command"),
    "crosstable": Place(_QUESTIONS, "crosstable_command"),
    "decide": Place(
        _CORRECTIONS,
        "decide_group",
        "Record a decision: a player's rating, or a case that a rule leaves open.",
    ),
    "demo": Place(
        "projections.interfaces.cli.demo.demo_command",
        "demo_command",
        "Create a small example ledger and show what happens in it.",
    ),
    "describe": Place(
        _POOLS,
        "describe_group",
        "Set the name and style of the site, and the titles of its lists.",
    ),
    "diff": Place(_QUESTIONS, "diff_command"),
    "enter": Place(
        "projections.interfaces.cli.enter_command",
        "enter_command",
        "Enter a tournament by hand, line by line.",
    ),
    "export": Place(
        "projections.interfaces.cli.export_commands",
        "export_group",
        "Export the log, lists, players and tournaments as files.",
    ),
    "games": Place(_QUESTIONS, "games_command"),
    "import": Place(
        "projections.interfaces.cli.import_command",
        "import_command",
        "Import tournament files; a bad file does not stop the others.",
    ),
    "init": Place(_LEDGER, "init_command", "Create the ledger in the database, or upgrade it."),
    "live": Place(
        "projections.interfaces.cli.live_commands",
        "live_group",
        "Manage running tournaments and their provisional ratings.",
    ),
    "log": Place(_LEDGER, "log_command", "Show the events of the log."),
    "merge": Place(_CORRECTIONS, "merge_command"),
    "news": Place(_QUESTIONS, "news_command"),
    "paper": Place(
        "projections.interfaces.cli.source_file_command",
        "paper_command",
        "Print the file with which a tournament was submitted.",
    ),
    "pending": Place(_QUESTIONS, "pending_command"),
    "player": Place(_QUESTIONS, "player_command"),
    "players": Place(
        "projections.interfaces.cli.player_commands",
        "players_group",
        "Manage the register of players: add, rename, merge, withhold, erase.",
    ),
    "pool": Place(_POOLS, "pool_command"),
    "pools": Place(_QUESTIONS, "pools_command"),
    "predict": Place(
        _STUDIES, "predict_command", "Measure how well rulebooks predicted the games."
    ),
    "profile": Place(_QUESTIONS, "profile_command"),
    "propose": Place(
        _QUESTIONS, "propose_command", "Print a proposed first rating as an event: rating.decided."
    ),
    "publish": Place(_POOLS, "publish_command"),
    "published": Place(_POOLS, "published_command"),
    "ratings": Place(_QUESTIONS, "ratings_command"),
    "rebuild": Place(_LEDGER, "rebuild_command", "Recalculate all ratings from the log."),
    "restore": Place(_LEDGER, "restore_command", "Restore an exported log into an empty ledger."),
    "review": Place(_QUESTIONS, "review_command"),
    "rulebooks": Place(_POOLS, "rulebooks_command"),
    "serve": Place(_WEB, "serve_command", "Serve the pages and the HTTP API until Ctrl-C."),
    "site": Place(_WEB, "site_command", "Write the public pages as a static site."),
    "standings": Place(_QUESTIONS, "standings_command"),
    "submissions": Place(
        "projections.interfaces.cli.submission_commands",
        "submissions_group",
        "Manage pending files: submit, accept, send back, discard.",
    ),
    "sweep": Place(
        _STUDIES, "sweep_command", "Find the parameters of a rulebook that predict best."
    ),
    "sync": Place(
        "projections.interfaces.cli.sync_command",
        "sync_command",
        "Compare a federation's player list with the register.",
    ),
    "token": Place(
        _ACCOUNTS, "token_group", "Manage tokens, with which programs use the HTTP API."
    ),
    "tournament": Place(_QUESTIONS, "tournament_command"),
    "tournaments": Place(_QUESTIONS, "tournaments_command"),
    "verify": Place(_LEDGER, "verify_command", "Verify the hash chain and every stored event."),
}
_ROWS: Sequence[Operation | Read] = (*OPERATIONS, *READS)
_SUMMARIES = {each.command: each.summary for each in reversed(_ROWS)}


def summary_of(name: str) -> str:
    """The first sentence of a command's help."""
    return COMMANDS[name].summary or _SUMMARIES[name]


ALIASES: Mapping[str, str] = {"enrol": "sync"}
"""Former names of commands, which still work."""


class LazyGroup(click.Group):
    """A group that fetches its commands from their modules."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, by name."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them; None if there is no such command."""
        del ctx
        name = ALIASES.get(cmd_name, cmd_name)
        place = COMMANDS.get(name)
        return None if place is None else with_examples(loaded(place), name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; suggest similar names for an unknown one."""
        is_word = not (ctx.resilient_parsing or args[0].startswith("-"))
        if is_word and args[0] not in {*COMMANDS, *ALIASES}:
            message = Message("No such command %(name)s", name=repr(args[0]))
            ctx.fail(with_suggestion(message, args[0], COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their summaries, by task, without loading any."""
        names = self.list_commands(ctx)
        widest = max(map(len, names))
        for heading, members in in_groups(names):
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), summary_of(name)) for name in members])


def loaded(place: Place) -> click.Command:
    """Load the command from its module."""
    command: click.Command = getattr(import_module(place.module), place.name)
    return command


# --- the command line with all commands ----------------------------------------------------------


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@root_options
def main() -> None:
    """Event-sourced rating ledger for chess and go."""
