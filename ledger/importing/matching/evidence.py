"""Evidence that a described person is a registered one: for it, against it, and its weight.

A file, a list or a spreadsheet describes people; the register knows persons.  Each caller decides
how much evidence suffices; the evidence itself is found only here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, Protocol, get_args

import attrs

from ledger.events.messages import Message
from ledger.importing.formats.fields import IDENTIFYING
from ledger.importing.matching.names import Similarity, fold, has_same_words, plain_name


class Described(Protocol):
    """The comparable data of a person: a registered one, or a line about one."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def birth_year(self) -> int | None:
        """Return the year of birth, if known."""

    @property
    def sex(self) -> str | None:
        """Return the sex, if known."""

    @property
    def federation(self) -> str | None:
        """Return the federation, if known."""

    @property
    def club(self) -> str | None:
        """Return the club, if known."""

    @property
    def ids(self) -> Mapping[str, str]:
        """The numbers in registers (``fide``, ``dsb``, ``egd``)."""


def are_other_years(one: int | None, other: int | None) -> bool:
    """True if two years of birth are known and differ."""
    return _differ(one, other)


def _differ(one: object, other: object) -> bool:
    """True if both are known and not the same."""
    return one is not None and other is not None and one != other


@attrs.frozen
class Evidence:
    """Two descriptions compared: of a person in a file, and of one in the register."""

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

    def against(self) -> Iterator[Message]:
        """Yield what speaks against it; none of that is proof but the year and the number."""
        described, known = self.described, self.known
        if self.other_year:
            yield Message("another year of birth")
        if self.other_numbers:
            yield Message("another number")
        if _differ(described.sex, known.sex):
            yield Message("another sex")
        if _differ(described.federation, known.federation):
            yield Message("another federation")

    @property
    def same_name(self) -> bool:
        """True if they have the same name in some spelling."""
        return fold(self.described.name) == fold(self.known.name)

    @property
    def shares_a_word(self) -> bool:
        """True if a word of both names is the same in some spelling."""
        return not set(fold(self.described.name).split()).isdisjoint(fold(self.known.name).split())

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


# --- proposing registered persons for a description; a person decides ----------------------------

Spelling = Literal["same", "otherwise", "similar"]
"""Of two names: the same letter by letter, the same in another spelling, or merely alike."""

Accept = Literal["certain", "names"]
"""The accepted proposals: players of the same name and year, or also of the same name alone."""

ACCEPTED: tuple[Accept, ...] = get_args(Accept)


@attrs.frozen
class Proposal:
    """A registered player who may be the one described, with the reasons for it and against it.

    ``certain``: he has the same name and year of birth.  ``alone``: nobody else of the register
    or of the file has that name.  ``likeness``, from 0 to 1, is that of a merely similar
    name; ``doubtful``: only that, or a part of the name, supports him.
    """

    player: str
    reasons: tuple[str, ...]
    against: tuple[str, ...] = ()
    spelling: Spelling | None = None
    certain: bool = False
    alone: bool = False
    likeness: float | None = None
    doubtful: bool = False

    @property
    def is_good(self) -> bool:
        """True if it is enough to take one for the other, with nothing against it."""
        return not self.against and (self.certain or (self.spelling == "same" and self.alone))


def of_the_same_name(
    player: str, evidence: Evidence, known_as: str, against: Iterable[str], *, alone: bool
) -> Proposal:
    """Return the proposal of a person with the same name, however it is spelt.

    ``known_as`` is his current name, or one of his registrations before they were merged.
    """
    name = evidence.described.name
    alike = has_same_words(name, known_as)
    same = Message("same name") if alike else Message("same name, in another spelling")
    return Proposal(
        player,
        (same, *evidence.reasons()),
        (*evidence.against(), *against),
        spelling="same" if alike else "otherwise",
        certain=evidence.same_year and plain_name(name) == plain_name(known_as),
        alone=alone,
    )


def of_a_similar_name(player: str, evidence: Evidence, similar: Similarity) -> Proposal:
    """Return the proposal of a person whose name may be meant by the other one."""
    return Proposal(
        player,
        (similar.reason, *evidence.reasons()),
        tuple(evidence.against()),
        spelling="otherwise" if similar.is_double_name else "similar",
        likeness=similar.likeness,
        doubtful=not (similar.is_abbreviation or similar.is_double_name or evidence.same_year),
    )


def ranked(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Return the proposals, same names first, then by most reasons and most alike."""
    order = {"same": 0, "otherwise": 1}
    return sorted(
        proposals,
        key=lambda each: (
            order.get(each.spelling or "", 2),
            -len(each.reasons),
            -(each.likeness or 0),
        ),
    )


def only_likely_player(proposals: Sequence[Proposal]) -> Proposal | None:
    """Return the only likely one; None if several are likely, or none is proposed."""
    likely = [each for each in proposals if not each.doubtful] or proposals
    return likely[0] if len(likely) == 1 else None


def accepted_player(proposals: Sequence[Proposal], accept: Accept | None) -> str | None:
    """Return the player who is taken for the one described, unless a namesake may be meant."""
    only = only_likely_player(proposals)
    if only is None or accept is None:
        return None
    taken = only.certain if accept == "certain" else only.is_good
    return only.player if taken else None


Strength = Literal["good", "otherwise", "weak", "several", "none", "nobody", "twice"]
"""The strength of the evidence for an open player: good; a name spelt otherwise; a merely
similar name, or contradicted; several candidates; none; a name that stands for nobody, or that
another player of the file has as well.
"""


def strength_of(proposals: Sequence[Proposal]) -> Strength:
    """Return how strong the evidence of some proposals is."""
    only = only_likely_player(proposals)
    if only is None:
        return "several" if proposals else "none"
    if only.is_good:
        return "good"
    return "otherwise" if only.spelling == "otherwise" and not only.against else "weak"
