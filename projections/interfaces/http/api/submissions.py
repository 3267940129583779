"""Tournament files that wait for an officer: their tournament and state."""

from hashlib import sha256
from typing import Any

from projections.accounts.roles import OFFICERS
from projections.interfaces.http.accounts.hand_ins import HandIn, HandInStore
from projections.interfaces.http.api.endpoint import Call


def pending(call: Call) -> Any:
    """Every file that waits, the oldest first; of an arbiter the own ones."""
    return [_row(each) for each in _waiting(call)]


def state_of_submissions(call: Call) -> str:
    """A digest of the files that wait: they change while the log does not."""
    return sha256(repr([_row(each) for each in _waiting(call)]).encode()).hexdigest()


def _waiting(call: Call) -> list[HandIn]:
    store = HandInStore(call.ledger.engine, call.request.app.state.settings.clock)
    sees_all = call.account is not None and call.account.role in OFFICERS
    return [each for each in store.waiting() if sees_all or each.account == call.by]


def _row(found: HandIn) -> dict[str, Any]:
    return {
        "submission": found.id,
        "file": found.file,
        "pool": found.pool,
        "account": found.account,
        "submitted_at": found.handed_in_at.isoformat(),
        "tournament": found.tournament,
        "state": found.condition,
        "questions": found.questions,
    }
