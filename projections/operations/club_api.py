"""The part of the door that a club uses to set its ledger up: no event is written by hand.

What answers is loaded when it is asked, as everywhere in the door.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from projections.queries.arguments import DayLike, Figures, day_of, id_of
from projections.queries.frames import Document, Rows

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import Engine

    from ledger.importing.members.member_list import MemberList
    from ledger.log.clock import Clock
    from ledger.log.event_log import Receipt
    from projections.queries import answer_types as shapes
    from projections.queries.open_database import OpenDatabase


def rulebooks(name: str | None = None) -> "Rows[shapes.RulebookRow]":
    """The rulebooks that a pool can adopt, or one of them, each with its parameters.

    Raises :class:`~ledger.events.problems.Refused` where there is none of that name.
    """
    from projections.queries.rulebook_list import rulebook_rows

    return Rows(rulebook_rows(name))


class ClubApi(ABC):
    """Rulebooks adopted, players entered, people and games found by their names."""

    _clock: "Clock"
    _database: "OpenDatabase"

    @property
    @abstractmethod
    def engine(self) -> "Engine":
        """The engine for the database, in which there is an up-to-date ledger."""

    @abstractmethod
    def append(self, events: Iterable[Mapping[str, Any]], *, by: str) -> "Receipt":
        """Append events of the contract, all of them or none."""

    @abstractmethod
    def today(self) -> "date":
        """The day on which an answer is given."""

    def positions(self) -> "shapes.Positions":
        """How far the log goes, and how far the read model of each pool does."""
        from projections.queries.positions import positions

        with self._database.snapshot() as connection:
            return positions(connection)

    def position_of_event(self, id_: str) -> int | None:
        """Where the event of an id stands in the log; None where there is none."""
        from projections.queries.positions import position_of_event

        with self._database.snapshot() as connection:
            return position_of_event(connection, id_)

    # --- by name -----------------------------------------------------------------------------

    def find_player(self, text: str, *, whole: bool = False) -> str:
        """The id of the player with this id or name; a part of a name will do, unless ``whole``.

        Raises :class:`~ledger.events.problems.Refused`, with the candidates, where it is not one.
        """
        from projections.queries.find_by_name import find_player

        with self._database.snapshot() as connection:
            return find_player(connection, id_of(text), self.today(), whole=whole)

    def find_tournament(self, text: str, *, whole: bool = False) -> str:
        """The id of the tournament with this id or name, likewise."""
        from projections.queries.find_by_name import find_tournament

        with self._database.snapshot() as connection:
            return find_tournament(connection, id_of(text), whole=whole)

    def find_subject(self, text: str) -> str:
        """The id of what a correction is about: an id as it is, or that of the tournament or
        player of this whole name.
        """
        from projections.queries.find_by_name import find_subject

        with self._database.snapshot() as connection:
            return find_subject(connection, id_of(text), self.today())

    def find_game(self, tournament: str, *words: str) -> str:
        """The id of a game, by tournament, round and White, or by tournament, White and Black."""
        from projections.queries.find_game import find_game

        with self._database.snapshot() as connection:
            said = [id_of(each) for each in (tournament, *words)]
            return find_game(connection, said, self.today())

    # --- rulebooks ---------------------------------------------------------------------------

    def adopt(  # noqa: PLR0913 - what is adopted, from when, how, why and by whom
        self,
        pool: str,
        rulebook: str,
        *,
        from_day: DayLike | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        figures: Figures | None = None,
        reason: str | None = None,
        by: str,
        dry_run: bool = False,
    ) -> "shapes.AdoptionAnswer":
        """Let a rulebook govern a pool from a day on; the first one creates the pool.

        A new pool begins on the first of January of this year unless told otherwise.
        ``figures`` says what becomes of those before: ``convert``, as it is on record, ``keep``
        or ``anew``.  Saying again what stands changes nothing.

        Raises :class:`~ledger.events.problems.Refused` where it cannot be adopted so.
        """
        from ledger.validation.submitter import submitter_name
        from projections.operations.adopt import Adoption, adopt

        adoption = Adoption(
            pool=id_of(pool),
            rulebook=rulebook,
            from_day=day_of(from_day),
            readings=dict(set or {}),
            figures=figures,
            reason=reason,
        )
        by = submitter_name(by)
        document = adopt(self.engine, adoption, by=by, clock=self._clock, dry_run=dry_run)
        return cast("shapes.AdoptionAnswer", Document(document))

    def adoptions(self, pool: str) -> "Rows[shapes.Adoption]":
        """The rulebooks of a pool, by the days from which they govern it."""
        from projections.operations.adopt import adoptions

        with self._database.snapshot() as connection:
            return Rows(cast("list[shapes.Adoption]", adoptions(connection, id_of(pool))))

    # --- the register ------------------------------------------------------------------------

    def register_entry(self, player: str) -> "shapes.RegisterEntry":
        """What the register has of a player, and his figures in every pool."""
        from projections.queries.people import register_entry

        with self._database.snapshot() as connection:
            return register_entry(connection, id_of(player), self.today())

    def known_players(
        self, players: Iterable[str], pools: Iterable[str]
    ) -> "Rows[shapes.KnownPlayerRow]":
        """What may be shown of some players, and what they hold in some pools."""
        from projections.queries.people import known_players

        asked = {id_of(each) for each in players}, [id_of(each) for each in pools]
        with self._database.snapshot() as connection:
            return Rows(known_players(connection, *asked, self.today()))

    def add_players(  # noqa: PLR0913 - the list, how it is read, and what becomes of it
        self,
        file: str | Path,
        *,
        pool: str | None = None,
        from_day: DayLike | None = None,
        columns: Mapping[str, str] | None = None,
        links: Mapping[int, str] | None = None,
        reason: str | None = None,
        by: str,
        dry_run: bool = False,
    ) -> "shapes.EnteredMembers":
        """Register the members of a spreadsheet (CSV, .xlsx, .xls, .ods), and carry their figures
        over into a pool, all of it or nothing.

        Columns are known by their headings; ``columns`` names others, by field.  Who is in the
        register already is not registered again; ``links`` say who the member of a row is, a
        player or ``new``.  Without a pool the only one there is; figures hold from its first day,
        once something has been played in the ledger from today, or from ``from_day``.

        Raises :class:`~ledger.events.problems.Refused` with every wrong cell, and every question
        who somebody is.
        """
        from ledger.importing.members.member_list import Spreadsheet

        path = Path(file)
        members = Spreadsheet(path.name[:200], path.read_bytes(), dict(columns or {}))
        return self._enter(members, pool, from_day, links, reason, by=by, dry_run=dry_run)

    def add_player(  # noqa: PLR0913 - who he is, his figure, and what becomes of it
        self,
        name: str,
        facts: Mapping[str, str],
        *,
        pool: str | None = None,
        from_day: DayLike | None = None,
        links: Mapping[int, str] | None = None,
        reason: str | None = None,
        by: str,
        dry_run: bool = False,
    ) -> "shapes.EnteredMembers":
        """Register one person, as row 1 of a list; ``facts`` by the names of its fields, such as
        ``birth_date``, ``club``, ``rating``.
        """
        from ledger.importing.members.member_list import OnePerson

        members = OnePerson({"name": name, **facts})
        return self._enter(members, pool, from_day, links, reason, by=by, dry_run=dry_run)

    def _enter(  # noqa: PLR0913 - as above
        self,
        members: "MemberList",
        pool: str | None,
        from_day: DayLike | None,
        links: Mapping[int, str] | None,
        reason: str | None,
        *,
        by: str,
        dry_run: bool,
    ) -> "shapes.EnteredMembers":
        from ledger.importing.federation_lists.new_player_ids import secure_random_bytes
        from ledger.validation.submitter import submitter_name
        from projections.operations.enter_members import Entering, enter

        entering = Entering(
            members=members,
            pool=pool,
            from_day=day_of(from_day),
            links=dict(links or {}),
            reason=reason,
        )
        document = enter(
            self.engine,
            entering,
            by=submitter_name(by),
            clock=self._clock,
            random_bytes=secure_random_bytes,
            dry_run=dry_run,
        )
        return cast("shapes.EnteredMembers", Document(document))

    def withhold(
        self,
        player: str,
        *,
        from_day: DayLike | None = None,
        until: DayLike | None = None,
        reason: str | None = None,
        by: str,
    ) -> Mapping[str, Any]:
        """Withhold a name from all that is shown, from a day (today) on, until another or for
        good; the event's data, and the receipt.
        """
        from ledger.events.facts import PlayerWithheld

        since, last = day_of(from_day) or self.today(), day_of(until)
        data = {
            "player": id_of(player),
            "from_day": since.isoformat(),
            "until": None if last is None else last.isoformat(),
            "reason": reason,
        }
        return self._append_one(PlayerWithheld.type, data, by)

    def forget(self, player: str, *, reason: str, by: str) -> Mapping[str, Any]:
        """Erase the personal data of a player for good; the event's data, and the receipt."""
        from ledger.events.facts import PlayerForgotten

        data = {"player": id_of(player), "reason": reason}
        return self._append_one(PlayerForgotten.type, data, by)

    def _append_one(self, type_: str, data: Mapping[str, Any], by: str) -> Mapping[str, Any]:
        import attrs

        receipt = self.append([{"type": type_, "data": data}], by=by)
        return Document({**data, **attrs.asdict(receipt)})
