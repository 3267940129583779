"""An audit's players and games as people name them: names for ids, round and colour for a game."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs

from projections.documents.document import Subjects
from projections.presentation import shown

Row = Mapping[str, Any]
_WHO = ("opponent", "guest", "player", "white", "black")
"""The fields whose value is the id of a player."""


@attrs.frozen
class AuditNames:
    """The names and games of one audit.

    ``names`` has None for a name that is not shown.
    """

    player: str
    names: Mapping[str, str | None]
    games: Mapping[str, Row]

    @classmethod
    def of(cls, document: Row) -> "AuditNames":
        """Those that the document has."""
        names = {each["player"]: each["name"] for each in document["opponents"]}
        games = {
            each["data"]["game"]: each["data"]
            for each in document["inputs"]
            if each["what"] == "game" and each["data"] is not None
        }
        own = document["player"]
        return cls(own, {**names, own: document["name"]}, games)

    def name(self, player: str) -> str:
        """A player's name; with the id where the name alone does not say who it is."""
        if player not in self.names:
            return player
        name = self.names[player]
        alone = name is not None and Counter(self.names.values())[name] == 1
        return shown(name) if alone else f"{shown(name)} ({player})"

    def named(self, row: Row) -> dict[str, Any]:
        """A row with names where it has ids of players."""
        return {
            key: self.name(value) if key in _WHO and isinstance(value, str) else value
            for key, value in row.items()
        }

    def game_line(self, row: Row) -> dict[str, Any]:
        """A row about a game: round, colour, opponent first; its id only where it has no round."""
        game = self.games.get(row.get("game", ""))
        if game is None:
            return self.named(row)
        opponent = row.get("opponent") or self._opponent(game)
        line = {
            "round": game.get("round"),
            "colour": self._colour(game, opponent),
            "opponent": None if opponent is None else self.name(opponent),
            **{key: value for key, value in row.items() if key not in {"game", "opponent"}},
        }
        return line if game.get("round") is not None else {"game": row["game"], **line}

    def subjects(self, row: Row) -> Subjects:
        """What the cells of :meth:`game_line` are about: the opponent, and the game."""
        game = self.games.get(row.get("game", ""))
        opponent = row.get("opponent") or (None if game is None else self._opponent(game))
        found = {} if not isinstance(opponent, str) else {"opponent": ("player", opponent)}
        if game is None:
            return found
        return {**found, "game" if game.get("round") is None else "round": ("game", row["game"])}

    def _opponent(self, game: Row) -> str | None:
        sides = [game["white"], game.get("black")]
        others = [side for side in sides if side != self.player]
        return others[0] if len(others) == 1 else None

    def _colour(self, game: Row, opponent: str | None) -> str | None:
        """Which side the player had; he may have been entered under another id of his."""
        if self.player == game["white"] or opponent == game.get("black") is not None:
            return "white"
        if self.player == game.get("black") or opponent == game["white"]:
            return "black"
        return None
