"""What a rulebook says against a value that is handed to it."""

import attrs


@attrs.frozen
class Objection:
    """What is wrong with a value handed to a rulebook.

    ``field`` is the path inside the event's data (``card.rating``, ``parameters.expectancy``),
    ``message`` the fault with the remedy.
    """

    field: str
    message: str
