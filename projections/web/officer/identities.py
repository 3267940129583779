"""Which tournament a file is about, where it looks like one that is known: an officer decides."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ledger.events.sentences import Sentence, sentence
from projections.web.officer.account_request import AccountRequest

FIELD = "identity"
SAME, ANOTHER = "same:", "another"
_ASKS_FOR_BOTH, _ASKS_FOR_ANOTHER = "say --same-as %(tournament)s if", "or say --another"


@attrs.frozen
class IdentityQuestion:
    """What an officer is asked: the tournament that it may be, if any, and what was chosen."""

    tournament: str | None
    chosen: str


def identity_chosen(asked: AccountRequest) -> dict[str, Any]:
    """What an officer has chosen, as the import takes it; nobody else chooses."""
    chosen = asked.texts.get(FIELD, "") if asked.is_officer else ""
    if chosen.startswith(SAME):
        return {"same_as": chosen.removeprefix(SAME)}
    return {"another": True} if chosen == ANOTHER else {}


def identity_question(
    asked: AccountRequest, preview: Mapping[str, Any]
) -> IdentityQuestion | None:
    """What is to be chosen, or was; None where nobody asks, or it is not for him to say."""
    if not asked.is_officer:
        return None
    chosen, taken = asked.texts.get(FIELD, ""), identity_chosen(asked)
    tournament, asks = taken.get("same_as"), bool(taken)
    for message in _sentences(preview):
        if _ASKS_FOR_BOTH in message.template:
            tournament, asks = str(message.values["tournament"]), True
        asks = asks or _ASKS_FOR_ANOTHER in message.template
    return IdentityQuestion(tournament, chosen) if asks else None


def answered_below(asked: AccountRequest, message: str) -> str:
    """A question about the tournament as an officer's page asks it; any other as it is."""
    if not (asked.is_officer and isinstance(message, Sentence)):
        return message
    if _ASKS_FOR_BOTH in message.template:
        return sentence(
            "this looks like %(tournament)s (%(share)s of the results are the same, ended "
            "%(day)s): choose below whether it is that one",
            **message.values,
        )
    if _ASKS_FOR_ANOTHER in message.template:
        return sentence(
            "the tournament was struck %(how)s: strike that correction of %(event)s to restore it "
            "first, or choose below that it is another one",
            **message.values,
        )
    return message


def _sentences(preview: Mapping[str, Any]) -> Sequence[Sentence]:
    said = (issue["message"] for issue in preview["issues"])
    return [message for message in said if isinstance(message, Sentence)]
