"""What some streams hold, sorted out for the state against which a submission is checked."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ledger.admission.tournament_state import Held
from ledger.events.facts import GameSubmitted
from ledger.log.standing_events import Recorded, StandingEvents


def facts_by_type(
    settled: StandingEvents[Recorded],
) -> tuple[Mapping[str, list[tuple[str, Any]]], Mapping[str, list[Held]]]:
    """Facts by their type, with what their streams are named after; games by their tournament.

    Games that stand as recorded are not read yet.  Raises
    :class:`~ledger.events.problems.LedgerDamaged` for a fact that cannot be read.
    """
    facts: defaultdict[str, list[tuple[str, Any]]] = defaultdict(list)
    games: defaultdict[str, list[Held]] = defaultdict(list)
    for recorded in settled.recorded():
        name = recorded.stream.partition("/")[2]
        if recorded.type == GameSubmitted.type and settled.is_untouched(recorded):
            games[name].append(recorded)
            continue
        fact = settled.fact_of(recorded)
        if isinstance(fact, GameSubmitted):
            games[name].append(fact)
        else:
            facts[recorded.type].append((name, fact))
    return facts, games
