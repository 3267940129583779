"""Differences in words: their causes, and the occasions from the cause to the player."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from sqlalchemy import Connection

from projections.explanations.events import EventSentences
from projections.explanations.subjects import Labels
from projections.presentation import spelt
from projections.queries.answers import Answers, Row
from projections.queries.differences import Difference, Link, differences, only_days_differ

MOST_STEPS = 8
KINDS = {
    "decision": "the decision",
    "summary": "the evaluation known by its summary",
    "day": "the day of the rulebook's calendar",
    "rulebook": "the change of rulebooks",
    "start": "the beginning of a report",
    "list": "the list",
}


def compared(
    connection: Connection,
    before: Answers,
    after: Answers,
    players: Collection[str] | None = None,
) -> list[Row]:
    """Who differs between two states, in the contract's shape; ``told`` says why, in sentences.

    Everybody, or those of some ``players``.
    """
    found = differences(connection, before, after, players)
    labels = Labels(connection, after)
    links = [link for each in found for link in each.chain]
    labels.learn({each.player for each in found} | {link.player for link in links})
    labels.learn_titles({link.occasion for link in links if link.kind == "tournament"})
    wording = _Wording(connection, before, after, labels)
    return [
        {
            "player": each.player,
            "name": labels.known(each.player),
            **each.document(),
            "told": wording.sentences(each),
        }
        for each in found
    ]


class _Wording:
    """The words for some differences, with the names and titles that occur in them."""

    def __init__(
        self, connection: Connection, before: Answers, after: Answers, labels: Labels
    ) -> None:
        self._before, self._after = before, after
        self._what_if = after.question.what_if
        self._only_days = only_days_differ(before, after)
        self._labels = labels
        self._events = EventSentences(connection, labels)

    def sentences(self, difference: Difference) -> list[str]:
        """The cause, then what differs from occasion to occasion, the player's own last."""
        chain = difference.chain[::-1]
        steps = [self._step(link) for link in _shortened(chain)]
        if len(steps) < len(chain):
            further = len(chain) - len(steps)
            steps.insert(MOST_STEPS // 2, f"… and so on through {further} further occasions.")
        if chain and not self._only_days:
            steps = [*self._causes(chain[0]), *steps]
        if "lapsed" in {difference.status_after} - {difference.status_before}:
            steps.append(f"The figure was valid until {difference.valid_until}, and has lapsed.")
        return steps

    def _causes(self, link: Link) -> Iterator[str]:
        if link.events:
            yield from self._events.sentences(link.events)
        elif self._what_if:
            readings = [f"{name} = {value}" for name, value in self._what_if.parameters.items()]
            rulebook = self._what_if.rulebook
            yield f"Asked under {', '.join([rulebook, *readings] if rulebook else readings)}."

    def _step(self, link: Link) -> str:
        day = date.fromisoformat(link.day)
        before, after = (
            spelt(card, answers.rulebook_on(day))
            for card, answers in ((link.before, self._before), (link.after, self._after))
        )
        name, occasion = self._labels.name(link.player), self._occasion(link)
        if before == after:
            subject = occasion if self._only_days else f"After {occasion}"
            what = "what is kept of" if after else "what counts towards a figure of"
            return f"{subject}: {what} {name} differs{f', who has {after}' if after else ''}."
        if self._only_days:
            return f"{occasion}: {name} {before or 'no figure'} → {after or 'no figure'}."
        if not before:
            return f"After {occasion}: {name} {after}, where there was no figure."
        return f"After {occasion}: {name} {after or 'no figure'} instead of {before}."

    def _occasion(self, link: Link) -> str:
        if link.kind == "tournament":
            return f"{self._labels.title(link.occasion)} ({link.day})"
        return f"{KINDS[link.kind]} of {link.day}"


def _shortened(chain: Sequence[Link]) -> Sequence[Link]:
    """The beginning and the end of a long chain."""
    half = MOST_STEPS // 2
    return chain if len(chain) <= MOST_STEPS else (*chain[:half], *chain[-half:])
