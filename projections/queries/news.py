"""The changes between two states: the players in numbers, the largest changes, the text."""

from collections.abc import Iterator, Sequence
from typing import Literal

from ledger.events.messages import Message, counted, joined
from projections.queries.answer_types import DifferenceRow, NewsOfChanges
from projections.queries.answers import Answers
from projections.queries.columns import difference_of
from projections.queries.differences import only_days_differ
from projections.queries.explanations import EventSentences, Labels, compared
from projections.queries.presentation import display_name
from projections.queries.rating_changes import gain_of

Differences = Sequence[DifferenceRow]
MOST_NAMED = 5
MOST_CAUSES = 3


def news(before: Answers, after: Answers, rows: Differences | None = None) -> NewsOfChanges:
    """The news between two states: numbers of players, the largest changes, the paragraph.

    ``rows``: the differences of all players, if they are known already.
    """
    rows = compared(after.connection, before, after) if rows is None else rows
    changed = [row for row in rows if difference_of(row)]
    changed.sort(key=lambda row: (-abs(difference_of(row) or 0), row["player"]))
    gains = [gain_of(difference_of(row), after.rulebook) or 0 for row in changed]
    new = [row for row in rows if row["before"] is None and row["after"] is not None]
    gone = [row for row in rows if row["before"] is not None and row["after"] is None]
    sentences = [*_causes(before, after, rows), *_effects(changed, new, gone)]
    return {
        "gained": sum(gain > 0 for gain in gains),
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


def _causes(before: Answers, after: Answers, rows: Differences) -> Iterator[Message | str]:
    """The events that moved something; between two days, the tournaments that ended."""
    labels = Labels(after.connection, after)
    if only_days_differ(before, after):
        yield from _tournaments(labels, rows)
        return
    roots = dict.fromkeys(
        event for row in rows if row["chain"] for event in row["chain"][-1]["events"]
    )
    if roots:
        yield from EventSentences(after.connection, labels).sentences(tuple(sorted(roots)))


def _tournaments(labels: Labels, rows: Differences) -> Iterator[Message]:
    ended = dict.fromkeys(
        occasion
        for row in rows
        for link in row["chain"]
        if (occasion := link["occasion"]) is not None and link["kind"] == "tournament"
    )
    if not ended:
        return
    titles = [labels.title(each) for each in ended]
    values = {"titles": joined(", ", titles[:MOST_CAUSES])}
    if len(titles) > MOST_CAUSES:
        yield Message(
            "Since then %(titles)s and %(more)s more have been rated.",
            more=len(titles) - MOST_CAUSES,
            **values,
        )
    else:
        yield Message("Since then these tournaments have been rated: %(titles)s.", **values)


def _effects(changed: Differences, new: Differences, gone: Differences) -> Iterator[Message]:
    if not (changed or new or gone):
        yield Message("No rating changes.")
    if changed:
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
