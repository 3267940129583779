"""Questions to two ledgers, and digests of the answers, which stay from version to version.

    uv run python -m tests.api.answers

writes the digests anew after a change that is meant: an added key, a mended fault.
"""

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from projections.api import Ledger, as_json
from projections.files.documents.files import ExportedFile
from projections.interfaces.cli.demo.demo_command import make_demo
from scripts.federation.district.ledger import make_district

KEPT = Path(__file__).with_name("answers.txt")
DAYS = {"demo": date(1995, 12, 31), "district": date(2026, 10, 13)}
"""For each ledger a day with lists, and with changes in the year before."""
OF_CHANCE = re.compile(r'"(?:hash|previous_hash|commitment|event)": ?"[^"]*"')
"""Ids and hashes, which are others in each ledger."""
COLUMNS = ("club", "change")
NOW = datetime(2026, 12, 1, tzinfo=UTC)
SOME = 6
"""Players and tournaments of a large list whose own documents are asked for."""


def kept() -> dict[str, str]:
    """Return the digests on record, by ledger, list and question."""
    lines = KEPT.read_text("utf-8").splitlines()
    return {question: digest for digest, question in (line.split(" ", 1) for line in lines)}


def digests_of(name: str, database: str) -> Mapping[str, str]:
    """Return the digest of every answer of a ledger, by list and question."""
    with Ledger.open(database, clock=lambda: NOW) as ledger:
        found = {f"{name}: pools": _digest(ledger.pools())}
        for row in ledger.pools():
            pool = row["pool"]
            found |= {
                f"{name} {pool}: {question}": _digest(answer)
                for question, answer in _answers(ledger, pool, DAYS[name])
            }
        return found


def _answers(ledger: Ledger, pool: str, day: date) -> Iterator[tuple[str, Any]]:
    """Yield the answers about a rating list, each with the name of its question."""
    yield "published", ledger.published(pool)
    last_year = day.replace(year=day.year - 1)
    with ledger.pool(pool, on=day) as view, ledger.pool(pool, on=last_year) as earlier:
        players = _some(view.ratings(), "player")
        tournaments = _some(view.tournaments(), "tournament")
        yield "ratings", view.ratings(lapsed=True, columns=COLUMNS)
        yield "ratings of everyone", view.ratings(everyone=True)
        for form in ("csv", "json"):
            yield f"list as {form}", _text(view.export_ratings(form, columns=COLUMNS))
        for form in ("trf16", "trf26", "csv", "jsonl"):
            yield form, [_text(ledger.export_tournament(it, form)) for it in tournaments]
        yield "tournaments", view.tournaments()
        yield "players", view.players()
        yield "tournament", _each(view.tournament, tournaments)
        yield "evaluation", [_text(view.export_evaluation(it, "csv")) for it in tournaments]
        yield "crosstable", _each(view.crosstable, tournaments)
        yield "standings", _each(ledger.standings, tournaments)
        yield "player", _each(view.player, players)
        yield "profile", _each(view.profile, players)
        yield "audit", _each(view.audit, players)
        yield "review", [view.review(), *_each(view.review, players[:2])]
        yield "watch", view.watch()
        yield "data quality", view.data_quality()
        yield "diff", earlier.diff(view)
        yield "news", earlier.news(view)
        yield "evaluations", view.evaluations(by_game=True)
        yield "descriptions", view.descriptions(list(ledger.log(to=600)))


def _some(rows: Sequence[Any], key: str) -> list[str]:
    """Return some ids out of many, spread over all."""
    ids = [row[key] for row in rows]
    return ids[:: max(1, len(ids) // SOME)]


def _text(file: ExportedFile) -> str:
    return file.content.decode() + "".join(file.warnings)


def _each(ask: Callable[[str], Any], ids: Sequence[str]) -> list[Any]:
    return [ask(id_) for id_ in ids]


def _digest(answer: Any) -> str:
    given = answer if isinstance(answer, dict | str) else list(answer)
    return hashlib.sha256(OF_CHANCE.sub("", as_json(given)).encode()).hexdigest()[:16]


def _write() -> None:
    """Write the digests of both ledgers, made anew."""
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for name in DAYS:
            path = Path(folder) / f"{name}.db"
            if name == "demo":
                make_demo(path)
            else:
                make_district(f"sqlite:///{path}")
            found |= digests_of(name, f"sqlite:///{path}")
    lines = [f"{digest} {question}\n" for question, digest in found.items()]
    KEPT.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    _write()
