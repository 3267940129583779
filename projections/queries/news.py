"""The changes between two states: the players in numbers, the largest changes, the text."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

from ledger.events.messages import Message, counted, joined
from projections.queries.answer_types import DifferenceRow, NewsOfChanges
from projections.queries.answers import Answers
from projections.queries.columns import difference_of
from projections.queries.differences import only_days_differ
from projections.queries.explanations import EventSentences, Labels, compared
from projections.queries.presentation import WITHHELD, display_name
from projections.queries.rating_changes import gain_of
from projections.queries.tournament_table import Winner, winners
from projections.rulebooks.tournament import Tournament

Differences = Sequence[DifferenceRow]
MOST_NAMED = 5


def news(before: Answers, after: Answers, rows: Differences | None = None) -> NewsOfChanges:
    """The news between two states: numbers of players, the largest changes, the paragraph.

    The paragraph has the days of the lists, the tournaments with their winners, the gains, and
    the corrections.  ``rows``: the differences of all players, if they are known already.
    """
    rows = compared(after.connection, before, after) if rows is None else rows
    changed = [row for row in rows if difference_of(row)]
    changed.sort(key=lambda row: (-abs(difference_of(row) or 0), row["player"]))
    gains = [gain_of(difference_of(row), after.rulebook) or 0 for row in changed]
    new = [row for row in rows if row["before"] is None and row["after"] is not None]
    new.sort(key=lambda row: -(gain_of(row["after"], after.rulebook) or 0))
    gone = [row for row in rows if row["before"] is not None and row["after"] is None]
    rated = _rated(before, after, rows)
    gained = [row for row, gain in zip(changed, gains, strict=True) if gain > 0]
    sentences = [
        *_results(before, after, rated),
        *_effects(changed, gained if rated else [], new, gone),
        *_causes(before, after, rows, {each.id for each in rated}),
    ]
    return {
        "gained": len(gained),
        "lost": sum(gain < 0 for gain in gains),
        "new": len(new),
        "gone": len(gone),
        "largest": [
            {
                "player": row["player"],
                "name": row["name"],
                "before": row["before"],
                "after": row["after"],
                "change": difference_of(row),
            }
            for row in changed[:MOST_NAMED]
        ],
        "paragraph": joined(" ", sentences),
    }


def _rated(before: Answers, after: Answers, rows: Differences) -> Sequence[Tournament]:
    """The tournaments that only the later state has, the last one first."""
    links = [link for row in rows for link in row["chain"] if link["kind"] == "tournament"]
    new = [
        each
        for each in dict.fromkeys(link["occasion"] for link in links)
        if each and not any(before.is_included(it.key) for it in before.card_history.about(each))
    ]
    found = after.history(new).tournaments(after.question.pool, new)
    return sorted(found, key=lambda it: (it.ended_on, it.id), reverse=True)


def _results(before: Answers, after: Answers, rated: Sequence[Tournament]) -> Iterator[Message]:
    if rated and before.day != after.day:
        days = {"before": before.day, "after": after.day}
        yield Message("Ratings of %(after)s, compared with those of %(before)s.", days)
    named = rated[:MOST_NAMED]
    best = winners(after, [each.id for each in named])
    titles = joined("; ", [_title(each, best.get(each.id, ())) for each in named])
    if len(rated) > MOST_NAMED:
        more = len(rated) - MOST_NAMED
        yield Message(
            "Newly rated tournaments: %(titles)s and %(more)s more.", titles=titles, more=more
        )
    elif rated:
        yield Message("Newly rated tournaments: %(titles)s.", titles=titles)


def _title(tournament: Tournament, best: Sequence[Winner]) -> Message:
    values = {"title": tournament.name, "day": tournament.ended_on}
    if not best:
        return Message("%(title)s (%(day)s)", values)
    names: list[str] = [each.name or Message(WITHHELD) for each in best[:MOST_NAMED]]
    more = ["…"] if len(best) > MOST_NAMED else []
    values["winner"] = joined(" / ", [*names, *more])
    return Message("%(title)s (%(day)s, won by %(winner)s)", values)


def _causes(
    before: Answers, after: Answers, rows: Differences, rated: AbstractSet[str]
) -> Iterator[str]:
    """The corrections and decisions that moved something, not the results of new tournaments."""
    if only_days_differ(before, after):
        return
    roots = [row["chain"][-1] for row in rows if row["chain"]]
    events = {event for it in roots if it["occasion"] not in rated for event in it["events"]}
    if events:
        labels = Labels(after.connection, after)
        yield from EventSentences(after.connection, labels).sentences(tuple(sorted(events)))


def _effects(
    changed: Differences, gained: Differences, new: Differences, gone: Differences
) -> Iterator[Message]:
    if not (changed or new or gone):
        yield Message("No rating changes.")
    if gained:
        yield counted(
            "The rating of %(count)s player changes; the largest gain: %(largest)s.",
            "The ratings of %(count)s players change; the largest gains: %(largest)s.",
            len(changed),
            largest=joined("; ", [_moved(row) for row in gained[:MOST_NAMED]]),
        )
    elif changed:
        yield counted(
            "The rating of %(count)s player changes: %(largest)s.",
            "The ratings of %(count)s players change, most of all: %(largest)s.",
            len(changed),
            largest=joined("; ", [_moved(row) for row in changed[:MOST_NAMED]]),
        )
    if new:
        yield counted(
            "%(count)s player has a rating for the first time: %(names)s.",
            "%(count)s players have a rating for the first time: %(names)s.",
            len(new),
            names=_named(new, "after"),
        )
    if gone:
        yield counted(
            "%(count)s player no longer has a rating: %(names)s.",
            "%(count)s players no longer have a rating: %(names)s.",
            len(gone),
            names=_named(gone, "before"),
        )


def _moved(row: DifferenceRow) -> str:
    change = difference_of(row) or 0
    sign = "+" if change > 0 else "−"
    name = display_name(row["name"])
    return f"{name} {row['before']} → {row['after']} ({sign}{abs(change)})"


def _named(rows: Differences, figure: Literal["before", "after"]) -> Message:
    parts = [f"{display_name(row['name'])} ({row[figure]})" for row in rows[:MOST_NAMED]]
    return joined("; ", [*parts, "…"] if len(rows) > MOST_NAMED else parts)
