"""The stored values of last cards: they hold until the rulebook says, and follow every event."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from ledger.log.clock import now
from ledger.log.database import connect
from ledger.log.revisions import upgrade
from ledger.validation.submission import append
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.read_model.schema import standing
from projections.engine.registry import RegisteredRulebooks, usable
from projections.engine.replay.card_history import MemoryCardHistory, Version
from projections.engine.replay.replay import Replay
from projections.rulebooks.dwz.card import DwzCard, Figure
from projections.rulebooks.fide_2024.card import FideCard
from scripts.generate_federation import federation
from tests.incremental.offices import CARDS
from tests.projections.club import Club
from tests.projections.submissions import (
    POOL,
    adoption,
    correction,
    decided,
    games,
    player,
    strike,
    tournament,
)

LATEST = date(2060, 1, 1)


@cache
def versions_under(rulebook: str) -> list[Version]:
    """Every version of every card of a made-up federation."""
    discipline = "go" if rulebook in {"egf-2021", "mgsz-2011"} else "chess"
    lines = federation(400, 3, years=3, pool=POOL, rulebook=rulebook, discipline=discipline)
    with TemporaryDirectory() as folder:
        engine = connect(f"sqlite:///{Path(folder) / 'federation.db'}", create=True)
        upgrade(engine)
        rulebooks = RegisteredRulebooks()
        append(engine, enumerate(lines, 1), by="office", rulebooks=rulebooks, clock=now)
        with engine.connect() as connection:
            replay = Replay.of(History(connection, EVERYTHING), POOL, EVERYTHING)
            history = MemoryCardHistory(replay)
        engine.dispose()
    everybody = history.last_versions("~")
    return [each for player in everybody for each in history.versions_of(player)]


@pytest.mark.parametrize("rulebook", CARDS)
@given(data=st.data())
def test_up_to_the_day_that_a_rulebook_names_a_card_has_the_same_value(
    rulebook: str, data: st.DataObject
) -> None:
    book = usable(rulebook)
    assert book is not None
    version = data.draw(st.sampled_from(versions_under(rulebook)))
    day = data.draw(st.dates(version.day, LATEST))
    until = book.unchanged_until(version.card, day)
    later = data.draw(st.dates(day, LATEST if until is None else min(until, LATEST)))
    assert book.standing(version.card, later) == book.standing(version.card, day)


def test_a_dwz_is_the_same_up_to_its_last_day() -> None:
    """DWZ 6.1.1: five years."""
    book = usable("dwz-1995")
    assert book is not None
    card = DwzCard(figure=Figure(rating=1500, index=9, on=date(1996, 5, 1), source="may"))
    assert book.unchanged_until(card, date(1996, 5, 1)) == date(2001, 5, 1)
    assert book.unchanged_until(card, date(2001, 5, 2)) is None


def test_a_fide_rating_is_the_same_until_a_junior_is_older_or_a_player_inactive() -> None:
    """FIDE 8.3.3: K = 40 to the end of the year of the 18th birthday; 4: twelve lists."""
    book = usable("fide-2024")
    assert book is not None
    junior = FideCard(rating=1500, games=40, peak=1500, birth_year=2008)
    assert book.unchanged_until(junior, date(2025, 3, 1)) == date(2025, 12, 31)
    assert book.unchanged_until(junior, date(2027, 1, 1)) is None
    active = FideCard(rating=1500, games=40, peak=1500, active_on=date(2025, 3, 1))
    assert book.unchanged_until(active, date(2025, 6, 15)) == date(2026, 2, 28)
    assert book.unchanged_until(active, date(2026, 3, 1)) is None


def stored(club: Club) -> dict[str, tuple[str, str | None, int]]:
    """Texts, last days and positions of the values."""
    with club.engine.connect() as connection:
        rows = connection.execute(select(standing)).all()
    return {row.player: (row.standing, row.unchanged_until, row.changed_at) for row in rows}


def steps(club: Club) -> Iterator[int]:
    """A figure lapses with a later event, holds again as that is struck, and is struck itself.

    Yields the position after each.
    """
    early, late = tournament("may", "1996-05-01"), tournament("late", "2012-05-01")
    anna = decided("anna", "1500-10")
    for events in (
        [adoption(), *map(player, ("anna", "bela", "cleo", "dora"))],
        [anna, decided("bela", "1600-10"), decided("dora", "1700-10", "1998-01-01")],
        [early, *games("may", "anna 1-0 bela")],
        [late, *games("late", "dora 1-0 cleo")],
        [strike(late, "it was never played")],
        [correction(early, "its day", ended_on="1996-04-01")],
        [strike(early, "nor this")],
        [strike(anna, "nor decided")],
    ):
        yield club.append(*events).last or 0


def test_the_stored_values_are_those_of_a_rebuild_after_every_event(club_on_both: Club) -> None:
    statuses = []
    for _ in steps(club_on_both):
        club_on_both.catch_up()
        assert club_on_both.check().differences == ()
        values = stored(club_on_both).items()
        statuses.append({who: text and json.loads(text)[0] for who, (text, *_) in values})
    assert [each["bela"] for each in statuses[2:5]] == ["valid", "lapsed", "valid"]
    assert [each["anna"] for each in statuses[5:]] == ["valid", "valid", ""]


def test_only_values_that_differ_are_written(club_on_both: Club) -> None:
    *_, may = islice(steps(club_on_both), 3)
    club_on_both.catch_up()
    club_on_both.append(tournament("june", "1999-06-01"), *games("june", "anna ½-½ dora"))
    club_on_both.catch_up()
    changed_at = {who: position for who, (*_, position) in stored(club_on_both).items()}
    assert changed_at["bela"] == may
    assert changed_at["anna"] == changed_at["dora"] == may + 2


def test_a_value_lapses_on_the_day_after_its_last_one(club: Club) -> None:
    """A list of a later day is made from the stored values and the cards of those that lapsed."""
    club.append(adoption(), player("anna"), player("bela"))
    club.append(decided("anna", "1500-10", "1995-01-01"), decided("bela", "1400-9", "1997-01-01"))
    club.catch_up()
    last = date(2000, 1, 1)
    assert club.ratings(last.isoformat()) == {"anna": "1500-10", "bela": "1400-9"}
    assert club.ratings((last + timedelta(days=1)).isoformat()) == {"bela": "1400-9"}
