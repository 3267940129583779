"""Texts as HTML has them: escaped, and whatever is read from the right kept to itself.

A name in Hebrew, or a mark that turns the direction of reading, would otherwise turn what stands
beside it: the points of one player could be read as those of another.
"""

import html

from ledger.events.characters import runs_right_to_left, visible_directions


def escape(text: str) -> str:
    """A text inside an element, isolated where it is read from the right."""
    escaped = plain(text)
    return f"<bdi>{escaped}</bdi>" if runs_right_to_left(text) else escaped


def plain(text: str) -> str:
    """A text where no element may stand, as in the title."""
    return html.escape(visible_directions(text))
