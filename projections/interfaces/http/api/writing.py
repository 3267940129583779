"""Events and tournament files, as they come in."""

from collections.abc import Mapping
from functools import partial

import attrs

from ledger.events.codec import Submission, read_line
from ledger.events.facts import PlayerRegistered
from ledger.events.json_lines import numbered
from ledger.events.messages import Message, marked
from ledger.events.problems import Problem
from projections.accounts.roles import ARBITERS_EVENTS
from projections.api import Ledger
from projections.interfaces.http.api.endpoint import JSON, Call
from projections.interfaces.http.api.operations import caught_up, done, request_of, wire_value
from projections.interfaces.http.at_once import accepted_at_once, as_accepted
from projections.interfaces.http.edge.bodies import items_in
from projections.interfaces.http.edge.problems import HttpError
from projections.operations.catalogue import operation
from projections.operations.operation import Spelling
from projections.queries.arguments import parameter

SOURCE = "api"


@attrs.frozen(kw_only=True)
class EventsQuery:
    """The options of an append."""

    dry_run: bool = parameter("Only check them; nothing is written.", default=False)
    accept: list[int] = parameter("An implausible person's line that is right as it is.", list)


def events(call: Call) -> object:
    """Append events, JSON Lines or one JSON array."""
    is_array = call.request.headers["content-type"].partition(";")[0].strip().lower() == JSON
    given = items_in(call.body) if is_array else call.body
    if call.account is not None and not call.account.is_officer:
        _must_be_for_arbiters(call.ledger, given)  # none waits for an officer: decision 0079
    said = {"source": SOURCE, **attrs.asdict(call.query)}
    append = partial(call.ledger.append, given, by=call.by, **said)
    with Spelling(EventsQuery, wire_value).spelt():
        receipt = call.previewed(append) if call.query.dry_run else append()
    if receipt.appended:
        caught_up(call)
    return attrs.asdict(receipt)


def imports(call: Call) -> object:
    """Import a tournament file."""
    request = request_of(operation("import_file"), call)
    if call.account is not None and not call.account.is_officer:
        _must_not_change(done(call, attrs.evolve(request, dry_run=True)))
    document = done(call, request)
    if document["appended"]:
        caught_up(call)
    return document


def submit(call: Call) -> object:
    """Submit a file for an officer, or accept it at once where its rating list does so."""
    request = request_of(operation("submit"), call)
    submitted = done(call, request)
    at_once = request.pool in call.settings.append_at_once
    if request.dry_run or request.as_officer or not at_once:
        return submitted
    if not accepted_at_once(call.ledger, submitted, call.by):
        return submitted
    caught_up(call)
    return as_accepted(submitted)


# --- permissions of arbiters --------------------------------------------------------------------


def _must_be_for_arbiters(ledger: Ledger, given: bytes | list[bytes]) -> None:
    """Refuse events that only an officer appends; read as they will be read when appended."""
    read = (read_line(*each) for each in numbered(given))
    lines = [each for each in read if isinstance(each, Submission)]
    problems = [
        Problem(
            line.line,
            "type",
            "not-this-role",
            f"an arbiter does not append {line.fact.type}: ask an officer",
        )
        for line in lines
        if line.fact.type not in ARBITERS_EVENTS
    ]
    new = [(each.line, each.fact) for each in lines if isinstance(each.fact, PlayerRegistered)]
    withheld = ledger.like_withheld({fact.player: fact.name for _, fact in new if fact.name})
    problems += [
        Problem(line, "name", "not-this-role", Message(_LIKE_WITHHELD, name=fact.name))
        for line, fact in new
        if fact.name and fact.player in withheld
    ]
    if problems:
        raise HttpError(403, problems)


_LIKE_WITHHELD = marked(
    "the name %(name)s is like one that is withheld: an officer has to register the player"
)


def _must_not_change(document: Mapping[str, object]) -> None:
    """Refuse a file by which an arbiter would correct what stands in the log."""
    if document["changes"]:
        message = "the file changes a recorded tournament: ask an officer"
        raise HttpError(403, [Problem(None, None, "not-this-role", message)], document=document)
