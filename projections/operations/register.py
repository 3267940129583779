"""The register: players are entered, renamed, merged, withheld and forgotten."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any

import attrs

from ledger.events.facts import PlayerForgotten, PlayersMerged, PlayerWithheld
from ledger.events.messages import Message, marked
from ledger.events.problems import Refused, refusal
from ledger.events.streams import player_stream
from ledger.importing.event_source import file_name
from ledger.importing.members.member_list import MemberList, SpreadsheetPerson
from ledger.importing.members.tournament_players import member_list
from ledger.importing.new_player_ids import secure_random_bytes
from ledger.validation.ledger_state import LedgerState
from projections.operations.corrections import Correct, correct, recorded
from projections.operations.enter_members import Entering, enter
from projections.operations.operation import (
    Doc,
    Effects,
    OperationContext,
    OptionalReason,
    Player,
    Reason,
    Write,
)
from projections.operations.plan import Plan, PlanBasis, carry_out, must_be_unchanged
from projections.queries import answer_types as shapes
from projections.queries.arguments import Upload, day_of, id_of, upload_of
from projections.queries.find_by_name import find_event
from projections.queries.people import described, known_players, persons_concerned


@attrs.frozen
class Rename(Write[shapes.CorrectionAnswer]):
    """Correct the name of a player: "Surname, Forename"."""

    player: Player = attrs.field(converter=id_of)
    name: Annotated[
        str,
        Doc(
            "The name.",
            label=marked("Name"),
            argument=True,
            hint=marked("Surname, Forename"),
            recorded=("data.replacement.name",),
        ),
    ] = attrs.field()
    reason: Reason = attrs.field(default="another name", kw_only=True)
    effects: Effects = attrs.field(default=True, kw_only=True)


def rename(request: Rename, context: OperationContext) -> dict[str, object]:
    """Append the correction of a name, or only preview it.

    Raises :class:`~ledger.events.problems.Refused` if it is the name already.
    """
    with context.engine.connect() as connection:
        ledger = LedgerState(connection)
        target = find_event(connection, ledger, request.player)
        if ledger.personal_data(target).get("name") == request.name:
            message = Message("that is the name already: nothing would change")
            raise refusal("nothing-changes", message, "name")
    common = {each.name: getattr(request, each.name) for each in attrs.fields(Write)}
    renamed = {"name": request.name}
    correction = Correct(event=request.player, set=renamed, reason=request.reason, **common)
    return correct(correction, context)


@attrs.frozen
class Merge(Write[shapes.MergeAnswer]):
    """Merge two registrations of one person: DROP becomes part of KEEP.

    It can be undone by striking its event.
    """

    keep: Annotated[
        str,
        Doc(
            "The registration that is kept.",
            label=marked("The registration that is kept"),
            argument=True,
            named_by="player",
        ),
    ] = attrs.field(converter=id_of)
    drop: Annotated[
        str,
        Doc(
            "The other registration.",
            label=marked("The other registration"),
            argument=True,
            named_by="player",
            hint=marked("The id, or the whole name."),
        ),
    ] = attrs.field(converter=id_of)
    reason: Reason = attrs.field(kw_only=True)
    effects: Effects = attrs.field(default=True, kw_only=True)


def merge(request: Merge, context: OperationContext) -> dict[str, object]:
    """Append the merger of two registrations, or only preview it."""
    data = {"keep": request.keep, "drop": request.drop, "reason": request.reason}
    both = [request.keep, request.drop]
    try:
        answer = recorded(request, context, PlayersMerged.type, data)
    except Refused as refused:
        with context.engine.connect() as connection:
            names = described(known_players(connection, both, (), context.today))
        refused.problems = tuple(
            attrs.evolve(each, message=_with_names(each.message, names))
            for each in refused.problems
        )
        raise
    if request.dry_run:
        with context.engine.connect() as connection:
            answer |= persons_concerned(connection, both, context.today)
    return answer


def _with_names(message: str, names: Mapping[str, str]) -> str:
    """The message with names beside the ids among its values."""
    if not isinstance(message, Message):
        return message
    values = {key: names.get(value, value) for key, value in message.values.items()}
    return Message.of(message.template, values)


@attrs.frozen
class Withhold(Write[shapes.WithheldAnswer]):
    """Withhold a player's name from every answer; games count as before."""

    player: Player = attrs.field(converter=id_of)
    from_day: Annotated[
        date | None, Doc("The first day (default: today).", label=marked("From"), option="--from")
    ] = attrs.field(default=None, converter=day_of, kw_only=True)
    until: Annotated[
        date | None,
        Doc(
            "The last day (default: for good).",
            label=marked("Until"),
            hint=marked("Empty: for good."),
        ),
    ] = attrs.field(default=None, converter=day_of, kw_only=True)
    reason: OptionalReason = attrs.field(default=None, kw_only=True)


def withhold(request: Withhold, context: OperationContext) -> dict[str, object]:
    """Append that a name is withheld; the event's data, and the receipt."""
    since = request.from_day or context.today
    data = {
        "player": request.player,
        "from_day": since.isoformat(),
        "until": None if request.until is None else request.until.isoformat(),
        "reason": request.reason,
    }
    return _with_data(request, context, PlayerWithheld.type, data)


@attrs.frozen
class Forget(Write[shapes.ForgottenAnswer]):
    """Erase a player's personal data for good; games stay under the id.

    Name, day of birth, sex and register numbers are erased, and the files of all tournaments that
    name the player. The year of birth, the federation and the clubs stay in the log for good:
    rules compute with them, and the log never changes.
    """

    player: Player = attrs.field(converter=id_of)
    reason: Reason = attrs.field(kw_only=True)


def forget(request: Forget, context: OperationContext) -> dict[str, object]:
    """Append that a player is forgotten; the event's data, and the receipt."""
    data = {"player": request.player, "reason": request.reason}
    return _with_data(request, context, PlayerForgotten.type, data)


def _with_data(
    request: Write[object], context: OperationContext, type_: str, data: Mapping[str, Any]
) -> dict[str, object]:
    def plan(basis: PlanBasis) -> Plan:
        must_be_unchanged(basis.head, request.expect)
        seen = {}
        events = [{"type": type_, "data": data}]
        if LedgerState(basis.connection).stands(type_, player_stream(data["player"]), data):
            events = []
        if request.dry_run:
            found = persons_concerned(basis.connection, [data["player"]], basis.today)
            seen["persons"] = found["persons"]
        return Plan(events=events, answer=lambda _, to: {**data, **seen, **attrs.asdict(to)})

    return carry_out(request, context, plan)


# --- adding players -----------------------------------------------------------------------------


def _rows(given: Mapping[Any, str] | None) -> Mapping[int, str]:
    """Links by the numbers of rows, which JSON can only write as text."""
    try:
        return {int(row): player for row, player in (given or {}).items()}
    except (TypeError, ValueError):
        raise ValueError(Message("a link is a number of a row, and a player or new")) from None


def _row_numbers(given: Sequence[Any] | None) -> Sequence[int]:
    try:
        return tuple(int(row) for row in given or ())
    except (TypeError, ValueError):
        raise ValueError(Message("a row is named by its number")) from None


Links = Annotated[
    Mapping[int, str],
    Doc(
        "The registered player of a row, or new, to answer a question.",
        option="--link",
        wire="links",
        metavar="ROW=PLAYER|new",
    ),
]
Accept = Annotated[
    Sequence[int],
    Doc(
        "A row whose unlikely year of birth or rating is correct.",
        label=marked("It is correct"),
        option="--accept",
        metavar="ROW",
    ),
]
TargetPool = Annotated[
    str | None,
    Doc("The pool of the ratings (default: the only pool).", label=marked("Rating list")),
]
HoldsFrom = Annotated[
    date | None,
    Doc(
        "The first day of the ratings (default: the pool's first; once something was "
        "played, today), and the day of a list of memberships (default: today).",
        label=marked("From"),
        hint=marked("The day from which the rating applies."),
        option="--from",
    ),
]


@attrs.frozen
class AddPlayers(Write[shapes.EnteredMembers]):
    """Add the members of a spreadsheet with their ratings, all or none.

    A CSV, .xlsx, .xls or .ods; its columns are known by their headings in English, German,
    Hungarian or Swedish. From a tournament file its players are added, with the ratings it states.
    Members already in the register are not added again, and ratings already in the pool are kept.
    If a column states joining, leaving, death or status, changes of clubs are added on their day.
    """

    file: Annotated[Upload, Doc("The spreadsheet or tournament file.", argument=True)] = (
        attrs.field(converter=upload_of)
    )
    pool: TargetPool = attrs.field(default=None, kw_only=True)
    from_day: HoldsFrom = attrs.field(default=None, converter=day_of, kw_only=True)
    columns: Annotated[
        Mapping[str, str],
        Doc(
            "The column of a field, by heading or letter: rating=DWZ, name=B.",
            option="--column",
            wire="columns",
            metavar="FIELD=HEADING",
        ),
    ] = attrs.field(factory=dict, kw_only=True)
    index: Annotated[
        str | None,
        Doc(
            "The index of members with a rating but no index.",
            label=marked("Index, where the list has none"),
            hint=marked("One for all of them; it is noted with each rating."),
            metavar="NUMBER",
        ),
    ] = attrs.field(default=None, kw_only=True)
    links: Links = attrs.field(factory=dict, converter=_rows, kw_only=True)
    accept: Accept = attrs.field(default=(), converter=_row_numbers, kw_only=True)
    reason: OptionalReason = attrs.field(default=None, kw_only=True)


def add_players(request: AddPlayers, context: OperationContext) -> dict[str, object]:
    """Enter the members of a file, or only preview it.

    Raises :class:`~ledger.events.problems.Refused` with every wrong cell, and every question who
    somebody is.
    """
    file = request.file
    members = member_list(file_name(file.name), file.content, dict(request.columns))
    return _entered(request, members, context, request.index)


@attrs.frozen
class AddPlayer(Write[shapes.EnteredMembers]):
    """Add one player, with a rating that is carried over if there is one."""

    name: Annotated[
        str,
        Doc("The name.", label=marked("Name"), argument=True, hint=marked("Surname, Forename")),
    ] = attrs.field()
    birth_date: Annotated[
        str | None,
        Doc(
            "The year or day of birth.",
            hint=marked("Year or day"),
            label=marked("Born"),
            option="--born",
            wire="birth_date",
        ),
    ] = attrs.field(default=None, kw_only=True)
    sex: Annotated[str | None, Doc("m or f", label=marked("Sex"), hint=marked("m or f"))] = (
        attrs.field(default=None, kw_only=True)
    )
    federation: Annotated[
        str | None, Doc("Three letters", label=marked("Federation"), hint=marked("Three letters"))
    ] = attrs.field(default=None, kw_only=True)
    club: Annotated[str | None, Doc("The club.", label=marked("Club"))] = attrs.field(
        default=None, kw_only=True
    )
    fide: Annotated[str | None, Doc("The FIDE number.", label=marked("FIDE number"))] = (
        attrs.field(default=None, kw_only=True)
    )
    rating: Annotated[
        str | None,
        Doc(
            "The rating to carry over, such as 1700-20.",
            label=marked("Rating that is carried over"),
            hint=marked("Such as 1700-20; empty: none."),
        ),
    ] = attrs.field(default=None, kw_only=True)
    pool: TargetPool = attrs.field(default=None, kw_only=True)
    from_day: HoldsFrom = attrs.field(default=None, converter=day_of, kw_only=True)
    links: Links = attrs.field(factory=dict, converter=_rows, kw_only=True)
    accept: Accept = attrs.field(default=(), converter=_row_numbers, kw_only=True)
    reason: OptionalReason = attrs.field(default=None, kw_only=True)


FACTS = ("name", "birth_date", "sex", "federation", "club", "fide", "rating")
"""The fields of one person that a list of members has as well."""


def add_player(request: AddPlayer, context: OperationContext) -> dict[str, object]:
    """Enter one person, as row 1 of a list."""
    facts = {name: value for name in FACTS if (value := getattr(request, name))}
    return _entered(request, SpreadsheetPerson(facts), context)


def _entered(
    request: AddPlayers | AddPlayer,
    members: MemberList,
    context: OperationContext,
    index: str | None = None,
) -> dict[str, object]:
    entering = Entering(
        members=members,
        pool=request.pool,
        from_day=request.from_day,
        links=request.links,
        accept=request.accept,
        index=index,
        reason=request.reason,
    )
    return enter(request, context, entering, secure_random_bytes)
