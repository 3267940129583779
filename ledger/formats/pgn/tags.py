"""The tags of PGN games: where a game begins, and what its tags say.  Moves are passed over.

A game begins at a tag line after moves, or where a tag repeats: header-only files leave the
``Event`` out of all games but the first, and put nothing between them but blank lines.
"""

import re
from collections.abc import Iterable, Iterator

import attrs

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,40})\s+"((?:[^"\\]|\\.){0,1000})"\s*\]\s*')
_MOVE_NUMBER = re.compile(r"[0-9]{1,3}\.")
_ESCAPED = re.compile(r"\\(.)")


@attrs.define
class Tags:
    """The tags of one game, with the line of its first one; ``is_over`` once text followed."""

    line: int
    values: dict[str, str]
    lines: dict[str, int]
    is_over: bool = False
    has_moves: bool = False

    def get(self, name: str) -> str | None:
        """A tag's value; None where it is missing or says that it is unknown."""
        value = self.values.get(name, "").strip()
        return None if value in {"", "?", "-", "*"} else value

    def line_of(self, name: str) -> int:
        """Where a tag stands, else where the game begins."""
        return self.lines.get(name, self.line)


def games_in(lines: Iterable[str]) -> Iterator[Tags]:
    """The games of a file."""
    game: Tags | None = None
    in_comment, after_blank = False, True
    for number, line in enumerate(lines, start=1):
        match = _TAG.fullmatch(line.strip()) if line.lstrip().startswith("[") else None
        if match is None or (in_comment and not after_blank):
            if game is not None and line.strip():
                game.is_over = True
                game.has_moves = game.has_moves or _MOVE_NUMBER.search(line) is not None
                in_comment = _still_commenting(line, in_comment)
        else:
            name = match[1]
            if game is None or game.is_over or name in game.values:
                if game is not None:
                    yield game
                game, in_comment = Tags(number, {}, {}), False
            game.values[name] = _ESCAPED.sub(r"\1", match[2])
            game.lines[name] = number
        after_blank = not line.strip()
    if game is not None:
        yield game


def _still_commenting(line: str, in_comment: bool) -> bool:
    opened, closed = line.rfind("{"), line.rfind("}")
    return in_comment if opened == closed else opened > closed
