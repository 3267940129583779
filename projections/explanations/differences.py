"""Differences in words: their causes, and the occasions from the cause to the player."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection

from ledger.events.sentences import Sentence, counted, sentence
from ledger.garbage import collected_seldom
from projections.explanations.events import EventSentences
from projections.explanations.subjects import Labels
from projections.presentation import spelt
from projections.queries.answers import Answers, Row
from projections.queries.differences import Difference, Link, differences, only_days_differ

MOST_STEPS = 8
KINDS: Mapping[str, Callable[[date], Sentence]] = {
    "decision": lambda day: sentence("the decision of %(day)s", day=day),
    "summary": lambda day: sentence("the evaluation known by its summary of %(day)s", day=day),
    "day": lambda day: sentence("the day of the rulebook's calendar of %(day)s", day=day),
    "rulebook": lambda day: sentence("the change of rulebooks of %(day)s", day=day),
    "start": lambda day: sentence("the beginning of a report of %(day)s", day=day),
    "list": lambda day: sentence("the list of %(day)s", day=day),
}


@collected_seldom()
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
            more = counted(
                "… and so on through %(count)s further occasion.",
                "… and so on through %(count)s further occasions.",
                further,
            )
            steps.insert(MOST_STEPS // 2, more)
        if chain and not self._only_days:
            steps = [*self._causes(chain[0]), *steps]
        if "lapsed" in {difference.status_after} - {difference.status_before}:
            until = difference.valid_until
            lapsed = sentence("The figure was valid until %(until)s, and has lapsed.", until=until)
            steps.append(lapsed)
        return steps

    def _causes(self, link: Link) -> Iterator[str]:
        if link.events:
            yield from self._events.sentences(link.events)
        elif self._what_if:
            readings = [f"{name} = {value}" for name, value in self._what_if.parameters.items()]
            rulebook = self._what_if.rulebook
            asked = ", ".join([rulebook, *readings] if rulebook else readings)
            yield sentence("Asked under %(readings)s.", readings=asked)

    def _step(self, link: Link) -> str:
        day = date.fromisoformat(link.day)
        before, after = (
            spelt(card, answers.rulebook_on(day))
            for card, answers in ((link.before, self._before), (link.after, self._after))
        )
        name, occasion = self._labels.name(link.player), self._occasion(link)
        said = {"occasion": occasion, "name": name}
        none = sentence("no figure")
        if before == after:
            return self._unseen(after, said)
        if self._only_days:
            change = {"before": before or none, "after": after or none}
            return sentence("%(occasion)s: %(name)s %(before)s → %(after)s.", **said, **change)
        if not before:
            return sentence(
                "After %(occasion)s: %(name)s %(after)s, where there was no figure.",
                after=after,
                **said,
            )
        return sentence(
            "After %(occasion)s: %(name)s %(after)s instead of %(before)s.",
            after=after or none,
            before=before,
            **said,
        )

    def _unseen(self, figure: str, said: Mapping[str, Any]) -> Sentence:
        """Something differs, but not what is shown of the card."""
        if self._only_days and figure:
            return sentence(
                "%(occasion)s: what is kept of %(name)s differs, who has %(figure)s.",
                figure=figure,
                **said,
            )
        if self._only_days:
            return sentence(
                "%(occasion)s: what counts towards a figure of %(name)s differs.", **said
            )
        if figure:
            return sentence(
                "After %(occasion)s: what is kept of %(name)s differs, who has %(figure)s.",
                figure=figure,
                **said,
            )
        return sentence(
            "After %(occasion)s: what counts towards a figure of %(name)s differs.", **said
        )

    def _occasion(self, link: Link) -> str:
        day = date.fromisoformat(link.day)
        if link.kind != "tournament":
            return KINDS[link.kind](day)
        return sentence("%(title)s (%(day)s)", title=self._labels.title(link.occasion), day=day)


def _shortened(chain: Sequence[Link]) -> Sequence[Link]:
    """The beginning and the end of a long chain."""
    half = MOST_STEPS // 2
    return chain if len(chain) <= MOST_STEPS else (*chain[:half], *chain[-half:])
