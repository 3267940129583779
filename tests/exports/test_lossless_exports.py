"""A tournament that goes out in a canonical format and comes in elsewhere is the same facts.

All that the ledger takes of a tournament and its games is in the file, but for the ids of the
games, and of the players, whom the ledger that reads it links anew.
"""

from collections.abc import Iterator
from datetime import date
from itertools import count
from typing import Any

import attrs
import pytest
from hypothesis import given

from ledger.events.codec import data_of, read_data
from ledger.events.facts import GameSubmitted
from ledger.importing.changes import Change, changes_of
from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import TournamentReport
from ledger.importing.matching.recorded_tournament import recorded_tournament
from ledger.importing.report_events import ReportedTournament, events_of, reported_tournament
from tests.exports.conftest import NewLedger
from tests.exports.export_ledger import ExportLedger
from tests.exports.random_events import PLAYERS, Data, submissions
from tests.projections.submissions import event, player

pytestmark = pytest.mark.slow

_numbers = count(1)


@pytest.fixture(scope="module")
def here(new_ledger: NewLedger) -> Iterator[ExportLedger]:
    """A ledger that knows everybody."""
    with new_ledger() as ledger:
        ledger.append(*(player(each) for each in PLAYERS))
        yield ledger


@pytest.fixture(scope="module")
def elsewhere(new_ledger: NewLedger) -> Iterator[ExportLedger]:
    """Another one with the same people."""
    with new_ledger() as ledger:
        ledger.append(*(player(each) for each in PLAYERS))
        yield ledger


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@given(submission=submissions())
def test_the_facts_are_the_same(
    here: ExportLedger, elsewhere: ExportLedger, form: str, submission: tuple[Data, list[Data]]
) -> None:
    head, games = renamed(*submission, f"{next(_numbers)}")
    here.append(
        event("tournament.submitted", head["tournament"], head),
        *(event("game.submitted", each["game"], each) for each in games),
    )
    content, messages = here.written(head["tournament"], form)
    assert messages == []
    assert detect_format(content) == form
    report, issues = read(form, "what was written", content)
    assert [str(issue) for issue in issues if issue.kind == "error"] == []
    assert report is not None
    facts = reported_by_names(report, tuple(head["pools"]))
    assert plain(facts) == (without_defaults("tournament.submitted", head), unnamed(games))
    elsewhere.append(*events_of(facts, "the file"))
    assert differing(here, facts) == differing(elsewhere, facts) == []


def differing(ledger: ExportLedger, facts: ReportedTournament) -> list[Change]:
    """Return the changes of importing the file into its own ledger, or into a copy."""
    with ledger.engine.connect() as connection:
        record = recorded_tournament(connection, facts.tournament.tournament)
    assert record is not None
    return list(changes_of(record, facts).differences)


def renamed(head: Data, games: list[Data], number: str) -> tuple[Data, list[Data]]:
    """The same under an id that was never used, with days as texts."""
    name = f"{head['tournament']} {number}"
    games = [{**each, "tournament": name, "game": f"{number}.{each['game']}"} for each in games]
    return texts({**head, "tournament": name}), [texts(each) for each in games]


def texts(data: Data) -> Data:
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in data.items()
    }


def reported_by_names(report: TournamentReport, pools: tuple[str, ...]) -> ReportedTournament:
    """The facts of a report, everybody linked by his name."""
    names = {f"{each.title()}, Test": each for each in PLAYERS}
    return reported_tournament(
        report, {each.number: names[each.name] for each in report.players}, {}, pools
    )


def plain(facts: ReportedTournament) -> tuple[Data, list[str]]:
    tournament = attrs.evolve(facts.tournament, paper=None)
    return data_of(tournament), unnamed(data_of(each) for each in facts.games)


def without_defaults(type_: str, data: Data) -> Data:
    fact = read_data(type_, data, "")
    assert not isinstance(fact, list)
    return data_of(fact)


def unnamed(games: Any) -> list[str]:
    """The games in an order of their own, without their ids."""
    facts = [without_defaults(GameSubmitted.type, {**each, "game": "-"}) for each in games]
    return sorted(str(sorted(each.items())) for each in facts)
