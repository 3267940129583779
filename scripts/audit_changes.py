"""Change the numbers of audit documents one at a time, and count undetected changes.

    python -m scripts.audit_changes --games 1000 --documents 20

Generated federations of every rulebook are audited.  In each document every number is changed by 1
and by ½, one at a time; the row of a player and its copy among the rows change together, as a
forger would change them.  A change is printed by its place if the check neither contradicts it
nor names it as stated, not recomputed.  Words, answers and days are counted, not checked.
"""

import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import attrs
import click

from ledger.log.database import connect
from ledger.log.revisions import upgrade
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
_SPELT = re.compile(r"-?\d+(/\d+)?$")
"""A number of a step that JSON spells as a word: ``7875/4``."""
_NOT_OF_THE_AUDIT = {"stated", "layout"}


@attrs.frozen
class Change:
    """A replacement of one value of a document."""

    place: Place
    before: Any
    after: Any


@attrs.define
class Count:
    """The outcome of the changes: the numbers made, found, and named as stated.

    ``words``: values that are not numbers, which are not checked.
    """

    made: int = 0
    found: int = 0
    stated: int = 0
    words: int = 0
    unnoticed: Counter[str] = attrs.field(factory=Counter)
    only_stated: Counter[str] = attrs.field(factory=Counter)

    def add(self, other: "Count") -> None:
        """Add the counts of another document."""
        self.made += other.made
        self.found += other.found
        self.stated += other.stated
        self.words += other.words
        self.unnoticed += other.unnoticed
        self.only_stated += other.only_stated


def places(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield every single value in a document, with its path."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*place, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*place, number))
    else:
        yield place, value


def changes(document: Mapping[str, Any]) -> Iterator[Change]:
    """Yield every change of a single number to be tried."""
    copy = ("rows", len(document["rows"]) - 1)  # changed together with the row
    for place, value in places(document):
        if place[0] not in _NOT_OF_THE_AUDIT and (document["row"] is None or place[:2] != copy):
            for other in _other_numbers(place, value):
                yield Change(place, value, other)


def words(document: Mapping[str, Any]) -> int:
    """The number of values of a document that are not numbers."""
    return sum(
        place[0] not in _NOT_OF_THE_AUDIT and not _other_numbers(place, value)
        for place, value in places(document)
    )


def _other_numbers(place: Place, value: Any) -> Sequence[Any]:
    """Return replacements of a number; none if it is not a number."""
    if isinstance(value, bool) or value is None:
        return ()
    if isinstance(value, (int, float)):
        return (value - 1, value + 1, value + 0.5)
    if place[0] == "steps" and place[2:3] != ("text",) and _SPELT.fullmatch(value):
        return (str(Fraction(value) + 1),)
    return ()


def count_changes(document: dict[str, Any], check: Check, tried: Iterable[Change]) -> Count:
    """Make every change in turn, run the check, and revert it."""
    genuine = check(document)
    if not genuine["holds"]:
        raise ValueError(f"the document does not hold as it is: {genuine['misfits']}")
    stated = [tuple(each["place"]) for each in genuine.get("stated", ())]
    count = Count(words=words(document))
    for change in tried:
        _put(document, change.place, change.after)
        noticed = not check(document)["holds"]
        _put(document, change.place, change.before)
        count.made += 1
        if noticed:
            count.found += 1
        elif is_stated(change.place, stated):
            count.stated += 1
            count.only_stated[place_text(document, change.place)] += 1
        else:
            count.unnoticed[place_text(document, change.place)] += 1
    return count


def _put(document: dict[str, Any], place: Place, value: Any) -> None:
    """Put a value in a place, and one of the row also in its copy among the rows."""
    copies = [document["rows"][-1]] if place[0] == "row" else []
    for within, keys in ((document, place), *((copy, place[1:]) for copy in copies)):
        holder: Any = reduce(getitem, keys[:-1], within)
        holder[keys[-1]] = value


def is_stated(place: Place, stated: list[Place]) -> bool:
    """True if a place is among those that a document names as stated, or within one."""
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
    """Yield audits of some evaluations of a generated federation, chosen by the seed."""
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
    """Change the numbers of audits one at a time; exit code 1 where a change goes unnoticed."""
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
        f"{name}: {count.made} numbers changed, {count.found} found, "
        f"{count.stated} named as stated, {unnoticed} unnoticed; {count.words} words not looked at"
    )
    if name != "all":
        for word, counter in (("unnoticed", count.unnoticed), ("stated", count.only_stated)):
            for place, times in counter.most_common():
                print(f"  {word} {times:6} {place}")


if __name__ == "__main__":
    main()
