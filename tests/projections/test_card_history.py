"""Every version of every card that a replay leaves behind, and the occasions that made them."""

from collections.abc import Iterator
from datetime import date

import attrs
import pytest

from ledger.log.database import snapshot
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.replay.card_history import (
    EvaluatedOccasion,
    MemoryCardHistory,
    Version,
    end_of,
    evaluated_occasion,
    held,
    horizon_of,
    kind_and_subject,
)
from projections.engine.replay.replay import Replay
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.occasion import CalendarDay, ListDue, RulebookBegan, TournamentEnded
from projections.rulebooks.strengths import NONE_KEPT, Strengths
from projections.rulebooks.tournament import Player, Tournament
from tests.projections.club import Club
from tests.projections.submissions import POOL, adoption, decided, games, player, tournament
from tests.tables import every

MAY, JULY = "1996-05-01/3/may", "1996-07-01/3/july"
DECIDED = "1995-07-01/2/000000000005"
PLUS_100 = {"pieces": [{"factor": 1, "plus": 100}]}


@pytest.fixture
def two_months(club: Club) -> Club:
    """Anna and Bela of 1500 meet in May, Anna and Cleo of 1600 in July."""
    club.append(adoption(), *map(player, ("anna", "bela", "cleo")))
    club.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    club.append(decided("cleo", "1600-10"))
    club.append(tournament("may", "1996-05-01"), *games("may", "anna 1-0 bela"))
    club.append(tournament("july", "1996-07-01"), *games("july", "anna 1-0 cleo"))
    return club


@pytest.fixture
def history(two_months: Club) -> Iterator[MemoryCardHistory]:
    with snapshot(two_months.engine) as connection:
        known = History(connection, EVERYTHING)
        yield MemoryCardHistory(Replay.of(known, POOL, EVERYTHING))


class TestVersions:
    def test_each_occasion_leaves_a_version_of_the_cards_it_changed(self, history):
        assert [version.key for version in history.versions_of("anna")] == [DECIDED, MAY, JULY]
        assert [version.key for version in history.versions_of("bela")][1:] == [MAY]
        assert history.versions_of("nobody") == []

    def test_the_card_before_an_occasion_is_that_of_the_last_one_before_its_key(self, history):
        both = ["anna", "bela", "nobody"]
        before = history.versions_before(MAY, both)
        assert {name: version.day for name, version in before.items()} == {
            "anna": date(1995, 7, 1),
            "bela": date(1995, 7, 1),
        }
        assert history.versions_before(JULY, ["anna"])["anna"].key == MAY
        assert history.versions_before("~", ["anna"])["anna"].key == JULY
        assert history.versions_before(DECIDED, ["anna"]) == {}

    def test_everybodys_last_card(self, history):
        keys = {name: version.key for name, version in history.last_versions(JULY).items()}
        assert set(keys) == {"anna", "bela", "cleo"}
        assert (keys["anna"], keys["bela"]) == (MAY, MAY)
        assert keys["cleo"] < MAY

    def test_it_ends_with_the_last_thing_that_happened(self, history):
        assert history.horizon == date(1996, 7, 1)
        assert history.position == 11


class TestOccasions:
    def test_what_was_about_a_tournament_or_a_decision_is_found_by_it(self, history):
        (may,) = history.about("may")
        assert (may.key, may.kind, may.subject) == (MAY, "tournament", "may")
        assert (may.day, may.governed_on) == (date(1996, 5, 1), date(1996, 5, 1))
        assert may.players == ("anna", "bela")
        (decision,) = history.about("decision anna 1995-07-01")
        assert (decision.kind, decision.players) == ("decision", ("anna",))
        assert history.about("august") == []

    def test_occasions_are_found_by_their_keys_and_unknown_keys_are_left_out(self, history):
        found = history.at([JULY, "1996-08-01/3/august", MAY])
        assert {key: done.subject for key, done in found.items()} == {JULY: "july", MAY: "may"}

    def test_what_players_counted_as_comes_back(self):
        ended = TournamentEnded(
            day=date(1996, 5, 1),
            tournament=Tournament(
                id="may",
                name="May",
                discipline="chess",
                format="swiss",
                ended_on=date(1996, 5, 1),
                players={name: Player(id=name) for name in ("anna", "bela")},
            ),
        )
        counted = Strengths(ratings={"anna": 1500}, first={"bela": 1400})
        done = evaluated_occasion(MAY, ended, Evaluation(cards={}, strengths=counted))
        assert done.strengths == counted
        assert evaluated_occasion(MAY, ended, Evaluation(cards={})).packed_strengths == NONE_KEPT

    def test_a_day_of_a_calendar_reads_every_card_and_only_passes(self):
        came = CalendarDay(day=date(1996, 1, 1), name="base date")
        done = evaluated_occasion("1996-01-01/1/base date", came, Evaluation(cards={}))
        assert (done.kind, done.subject, done.players) == ("day", "base date", None)
        assert horizon_of(done) == date.min
        due = ListDue(day=date(1996, 1, 1), player=Player(id="anna"))
        listed = evaluated_occasion("1996-01-01/-1/anna", due, Evaluation(cards={}))
        assert horizon_of(listed) == date(1996, 1, 1)
        assert kind_and_subject(due) == ("list", "anna")

    def test_a_list_belongs_to_the_rulebook_of_the_day_before(self):
        done = EvaluatedOccasion("1996-01-01/-1/anna", "list", "anna")
        assert (done.day, done.governed_on) == (date(1996, 1, 1), date(1995, 12, 31))
        made = Version("1996-01-01/-1/anna", None)
        assert (made.day, made.governed_on) == (date(1996, 1, 1), date(1995, 12, 31))


class TestHeld:
    """The card that a rulebook finds: of another rulebook only what a conversion carried over."""

    @pytest.fixture
    def spans(self, two_months: Club):
        ingo = {"rulebook": "ingo-1960"}
        two_months.append(adoption("1997-01-01", rulebook="dwz-2014"))
        two_months.append(adoption("1998-01-01", **ingo))
        two_months.append(adoption("1999-01-01", **ingo, conversion=PLUS_100))
        with snapshot(two_months.engine) as connection:
            history = History(connection, EVERYTHING)
            yield Replay.of(history, POOL, EVERYTHING).spans

    @pytest.mark.parametrize(
        ("made", "on", "rulebook", "is_held"),
        [
            ("1996-05-01", date(1996, 12, 31), "dwz-1995", True),
            ("1996-05-01", date(1997, 1, 1), "dwz-2014", True),
            ("1996-05-01", date(1997, 12, 31), "dwz-2014", True),
            ("1996-05-01", date(1998, 1, 1), "ingo-1960", False),
            ("1997-12-31", date(1998, 1, 1), "ingo-1960", False),
            ("1998-01-01", date(1998, 1, 1), "ingo-1960", True),
            ("1998-12-31", date(1999, 1, 1), "ingo-1960", True),
            ("1997-12-31", date(1999, 1, 1), "ingo-1960", False),
        ],
    )
    def test_a_card_is_held_as_long_as_its_rulebook_or_a_later_edition_governs(
        self, spans, made, on, rulebook, is_held
    ):
        card = object()
        period, found = held(Version(f"{made}/3/open", card), on, spans)
        assert period.book.name == rulebook
        assert (found is card) == is_held

    def test_nobody_holds_anything_before_the_first_rulebook_and_newcomers_nothing_at_all(
        self, spans
    ):
        assert held(Version("1996-05-01/3/open", object()), date(1989, 12, 31), spans) is None
        assert held(None, date(1989, 12, 31), spans) is None
        assert held(None, date(1996, 1, 1), spans) == (spans[0], None)


@every(
    ("day", "key"),
    [(None, "~"), (date.max, "~"), (date(1996, 12, 31), "1997-01-01")],
)
def test_a_day_ends_with_the_first_key_after_it(day, key):
    assert end_of(day) == key


def test_a_rulebook_that_begins_is_found_by_its_adoption():
    began = RulebookBegan(day=date(1997, 1, 1), event="adoption", before="x", pieces=())
    assert kind_and_subject(began) == ("rulebook", "adoption")
    assert attrs.evolve(began, before="y").key == "adoption"
