"""Change audit documents in one place at a time, and count what the checker does not notice.

    python scripts/audit_changes.py --games 1000 --documents 20

Made-up federations of every rulebook are audited.  In each document every number, word and
answer is changed, one at a time: numbers by 1 and by ½, words into a made-up one and into those
that the document has elsewhere in the same place.  What the check neither contradicts nor names
as stated, not recomputed, is printed by the place it stands in.
"""

import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import attrs
import click

from ledger.log.database import connect, upgrade
from projections.api import Ledger
from projections.checking.check import checked
from scripts.generate_federation import federation

Place = tuple[Any, ...]
Check = Callable[[Mapping[str, Any]], Mapping[str, Any]]
FIRST_YEAR = {
    "dwz-1995": 1995,
    "dwz-2014": 2014,
    "dwz-2026": 2027,
    "ingo-1960": 1965,
    "lask-1970": 1970,
    "mgsz-2011": 2012,
    "egf-2021": 2022,
    "fide-2024": 2025,
}
OTHERS = 3
"""So many other words of the document are tried in the place of one."""


@attrs.frozen
class Change:
    """One value of a document put in the place of another."""

    place: Place
    before: Any
    after: Any


@attrs.define
class Count:
    """What became of the changes: how many were made, found, or are named as stated."""

    made: int = 0
    found: int = 0
    stated: int = 0
    unnoticed: Counter[str] = attrs.field(factory=Counter)
    only_stated: Counter[str] = attrs.field(factory=Counter)

    def add(self, other: "Count") -> None:
        """Count what another document gave as well."""
        self.made += other.made
        self.found += other.found
        self.stated += other.stated
        self.unnoticed += other.unnoticed
        self.only_stated += other.only_stated


def places(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Everything in a document that is a value by itself, with the way to it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*place, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*place, number))
    else:
        yield place, value


def changes(document: Mapping[str, Any]) -> Iterator[Change]:
    """Every change of a single value that is tried."""
    found = list(places(document))
    words: dict[Any, list[Any]] = {}
    for place, value in found:
        words.setdefault(place[-1], []).append(value)
    for place, value in found:
        if place[0] not in {"stated", "layout"}:
            for other in dict.fromkeys(_others(value, words[place[-1]])):
                yield Change(place, value, other)


def _others(value: Any, elsewhere: list[Any]) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int() | float():
            yield from (value - 1, value + 1, value + 0.5)
        case None:
            yield 1
        case str():
            yield f"{value}x"
            if len(value) == len("2000-01-01") and value[4:5] == value[7:8] == "-":
                yield (date.fromisoformat(value) + timedelta(days=1)).isoformat()
            others = [each for each in dict.fromkeys(elsewhere) if each != value]
            yield from others[:OTHERS]


def count_changes(document: dict[str, Any], check: Check, tried: list[Change]) -> Count:
    """Make every change in turn, ask the check, and take it back."""
    genuine = check(document)
    if not genuine["holds"]:
        raise ValueError(f"the document does not hold as it is: {genuine['misfits']}")
    stated = [tuple(each["place"]) for each in genuine.get("stated", ())]
    count = Count()
    for change in tried:
        holder: Any = document
        for key in change.place[:-1]:
            holder = holder[key]
        holder[change.place[-1]] = change.after
        noticed = not check(document)["holds"]
        holder[change.place[-1]] = change.before
        count.made += 1
        if noticed:
            count.found += 1
        elif is_stated(change.place, stated):
            count.stated += 1
            count.only_stated[place_text(document, change.place)] += 1
        else:
            count.unnoticed[place_text(document, change.place)] += 1
    return count


def is_stated(place: Place, stated: list[Place]) -> bool:
    """Whether a place is one of those that a document names as stated, or lies in one."""
    return any(
        len(each) <= len(place)
        and all(key in {"*", own} for key, own in zip(each, place, strict=False))
        for each in stated
    )


def place_text(document: Mapping[str, Any], place: Place) -> str:
    """A place without its numbers; of a step with its paragraph, of an input with its kind."""
    first = "" if len(place) < 2 or not isinstance(place[1], int) else document[place[0]][place[1]]
    about = {"steps": "rule", "inputs": "what"}.get(place[0])
    name = f" [{first[about]}]" if about and isinstance(first, dict) else ""
    return f"{place[0]}{name}" + "".join(
        f" {'*' if isinstance(key, int) else key}" for key in place[1:]
    )


def documents(rulebook: str, games: int, number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Audits of some evaluations of a made-up federation, chosen by the seed."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'ledger.db'}"
        engine = connect(url, create=True)
        upgrade(engine)
        engine.dispose()
        with Ledger.open(url) as ledger:
            ledger.append(_lines(rulebook, games, seed), by="the office")
            pool = ledger.pool("pool")
            done = [(row["player"], row["tournament"]) for row in pool.evaluations()]
            for player, tournament in random.Random(seed).sample(done, number):
                yield json.loads(json.dumps(pool.audit(player, tournament)))


def _lines(rulebook: str, games: int, seed: int) -> Iterator[bytes]:
    return federation(
        games,
        seed,
        years=3,
        pool="pool",
        rulebook=rulebook,
        from_year=FIRST_YEAR[rulebook],
        discipline="go" if rulebook.startswith(("mgsz", "egf")) else "chess",
    )


@click.command
@click.option("--rulebook", "rulebooks", multiple=True, type=click.Choice(list(FIRST_YEAR)))
@click.option("--games", type=click.IntRange(1_000), default=1_000, show_default=True)
@click.option("--documents", "number", type=click.IntRange(1), default=10, show_default=True)
@click.option("--changes", "most", type=click.IntRange(1), help="Of a document at most so many.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
def main(rulebooks: tuple[str, ...], games: int, number: int, most: int | None, seed: int) -> None:
    """Change audits in one place at a time; exit code 1 where a change goes unnoticed."""
    total = Count()
    for rulebook in rulebooks or tuple(FIRST_YEAR):
        count, chance = Count(), random.Random(seed)
        for document in documents(rulebook, games, number, seed):
            tried = list(changes(document))
            some = tried if most is None else chance.sample(tried, min(most, len(tried)))
            count.add(count_changes(document, checked, some))
        _print(rulebook, count)
        total.add(count)
    _print("all", total)
    raise SystemExit(bool(total.unnoticed))


def _print(name: str, count: Count) -> None:
    unnoticed = sum(count.unnoticed.values())
    print(
        f"{name}: {count.made} changes, {count.found} found, {count.stated} named as stated, "
        f"{unnoticed} unnoticed"
    )
    if name != "all":
        for word, counter in (("unnoticed", count.unnoticed), ("stated", count.only_stated)):
            for place, times in counter.most_common():
                print(f"  {word} {times:6} {place}")


if __name__ == "__main__":
    main()
