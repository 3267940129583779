"""Every occasion is found again by its key, with the cards that it was evaluated from."""

from collections.abc import Iterator
from datetime import date

import attrs
import pytest

from ledger.log.database import snapshot
from projections.engine.history.as_of import EVERYTHING, key_after
from projections.engine.history.history import History
from projections.engine.replay.card_history import (
    EvaluatedOccasion,
    MemoryCardHistory,
    evaluated_occasion,
    kind_and_subject,
)
from projections.engine.replay.find_occasion import (
    Settlement,
    cards_before,
    find_occasion,
    is_due,
    list_of_player,
    settlement,
    tournament_occasions,
)
from projections.engine.replay.replay import Evaluated, Replay
from tests.projections.club import Club
from tests.projections.submissions import (
    POOL,
    Event,
    adopted,
    adoption,
    event,
    games,
    player,
    summary,
    tournament,
)

PLUS_100 = {"pieces": [{"factor": 1, "plus": 100}], "residual_games": "drop"}
NAMES = ("anna", "bela", "cleo")
THE_LIST = "1998-03-01/-1/"


def rated(player: str, from_day: str, **card: int) -> Event:
    facts = {"pool": POOL, "player": player, "from_day": from_day, "card": card}
    facts |= {"kind": "initial", "by": "the board", "reason": "agreed"}
    return event("rating.decided", f"decision {player} {from_day}", facts)


def round_robin(name: str, ended_on: str, /, **facts: object) -> list[Event]:
    said = {"starts_on": ended_on, "format": "round-robin", "flags": ["long-games"], **facts}
    results = "anna 1-0 bela", "bela ½-½ cleo", "cleo 1-0 anna"
    return [tournament(name, ended_on, **said), *games(name, *results)]


@pytest.fixture
def career(club: Club) -> Club:
    """Three players under four rulebooks, with everything that can give work to any of them."""
    club.append(adoption(), *map(player, NAMES))
    club.append(adoption("1996-01-01", rulebook="lask-1970", conversion=PLUS_100))
    club.append(adoption("1998-01-01", rulebook="fide-2024", conversion=PLUS_100))
    club.append(adoption("1999-01-01", rulebook="dwz-2014", conversion=PLUS_100))
    club.append(adopted("bela", 1900, "1985-01-01"), summary("cleo", "of-1991", "1991-05-01"))
    club.append(rated("anna", "1990-01-01", rating=1500, index=10))
    for year in 1992, 1997, 1999:
        club.append(*round_robin(f"of-{year}", f"{year}-05-01"))
    club.append(*round_robin("of-1998", "1998-02-20", starts_on="1998-01-25"))
    return club


@pytest.fixture
def replay(career: Club) -> Iterator[Replay]:
    with snapshot(career.engine) as connection:
        yield Replay.of(History(connection, EVERYTHING), POOL, EVERYTHING)


@pytest.fixture
def cards(replay: Replay) -> MemoryCardHistory:
    return MemoryCardHistory(replay)


@pytest.fixture
def done(replay: Replay) -> list[Evaluated]:
    return list(replay.run())


def kept(each: Evaluated) -> EvaluatedOccasion:
    return evaluated_occasion(each.item.key, each.occasion, each.evaluation)


def test_there_is_work_of_every_kind(done):
    kinds = {kind_and_subject(each.occasion)[0] for each in done}
    assert kinds == {"tournament", "start", "list", "summary", "day", "rulebook", "decision"}


@pytest.mark.parametrize("whole", [True, False])
def test_every_occasion_is_found_by_its_key_with_the_cards_before_it(
    career, replay, cards, done, whole
):
    with snapshot(career.engine) as connection:
        for each in done:
            all_of_it = History(connection, EVERYTHING)
            history = all_of_it if whole else History.about(connection, EVERYTHING, POOL)
            found = find_occasion(history, POOL, replay.spans, kept(each))
            assert (found.key, found.period) == (each.item.key, each.item.period)
            assert found.occasion == each.occasion
            assert cards_before(found, replay.spans, cards) == each.before
            assert is_due(found, replay.spans, cards)


def test_what_is_no_longer_there_is_not_found(career, replay, done):
    """Another key of a kind, about the same subject or one that nobody knows."""
    with snapshot(career.engine) as connection:
        for each in done:
            known = kept(each)
            later = attrs.evolve(known, key=known.key.replace("-01/", "-02/") + "~")
            history = History.about(connection, EVERYTHING, POOL)
            if known.kind == "list":
                later = attrs.evolve(later, subject="nobody")
            assert find_occasion(history, POOL, replay.spans, later) is None
            early = attrs.evolve(known, key="1989" + known.key[4:])
            assert find_occasion(history, POOL, replay.spans, early) is None


def test_a_day_of_the_calendar_has_its_own_name(career, replay, done):
    (day, *_) = [kept(each) for each in done if kept(each).kind == "day"]
    other = attrs.evolve(day, key=f"{day.key}-of-others", subject=f"{day.subject}-of-others")
    with snapshot(career.engine) as connection:
        history = History(connection, EVERYTHING)
        assert find_occasion(history, POOL, replay.spans, day) is not None
        assert find_occasion(history, POOL, replay.spans, other) is None


def test_a_tournament_of_another_pool_gives_nothing_here(career, replay):
    career.append(adoption("1990-01-01", "other"))
    career.append(*round_robin("elsewhere", "1992-06-01", pools=["other"]))
    with snapshot(career.engine) as connection:
        history = History.about(connection, EVERYTHING, POOL)
        wanted = EvaluatedOccasion("1992-06-01/3/elsewhere", "tournament", "elsewhere")
        assert find_occasion(history, POOL, replay.spans, wanted) is None


def test_of_a_month_the_report_is_shown_and_not_its_beginning(career, replay):
    """FIDE 7.1.3."""
    with snapshot(career.engine) as connection:
        history = History.about(connection, EVERYTHING, POOL)
        found = list(tournament_occasions(history, POOL, replay.spans, "of-1998"))
    assert [kind_and_subject(each.occasion)[0] for each in found] == ["tournament"]


def settled_of_1998(
    career: Club, until: str, day: date
) -> tuple[Settlement | None, MemoryCardHistory]:
    """Return the settlement of the report of 1998 up to a moment, and the cards of the career."""
    with snapshot(career.engine) as connection:
        history = History(connection, EVERYTHING)
        replay = Replay.of(history, POOL, EVERYTHING)
        cards = MemoryCardHistory(replay)
        (found,) = tournament_occasions(history, POOL, replay.spans, "of-1998")
        return settlement(found, replay.spans, cards, until, day), cards


class TestLists:
    """FIDE 7.1.3: what was reported waits for its list."""

    @pytest.fixture
    def report(self, career, replay):
        with snapshot(career.engine) as connection:
            history = History.about(connection, EVERYTHING, POOL)
            (found,) = tournament_occasions(history, POOL, replay.spans, "of-1998")
            yield found, history

    @pytest.mark.parametrize(
        "asked",
        [
            ("~", date(1999, 6, 1), True, THE_LIST),
            (key_after(date(1998, 3, 1)), date(1998, 3, 1), True, THE_LIST),
            (THE_LIST, date(1998, 3, 1), False, THE_LIST),
            (key_after(date(1998, 2, 25)), date(1998, 2, 25), False, "1998-02-26"),
        ],
    )
    def test_a_report_is_settled_by_its_list_or_as_things_stand(
        self, report, replay, cards, asked
    ):
        until, day, is_included, cards_of = asked
        settled = settlement(report[0], replay.spans, cards, until, day)
        assert (settled.period.book.name, settled.is_included) == ("fide-2024", is_included)
        before = cards.versions_before(cards_of, NAMES)
        assert settled.cards == {name: version.card for name, version in before.items()}

    @pytest.mark.parametrize(
        ("taken_over", "is_included"),
        [
            ("1998-02-25", False),
            ("1998-02-28", False),
            ("1998-03-01", True),
            ("1998-03-02", True),
        ],
    )
    def test_what_waits_when_another_rulebook_takes_over_lapses(
        self, career, taken_over, is_included
    ):
        """A list that is dated the day of the takeover still belongs to the rulebook before."""
        career.append(adoption(taken_over, rulebook="dwz-1995", conversion=PLUS_100))
        settled, cards = settled_of_1998(career, "~", date(1999, 6, 1))
        assert (settled.period.book.name, settled.is_included) == ("fide-2024", is_included)
        last = THE_LIST if is_included else taken_over
        before = cards.versions_before(last, NAMES)
        assert settled.cards == {name: version.card for name, version in before.items()}

    def test_what_lapses_is_shown_under_the_readings_of_the_last_day(self, career):
        career.append(adoption("1998-02-24", rulebook="fide-2024"))
        career.append(adoption("1998-02-25", rulebook="dwz-1995", conversion=PLUS_100))
        settled, _ = settled_of_1998(career, "~", date(1999, 6, 1))
        assert settled.period.first == date(1998, 2, 24)

    def test_before_the_takeover_it_is_still_waited_for(self, career):
        career.append(adoption("1998-02-25", rulebook="dwz-1995", conversion=PLUS_100))
        day = date(1998, 2, 22)
        settled, _ = settled_of_1998(career, key_after(day), day)
        assert (settled.period.first, settled.is_included) == (date(1998, 1, 1), False)

    def test_elsewhere_a_report_is_complete_at_once(self, career, replay, cards):
        with snapshot(career.engine) as connection:
            history = History.about(connection, EVERYTHING, POOL)
            (found,) = tournament_occasions(history, POOL, replay.spans, "of-1999")
            assert settlement(found, replay.spans, cards, "~", date(1999, 6, 1)) is None
            assert list_of_player(found, history, replay.spans, "anna") is None

    def test_a_players_part_is_settled_by_his_list(self, report, replay):
        found, history = report
        due = list_of_player(found, history, replay.spans, "anna")
        assert (due.key, due.occasion.day) == ("1998-03-01/-1/anna", date(1998, 3, 1))
        assert due.period.book.name == "fide-2024"
        assert list_of_player(found, history, replay.spans, "nobody") is None

    def test_a_list_for_which_nothing_waits_is_not_due(self, career, replay, cards):
        with snapshot(career.engine) as connection:
            history = History.about(connection, EVERYTHING, POOL)
            wanted = EvaluatedOccasion("1998-04-01/-1/anna", "list", "anna")
            found = find_occasion(history, POOL, replay.spans, wanted)
            assert not is_due(found, replay.spans, cards)
