"""The commands by name, each loaded from its module on use.

A query need not wait for the readers of files, the audits and the writers to
load.  Help loads none of them, so the summary of each is here.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click

from ledger import __version__
from projections.interfaces.cli.console import root_options

# The commands by task, each with an example: for the overview, help and man pages.


PROGRAM = "rating-ledger"
GROUPS: Mapping[str, Sequence[str]] = {
    "Set up": (
        *("init", "rulebooks", "pool", "players", "sync", "describe"),
        *("account", "token", "demo"),
    ),
    "Submit": ("import", "enter", "append", "propose", "pending"),
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


def words_of(path: str) -> list[str]:
    """The example of a command as a shell passes it on."""
    return shlex.split(EXAMPLES[path])


class Place(NamedTuple):
    """The place of a command, and the first sentence of its help.

    ``given_rulebooks``: the module makes it for rulebooks that it does not know itself.
    """

    module: str
    name: str
    summary: str
    given_rulebooks: bool = False


_LEDGER = "projections.interfaces.cli.log_commands"
_QUESTIONS = "projections.interfaces.cli.question_commands"
_CORRECTIONS = "projections.interfaces.cli.correction_commands"
_NAMED = "projections.interfaces.cli.named_commands"
_POOLS = "projections.interfaces.cli.pool_commands"
_AUDITS = "projections.interfaces.cli.audit_commands"
_ACCOUNTS = "projections.interfaces.cli.account_commands"
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
        given_rulebooks=True,
    ),
    "audit": Place(
        _AUDITS,
        "audit_command",
        "Show how a rating was calculated, step by step, with the paragraphs.",
    ),
    "calculate": Place(
        "projections.interfaces.cli.calculator_command",
        "calculate_command",
        "Calculate the ratings that games would give; nothing is written.",
    ),
    "check-audit": Place(
        _AUDITS,
        "check_audit_command",
        "Recompute the numbers of an audit document from the document alone.",
    ),
    "compare": Place(
        "projections.interfaces.cli.study_commands",
        "compare_command",
        "Compare two rulebooks on the same games.",
    ),
    "correct": Place(
        _CORRECTIONS,
        "correct_command",
        "Correct an event: change fields of it, or strike it.",
    ),
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
    "diff": Place(
        _QUESTIONS,
        "diff_command",
        "Compare two states: whose ratings differ, by how much, and why.",
    ),
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
    "games": Place(
        _QUESTIONS,
        "games_command",
        "List the games of a tournament by round and board.",
    ),
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
    "log": Place(_NAMED, "log_command", "Show the events of the log."),
    "merge": Place(
        _CORRECTIONS,
        "merge_command",
        "Merge two registrations of one person: DROP becomes part of KEEP.",
    ),
    "news": Place(
        _QUESTIONS,
        "news_command",
        "Summarise the changes between two states, in one paragraph for a newsletter.",
    ),
    "paper": Place(
        _NAMED,
        "paper_command",
        "Print the file with which a tournament was submitted.",
    ),
    "pending": Place(
        _QUESTIONS,
        "pending_command",
        "List the tournament files that wait for an officer, and the state of each.",
    ),
    "player": Place(
        "projections.interfaces.cli.question_commands",
        "player_command",
        "Show a player's history and games.",
    ),
    "players": Place(
        "projections.interfaces.cli.player_commands",
        "players_group",
        "Manage the register of players: add, rename, merge, withhold, erase.",
    ),
    "pool": Place(
        _POOLS,
        "pool_command",
        "Adopt a rulebook for a pool from a day on; the first one creates the pool.",
    ),
    "pools": Place(
        _QUESTIONS,
        "pools_command",
        "List the pools with their rulebooks and sizes.",
    ),
    "predict": Place(
        "projections.interfaces.cli.study_commands",
        "predict_command",
        "Measure how well rulebooks predicted the games.",
    ),
    "propose": Place(
        "projections.interfaces.cli.question_commands",
        "propose_command",
        "Print a proposed first rating as an event: rating.decided.",
    ),
    "publish": Place(
        _POOLS,
        "publish_command",
        "Publish a pool's list of a day; the log keeps its digest.",
    ),
    "published": Place(
        _POOLS,
        "published_command",
        "List the published lists, and what has changed since.",
    ),
    "ratings": Place(
        _QUESTIONS,
        "ratings_command",
        "Show the rating list of a day, whole or filtered.",
    ),
    "profile": Place(
        _QUESTIONS,
        "profile_command",
        "Show a player's ranks, peak, score by colour and opponents.",
    ),
    "rebuild": Place(
        "projections.interfaces.cli.log_commands",
        "rebuild_command",
        "Recalculate all ratings from the log.",
    ),
    "restore": Place(
        _LEDGER,
        "restore_command",
        "Restore an exported log into an empty ledger.",
    ),
    "review": Place(
        _QUESTIONS,
        "review_command",
        "Review a season: gains, upsets, most games, unbeaten runs.",
    ),
    "rulebooks": Place(
        _POOLS,
        "rulebooks_command",
        "List the rulebooks with their parameters.",
    ),
    "serve": Place(
        "projections.interfaces.cli.web_commands",
        "serve_command",
        "Serve the pages and the HTTP API until Ctrl-C.",
    ),
    "site": Place(
        "projections.interfaces.cli.web_commands",
        "site_command",
        "Write the public pages as a static site.",
    ),
    "standings": Place(
        _QUESTIONS, "standings_command", "Show a tournament's standings by several methods."
    ),
    "sweep": Place(
        "projections.interfaces.cli.study_commands",
        "sweep_command",
        "Find the parameters of a rulebook that predict best.",
    ),
    "sync": Place(
        "projections.interfaces.cli.sync_command",
        "sync_command",
        "Compare a federation's player list with the register.",
        given_rulebooks=True,
    ),
    "token": Place(
        _ACCOUNTS, "token_group", "Manage tokens, with which programs use the HTTP API."
    ),
    "crosstable": Place(
        _QUESTIONS,
        "crosstable_command",
        "Show a tournament's final table with tie-breaks and rating changes.",
    ),
    "tournament": Place(_QUESTIONS, "tournament_command", "Show how a tournament was rated."),
    "tournaments": Place(
        _QUESTIONS, "tournaments_command", "List the tournaments of a pool, newest first."
    ),
    "verify": Place(
        "projections.interfaces.cli.verify_command",
        "verify_command",
        "Verify the hash chain and every stored event.",
    ),
}


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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their summaries, by task, without loading any."""
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
        from projections.engine.registry import RegisteredRulebooks  # noqa: PLC0415 - needed here alone

        found = found(RegisteredRulebooks())
    command: click.Command = found
    return command


# The command line with all commands.


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@root_options
def main() -> None:
    """Event-sourced rating ledger for chess and go."""
