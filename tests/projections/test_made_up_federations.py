"""Law 4 for the other systems: federations that play by EGF, Ingo, LASK and MGSZ."""

from datetime import date

import pytest

from ledger.log.clock import now
from ledger.log.database import snapshot
from ledger.validation.submission import append
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay.card_history import MemoryCardHistory
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import period_on
from projections.queries.answers import Answers, Question
from projections.queries.player_record import named_record
from scripts.generate_federation import federation
from tests.projections.club import TODAY
from tests.projections.everything import or_refusal
from tests.projections.submissions import POOL
from tests.tables import some_at_once

FIRST_YEAR = {
    "egf-2021": 2012,
    "fide-2024": 2024,
    "ingo-1960": 1965,
    "lask-1970": 1970,
    "mgsz-2011": 2012,
}
GAMES = 1_000


@pytest.fixture(scope="module", params=FIRST_YEAR)
def played(request, new_club):
    """A federation of some years, and its read model."""
    lines = federation(
        GAMES,
        seed=1,
        years=4,
        pool=POOL,
        rulebook=request.param,
        from_year=FIRST_YEAR[request.param],
        discipline="go" if request.param in {"egf-2021", "mgsz-2011"} else "chess",
    )
    with new_club() as club:
        append(
            club.engine,
            enumerate(lines, 1),
            by="the office",
            rulebooks=RegisteredRulebooks(),
            clock=now,
        )
        club.catch_up()
        yield club, FIRST_YEAR[request.param]


@pytest.mark.parametrize("day", some_at_once(["-03-31", "-09-15", "-12-31"], ["-09-15"]))
def test_a_cut_of_the_read_model_equals_a_replay_with_that_cut(played, day):
    club, first_year = played
    as_of = AsOf(day=date.fromisoformat(f"{first_year + 2}{day}"))
    with snapshot(club.engine) as connection:
        question = Question(POOL, TODAY, as_of)
        stored = Answers(connection, question)
        assert isinstance(stored.card_history, StoredCardHistory)
        again = MemoryCardHistory(Replay.of(History(connection, as_of), POOL, as_of))
        replayed = Answers(connection, question, again)
        rows = stored.ratings(everyone=True)
        assert rows == replayed.ratings(everyone=True)
        for row in rows[::10]:
            assert named_record(stored, row["player"]) == named_record(replayed, row["player"])
        history = History(connection, as_of)
        for tournament in history.tournament_ids(POOL)[::5]:
            answers = [or_refusal(each.tournament, tournament) for each in (stored, replayed)]
            assert answers[0] == answers[1]


def test_a_check_finds_no_difference(played):
    club, _ = played
    assert club.check().differences == ()


def test_the_list_has_the_strongest_first(played):
    club, _ = played
    with club.answers() as answers:
        figures = [row["figure"] for row in answers.ratings()]
        period = period_on(answers.day, answers.card_history.periods)
    assert figures == sorted(figures, reverse=not period.book.lower_is_stronger)
    assert len(set(figures)) > 3
