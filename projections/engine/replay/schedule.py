"""The schedule: everything that a pool's rulebooks evaluate, in the order of history.

A tournament belongs to the rulebook that governs on the day it ended.  Everything is
ordered by `occasion_key`; tournaments are fetched with their games in
pages, only when they are needed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import attrs

from ledger.events.facts import Conversion, RulebookAdopted
from ledger.log.paging import pages
from projections.engine.history.as_of import AsOf, occasion_key
from projections.engine.history.history import History
from projections.engine.registry import AnyRulebook, registered, rulebook
from projections.rulebooks.conversion import carried_over as converted
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import (
    CalendarDay,
    GamesPlayed,
    Occasion,
    RatingDecided,
    ReportBegan,
    ReportEnded,
    RulebookBegan,
    TournamentEnded,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Game, Tournament

# --- converting decided cards to another system's scale ------------------------------------------


def carried_over(
    card: Mapping[str, Any], from_: Rulebook[object], to: Rulebook[object]
) -> Mapping[str, object] | None:
    """A decided card of the rulebook ``from_`` as one of ``to``; None: no relation is known."""
    match from_.scale, to.scale, card:
        case "ingo-1960", "dwz-1995", {"number": number, "count": count}:
            return {"rating": 2840 - 8 * int(number), "index": count}
        case "dwz-1995", "ingo-1960", {"rating": rating, "index": index}:
            return {"number": whole(Fraction(2840 - rating, 8)), "count": max(index, 1)}
        case "mgsz-2011", "egf-2021", {"elo": elo, "grade": grade}:
            gor = converted(elo, to.conversions[from_.scale]["pieces"])
            return None if gor is None else {"gor": whole(gor), "grade": grade}
    return None


PAGE = 1_000
INITIAL = "initial"
NO_CONVERSION = Conversion(pieces=())


@attrs.frozen
class RulebookPeriod:
    """The days on which one rulebook, under its readings, governs a pool."""

    first: date
    last: date
    event: str
    book: AnyRulebook
    adopted: RulebookAdopted


@attrs.frozen
class Item:
    """One entry of the schedule: an occasion, or a tournament that has yet to be fetched."""

    key: str
    day: date
    period: RulebookPeriod
    occasion: Occasion | None = None
    tournament: str | None = None


@attrs.frozen
class WhatIf:
    """Another rulebook or other readings, for a question that writes nothing."""

    rulebook: str | None = None
    parameters: Mapping[str, object] = attrs.field(factory=dict)

    def __bool__(self) -> bool:
        """True if anything differs from the pool's adoption."""
        return self.rulebook is not None or bool(self.parameters)


AS_ADOPTED = WhatIf()


def periods(history: History, pool: str, what_if: WhatIf = AS_ADOPTED) -> list[RulebookPeriod]:
    """Return the rulebooks of a pool in the order of their days, each with the days it governs.

    Another rulebook in a what-if governs from the pool's first day; other readings replace those
    of every rulebook that knows them.
    """
    adoptions = history.adoptions(pool)
    if what_if.rulebook is not None:
        adoptions = adoptions[:1]
    found: list[RulebookPeriod] = []
    for number, known in enumerate(adoptions):
        adopted: RulebookAdopted = known.fact
        after = adoptions[number + 1].fact.from_day if number + 1 < len(adoptions) else None
        if after == adopted.from_day:
            continue  # of two adoptions on one day the later in the log applies
        name, readings = what_if.rulebook or adopted.rulebook, adopted.parameters or {}
        if what_if.rulebook not in (None, adopted.rulebook):
            readings = {}
        found.append(
            RulebookPeriod(
                first=adopted.from_day,
                last=date.max if after is None else after - timedelta(days=1),
                event=known.event,
                book=rulebook(name, {**readings, **what_if.parameters}),
                adopted=adopted,
            )
        )
    return found


def period_on(day: date, spans: Sequence[RulebookPeriod]) -> RulebookPeriod | None:
    """The period that contains ``day``."""
    for span in spans:
        if span.first <= day <= span.last:
            return span
    return None


@attrs.frozen
class Schedule:
    """All occasions known in advance, in order; the replay finds the lists on which reports wait.
    ``horizon``: the last day of any of it, the rulebooks' own calendars apart.
    """

    items: tuple[Item, ...]
    horizon: date


def schedule(
    history: History, pool: str, spans: Sequence[RulebookPeriod], as_of: AsOf
) -> Schedule:
    """Everything there is to evaluate in a pool up to the day of the cut."""
    dated = list(_dated_items(history, pool, spans))
    horizon = max([item.day for item in dated] + [span.first for span in spans], default=date.min)
    last = max(horizon, as_of.day or date.min)
    found = [*dated, *_calendars(history, pool, spans, last)]
    covered = sorted((item for item in found if as_of.covers(item.day)), key=lambda item: item.key)
    return Schedule(tuple(covered), horizon)


def _dated_items(history: History, pool: str, spans: Sequence[RulebookPeriod]) -> Iterator[Item]:
    if not spans:
        return
    yield from beginnings(history, spans)
    for occasion in history.rating_occasions(pool, spans[0].first):
        item = rating_item(occasion, spans)
        if item is not None:
            yield item
    for period in spans:
        yield from _tournaments(history, pool, spans, period)


def rating_item(occasion: Occasion, spans: Sequence[RulebookPeriod]) -> Item | None:
    """A decided or adopted rating or a summary in the schedule; None if no rulebook takes it."""
    period = period_on(occasion.day, spans)
    if period is None:
        return None
    if isinstance(occasion, RatingDecided):
        understood = _converted_to_rulebook(occasion, period)
        return None if understood is None else _item(understood, period)
    return _item(occasion, period)


def _converted_to_rulebook(decided: RatingDecided, period: RulebookPeriod) -> RatingDecided | None:
    """Return a decided card in the rulebook's terms: in a what-if another rulebook set it."""
    if not period.book.objections_to_card(decided.kind, decided.card):
        return decided
    card = carried_over(decided.card, registered(period.adopted.rulebook), period.book)
    for kind in (decided.kind, INITIAL):  # the other rulebook may not know these kinds
        if card is not None and not period.book.objections_to_card(kind, card):
            return attrs.evolve(decided, card=card, kind=kind)
    return None


def beginnings(history: History, spans: Sequence[RulebookPeriod]) -> Iterator[Item]:
    """The beginnings of rulebooks that take over from another one, or convert its figures."""
    for before, period in pairwise(spans):
        conversion = period.adopted.conversion or NO_CONVERSION
        if conversion.pieces or not period.book.keeps_cards_of(before.book):
            began = RulebookBegan(
                day=period.first,
                event=period.event,
                before=before.book.name,
                pieces=tuple(attrs.asdict(piece) for piece in conversion.pieces),
                count_plus=conversion.count_plus,
                residual_games=conversion.residual_games,
                everyone=history.whole().players if period.book.conversion_asks_persons else {},
            )
            yield _item(began, period)


def _calendars(
    history: History, pool: str, spans: Sequence[RulebookPeriod], last: date
) -> Iterator[Item]:
    for period in spans:
        for came in calendar(history, pool, period, period.first, min(period.last, last)):
            yield _item(came, period)


def calendar(
    history: History, pool: str, period: RulebookPeriod, first: date, last: date
) -> Iterator[CalendarDay]:
    """The days of a rulebook's own calendar, with everything that they concern."""
    decisions = history.standing_decisions(pool)
    for came in period.book.calendar(first, last):
        yield attrs.evolve(came, everyone=history.players, decisions=decisions)


def _tournaments(
    history: History, pool: str, spans: Sequence[RulebookPeriod], period: RulebookPeriod
) -> Iterator[Item]:
    ids = [
        id_
        for id_ in history.tournament_ids(pool)
        if period.first <= history.ended_on(id_) <= period.last
    ]
    with_games = []
    for heading in history.headings(pool, ids):
        if period.book.is_dated_by_games(heading):
            with_games.append(heading.id)
        else:
            yield from _items_of(spans, heading)
    for tournament in history.tournaments(pool, with_games):
        yield from _items_of(spans, tournament)


def _items_of(spans: Sequence[RulebookPeriod], tournament: Tournament) -> Iterator[Item]:
    for period, occasion in tournament_gives(tournament, spans):
        key = occasion_key(occasion.day, occasion.phase, tournament.id)
        yield Item(key, occasion.day, period, tournament=tournament.id)


def tournament_gives(
    tournament: Tournament, spans: Sequence[RulebookPeriod]
) -> Iterator[tuple[RulebookPeriod, Occasion]]:
    """Yield the occasions of a tournament, each with the rulebook that evaluates it.

    A tournament belongs to the rulebook of its end.  Games from before the first of its days count
    on the first, games from after the last on the last (decision 0013); a report belongs to its
    own day (decision 0055).
    """
    period = period_on(tournament.ended_on, spans)
    if period is None:
        return
    games: dict[date, list[Game]] = defaultdict(list)
    for occasion in period.book.occasions(tournament):
        day = min(max(occasion.day, period.first), period.last)
        match occasion:
            case GamesPlayed():
                games[day] += occasion.games
            case TournamentEnded():
                yield period, attrs.evolve(occasion, day=day)
            case ReportBegan() | ReportEnded():
                own = _reported_under(occasion.day, period, spans)
                if own is not None:
                    yield own, occasion
    for day in sorted(games):
        yield period, GamesPlayed(day=day, tournament=tournament, games=tuple(games[day]))


def _reported_under(
    day: date, period: RulebookPeriod, spans: Sequence[RulebookPeriod]
) -> RulebookPeriod | None:
    """The same rulebook with the readings of a day; None: another one governed in between."""
    own = period_on(day, spans)
    if own is None:
        return None
    first, last = sorted((spans.index(own), spans.index(period)))
    names = {span.book.name for span in spans[first : last + 1]}
    return own if names == {period.book.name} else None


def _item(occasion: Occasion, period: RulebookPeriod) -> Item:
    return Item(
        occasion_key(occasion.day, occasion.phase, occasion.key), occasion.day, period, occasion
    )


def occasions(
    history: History, pool: str, spans: Sequence[RulebookPeriod], items: Sequence[Item]
) -> Iterator[tuple[Item, Occasion]]:
    """Yield the schedule with its tournaments fetched, page by page."""
    for page in pages(items, PAGE):
        wanted = list(dict.fromkeys(item.tournament for item in page if item.tournament))
        given = {
            each.id: list(tournament_gives(each, spans))
            for each in history.tournaments(pool, wanted)
        }
        for item in page:
            if item.occasion is not None:
                yield item, item.occasion
            elif item.tournament is not None:
                for _, occasion in given[item.tournament]:
                    if occasion.day == item.day:
                        yield item, occasion
