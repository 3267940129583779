"""Entering members: registrations and carried-over figures, all of them or none.

The list is read and compared with the register under the lock of the log, so that nobody is
registered twice; a dry run takes everything back.  A refusal carries every row as far as it is
understood, so that the list can be put right in one go.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

import attrs
from sqlalchemy import Connection, select

from ledger.events.facts import (
    MembershipDeclared,
    PlayerRegistered,
    RatingDecided,
    TournamentSubmitted,
)
from ledger.events.messages import Message, RequestField
from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.event_source import source_of
from ledger.importing.matching.register import read_register
from ledger.importing.members.columns import RATING
from ledger.importing.members.matching import Match, Matches, match_members
from ledger.importing.members.member_list import LeftOut, Member, MemberList, ReadList, repeated
from ledger.importing.members.memberships import Change, changes_of, gone, notes
from ledger.importing.new_player_ids import RandomBytes, speakable_player_id
from ledger.log.event_log import Receipt
from ledger.log.schema import event
from ledger.log.source_files import digest_of
from ledger.validation.ledger_state import LedgerState
from ledger.validation.persons import UNLIKELY, doubts
from ledger.validation.reference_checks import rulebook_on
from projections.engine.read_model.generations import pools
from projections.engine.registry import AnyRulebook, rulebook
from projections.operations.operation import OperationContext, Write
from projections.operations.plan import NOTHING, Plan, PlanBasis, carry_out, must_be_unchanged
from projections.queries.answers import Answers, Question
from projections.queries.presentation import WITHHELD
from projections.rulebooks.objection import Objection

# --- the pool for the carried-over ratings, and the day from which they are valid ----------------


@attrs.frozen(kw_only=True)
class Target:
    """A pool, the day from which figures carried over hold in it, and its rulebook of that day."""

    pool: str
    from_day: date
    book: AnyRulebook
    ledger: LedgerState

    @property
    def system(self) -> str:
        """The rating system of the rulebook: ``dwz`` of ``dwz-2026``."""
        return self.book.name.partition("-")[0]


def target_of(
    connection: Connection, pool: str | None, from_day: date | None, today: date
) -> Target | None:
    """The pool that is meant: the one named, else the only one there is; None: there is none.

    Figures hold from the day that is said; else, while nothing has been played, from the first
    day of the pool, and later from today.

    Raises :class:`~ledger.events.problems.Refused` if there is no such pool, several and none
    named, or no rulebook governs on the day.
    """
    known = pools(connection)
    if pool is None:
        if len(known) > 1:
            question = Message(
                "for which pool are the ratings? Give %(pool)s: %(known)s",
                pool=RequestField("pool"),
                known=", ".join(known),
            )
            raise refusal("which-pool", question, "pool")
        if not known:
            return None
        (pool,) = known
    ledger = LedgerState(connection)
    adopted = ledger.pool(pool)
    if not adopted:
        raise refusal("unknown-pool", ledger.no_such_pool(pool), "pool")
    day = from_day or _day(connection, adopted[0].from_day, today)
    governing = rulebook_on(day, adopted)
    if governing is None:
        message = Message(
            "no rulebook governs %(pool)s on %(day)s, the first does from %(first)s on: "
            "say a later day",
            pool=pool,
            day=day,
            first=adopted[0].from_day,
        )
        raise refusal("before-the-pool", message, "from_day")
    book = rulebook(governing.rulebook, governing.parameters or {})
    return Target(pool=pool, from_day=day, book=book, ledger=ledger)


def _day(connection: Connection, first: date, today: date) -> date:
    played = select(event.c.position).where(event.c.type == TournamentSubmitted.type).limit(1)
    nothing_played = connection.execute(played).first() is None
    return first if nothing_played else max(first, today)


# --- converting a list's rating to a card of the rulebook ----------------------------------------


CARRIED_OVER = "carried-over"
_NO_FIGURE = {"", "-", "–", "0", "?", "rest", "restp", "restpartie", "none", "ohne", "n/a"}
MOST_DIGITS = 6
"""No figure and no index has more."""
_BETWEEN = re.compile(r"\s*[-–−/]\s*|\s+")


def card_of(
    member: Member, book: AnyRulebook, index: str | None = None, without_index: str = ""
) -> Mapping[str, object] | str | None:
    """The card of a member, what is wrong with its figure, or None if he has none.

    ``index``: the second number of a card of which the list states the rating alone;
    ``without_index``: what else can be done if a card lacks it.
    """
    if member.rating.casefold().rstrip(".") in _NO_FIGURE:
        return None
    parts = _parts(member)
    if len(parts) > len(book.card_fields):
        return f"has more in it than {' and '.join(book.card_fields)}"
    card, objections = _read_card(parts, book)
    if objections and index is not None and len(parts) == 1:
        card, objections = _read_card([*parts, index], book)
    if not objections:
        return card
    wrong = "; ".join(f"{each.field.removeprefix('card.')} {each.message}" for each in objections)
    remedy: str = ""
    if len(card) < len(book.card_fields):
        whole = "-".join(book.card_fields)
        remedy = Message(": write it as %(whole)s%(or)s", whole=whole, **{"or": without_index})
    return Message(
        "is not a rating of %(rulebook)s: %(wrong)s%(remedy)s",
        rulebook=book.name,
        wrong=wrong,
        remedy=remedy,
    )


def _read_card(
    parts: Sequence[str], book: AnyRulebook
) -> tuple[Mapping[str, object], Sequence[Objection]]:
    card = {field: _number(part) for field, part in zip(book.card_fields, parts, strict=False)}
    return card, book.objections_to_card(CARRIED_OVER, card)


def _parts(member: Member) -> list[str]:
    return [*_BETWEEN.split(member.rating), *([member.index] if member.index else [])]


def _number(text: str) -> int | str:
    is_number = text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS
    return int(text) if is_number else text


# --- readable but implausible values: the user must confirm them ---------------------------------


EARLIEST_BIRTH = 1900
"""Earliest year of birth accepted without confirmation."""
USUAL_FIGURES: Mapping[str, tuple[float, float]] = {
    "dwz": (100, 3000),
    "egf": (-900, 3000),
    "fide": (100, 3000),
    "ingo": (-100, 500),
    "lask": (500, 3500),
    "mgsz": (100, 3000),
}
"""The least and the greatest figure that a system has ever had, with some room."""


def _unlikely(
    member: Member,
    card: Mapping[str, object] | None,
    target: Target | None,
    today: date,
    *,
    by_columns: bool,
) -> Iterator[tuple[str, str, Message]]:
    """Yield field, value and remedy of each value that is probably mistyped."""
    row = RequestField("accept", str(member.row))
    found = doubts(member.name, member.birth_year, earliest=EARLIEST_BIRTH, latest=today.year)
    for doubt in found:
        is_day = member.birth_date is not None or not by_columns
        field = "birth_date" if is_day and doubt.field == "birth_year" else doubt.field
        message = Message("%(why)s: correct it, or accept it: %(row)s", why=doubt.why, row=row)
        yield field, str(doubt.value), message
    if card is None or target is None:
        return
    if not is_plausible(card, target):
        message = Message(
            "is not a plausible rating in %(rulebook)s: correct it, or accept it: %(row)s",
            rulebook=target.book.name,
            row=row,
        )
        yield RATING, member.rating, message


def is_plausible(card: Mapping[str, object], target: Target) -> bool:
    """True if the figure of a card is one that its system has ever had, with some room."""
    figure = card.get(target.book.card_fields[0])
    low, high = USUAL_FIGURES.get(target.system, (float("-inf"), float("inf")))
    return not isinstance(figure, (int, float)) or low <= figure <= high


LONGEST_ID = 200


@attrs.frozen(kw_only=True)
class Entering:
    """The order to enter a list: for which pool, from which day the figures hold.

    It is also the day of a list of memberships, by default today.  ``links`` say which player the
    member of a row is, or ``new``; ``accept`` are the rows whose unlikely values are right;
    ``index`` is that of all whose rating stands without one.
    """

    members: MemberList
    pool: str | None
    from_day: date | None
    links: Mapping[int, str]
    accept: Collection[int]
    index: str | None
    reason: str | None


@attrs.frozen(kw_only=True)
class Entered:
    """A member as he is entered: his id, None in a dry run if he is new, and his card.

    ``keeps``: he has a figure in the pool already, and that of the list is left.  ``changes``:
    those of his membership.
    """

    match: Match
    player: str
    card: Mapping[str, object] | None
    keeps: bool
    changes: Sequence[Change]

    @property
    def name(self) -> str:
        """The name in the list, else in the register."""
        return self.match.member.name or (self.match.person and self.match.person.name) or ""

    @property
    def shown_name(self) -> str:
        """The name, if the list has it or it is not withheld."""
        person = self.match.person
        is_withheld = person is not None and person.withheld and not self.match.member.name
        return WITHHELD if is_withheld else self.name

    def registration(self) -> Mapping[str, object]:
        """The data of a registration; the club is declared if it is his from a day on."""
        is_dated = any(each.from_day for each in self.changes)
        member = attrs.evolve(self.match.member, club=None) if is_dated else self.match.member
        return member.registration(self.player)

    def document(self, *, dry_run: bool) -> dict[str, object]:
        """The member as a row of the answer."""
        is_new = self.match.person is None
        return {
            **_row(self.match.member),
            "name": self.shown_name,
            "player": None if dry_run and is_new else self.player,
            "new": is_new,
            "reasons": list(self.match.reasons),
            "card": None if self.keeps else self.card,
            "keeps": self.keeps,
        }


def _row(member: Member) -> dict[str, object]:
    return {"row": member.row, "name": member.name, "birth_year": member.birth_year}


def enter(
    request: Write[object],
    context: OperationContext,
    entering: Entering,
    random_bytes: RandomBytes,
) -> dict[str, object]:
    """Append what a list of members brings, or only preview it.

    Raises :class:`~ledger.events.problems.Refused` with everything that is wrong with the list
    and every open question; it carries the rows as far as they are understood.
    """
    newcomers: set[str] = set()

    def plan(basis: PlanBasis) -> Plan:
        must_be_unchanged(basis.head, request.expect)
        connection, today = basis.connection, basis.today
        target = target_of(connection, entering.pool, entering.from_day, today)
        read = entering.members.read(None if target is None else target.system)
        rows = _entered(basis, entering, target, read, random_bytes)
        of_list = _of_list(target, read) | _of_memberships(basis, entering, read, rows)
        events = list(_events(rows, entering, target, request.by))
        newcomers.update(each.player for each in rows if each.match.person is None)

        def answer(_: Connection, receipt: Receipt) -> dict[str, object]:
            written = receipt if events else NOTHING
            return {
                **of_list,
                "members": [each.document(dry_run=request.dry_run) for each in rows],
                "registered": sum(each.match.person is None for each in rows),
                "figures": sum(each.card is not None and not each.keeps for each in rows),
                **attrs.asdict(written),
            }

        return Plan(events=events, answer=answer, accept=None)

    answer = carry_out(request, context, plan)
    if "changed" in answer:  # a newcomer has no id yet in a dry run; the rating is in the row
        of_others = [row for row in answer["changed"] if row["player"] not in newcomers]
        answer["changed"] = of_others
    return answer


def _of_list(target: Target | None, read: ReadList) -> dict[str, object]:
    return {
        "pool": None if target is None else target.pool,
        "from_day": None if target is None else target.from_day.isoformat(),
        "columns": dict(read.columns),
        "unused": list(read.unused),
        "unused_sheets": list(read.unused_sheets),
        "left_out": [attrs.asdict(each) for each in read.left_out],
    }


def _entered(
    basis: PlanBasis,
    entering: Entering,
    target: Target | None,
    read: ReadList,
    random_bytes: RandomBytes,
) -> list[Entered]:
    connection, today = basis.connection, basis.today
    day = entering.from_day or today
    members = [member for member in read.members if member.name or member.ids]
    cards, problems = _cards(entering, target, read, today)
    problems = [*read.problems, *_twice(members, entering.links), *problems]
    found = match_members(members, read_register(connection), entering.links)
    if problems or found.problems:
        in_order = sorted([*problems, *found.problems], key=lambda each: each.line or 0)
        raise Refused(
            in_order,
            {**_of_list(target, read), "members": _rows_of_refused_list(read, found, cards)},
        )
    matches = [it for it in found.matches if it.person or not it.member.has_ended(day)]
    ids = _free_ids(connection, matches, random_bytes)
    held = _holders(connection, target, matches, today)
    return [
        Entered(
            match=each,
            player=ids[each.member.row],
            card=cards.get(each.member.row),
            keeps=each.member.row in cards and ids[each.member.row] in held,
            changes=changes_of(each.member, each.person, day) if read.states_memberships else (),
        )
        for each in matches
    ]


def _former(read: ReadList, rows: Sequence[Entered]) -> Iterator[LeftOut]:
    """Yield the rows of former members whom the register does not know."""
    entered = {each.match.member.row for each in rows}
    for member in read.members:
        if member.row not in entered:
            text = Message("%(name)s, not registered and not a member any more", name=member.name)
            yield LeftOut(member.row, text)


def _of_memberships(
    basis: PlanBasis, entering: Entering, read: ReadList, rows: Sequence[Entered]
) -> dict[str, object]:
    """Return what a list says about memberships: changes, who is passive, who is gone."""
    if not read.states_memberships:
        return {"memberships": [], "notes": []}
    day = entering.from_day or basis.today
    persons = read_register(basis.connection).everyone()
    everyone = [it for player in sorted(persons.ids()) if (it := persons.get(player)) is not None]
    clubs = {it.club for member in read.members for it in member.memberships if it.club}
    listed = {it.player for it in rows if it.changes or not it.match.member.has_ended(day)}
    found = [
        it.document(
            row=each.match.member.row,
            player=each.match.person and each.player,
            name=each.shown_name,
        )
        for each in rows
        for it in each.changes
    ]
    for person, change in gone(everyone, listed, clubs, day):
        name = None if person.withheld else person.name
        found.append(change.document(row=None, player=person.player, name=name))
    return {
        "left_out": [attrs.asdict(each) for each in (*read.left_out, *_former(read, rows))],
        "memberships": found,
        "notes": list(notes(everyone, clubs, day)),
    }


def _cards(
    entering: Entering, target: Target | None, read: ReadList, today: date
) -> tuple[dict[int, Mapping[str, object]], list[Problem]]:
    """Return the members' cards by row, and their errors and unlikely values."""
    cards: dict[int, Mapping[str, object]] = {}
    problems: list[Problem] = []
    for member in read.members:
        card = None
        if target is not None:
            card = card_of(member, target.book, entering.index, read.without_index)
        if isinstance(card, str):
            problems.append(read.fault(member, RATING, card, member.rating))
            card = None
        elif card is not None:
            cards[member.row] = card
        if member.row not in entering.accept:
            unlikely = _unlikely(member, card, target, today, by_columns=bool(read.columns))
            for field, text, message in unlikely:
                doubt = read.fault(member, field, message, text)
                problems.append(attrs.evolve(doubt, code=UNLIKELY))
    return cards, problems


def _rows_of_refused_list(
    read: ReadList, found: Matches, cards: Mapping[int, Mapping[str, object]]
) -> list[dict[str, object]]:
    """The rows of a refused list: who each is, or may be, and the figure that can be read."""
    matched = {each.member.row: each for each in found.matches}
    rows = []
    for member in read.members:
        match = matched.get(member.row)
        person = None if match is None else match.person
        rows.append(
            {
                **_row(member),
                "player": None if person is None else person.player,
                "new": match is not None and person is None,
                "reasons": [] if match is None else list(match.reasons),
                "card": cards.get(member.row),
                "keeps": False,
                "candidates": [
                    {"player": each.player, "name": each.name, "birth_year": each.birth_year}
                    for each in found.candidates.get(member.row, ())
                ],
            }
        )
    return rows


def _twice(members: Sequence[Member], links: Mapping[int, str]) -> Iterator[Problem]:
    for first, again, what in repeated(members):
        if what != "name" or again.row not in links:
            same = {"name": again.name, "row": first.row, "number": what}
            message = Message("%(name)s has the %(number)s of row %(row)s: take one out", same)
            if what == "name":
                message = Message(
                    "%(name)s has the name of row %(row)s: give a year of birth, or take one out",
                    same,
                )
            yield Problem(again.row, None, "twice", message)


def _free_ids(
    connection: Connection, matches: Sequence[Match], random_bytes: RandomBytes
) -> Mapping[int, str]:
    """Return all members' ids: from the register, or new and never used before."""
    ledger, given, ids = LedgerState(connection), set[str](), {}
    for match in matches:
        if match.person is not None:
            ids[match.member.row] = match.person.player
            continue
        id_ = speakable_player_id(random_bytes)
        while id_ in given or ledger.player(id_) is not None:
            id_ = speakable_player_id(random_bytes)
        given.add(id_)
        ids[match.member.row] = id_
    return ids


def _holders(
    connection: Connection, target: Target | None, matches: Sequence[Match], today: date
) -> set[str]:
    """Those of the known members who have a figure in the pool already."""
    persons = [each.person for each in matches if each.person is not None]
    if target is None or not persons:
        return set()
    decided = {each.player for each in persons if target.pool in each.decided}
    answers = Answers(connection, Question(target.pool, today))
    standings = answers.standings([each.player for each in persons])
    return decided | {player for player, it in standings.items() if it.status != "unrated"}


def _events(
    rows: Sequence[Entered],
    entering: Entering,
    target: Target | None,
    by: str,
) -> Iterator[Mapping[str, object]]:
    members = entering.members
    names = [each.name for each in rows]
    source = members.source and source_of(members.source, digest_of(members.content), names)
    origin = {"source": source} if source else {}
    reason = entering.reason or (f"carried over from {source}" if source else "carried over")
    for each in rows:
        if each.match.person is None:
            yield {"type": PlayerRegistered.type, "data": each.registration(), **origin}
        for change in each.changes:
            if change.from_day is not None:
                data = {"player": each.player, "club": change.club, "from_day": change.from_day}
                yield {"type": MembershipDeclared.type, "data": data, **origin}
        if target is not None and each.card is not None and not each.keeps:
            why = reason + _assumed(each, entering)
            decision = carried_over(target, each.player, each.card, by, why)
            yield {**decision, **origin}


def carried_over(
    target: Target, player: str, card: Mapping[str, object], by: str, reason: str
) -> dict[str, object]:
    """Return the event of a rating that is carried over into a pool.

    The ledger gives it an id if that of its pool, player and day is too long or taken.
    """
    day = target.from_day.isoformat()
    id_ = f"{target.pool} {player} {day}"
    decision = {
        "pool": target.pool,
        "player": player,
        "from_day": day,
        "card": card,
        "kind": CARRIED_OVER,
        "by": by,
        "reason": reason,
    }
    own = {} if len(id_) > LONGEST_ID or target.ledger.event(id_) is not None else {"id": id_}
    return {"type": RatingDecided.type, **own, "data": decision}


def _assumed(entered: Entered, entering: Entering) -> str:
    """The end of the reason where the index of a card is not the list's own."""
    if entering.index is None or len(_parts(entered.match.member)) > 1:
        return ""
    card = entered.card or {}
    return f"; index {entering.index} assumed" if len(card) > 1 else ""
