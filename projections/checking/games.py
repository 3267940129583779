"""Whether the games that a document shows are as they were handed in, and none is missing."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.values import differing

Document = Mapping[str, Any]


def fitting_games(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    if not document.get("inputs"):
        return
    handed_in = _HandedIn(document)
    residual = [game for games in document["residual_games"].values() for game in games]
    used = [game for row in document["rows"] for game in row.get("games_used", [])]
    struck = [game for row in document["rows"] for game in row.get("games_struck", [])]
    for game in (*used, *struck, *residual):
        yield from handed_in.differing(game)
    yield from handed_in.opponents(document["opponents"])
    yield from handed_in.left_out(document["not_counted"], {game["game"] for game in used})
    reasons = {game["game"]: game["reason"] for game in struck}
    for each in document["not_counted"]:
        said = reasons.get(each["game"], each["reason"])
        yield from differing([(f"why {each['game']} does not count", said, each["reason"])])


def who_is(document: Document, player: str | None) -> str | None:
    """Who somebody is today: those merged into another are the other."""
    merges = [each["data"] for each in document["inputs"] if each["what"] == "merge"]
    kept = {each["drop"]: each["keep"] for each in merges if each is not None}
    for _ in kept:
        player = kept.get(player, player) if player is not None else None
    return player


def side_of(document: Document, game: Document) -> str:
    """On which side of a game handed in the player of a document sat."""
    return "white" if who_is(document, game["white"]) == document["player"] else "black"


def opponent_of(document: Document, game: Document) -> str | None:
    """Who sat on the other side."""
    other = "black" if side_of(document, game) == "white" else "white"
    return who_is(document, game.get(other))


class _HandedIn:
    """The games among the events of a document, and under which ids everybody was handed in."""

    def __init__(self, document: Document) -> None:
        inputs = document["inputs"]
        self._document = document
        self._tournament = document["tournament"]
        self._games = {
            each["data"]["game"]: each["data"]
            for each in inputs
            if each["what"] == "game" and each["data"] is not None
        }
        self._struck = {
            each.get("recorded", {}).get("game"): each["corrected_by"]
            for each in inputs
            if each["what"] == "game" and each["data"] is None
        }
        self._reasons = {
            each["id"]: each["data"]["reason"]
            for each in inputs
            if each["what"] == "correction" and each["data"] is not None
        }

    def differing(self, game: Document) -> Iterator[str]:
        """How a game shown differs from the game handed in."""
        name = game["game"]
        if name not in self._games:
            yield f"{name} was never handed in"
            return
        data = self._games[name]
        side, opponent = side_of(self._document, data), opponent_of(self._document, data)
        if "points" in game:
            points = data[f"{side}_points"]
            yield from differing([(f"points of {name}", points, game["points"])])
        if "opponent" in game:
            yield from differing([(f"opponent of {name}", opponent, game["opponent"])])
        if "tournament" in game:
            of = data["tournament"]
            yield from differing([(f"tournament of {name}", of, game["tournament"])])

    def _here(self) -> Mapping[str, Document]:
        return {
            name: data
            for name, data in self._games.items()
            if data["tournament"] == self._tournament
        }

    def opponents(self, shown: list[Document]) -> Iterator[str]:
        """Those shown are those he met, each once."""
        named = [each["player"] for each in shown]
        met = {opponent_of(self._document, data) for data in self._here().values()}
        yield from (f"he never met {player}" for player in named if player not in met)
        if len(set(named)) < len(named):
            yield "an opponent is shown twice"

    def left_out(self, shown: list[Document], used: set[str]) -> Iterator[str]:
        """The games said not to count were handed in, and count nowhere."""
        if len({each["game"] for each in shown}) < len(shown):
            yield "a game is left out twice"
        for each in shown:
            name = each["game"]
            if name in self._struck:
                reason = f"struck: {self._reasons.get(self._struck[name])}"
                yield from differing([(f"why {name} is struck", reason, each["reason"])])
            elif None in self._struck and each["reason"].startswith("struck: "):
                continue  # a document of before has no data of what was struck
            elif name not in self._games:
                yield f"{name} was never handed in"
            elif name in used:
                yield f"{name} counts and does not count"
