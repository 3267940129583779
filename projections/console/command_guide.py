"""The commands by what one wants to do, and an example of each: overview, help and man pages."""

import shlex
from collections.abc import Iterator, Mapping, Sequence

import click

PROGRAM = "rating-ledger"
GROUPS: Mapping[str, Sequence[str]] = {
    "Set up": ("init", "rulebooks", "pool", "players", "enrol", "account", "token", "demo"),
    "Hand in": ("import", "enter", "append", "propose"),
    "Look": (
        *("ratings", "player", "tournament", "tournaments", "games", "pools", "standings"),
        *("diff", "compare", "predict", "sweep"),
    ),
    "Correct": ("correct", "merge"),
    "Publish": ("publish", "published", "export", "site", "serve"),
    "Check": ("audit", "check-audit", "verify", "rebuild"),
    "Keep": ("log", "paper", "restore"),
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
    "check-audit": "check-audit bruno.html",
    "compare": "compare club --rulebook dwz-2026",
    "correct": 'correct Autumn Carla Anna --result ½-½ --reason "both slips say a draw"',
    "demo": "demo my-first-ledger",
    "diff": "diff club --from-known 11 --player bruno",
    "enrol": "enrol fide players_list_foa.txt --proposals proposals.csv",
    "enter": "enter --pool club --output autumn.csv",
    "export evaluation": "export evaluation club autumn --as html --output autumn.html",
    "export evaluations": "export evaluations club --as csv --output evaluations.csv",
    "export log": "export log --output log.jsonl",
    "export player": "export player club bruno --as html --output bruno.html",
    "export ratings": "export ratings club --as html --output list.html",
    "export tournament": "export tournament autumn --as trf16 --output autumn.trf",
    "games": "games autumn",
    "import": "import auto spring.trf --pool club --dry-run",
    "init": "init",
    "log": "log --tournament autumn",
    "merge": 'merge bruno bruno-2 --reason "one person" --dry-run',
    "paper": "paper autumn",
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
    "propose": 'propose club bruno autumn --by "the committee"',
    "publish": "publish club --on 2026-12-31",
    "published": "published club",
    "ratings": "ratings club --on 1996-12-31 --known-at 11",
    "rebuild": "rebuild club --check",
    "restore": "restore log.jsonl",
    "rulebooks": "rulebooks dwz-1995",
    "serve": "serve",
    "site": "site public --pool club",
    "standings": "standings autumn --method buchholz",
    "sweep": "sweep club --rulebook dwz-1995 --vary expectancy=normal,table",
    "token add": "token add carla",
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
