"""The submitter: the name recorded with every event, for as long as the log exists."""

from ledger.events.problems import refusal

LONGEST_NAME = 200


def submitter_name(name: str) -> str:
    """Return the name unchanged.

    Raises :class:`~ledger.events.problems.Refused` for one that cannot be printed.
    """
    is_text = isinstance(name, str) and name.strip() and name.isprintable()
    if not is_text or len(name) > LONGEST_NAME:
        message = f"the name must have up to {LONGEST_NAME} printable characters"
        raise refusal("bad-name", message, "by")
    return name
