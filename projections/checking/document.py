"""A parsed audit document: steps, cards, events, opponents, and comparison of values."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from projections.checking.formula import FORMULAS, OneOf, Printed

Row = Mapping[str, Any]
LAST_DIGIT = 1e-9
_YOUNGEST = 4  # the year of birth of a younger player is a mistake


class Document(dict[str, Any]):
    """A parsed audit document, with its frequent look-ups."""

    @property
    def row(self) -> Row:
        """Return the row of the player; empty if there is none."""
        return self.get("row") or {}

    def standing(self, when: str) -> Row:
        """Return the card ``before`` or ``after`` with its figure and status."""
        return self.get(f"card_{when}") or {}

    def card(self, when: str) -> Row:
        """Return the figures of the card ``before`` or ``after``; empty if there is none."""
        return self.standing(when).get("card") or {}

    def known(self, field: str) -> object:
        """A field of the row, of the card before, or of all games of the row; None if of none."""
        games = self.row.get("games_used") or []
        of_games = [game[field] for game in games if field in game] or None
        return self.row.get(field, self.card("before").get(field, of_games))

    def moved_card(self) -> list[str]:
        """Return the contradictions if the card after should equal the one before."""
        return differing(("the card that stays", self.standing("before"), self.standing("after")))

    def steps(self, *rules: str) -> list[Row]:
        """The steps under some paragraphs, in their order."""
        return [step for step in self["steps"] if step["rule"] in rules]

    def given(self, *symbols: str) -> list[Row]:
        """Return the steps that are given some symbols, alone or with others."""
        return [step for step in self["steps"] if step["given"].keys() >= set(symbols)]

    @property
    def results(self) -> dict[str, object]:
        """Return the results of the steps by their symbols; of several the last."""
        found: dict[str, object] = {}
        for step in self["steps"]:
            formula = FORMULAS.get((step["rule"], frozenset(step["given"])))
            if formula is not None:
                found |= dict.fromkeys(formula.gives, step["result"])
        return found

    def events(self, *kinds: str) -> list[Row]:
        """Return the corrected data of events of some kinds, in their order."""
        found = [each["data"] for each in self.get("inputs", []) if each["what"] in kinds]
        return [data for data in found if data is not None]

    @property
    def occasion(self) -> Row | None:
        """The tournament, or the known evaluation, that the document is about."""
        found = self.events("tournament", "known evaluation")
        return next((data for data in found if data["tournament"] == self["tournament"]), None)

    @property
    def known_evaluation(self) -> Row | None:
        """The summary of a tournament that is known by it; None if its games were submitted."""
        return self.occasion if self.occasion in self.events("known evaluation") else None

    def decisions(self, *rules: str, season: int | None = None) -> list[object]:
        """The decisions under some paragraphs about the tournament or a season, in order."""
        about = {"tournament": self["tournament"]} if season is None else {"season": season}
        found = [each for each in self.get("inputs", []) if each["what"] == "decision"]
        found.sort(key=lambda each: int(each["position"]))
        return [
            each["data"]["value"]
            for each in found
            if each["data"] is not None
            and each["data"]["rule"] in rules
            and each["data"]["about"].items() >= about.items()
        ]

    @property
    def figures(self) -> dict[str, object]:
        """Return the opponents' ratings before the tournament, by their ids."""
        return {each["player"]: each["figure"] for each in self["opponents"]}

    @property
    def given_by(self) -> Row | None:
        """Return the data of the event that gave the card after; None if it is not shown."""
        event = self.standing("after").get("last_event")
        found = [each["data"] for each in self.get("inputs", []) if each["id"] == event]
        return found[0] if found else None

    def piece(self, figure: float) -> Row:
        """Return the piece of the last adoption's conversion that ends first above a figure."""
        adopted = [each.get("conversion") or {} for each in self.events("rulebook")]
        pieces = [each for conversion in adopted for each in conversion.get("pieces") or []]
        held = [each for each in pieces if each.get("below") is None or figure < each["below"]]
        bound = [float("inf") if each.get("below") is None else each["below"] for each in held]
        return held[bound.index(min(bound))] if held else {}

    def age_in(self, year: int) -> int | None:
        """Return the player's age in a year; None if it is not known, or less than four."""
        own = [each for each in self.events("registration") if each["player"] == self["player"]]
        born = own[0].get("birth_year") if own else None
        return None if born is None or year - born < _YOUNGEST else year - born

    def current_id(self, player: str | None) -> str | None:
        """Return the current id of a player: merged ids map to the one kept."""
        kept = {each["drop"]: each["keep"] for each in self.events("merge")}
        for _ in kept:
            player = kept.get(player, player) if player is not None else None
        return player

    def side_of(self, game: Row) -> str:
        """Return the side of a submitted game on which the player sat."""
        return "white" if self.current_id(game["white"]) == self["player"] else "black"

    def opponent_of(self, game: Row) -> str | None:
        """The player on the other side."""
        return self.current_id(game.get("black" if self.side_of(game) == "white" else "white"))


def adjusted_minutes(time: Row, fischer_moves: int | None) -> Fraction | None:
    """Return basic time and overtime of go, in minutes; None if it is not measurable."""
    minutes, seconds = (Fraction(str(time.get(it) or 0)) for it in ("minutes", "seconds"))
    match time.get("overtime") or "none":
        case "japanese":
            return minutes + 45 * seconds / 60
        case "canadian" if time.get("stones"):
            period = Fraction(str(time.get("overtime_minutes") or 0))
            return minutes + Fraction(60, time["stones"]) * period
        case "fischer" if fischer_moves is not None:
            return minutes + fischer_moves * seconds / 60
        case "none" | "canadian":
            return minutes
    return None


def same(one: object, other: object, name: str = "") -> bool:
    """True if two values agree to the last digit; ``opponents`` in any order."""
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, (int, float, Fraction)) and isinstance(other, (int, float)):
        return bool(abs(one - other) <= LAST_DIGIT)
    if isinstance(one, list) and isinstance(other, list):
        if name == "opponents":
            one, other = sorted(one), sorted(other)
        both = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(*pair) for pair in both)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


def json_value(value: object) -> object:
    """Return a value in its JSON form."""
    if isinstance(value, OneOf):
        return list(value.results)
    if isinstance(value, Printed):
        return round(float(value.exact), 3)
    return float(value) if isinstance(value, Fraction) else value


def differing(*compared: tuple[str, object, object]) -> list[str]:
    """Return the pairs of named values that differ, in words."""
    return [
        f"{what}: {json_value(one)} and {json_value(other)}"
        for what, one, other in compared
        if not same(one, other)
    ]


def pairs(ones: Any, others: Any) -> Iterator[tuple[Any, Any]]:
    """Yield two lists side by side, with an empty mapping where one is shorter."""
    return zip_longest(ones, others, fillvalue={})
