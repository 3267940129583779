"""Evidence that somebody described is a registered person: for it, against it, and its weight.

A file, a list or a spreadsheet describes people; the register knows persons.  What is enough to
take the one for the other is the policy of each caller; what can speak for it is only here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import attrs

from ledger.events.messages import Message
from ledger.importing.formats.fields import IDENTIFYING
from ledger.importing.matching.names import (
    Similarity,
    is_same_name,
    words,
    words_in_any_spelling,
)


class Described(Protocol):
    """Somebody as far as he can be compared: a registered person, or a line about one."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def birth_year(self) -> int | None:
        """The year of birth, where it is known."""

    @property
    def club(self) -> str | None:
        """The club, where it is known."""

    @property
    def ids(self) -> Mapping[str, str]:
        """The numbers in registers (``fide``, ``dsb``, ``egd``)."""


def are_other_years(one: int | None, other: int | None) -> bool:
    """True if two years of birth are known and differ."""
    return one is not None and other is not None and one != other


@attrs.frozen
class Evidence:
    """Two descriptions compared: of somebody, and of a person of the register."""

    described: Described
    known: Described

    @property
    def same_numbers(self) -> list[str]:
        """The registers in which both have the same number."""
        known = self.known.ids
        return [name for name, number in self.described.ids.items() if known.get(name) == number]

    @property
    def other_numbers(self) -> bool:
        """True if they have different numbers in a register; who changes his club has two."""
        known = self.known.ids
        return any(
            known.get(name, own) != own
            for name, own in self.described.ids.items()
            if name in IDENTIFYING
        )

    @property
    def same_year(self) -> bool:
        """True if both are known to be born in the same year."""
        year = self.described.birth_year
        return year is not None and year == self.known.birth_year

    @property
    def other_year(self) -> bool:
        """True if they are known to be born in different years."""
        return are_other_years(self.described.birth_year, self.known.birth_year)

    @property
    def contradicts(self) -> bool:
        """True if a year of birth or a number says that they are two people."""
        return self.other_year or self.other_numbers

    @property
    def same_name(self) -> bool:
        """True if they have the same name in some spelling."""
        return is_same_name(self.described.name, self.known.name)

    @property
    def shares_a_word(self) -> bool:
        """True if a word of both names is written the same."""
        return not words(self.described.name).isdisjoint(words(self.known.name))

    @property
    def shares_a_spelling(self) -> bool:
        """True if a word of both names is the same in some spelling."""
        own = words_in_any_spelling(self.described.name)
        return not own.isdisjoint(words_in_any_spelling(self.known.name))

    @property
    def same_club(self) -> bool:
        """True if both are known to belong to the same club."""
        return bool(self.described.club) and self.described.club == self.known.club

    def reasons(self) -> Iterator[Message]:
        """Yield what speaks for it besides a name or a number."""
        if self.same_year:
            yield Message("same year of birth")
        if self.same_club:
            yield Message("same club")


# Persons proposed for somebody who is described, for a person to decide on.


@attrs.frozen
class Proposal:
    """A registered player who may be the one described, with the reasons.

    ``certain``: he has the same name and year of birth.  ``likeness``, from 0 to 1, is that of a
    name that is spelt otherwise; ``doubtful``: only that, or a part of the name, speaks for him.
    """

    player: str
    reasons: tuple[str, ...]
    certain: bool = False
    likeness: float | None = None
    doubtful: bool = False


def of_the_same_name(player: str, evidence: Evidence) -> Proposal:
    """Return the proposal of somebody with the same name."""
    reasons = Message("same name"), *evidence.reasons()
    return Proposal(player, reasons, certain=evidence.same_year)


def of_a_similar_name(player: str, evidence: Evidence, similar: Similarity) -> Proposal:
    """Return the proposal of somebody whose name may be meant by the other one."""
    reasons = similar.reason, *evidence.reasons()
    doubtful = not (similar.is_abbreviation or evidence.same_year)
    return Proposal(player, reasons, likeness=similar.likeness, doubtful=doubtful)


def ranked(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Return the proposals with the most reasons first, and of those the most alike."""
    return sorted(proposals, key=lambda each: (-len(each.reasons), -(each.likeness or 0)))


def the_certain_one(proposals: Sequence[Proposal]) -> str | None:
    """Return the player with the same name and year of birth, unless a namesake may be meant."""
    likely = [each for each in proposals if not each.doubtful]
    return likely[0].player if len(likely) == 1 and likely[0].certain else None
