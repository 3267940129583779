"""DWZ 4.10: the chronological order, and the placing of old evaluations."""

from collections.abc import Sequence
from fractions import Fraction

import attrs

from ledger.events.messages import Message
from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.card import DwzCard, Figure, Held, Undated
from projections.rulebooks.dwz.chapters import Chapters, Result
from projections.rulebooks.dwz.p4_05_expectation import chance, difference
from projections.rulebooks.dwz.p4_09_next_rating import age
from projections.rulebooks.dwz.p6_01_validity import figure_before
from projections.rulebooks.dwz.readings import Expectancy
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import SummaryKnown, TournamentEnded
from projections.rulebooks.tournament import Tournament

# --- 4.10: the right order in time, and first evaluations whose order is unknown -----------------

UNDATED = "undated"


@dwz.within("4.10")
def occasion_of(tournament: Tournament) -> TournamentEnded:
    """A tournament is evaluated as a whole, in its place: on the day of its last game."""
    return TournamentEnded(day=tournament.ended_on, tournament=tournament)


@dwz.within("4.10.1.3")
def evaluated_apart(card: DwzCard, figure: Held | None, tournament: Tournament) -> Undated | None:
    """Return the card before the earliest of a player's undated first evaluations.

    A further first evaluation starts from there, if his DWZ rests on nothing else.
    """
    if UNDATED not in tournament.flags or figure is None or figure.paragraph != "6.1.1":
        return None
    undated = None if card.figure is None else card.figure.undated
    if undated is not None:
        dwz.note(
            "4.10.1.3",
            "Undated first evaluations all start from the state before the earliest.",
            {"evaluations": list(undated.evaluations)},
            Message("unrated"),
        )
    return undated


@dwz("4.10.1.3")
def mean_of_first_evaluations(evaluations: Sequence[tuple[int, int]]) -> int:
    """First ratings in unknown order: their mean applies, weighted by the number of games."""
    games = sum(n for _, n in evaluations)
    return whole(Fraction(sum(R * n for R, n in evaluations), games))


# --- 4.10.1: an old evaluation known only by its summary -----------------------------------------


@attrs.frozen(kw_only=True)
class Resumed:
    """A summary's evaluation in its place in the chain.

    ``Rc`` is None if the recorded values hold and nothing had to be corrected.
    """

    Ro: int
    index: int
    Rc: float | None
    We: float
    E: float | None
    Rn: int
    index_after: int


@dwz.within("4.10.1.2")
def resumed(summary: SummaryKnown, card: DwzCard | None, rules: Chapters) -> Resumed:
    """Return one corrected evaluation: as recorded if Ro is the recorded one, else by 4.10.1.1."""
    own = figure_before(card or DwzCard(), summary.day, rules)
    if own is None or own.rating == summary.rating_before:
        return _recorded(summary)
    return _corrected(summary, own, rules)


def card_after(summary: SummaryKnown, result: Resumed) -> DwzCard:
    """The player's card with the summary's figure; corrected values are approximate."""
    figure = Figure(
        rating=result.Rn,
        index=result.index_after,
        on=summary.day,
        source=summary.tournament,
        approximate=result.Rc is not None,
    )
    return DwzCard(figure=figure)


def _recorded(summary: SummaryKnown) -> Resumed:
    given = {"Ro": summary.rating_before, "W": summary.points, "We": summary.expected}
    dwz.note(
        "4.10.1.2",
        "The evaluation is used as recorded: no other Ro contradicts it.",
        {**given, "n": summary.games},
        summary.rating_after,
    )
    return Resumed(
        Ro=summary.rating_before,
        index=summary.index_before,
        Rc=None,
        We=summary.expected,
        E=summary.coefficient,
        Rn=summary.rating_after,
        index_after=summary.index_after,
    )


def _corrected(summary: SummaryKnown, own: Held, rules: Chapters) -> Resumed:
    n, expectancy = summary.games, rules.readings.expectancy
    Rc = opponents_level(summary.rating_before, summary.expected, n, expectancy)
    We = expectation_against(Rc, own.rating, n, expectancy)
    years = age(summary.player.birth_year, summary.day.year)
    after = rules.next_rating(own, Result(summary.points, We, n), years, rules.readings)
    return Resumed(
        Ro=own.rating,
        index=own.index,
        Rc=Rc,
        We=We,
        E=after.E,
        Rn=after.Rn,
        index_after=after.index,
    )


@dwz("4.10.1.1")
def opponents_level(Ro: int, We: float, n: int, expectancy: Expectancy) -> float:
    """Rc = Ro − D(We/n): the level of opponents against whom We was to be expected."""
    return Ro - difference(We / n, expectancy)


@dwz("4.10.1.1")
def expectation_against(Rc: float, Ro: int, n: int, expectancy: Expectancy) -> float:
    """We′ = n · P(Ro′ − Rc): the score to expect of the correct Ro′ against the same opponents."""
    return n * chance(Ro - Rc, expectancy)
