"""The outcome of an accepted file: its tournament, and the ratings it changed, in one sentence."""

from collections.abc import Iterator, Sequence

import attrs

from ledger.log.source_files import digest_of, position_of, tournament_of
from projections.api import Ledger
from projections.queries.rating_changes import rating_effects

MOST_TOURNAMENTS = 3


@attrs.frozen(kw_only=True)
class Outcome:
    """A tournament that was written, and the numbers of changed and of new ratings in a list."""

    pool: str
    tournament: str
    name: str
    rated: bool
    changed: int
    new: int


def outcomes(ledger: Ledger, written: tuple[int, int], pools: Sequence[str]) -> list[Outcome]:
    """The outcomes of the first tournaments among some events."""
    return [*_outcomes(ledger, written, pools)][:MOST_TOURNAMENTS]


def _outcomes(ledger: Ledger, written: tuple[int, int], pools: Sequence[str]) -> Iterator[Outcome]:
    first, last = written
    last = min(last, ledger.positions()["head"])
    if not 0 < first <= last:
        return
    for entry in ledger.log(first - 1, last, ["tournament.submitted"]):
        for pool in entry["data"].get("pools", ()):
            if pool in pools:
                with ledger.pool(pool) as view:
                    found = view.tournament(entry["data"]["tournament"])
                effects = rating_effects(found["players"], found["rulebook"]).values()
                yield Outcome(
                    pool=pool,
                    tournament=entry["data"]["tournament"],
                    name=entry["data"]["name"],
                    rated=found["rated"],
                    changed=sum(it["before"] is not None and bool(it["change"]) for it in effects),
                    new=sum(it["before"] is None and it["after"] is not None for it in effects),
                )


@attrs.frozen(kw_only=True)
class Acceptance:
    """The moment at which a file was recorded, and the tournament that came with it."""

    at: str
    tournament: str
    name: str


def acceptance_of(ledger: Ledger, content: bytes, pool: str) -> Acceptance | None:
    """Return the acceptance of a file of just these bytes; None if none is kept."""
    digest = digest_of(content)
    with ledger.engine.connect() as connection:
        position, tournament = position_of(connection, digest), tournament_of(connection, digest)
    if position is None or tournament is None:
        return None
    with ledger.pool(pool) as view:
        name = view.tournament_names([tournament]).get(tournament, tournament)
    (entry,) = ledger.log(position - 1, position)
    return Acceptance(at=entry["recorded_at"], tournament=tournament, name=name)
