"""The five laws of replay: the projections' real specification, over generated seasons."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.replay.card_history import MemoryCardHistory
from projections.rulebooks.dwz.card import DwzCard
from tests.ledger.soak import soak
from tests.projections.arrivals import arrivals
from tests.projections.everything import EVERYBODY, everything, without_names
from tests.projections.mistakes import handed_in
from tests.projections.seasons import DAYS, seasons

A_FEW = settings(max_examples=20 * soak())
some_day = st.sampled_from([None, *DAYS, "1996-07-01", "2012-12-31"])
as_handed_in = seasons().flatmap(handed_in)
as_it_arrived = as_handed_in.flatmap(arrivals)
# Known summaries make the read model start anew: without them it goes on, and can go wrong.
steady = seasons(summaries=False).flatmap(handed_in).flatmap(arrivals)


@A_FEW
@given(data=st.data(), season=as_handed_in, on=some_day)
def test_the_order_of_arrival_does_not_matter(new_club, data, season, on):
    with new_club() as punctual, new_club() as belated:
        punctual.append(*season)
        belated.append(*data.draw(arrivals(season)))
        assert everything(belated, on) == everything(punctual, on)


@A_FEW
@given(data=st.data(), season=seasons(), on=some_day)
def test_a_correction_equals_having_been_right_from_the_beginning(new_club, data, season, on):
    with new_club() as careful, new_club() as careless:
        careful.append(*season)
        careless.append(*data.draw(handed_in(season)))
        assert everything(careless, on) == everything(careful, on)


@A_FEW
@given(data=st.data(), season=as_it_arrived, on=some_day, in_between=st.booleans())
def test_what_is_appended_later_changes_no_earlier_cut(new_club, data, season, on, in_between):
    known = data.draw(st.integers(_pool_made_at(season), len(season)))
    with new_club() as club:
        club.append(*season[:known])
        if in_between:
            club.catch_up()
        then = without_names(everything(club, on))
        if known < len(season):
            club.append(*season[known:])
        assert without_names(everything(club, on, known)) == then
        club.catch_up()
        assert without_names(everything(club, on, known)) == then


@pytest.mark.slow
@settings(max_examples=40 * soak())
@given(data=st.data(), season=steady)
def test_going_on_equals_rebuilding(new_club, data, season):
    since = _pool_made_at(season)
    stops = data.draw(st.sets(st.integers(since, len(season) - 1), max_size=6))
    with new_club() as club:
        for start, end in pairwise([0, *sorted({since, *stops}), len(season)]):
            club.append(*season[start:end])
            club.catch_up()
            assert club.check().differences == ()


@A_FEW
@given(season=as_it_arrived, on=some_day)
def test_the_read_model_answers_like_a_replay(new_club, season, on):
    with new_club() as club:
        club.append(*season)
        replayed = _asked(club, on, MemoryCardHistory)
        club.catch_up()
        assert _asked(club, on, StoredCardHistory) == replayed
        club.rebuild()
        assert _asked(club, on, StoredCardHistory) == replayed


@settings(max_examples=8 * soak())
@given(season=as_it_arrived, on=some_day)
def test_both_engines_give_the_same_bytes(new_club, new_club_on_postgresql, season, on):
    with new_club() as in_a_file, new_club_on_postgresql() as on_a_server:
        for club in (in_a_file, on_a_server):
            club.append(*season)
        assert everything(on_a_server, on) == everything(in_a_file, on)
        for club in (in_a_file, on_a_server):
            club.catch_up()
        assert everything(on_a_server, on) == everything(in_a_file, on)


@A_FEW
@given(season=as_it_arrived)
def test_every_evaluation_that_is_shown_leads_to_the_card_that_is_kept(new_club, season):
    """A tournament shown is computed again; it must come to what the replay came to."""
    with new_club() as club:
        club.append(*season)
        with club.answers() as answers:
            kept = {player: answers.card_history.versions_of(player) for player in EVERYBODY}
        for player, versions in kept.items():
            if versions:
                shown = club.player(player)["history"]
                assert [*filter(None, map(_after, shown))] == [*filter(None, map(_kept, versions))]


def _pool_made_at(season):
    return 1 + [event["type"] for event in season].index("rulebook.adopted")


def _asked(club, on, kind):
    """Everything, after a look at where the answers come from."""
    with club.answers(on) as answers:
        assert isinstance(answers.card_history, kind)
    return everything(club, on)


def _after(row):
    """The day of an evaluation by an edition of the DWZ, and the figure it gave."""
    if not row["rulebook"].startswith("dwz-") or row.get("status") not in ("rated", "first"):
        return None
    return row["ended_on"], row["rating_after"], row["index_after"]


def _kept(version):
    """The same of a card, if it was a tournament or a summary that gave its figure."""
    day, phase, _ = version.key.split("/", 2)
    figure = version.card.figure if isinstance(version.card, DwzCard) else None
    if phase != "3" or figure is None or figure.on.isoformat() != day:
        return None
    return day, figure.rating, figure.index
