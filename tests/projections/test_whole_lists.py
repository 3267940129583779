"""Lists that are kept and followed say what one says that is read anew, in every state."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.importing.matching.names import folded
from projections.interfaces.pages.public.rating_list import ORDERS, SHOWN
from projections.queries import whole_list
from projections.queries.answer_types import PersonRow
from projections.queries.answers import Answers
from projections.queries.list_filter import EVERYBODY, ListFilter
from projections.queries.list_ranks import age_classes, ranks_in
from projections.queries.people import narrowed, people, sexes_of
from projections.queries.rating_list import ListBefore, ListOfRows, shared_places, with_columns
from projections.queries.whole_list import ComparedList, RankedList, WholeList, WholeLists
from projections.rulebooks.evaluation import RatingStatus
from tests.ledger.soak import soak
from tests.projections.arrivals import arrivals
from tests.projections.club import Club
from tests.projections.mistakes import handed_in
from tests.projections.seasons import seasons
from tests.projections.submissions import (
    POOL,
    Event,
    adoption,
    correction,
    decided,
    event,
    forgotten,
    games,
    membership,
    merge,
    player,
    tournament,
    withheld,
)

FILTERS = (
    EVERYBODY,
    ListFilter(q="a n"),
    ListFilter(q="bela"),
    ListFilter(club="bamb"),
    ListFilter(sex="f"),
    ListFilter(born_from=1960, born_to=1980),
    ListFilter(letter="A", top=1),
)
ORDER_OF_ROWS: Mapping[str, Any] = {
    "place": lambda _: 0,
    "name": lambda row: (row["name"] is None, folded(row["name"] or "")),
    "club": lambda row: (row["club"] is None, folded(row["club"] or "")),
    "change": lambda row: -(row["change"] or 0),
    "until": lambda row: row["valid_until"] or "9999",
}
OF_INGO = {**ORDER_OF_ROWS, "change": lambda row: row["change"] or 0}
"""A lower number is better: the largest gains are the changes furthest below zero."""
DAYS = (None, "1996-06-01", "2001-07-01")
TODAY = (date(1998, 1, 1), date(2020, 6, 1))


def say_the_same(answers: Answers, whole: WholeList) -> None:
    """Compare a list with the rows of everybody, for every filter and in every order."""
    for lapsed in (False, True):
        everybody = answers.ratings(lapsed=lapsed)
        rows = with_columns(answers, ListOfRows(answers, everybody), everybody, SHOWN)
        assert whole.rows(answers, whole.players(lapsed=lapsed), SHOWN) == rows
        for wanted in FILTERS:
            matching = narrowed(answers, rows, wanted)
            orders = OF_INGO if answers.rulebook == "ingo-1960" else ORDER_OF_ROWS
            for order, key in orders.items():
                found = whole.matching(wanted, lapsed=lapsed)
                in_order = ORDERS.get(order, lambda *_: 0)
                found.sort(key=partial(in_order, whole, answers.rulebook))
                assert found == [row["player"] for row in sorted(matching, key=key)]
        _have_the_same_facets(answers, whole, everybody, lapsed=lapsed)


def _have_the_same_facets(
    answers: Answers, whole: WholeList, rows: Sequence[Any], *, lapsed: bool
) -> None:
    facets = whole.facets(lapsed=lapsed)
    named = {row["player"]: folded(row["name"]) for row in rows if row["name"]}
    assert facets.letters == sorted({each[0].upper() for each in named.values()})
    assert facets.clubs == sorted({row["club"] for row in rows if row["club"]})
    assert facets.born == {row["birth_year"] for row in rows} - {None}
    assert facets.knows_sexes == ("f" in sexes_of(answers, named).values())


def give_the_same_ranks(answers: Answers, whole: WholeList) -> None:
    """Compare everybody's ranks with those counted out of the list of each group."""
    cards = {who: worth.card for who, worth in answers.in_order()}
    known, year = people(answers, cards), answers.day.year
    for who in cards:
        club, class_ = known[who]["club"], next(_classes(known[who], year), None)
        groups = {("list", None): [*cards]}
        if club:
            groups["club", club] = [it for it in cards if known[it]["club"] == club]
        if class_:
            groups["age", class_] = [it for it in cards if class_ in _classes(known[it], year)]
        places = [shared_places((it, cards[it]) for it in group) for group in groups.values()]
        assert ranks_in(whole, who) == [
            {"group": kind, "name": name, "place": found[who], "of": len(found)}
            for (kind, name), found in zip(groups, places, strict=True)
        ]


def _classes(person: PersonRow, year: int) -> Iterator[str]:
    return age_classes(person["birth_year"], year)


def follow(club: Club, parts: Sequence[Sequence[Event]]) -> None:
    """Hand events in by parts, with a list published after each, and compare every state."""
    lists, todays = WholeLists(), [*TODAY]
    for number, part in enumerate(parts):
        position = club.append(*part).last
        before = position and position - 1  # a reader may have begun before the last event
        club.catch_up()
        todays.reverse()  # so that a part begins on the day on which the one before ended
        cuts = [*((on, None) for on in DAYS), (None, before)]
        for today, (on, known_at) in product(todays, cuts):
            with club.answers(on, known_at, today=today) as answers:
                compared = lists.compared(answers)
                whole = lists.of(answers)
                holding = whole.ranked.holding
                assert compared.rows(answers, holding, SHOWN) == whole.rows(
                    answers, holding, SHOWN
                )
                assert compared.since == whole.since
                say_the_same(answers, whole)
                give_the_same_ranks(answers, lists.of(answers))
        if number and position:
            club.append(_published(position, "1996-01-01"))


def _published(position: int, day: str) -> Event:
    list_ = {"pool": POOL, "day": day, "position": position, "digest": "0" * 64, "players": 1}
    return event("list.published", f"list {position}", list_)


def test_each_kind_of_change_is_followed(club_on_both: Club) -> None:
    """Clubs and wishes from a day on, merges with both, first ratings, days that go back."""
    people = {"anna": "f", "bela": "m", "cleo": "f", "cleo2": "f", "dora": "f", "emil2": "m"}
    wrong = player("emil", name="Wrong, Name", sex="m", birth_year=1950, club="Bern")
    open_ = tournament("open", "1996-05-01")
    follow(
        club_on_both,
        [
            [
                adoption(),
                *(player(it, sex=sex, birth_year=1978) for it, sex in people.items()),
                wrong,
                *(decided(it, f"{1500 + len(it)}-9") for it in ("anna", "bela", "cleo", "emil")),
            ],
            [membership("anna", "Bamberg", "1996-04-01"), withheld("bela", "2000-01-01")],
            [
                open_,
                *games("open", *(f"dora 1-0 {it}" for it in ("anna", "bela", "cleo", "emil"))),
            ],
            [correction(open_, "its day", ended_on="1996-03-01")],
            [
                membership("cleo", "Bern", "1995-01-01"),
                correction(wrong, "his name", name="Right, Name", sex="f", club=None),
            ],
            [decided("bela", "1900-12", "1995-12-01"), withheld("cleo2", "1990-01-01")],
            [merge("cleo", "cleo2"), merge("emil", "emil2")],
            [withheld("emil2", "1990-01-01")],
            [tournament("rapid", "1997-05-01"), *games("rapid", "anna 1-0 dora", "dora 1-0 emil")],
            [forgotten("bela"), tournament("late", "2012-05-01"), *games("late", "anna 1-0 emil")],
            [player("dora2"), merge("dora", "dora2"), withheld("dora2", "1990-01-01")],
        ],
    )


def test_a_fide_rating_counts_on_a_later_day_when_the_dwz_has_lapsed(club: Club) -> None:
    """Adopted while the DWZ is valid, it changes nothing on the list of its day."""
    fide = {"system": "FIDE", "figure": 1991, "list_date": "1996-02-29", "verified": True}
    rated = [player("anna"), decided("anna", "1070-3", "1995-01-01"), player("bela")]
    events = [adoption(), *rated, decided("bela", "1580-4", "1995-01-01")]
    adopted = event("rating.adopted", "listed", {"pool": POOL, "player": "anna", **fide})
    follow(club, [events, [tournament("open", "1996-02-29")], [adopted]])


def test_a_past_day_does_not_throw_out_the_list_of_today(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a large federation the two together are larger than what is kept of either."""
    monkeypatch.setattr(whole_list, "MOST_PLAYERS", 3)
    events = [adoption(), player("anna"), player("bela"), decided("anna", "1500-9", "1995-12-01")]
    club.append(*events, decided("bela", "1600-9", "1996-12-01"))
    club.append(tournament("late", "2012-05-01"), *games("late", "anna 1-0 bela"))
    club.catch_up()
    lists = WholeLists()
    with club.answers() as now, club.answers("2001-07-01") as then:
        newest, past = lists.of(now), lists.of(then)
        assert len(newest.ranked.standings) == len(past.ranked.standings) == 2
        assert lists.of(now) is newest
        assert lists.of(then) is past
        assert past.persons["anna"] is newest.persons["anna"]


def test_a_list_follows_the_persons_of_one_that_is_no_longer_kept(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a large federation the list before an event and the one after it are too large."""
    monkeypatch.setattr(whole_list, "MOST_PLAYERS", 3)
    club.append(adoption(), player("anna"), decided("anna", "1500-9", "1995-12-01"))
    club.catch_up()
    lists = WholeLists()
    with club.answers() as before:
        anna = lists.of(before).persons["anna"]
    for number, who in enumerate(("bela", "cleo"), 2):
        club.append(player(who), decided(who, "1600-9", "1996-12-01"))
        club.catch_up()
        with club.answers() as after:
            assert lists.ranked(after).place("anna") == number
            assert lists.of(after).persons["anna"] is anna


as_it_arrived = seasons().flatmap(handed_in).flatmap(arrivals)


def _in_parts(season: Sequence[Event], parts: int) -> list[Sequence[Event]]:
    begun = 1 + next(at for at, each in enumerate(season) if each["type"] == "rulebook.adopted")
    cuts = sorted({begun, *range(begun, len(season), max(1, len(season) // parts)), len(season)})
    return [season[first:last] for first, last in pairwise([0, *cuts])]


@pytest.mark.slow
@settings(max_examples=15 * soak())
@given(season=as_it_arrived, parts=st.integers(2, 4))
def test_a_list_that_is_followed_says_what_a_new_one_says(new_club, season, parts):
    """Whatever came in: games, corrections, merges, wishes, clubs, other rulebooks, lists."""
    with new_club() as club:
        follow(club, _in_parts(season, parts))


@settings(max_examples=3 * soak())
@given(season=as_it_arrived, parts=st.integers(2, 4))
def test_the_same_on_postgresql(new_club_on_postgresql, season, parts):
    with new_club_on_postgresql() as club:
        follow(club, _in_parts(season, parts))


def test_places_are_gained_and_lost_among_those_on_both_lists() -> None:
    """Anna was first and is gone, Emil comes as the first; Carl has overtaken Bert alone."""
    now = {"emil": 1900, "carl": 1800, "bert": 1700, "dora": 1600}
    ranked = RankedList(
        date(2026, 1, 1),
        {it: RatingStatus(status="valid", figure=figure) for it, figure in now.items()},
        lambda it: (False, -(it[1].figure or 0), it[0]),
    )
    before = {"anna": 1, "bert": 2, "carl": 3, "dora": 4}
    compared = ComparedList(ranked, ListBefore(date(2025, 1, 1), before, {}, ()))
    climbed = {it: compared.climbed(it) for it in (*now, "anna")}
    assert climbed == {"emil": None, "carl": 1, "bert": -1, "dora": 0, "anna": None}
    assert ComparedList(ranked, None).climbed("carl") is None
