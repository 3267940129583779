"""The commands by name, each loaded from its module on use.

A query need not wait for the readers of files, the audits and the writers to
load.  Help loads none of them: a command that is not an operation or read has its summary here.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

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
    "Publish": ("publish", "published", "key", "checkpoint", "prove", "export", "site", "serve"),
    "Check": (
        "doctor",
        "watch",
        "audit",
        "check-audit",
        "check-proof",
        "witness",
        "verify",
        "rebuild",
    ),
    "Maintain": ("backup", "log", "paper", "restore"),
}
OTHERS = "Further"
EXAMPLES: Mapping[str, str] = {
    "account add": "account add carla --role officer",
    "account close": "account close carla",
    "account list": "account list",
    "account password": "account password carla",
    "account lists": "account lists carla club",
    "account role": "account role carla officer",
    "append": 'append autumn.jsonl --by "Carla Cohn"',
    "audit": "audit club bruno autumn --document bruno.html",
    "backup check": "backup check backups",
    "backup create": "backup create backups --keep 14",
    "backup restore": "backup restore backups --database sqlite:///restored.db",
    "calculate": "calculate club bruno 1850=1 anna=½ 1700",
    "check-audit": "check-audit bruno.html",
    "check-proof": "check-proof bruno.proof --key club.key.pub",
    "checkpoint consistency": "checkpoint consistency 3 11",
    "checkpoint create": "checkpoint create --key club.key",
    "checkpoint list": "checkpoint list",
    "checkpoint submit": "checkpoint submit http://127.0.0.1:8001 --witness witness.key.pub",
    "compare": "compare club --rulebook dwz-2026",
    "correct": 'correct Autumn Carla Anna --result ½-½ --reason "both slips say a draw"',
    "crosstable": "crosstable club autumn",
    "decide rating": "decide rating club anna --card rating=1700 --card index=5 "
    '--from 1996-01-01 --decided-by "the board" --reason "known strength"',
    "decide signal": 'decide signal 3b1f0c2d9a7e6458 --reason "two halls of one house"',
    "decide rule": 'decide rule club "DWZ 6.2.1" --about tournament=autumn '
    '--value \'{"evaluate": true}\' --decided-by "the board" --reason "an exception"',
    "demo": "demo my-first-ledger",
    "describe list": 'describe list club --title "The club\'s rating list"',
    "describe second-pair": "describe second-pair club",
    "describe site": 'describe site --name "Chess Club Bamberg" --accent "#0b5394"',
    "diff": "diff club --from-known 11 --player bruno",
    "doctor": "doctor --backups backups",
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
    "key new": "key new club.key --name ratings.example.org/club",
    "key rotate": "key rotate club.key club-2.key",
    "live calculate": "live calculate club cup.trf --minutes 90",
    "live show": "live show club",
    "live submit": "live submit club cup.trf --minutes 90",
    "live watch": "live watch club cup.trf --minutes 90 --every 60",
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
    "prove row": "prove row club bruno --list 2026-12-31 --out bruno.proof",
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
    "submissions approve": "submissions approve 3b1f0c2d9a7e6458",
    "submissions comment": "submissions comment 3f2a91c07be4d581 --text 'Round 2 is missing.'",
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
    "watch": "watch club --from 1996-01-01",
    "witness once": "witness once http://127.0.0.1:8000 --key witness.key --log club.key.pub "
    "--state seen",
    "witness serve": "witness serve --key witness.key --log club.key.pub --state seen",
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


_MODULES: Mapping[str, Sequence[str]] = {
    "account_commands": ("account", "token"),
    "audit_commands": ("audit", "check-audit"),
    "backup_commands": ("backup",),
    "calculator_command": ("calculate",),
    "correction_commands": ("correct", "decide", "merge"),
    "demo.demo_command": ("demo",),
    "enter_command": ("enter",),
    "export_commands": ("export",),
    "import_command": ("import",),
    "live_commands": ("live",),
    "log_commands": ("append", "doctor", "init", "log", "rebuild", "restore", "verify"),
    "player_commands": ("players",),
    "pool_commands": ("describe", "pool", "publish", "published", "rulebooks"),
    "question_commands": (
        *("crosstable", "diff", "games", "news", "pending", "player", "pools", "profile"),
        *("propose", "ratings", "review", "standings", "tournament", "tournaments"),
        "watch",
    ),
    "proof_commands": ("check-proof", "checkpoint", "key", "prove"),
    "source_file_command": ("paper",),
    "study_commands": ("compare", "predict", "sweep"),
    "submission_commands": ("submissions",),
    "sync_command": ("sync",),
    "web_commands": ("serve", "site"),
    "witness_commands": ("witness",),
}
"""The commands of each module."""
COMMANDS = {name: module for module, names in _MODULES.items() for name in names}
_OWN_SUMMARIES: Mapping[str, str] = {
    "account": "Manage accounts of the pages and the API: open, change, close.",
    "append": "Append events from JSON Lines, all or nothing; - reads standard input.",
    "backup": "Back up the ledger: write, check, restore. `backup FOLDER` writes one.",
    "check-audit": "Recompute the numbers of an audit document from the document alone.",
    "check-proof": "Check the proof of a row of a published list, from the file and public keys "
    "alone.",
    "checkpoint": "Sign the state of the log, so that others can notice a change of its past.",
    "compare": "Compare two rulebooks on the same games.",
    "decide": "Record a decision: a player's rating, or a case that a rule leaves open.",
    "demo": "Create a small example ledger and show what happens in it.",
    "describe": "Set the name and style of the site, and the titles of its lists.",
    "enter": "Enter a tournament by hand, line by line.",
    "export": "Export the log, lists, players and tournaments as files.",
    "import": "Import tournament files; a bad file does not stop the others.",
    "init": "Create the ledger in the database, or upgrade it.",
    "key": "Make the keys that sign checkpoints; they are files, and never in the database.",
    "live": "Manage running tournaments and their provisional ratings.",
    "log": "Show the events of the log.",
    "paper": "Print the file with which a tournament was submitted.",
    "players": "Manage the register of players: add, rename, merge, withhold, erase.",
    "predict": "Measure how well rulebooks predicted the games.",
    "propose": "Print a proposed first rating as an event: rating.decided.",
    "prove": "Prove what was published to those who have no ledger.",
    "rebuild": "Recalculate all ratings from the log.",
    "restore": "Restore an exported log into an empty ledger.",
    "serve": "Serve the pages and the HTTP API until Ctrl-C.",
    "site": "Write the public pages as a static site.",
    "submissions": "Manage pending files: submit, accept, send back, comment.",
    "sweep": "Find the parameters of a rulebook that predict best.",
    "sync": "Compare a federation's player list with the register.",
    "token": "Manage tokens, with which programs use the HTTP API.",
    "verify": "Verify the hash chain and every stored event.",
    "witness": "Cosign the checkpoints of other ledgers, or show what contradicts them.",
}
"""The first sentence of the help of a command that is not an operation or a read."""
_ROWS: Sequence[Operation | Read] = (*OPERATIONS, *READS)
SUMMARIES = {**{each.command: each.summary for each in reversed(_ROWS)}, **_OWN_SUMMARIES}
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
        return with_examples(loaded(name), name) if name in COMMANDS else None

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
                formatter.write_dl([(name.ljust(widest), SUMMARIES[name]) for name in members])


def loaded(name: str) -> click.Command:
    """Load a command, or a group of commands, from its module."""
    module = import_module(f"{__package__}.{COMMANDS[name]}")
    found: dict[str, click.Command] = vars(module)
    stem = name.replace("-", "_")
    command = found.get(f"{stem}_group") or found[f"{stem}_command"]
    command.help = command.help or SUMMARIES[name]
    return command


# --- the command line with all commands ----------------------------------------------------------


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@root_options
def main() -> None:
    """Event-sourced rating ledger for chess and go."""
