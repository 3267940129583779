"""The known word that an unknown one may stand for."""

from collections.abc import Iterable

from ledger.events.messages import Message


def with_suggestion(message: Message, given: object, known: Iterable[str]) -> Message:
    """Return a message about an unknown word, with the known one that is most like it."""
    from difflib import get_close_matches  # noqa: PLC0415 - a right word needs none

    near = get_close_matches(str(given), list(known), 1)
    if not near:
        return message
    return Message("%(message)s. Did you mean %(near)s?", message=message, near=near[0])
