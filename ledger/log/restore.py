"""An exported log: verified without a database, and restored into an empty one.

The export contains everything that is hashed, so anyone can check it, and
a restored ledger has the same positions, times and hashes.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

import attrs
import orjson
from sqlalchemy import Engine

from ledger.events.canonical_json import GENESIS, canonical, entry_hash, envelope
from ledger.events.codec import upcast
from ledger.events.facts import CorrectionSubmitted
from ledger.events.json_lines import Line
from ledger.events.problems import Problem, Refused, refusal
from ledger.events.streams import address_of
from ledger.log import tree
from ledger.log.clock import now
from ledger.log.event_log import Entry, Receipt, Writer, microseconds, writing
from ledger.log.event_verification import wrong_entry
from ledger.log.paging import pages
from ledger.log.personal_data import commitment, player_commitment
from ledger.log.sealed import PersonalData
from ledger.log.side_data import ExportedPersons, erasures, restored_personal_data
from ledger.log.verification import Finding, Note, Verdict, missing_since, wrong_note

ENTRIES_AT_ONCE = 5_000


@attrs.frozen
class Exported:
    """One line of an export: the entry, and the personal data that came with it."""

    line: int
    entry: Entry
    personal: PersonalData | None


def exported(lines: Iterable[Line]) -> Iterator[Exported]:
    """Yield the lines of an export as entries.

    Raises :class:`~ledger.events.problems.Refused` at an invalid line.
    """
    streams: dict[str, str] = {}
    for line, raw in lines:
        try:
            document = orjson.loads(raw)
            found = _exported(line, document, streams)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            message = f"is not a line of an exported log ({type(error).__name__}: {error})"
            raise Refused([Problem(line, None, "not-exported", message)]) from None
        streams[found.entry.id] = found.entry.stream
        yield found


def _exported(line: int, document: dict[str, Any], streams: dict[str, str]) -> Exported:
    type_, schema, data = document["type"], document["schema"], document["data"]
    if type_ == CorrectionSubmitted.type:
        stream, subject = streams[data["corrects"]], None
    else:
        stream, subject = address_of(type_, upcast(type_, schema, data).__getitem__)
    payload = canonical(data)
    recorded_at = microseconds(datetime.fromisoformat(document["recorded_at"]))
    digest = sha256(
        envelope(
            type=type_,
            schema=schema,
            id=document["id"],
            data=payload,
            source=document.get("source"),
            recorded_by=document["recorded_by"],
        )
    ).digest()
    entry = Entry(
        position=document["position"],
        id=document["id"],
        type=type_,
        schema=schema,
        stream=stream,
        subject=subject,
        recorded_at=recorded_at,
        recorded_by=document["recorded_by"],
        source=document.get("source"),
        payload=payload,
        entry_hash=entry_hash(document["position"], recorded_at, digest),
        chain_hash=bytes.fromhex(document["hash"]),
    )
    return Exported(line, entry, _personal(document, payload))


def _personal(document: dict[str, Any], payload: str) -> PersonalData | None:
    own, promise = document.get("person"), player_commitment(payload)
    if own is None or promise is None:
        return None
    return PersonalData(promise[0], bytes.fromhex(own["salt"]), canonical(own["data"]))


def verified(
    found: Iterable[Exported], against: Note | None = None
) -> Iterator[Exported | Verdict]:
    """Yield the valid entries one by one, and at the end the verdict."""
    position, chain, recorded_at = 0, GENESIS, 0
    for each in found:
        entry = each.entry
        wrong = wrong_entry(entry, position, chain, recorded_at) or wrong_note(entry, against)
        wrong = wrong or _wrong_person(each)
        if wrong is not None:
            yield Verdict(position, chain, Finding(position + 1, wrong))
            return
        yield each
        position, chain, recorded_at = entry.position, entry.chain_hash, entry.recorded_at
    yield Verdict(position, chain, missing_since(position, against))


def _wrong_person(each: Exported) -> str | None:
    own, promise = each.personal, player_commitment(each.entry.payload)
    if own is None or promise is None or commitment(own.salt, own.text) == promise[1]:
        return None
    return "the personal data beside it are not those submitted"


def verify_export(lines: Iterable[Line], against: Note | None = None) -> Verdict:
    """Return the verdict on an exported log, without a database.

    It fails if it contains personal data that it says were erased.
    """
    verdict, persons = Verdict(0, GENESIS, None), ExportedPersons()
    for step in verified(exported(lines), against):
        if isinstance(step, Verdict):
            verdict = step
        else:
            persons.add(step.entry, None if step.personal is None else step.personal.player)
    if verdict.ok and (fault := persons.fault()) is not None:
        return attrs.evolve(verdict, finding=Finding(fault.position, fault.message))
    return verdict


def restore(
    engine: Engine, lines: Iterable[Line], progress: Callable[[int], None] = lambda _: None
) -> Receipt:
    """Write an exported log into an empty ledger, as it was recorded.

    Raises :class:`~ledger.events.problems.Refused` if the ledger is not empty, the export is
    invalid, or it contains personal data that it says were erased; then nothing is written.
    """
    with writing(engine, now) as writer:
        if writer.head.size:
            message = f"the ledger has {writer.head.size} events: restore into an empty one"
            raise refusal("not-empty", message)
        for page in pages(verified(exported(lines)), ENTRIES_AT_ONCE):
            held = [step for step in page if isinstance(step, Exported)]
            people = [(it.entry.position, it.personal) for it in held if it.personal is not None]
            writer.restore([it.entry for it in held], people)
            progress(len(held))
            for step in page:
                if isinstance(step, Verdict) and step.finding is not None:
                    where = f"position {step.finding.position}"
                    raise refusal("not-verified", f"{where}: {step.finding.message}")
        _refuse_erased(writer)
        writer.close()
        tree.extend(writer.connection)
        size = writer.head.size
    if not size:
        raise refusal("empty", "there is nothing in it: an export is one line of JSON per event")
    return Receipt(size, 0, 1, size)


def _refuse_erased(writer: Writer) -> None:
    """Refuse an older export with persons before a later part in which one is forgotten."""
    connection = writer.connection
    problems = [
        Problem(
            None,
            None,
            "erased-data",
            f"position {fault.position}: {fault.message}; restore without `person` in that line",
        )
        for fault in restored_personal_data(connection, erasures(connection))
    ]
    if problems:
        raise Refused(problems)
