"""Submission of events: lines of JSON are read, checked against the ledger, and appended together.

All or nothing: if one line is not admitted, nothing of the call is written, and every
problem of every line is reported.  A call of ordinary size is read and hashed before taking the
lock of the log.  A bulk load of many pages holds the lock while it reads on, so that its memory
stays bounded whatever its size (decision 0014).
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

import attrs
from sqlalchemy import Engine

from ledger.events import facts
from ledger.events.canonical_json import canonical
from ledger.events.codec import (
    CURRENT_SCHEMA,
    Submission,
    data_of,
    innermost,
    read_data,
    read_line,
)
from ledger.events.json_lines import Line
from ledger.events.messages import Message, RequestField
from ledger.events.plain_games import PlainGames, Read, read_page
from ledger.events.problems import Problem, Refused, refusal
from ledger.events.streams import address, game_subject, tournament_stream
from ledger.events.values import display
from ledger.gc_tuning import reduced_garbage_collection
from ledger.log.clock import Clock, now
from ledger.log.effective_events import Recorded
from ledger.log.event_log import Receipt, Writer, microseconds, writing
from ledger.log.paging import pages
from ledger.log.personal_data import Salt, commit, committed, fresh_salt
from ledger.log.sealed import PersonalData, Sealed, SealedSeries, seal, seal_series
from ledger.log.source_files import erase_of_players
from ledger.validation.correction_checks import facts_made_invalid, root_of, unreadable
from ledger.validation.fact_checks import Complaint, complaints_about, reject_future_list, used
from ledger.validation.ledger_state import LedgerState
from ledger.validation.merge_checks import SEVERAL_GAMES_A_ROUND
from ledger.validation.persons import UNLIKELY, Doubt, doubts_about
from ledger.validation.reference_checks import fits, missing_references
from ledger.validation.rulebook_port import RulebookPort

# --- creating ids for events submitted without one -----------------------------------------------


def time_ordered_id(clock: Clock) -> str:
    """A UUID of version 7: later ids are greater, which keeps the index of ids compact."""
    milliseconds = microseconds(clock()) // 1_000
    random = secrets.randbits(74)
    high = (milliseconds << 16) | 0x7000 | (random >> 62)
    low = (0b10 << 62) | (random & (2**62 - 1))
    text = f"{high:016x}{low:016x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


# --- admitting plain games together: one check for all, and a common seal ------------------------

UP_TO_ONE_POINT = frozenset(
    {("1", "0"), ("0.5", "0.5"), ("0", "1"), ("0.5", "0"), ("0", "0.5"), ("0", "0")}
)


def all_fit(games: PlainGames, ledger: LedgerState) -> bool:
    """True if all of the games certainly have no fault.

    True only if :func:`~ledger.validation.reference_checks.fits` would be true of each of them
    after those before it; False leaves the decision to it.
    """
    state = ledger.tournament(games.tournament)
    return (
        state is not None
        and state.fact is not None
        and not ledger.has_merges()
        and state.fact.format not in SEVERAL_GAMES_A_ROUND
        and games.points <= UP_TO_ONE_POINT
        and len(games.appearances) == 2 * len(games.ids)
        and games.appearances.isdisjoint(state.busy)
        and all(map(ledger.knows_player, games.players))
    )


def sealed(games: PlainGames, by: str, source: str | None) -> SealedSeries:
    """The games ready to be appended."""
    return seal_series(
        type=facts.GameSubmitted.type,
        schema=CURRENT_SCHEMA[facts.GameSubmitted.type],
        stream=tournament_stream(games.tournament),
        recorded_by=by,
        source=source,
        ids=games.ids,
        subjects=games.subjects,
        payloads=games.payloads,
        beginnings=games.beginnings,
    )


# --- successive corrections of one stream, which are checked after the last of them --------------


@attrs.frozen
class CorrectionRun:
    """Successive corrections of one stream.

    ``last`` has their final targets, by id, each with the last line
    that corrects it; ``problems`` is the number found before.
    """

    stream: str
    problems: int
    last: dict[str, tuple[Submission, Recorded]] = attrs.field(factory=dict)

    def add(self, line: Submission, root: Recorded) -> None:
        """Add a correction."""
        self.last.pop(root.id, None)
        self.last[root.id] = line, root

    @property
    def roots(self) -> Sequence[Recorded]:
        """Return the final targets."""
        return [root for _, root in self.last.values()]

    def replaced_games(self) -> Mapping[str, facts.GameSubmitted] | None:
        """Return the effective games after these corrections, by their ids.

        None if anything but a game was corrected or struck, or a correction of one:
        the effective facts must then be read from the log.
        """
        games = {}
        for line, root in self.last.values():
            fact = line.fact
            if not isinstance(fact, facts.CorrectionSubmitted) or fact.corrects != root.id:
                return None
            game = read_data(root.type, fact.replacement, "")
            if not isinstance(game, facts.GameSubmitted):
                return None
            games[game.game] = game
        return games


LINES_AT_ONCE = 5_000
MOST_PROBLEMS = 1_000

Progress = Callable[[int], None]


@reduced_garbage_collection()
def append(  # noqa: PLR0913 - clock and randomness are parameters, never fetched
    engine: Engine,
    lines: Iterable[Line],
    *,
    by: str,
    rulebooks: RulebookPort,
    clock: Clock = now,
    salt: Salt = fresh_salt,
    progress: Progress = lambda _: None,
    source: str | None = None,
    dry_run: bool = False,
    accept: Collection[int] = (),
) -> Receipt:
    """Append lines of JSON, each an event of the contract, all of them or none.

    ``source`` applies to the lines that name none; a dry run checks them and writes nothing.
    ``accept`` names the lines of implausible persons who are right as they are.

    Raises :class:`~ledger.events.problems.Refused` with every problem found.
    """
    remaining = _read_by_the_page(lines)
    first = next(remaining, _NO_PAGE)
    with writing(engine, clock) as writer:
        call = _Call(writer, by, rulebooks, clock, salt, source, accept)
        receipt = _append(call, first, remaining, progress)
        if dry_run:
            writer.roll_back_at_end()
            return Receipt(0, receipt.duplicates, None, None)
        return receipt


def append_within(  # noqa: PLR0913 - as above
    writer: Writer,
    lines: Iterable[Line],
    *,
    by: str,
    rulebooks: RulebookPort,
    clock: Clock = now,
    accept: Collection[int] | None = (),
) -> Receipt:
    """Append inside a transaction that the caller has begun and may still roll back.

    ``accept`` is None if the caller has asked about implausible persons.
    """
    remaining = _read_by_the_page(lines)
    first = next(remaining, _NO_PAGE)
    call = _Call(writer, by, rulebooks, clock, fresh_salt, accept=accept)
    return _append(call, first, remaining, lambda _: None)


_Page = tuple[int, list[Read]]
"""The number of lines, and the results of reading them."""
_NO_PAGE: _Page = (0, [])


def _read_by_the_page(lines: Iterable[Line]) -> Iterator[_Page]:
    return ((len(page), read_page(page)) for page in pages(lines, LINES_AT_ONCE))


def _append(
    call: "_Call", first: _Page, remaining: Iterator[_Page], progress: Progress
) -> Receipt:
    if first == _NO_PAGE:
        raise refusal("empty", "there is nothing in it: an event is one line of JSON")
    for lines, page in chain([first], remaining):
        call.take(page)
        progress(lines)
    call.check_corrected()
    if call.problems:
        raise Refused(call.problems)
    return call.receipt()


class _Call:
    """One append in progress: problems found so far, and events to be written."""

    def __init__(  # noqa: PLR0913, PLR0917 - one call's whole setting
        self,
        writer: Writer,
        by: str,
        rulebooks: RulebookPort,
        clock: Clock,
        salt: Salt,
        source: str | None = None,
        accept: Collection[int] | None = (),
    ) -> None:
        self.problems: list[Problem] = []
        self._writer, self._ledger = writer, LedgerState(writer.connection)
        self._by, self._source, self._accept = by, source, accept
        self._rulebooks, self._clock, self._salt = rulebooks, clock, salt
        self._waiting: list[Sealed | SealedSeries] = []
        self._before = self._last = writer.head.size
        self._duplicates = 0
        self._run: CorrectionRun | None = None

    def receipt(self) -> Receipt:
        last = self._writer.head.size
        count = last - self._before
        first = self._before + 1 if count else None
        return Receipt(count, self._duplicates, first, last if count else None)

    def take(self, page: Sequence[Read]) -> None:
        all_new = self._read_ahead(page)
        for read in page:
            if not isinstance(read, PlainGames):
                self._take_line(read, all_new)
                continue
            self.check_corrected()
            if all_new and all_fit(read, self._ledger):
                self._admit_games(read)
            else:
                for line in read.lines:
                    self._take_line(read_line(*line), all_new)
        self._flush()

    def _read_ahead(self, page: Sequence[Read]) -> bool:
        """Read the data that a page is checked against; True if all its ids are new and differ."""
        single = [each for each in page if isinstance(each, Submission)]
        games = [each for each in page if isinstance(each, PlainGames)]
        ids = [each.id for each in single if each.id is not None]
        subjects = [name for each in single if (name := _subject(each.fact)) is not None]
        self._ledger.read_ahead(ids, subjects, [*(each.fact for each in single), *games])
        return self._ledger.read_ahead_found_nothing() and all(
            len(set().union(own, *others)) == len(own) + sum(map(len, others))
            for own, others in (
                (ids, [each.ids for each in games]),
                (subjects, [each.subjects for each in games]),
            )
        )

    def _take_line(self, line: Submission | list[Problem], all_new: bool) -> None:
        if not isinstance(line, Submission):
            self._note(line)
            return
        if not self._goes_on(line):
            self.check_corrected()
        if not (all_new and line.text is not None and self._admit_plain_game(line)):
            self._admit(line)

    def _admit_games(self, games: PlainGames) -> None:
        self._ledger.admit_plain_games(games)
        self._wait(sealed(games, self._by, self._source))

    def _goes_on(self, line: Submission) -> bool:
        """True if a line corrects the same stream as the line before it."""
        if not isinstance(line.fact, facts.CorrectionSubmitted):
            return False
        if self._ledger.ahead(line.fact.corrects) is None:
            self._flush()  # the corrected event may be on a line above
        if self._run is None:
            return False
        root = root_of(line.fact, self._ledger)
        return root is None or root.stream == self._run.stream

    def check_corrected(self) -> None:
        """Check that everything fits together after corrections of one stream, if there were any.

        If one of them is faulty, the effective facts are not the intended ones, so nothing is
        checked.
        """
        run, self._run = self._run, None
        if run is None:
            return
        replaced = run.replaced_games()
        if replaced is None or not self._ledger.replace_games(run.stream, replaced):
            self._flush()  # effective facts are read from the log
            self._ledger.reread(run.stream)
        if len(self.problems) > run.problems:
            return
        for root, complaint in facts_made_invalid(run.roots, self._ledger, self._rulebooks):
            self._complain(run.last[root.id][0], [complaint])

    def _admit_plain_game(self, line: Submission) -> bool:
        """Admit a game that certainly has no fault; False: it needs a thorough check.

        Only for games of a page in which every id is used once and none is in the log.
        """
        game = line.fact
        if not isinstance(game, facts.GameSubmitted) or not fits(game, self._ledger):
            return False
        self._wait(
            seal(
                id=line.id or time_ordered_id(self._clock),
                type=facts.GameSubmitted.type,
                schema=CURRENT_SCHEMA[facts.GameSubmitted.type],
                stream=tournament_stream(game.tournament),
                subject=game_subject(game.game),
                recorded_by=self._by,
                source=line.source or self._source,
                payload=line.text or "",
            )
        )
        self._ledger.admit_game(game)
        return True

    def _admit(self, line: Submission) -> None:
        known = None if line.id is None else self._ledger.ahead(line.id)
        if known is not None:
            self._compare(line, known)
            return
        fact = line.fact
        if isinstance(fact, facts.CorrectionSubmitted):
            self._correct(line, fact)
            return
        if isinstance(fact, facts.PlayersMerged):
            self._flush()  # earlier opponents are read from the log
        complaints = [
            *complaints_about(fact),
            *self._doubts(line, fact),
            *reject_future_list(fact, self._clock),
            *missing_references(fact, self._ledger, self._rulebooks),
        ]
        stream, subject = address(fact)
        if subject is not None and self._ledger.taken(subject):
            complaints.append(used(subject))
        if complaints:
            self._complain(line, complaints)
            self._ledger.note_faulty_submission(stream)
            return
        self._write(line, fact, stream, subject)
        if isinstance(fact, facts.PlayerForgotten):
            self._flush()
            registrations = self._ledger.registrations_of(fact.player)
            self._writer.erase(registrations)
            erase_of_players(self._writer.connection, registrations)

    def _doubts(self, line: Submission, fact: facts.Fact) -> Iterator[Complaint]:
        """Complain about an implausible person, unless the submitter accepts the line."""
        if isinstance(fact, facts.PlayerRegistered) and self._asks(line):
            for doubt in doubts_about(fact, self._clock().date()):
                yield _doubted(line, doubt.field, doubt, Message("correct it, or accept it"))

    def _doubts_of_correction(
        self, line: Submission, fact: facts.CorrectionSubmitted, root: Recorded
    ) -> Iterator[Complaint]:
        """Complain if a correction makes a person implausible."""
        if root.type != facts.PlayerRegistered.type or not self._asks(line):
            return
        person = read_data(root.type, innermost(data_of(fact)), "")
        if not isinstance(person, facts.PlayerRegistered):
            return
        if doubts := list(doubts_about(person, self._clock().date())):
            self._flush()  # the registration may be on a line above
            stands = self._ledger.effective_data(root)
            known = self._ledger.personal_data(root).get("name"), getattr(stands, "birth_year", 0)
            for doubt in doubts:
                if doubt.value not in known:
                    remedy = Message("correct it, or append the correction")
                    yield _doubted(line, f"replacement.{doubt.field}", doubt, remedy)

    def _asks(self, line: Submission) -> bool:
        return self._accept is not None and line.line not in self._accept

    def _correct(self, line: Submission, fact: facts.CorrectionSubmitted) -> None:
        complaints = list(unreadable(fact, self._ledger))
        root = root_of(fact, self._ledger)
        if self._run is None and root is not None:
            self._run = CorrectionRun(root.stream, len(self.problems))
        if root is not None:
            complaints += self._doubts_of_correction(line, fact, root)
        if self._run is None or complaints or root is None:
            self._complain(line, complaints)
            return
        self._write(line, fact, root.stream, None)
        self._run.add(line, root)

    def _write(self, line: Submission, fact: facts.Fact, stream: str, subject: str | None) -> None:
        id_ = line.id or time_ordered_id(self._clock)
        text, personal = line.text, None
        if text is None:
            root_type, data = self._canonical_data(fact)
            data, personal = commit(root_type, data, self._salt)
            if self._is_of_forgotten(fact, personal):
                data, personal = _without_commitment(data), None
            text = canonical(data)
        schema = CURRENT_SCHEMA[fact.type]
        event = seal(
            id=id_,
            type=fact.type,
            schema=schema,
            stream=stream,
            subject=subject,
            recorded_by=self._by,
            source=line.source or self._source,
            payload=text,
            personal=personal,
        )
        self._wait(event)
        recorded = Recorded(self._last, id_, fact.type, schema, stream, text)
        self._ledger.admit(recorded, fact, subject)

    def _wait(self, events: Sealed | SealedSeries) -> None:
        self._waiting.append(events)
        self._last += len(events)

    def _flush(self) -> None:
        self._writer.append(self._waiting)
        self._waiting = []

    def _canonical_data(self, fact: facts.Fact) -> tuple[str, dict[str, object]]:
        """Return the data of a fact in canonical form, and the type of their final target."""
        if not isinstance(fact, facts.CorrectionSubmitted):
            return fact.type, data_of(fact)
        target = self._ledger.event(fact.corrects)
        if target is None or fact.replacement is None:
            return fact.type, {**data_of(fact), "replacement": None}
        replacement = read_data(target.type, fact.replacement, "")
        if isinstance(replacement, list):
            return fact.type, data_of(fact)
        type_, inner = self._canonical_data(replacement)
        return type_, {**data_of(fact), "replacement": inner}

    def _is_of_forgotten(self, fact: facts.Fact, personal: PersonalData | None) -> bool:
        """True if a correction would restore a forgotten person's data (decision 0009)."""
        if personal is None or not isinstance(fact, facts.CorrectionSubmitted):
            return False
        return self._ledger.forgotten(personal.player)

    def _compare(self, line: Submission, known: Recorded) -> None:
        """Compare an event of a used id: an identical one is a duplicate, any other is refused."""
        if known.type == line.fact.type and self._same(line, known):
            self._duplicates += 1
            return
        message = (
            f"{known.id} was used at position {known.position} with other content: "
            "give a new id, or submit a correction of that event"
        )
        self._complain(line, [Complaint("", "used-id", message)], field="id")

    def _same(self, line: Submission, known: Recorded) -> bool:
        root_type, data = self._canonical_data(line.fact)
        if committed(known.data) is None:
            public, personal = commit(root_type, data, bytes)
            erased = personal is not None and self._ledger.forgotten(personal.player)
            public = _without_commitment(public) if erased else public
            return canonical(public) == known.payload
        kept = self._ledger.personal_of(known.position)
        salt = b"" if kept is None else kept[0]
        public, personal = commit(root_type, data, lambda: salt)
        if kept is None:  # not written yet, or erased and so not comparable
            singly = (each for each in self._waiting if isinstance(each, Sealed))
            waiting = next((each for each in singly if each.id == known.id), None)
            if waiting is None or waiting.personal is None:
                return _without_commitment(public) == _without_commitment(known.data)
            public, _ = commit(root_type, data, lambda: waiting.personal.salt)  # type: ignore[union-attr]
        return canonical(public) == known.payload

    def _complain(
        self, line: Submission, complaints: Iterable[Complaint], field: str | None = None
    ) -> None:
        self._note(
            Problem(
                line.line,
                field or ".".join(part for part in ("data", each.field) if part),
                each.code,
                each.message,
            )
            for each in complaints
        )

    def _note(self, problems: Iterable[Problem]) -> None:
        self.problems.extend(problems)
        if len(self.problems) >= MOST_PROBLEMS:
            raise Refused(self.problems)


def _doubted(line: Submission, field: str, doubt: Doubt, remedy: Message) -> Complaint:
    message = Message(
        "%(value)s %(why)s: %(remedy)s with %(accept)s",
        value=display(doubt.value),
        why=doubt.why,
        remedy=remedy,
        accept=RequestField("accept", str(line.line)),
    )
    return Complaint(field, UNLIKELY, message)


def _subject(fact: facts.Fact) -> str | None:
    if isinstance(fact, facts.GameSubmitted):
        return game_subject(fact.game)
    return None if isinstance(fact, facts.CorrectionSubmitted) else address(fact)[1]


def _without_commitment(data: dict[str, object]) -> dict[str, object]:
    replacement = data.get("replacement")
    if isinstance(replacement, dict):
        return {**data, "replacement": _without_commitment(replacement)}
    return {key: value for key, value in data.items() if key != "commitment"}
