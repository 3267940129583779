"""An audit as a document to send, laid out once for every form it is written in.

HTML and Markdown show the same parts in the same order, and both carry the complete data, so
that the checker needs nothing but the document.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, get_args

import attrs

from ledger.events.facts import DecisionKind
from ledger.events.messages import Message, Numeral, as_message, marked
from projections.files.documents.document import (
    Cell,
    Document,
    FieldList,
    Part,
    Step,
    StepList,
    Subjects,
    Table,
    Text,
    joined_parts,
    table_of,
    value_cell,
    value_text,
)
from projections.files.documents.formats import html_page as html
from projections.files.documents.formats import markdown_page as markdown
from projections.files.documents.translated import in_language
from projections.i18n.languages import Language
from projections.queries.language_codes import DEFAULT
from projections.queries.presentation import display_name, format_card, rulebook_name, symbols_of

# --- names for an audit's ids: names of players, round and colour of a game ----------------------


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
    def of(cls, document: Row, others: Mapping[str, str | None] | None = None) -> "AuditNames":
        """Those that the document has, and ``others`` whom it knows by their id only."""
        names = dict(others or {}) | {
            each["player"]: each["name"] for each in document["opponents"]
        }
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
        return display_name(name) if alone else f"{display_name(name)} ({player})"

    def named(self, row: Row) -> dict[str, Any]:
        """A row with names where it has ids of players."""
        return {
            key: self.name(value) if key in _WHO and isinstance(value, str) else self.said(value)
            for key, value in row.items()
        }

    def said(self, value: Any) -> Any:
        """A message with names where it has ids of players; another value stays as it is."""
        if not isinstance(value, Message):
            return value
        values, number = self.named(value.values), value.number
        return Message.of(value.template, values, value.plural, number, capital=value.capital)

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
            **{key: it for key, it in self.named(row).items() if key not in {"game", "opponent"}},
        }
        return line if game.get("round") is not None else {"game": row["game"], **line}

    def subjects(self, row: Row) -> Subjects:
        """Return the subjects of the cells of :meth:`game_line`: the opponent, and the game."""
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
        """Return the player's side; he may have been entered under another id of his."""
        if self.player == game["white"] or opponent == game.get("black") is not None:
            return "white"
        if self.player == game.get("black") or opponent == game["white"]:
            return "black"
        return None


FORMS: Mapping[str, Callable[[Document], str]] = {".html": html, ".md": markdown}
"""The forms of a document, by the ending of its file."""

_HEADINGS = {
    "corrected_difference": marked("difference", "heading"),
    "game_points": marked("game point", "heading"),
    "opponent_elo": "Elo",
    "opponent_number": marked("number", "heading"),
    "opponent_rating": marked("rated", "heading"),
}
"""The headings of columns that are not called by their key."""
_WORDS_OF_HEADINGS = (
    *(marked("base", "heading"), marked("card", "heading"), marked("chance", "heading")),
    *(marked("change", "heading"), marked("colour", "heading"), marked("count", "heading")),
    *(marked("drift", "heading"), marked("ended on", "heading"), marked("expected", "heading")),
    *(marked("from", "heading"), marked("game", "heading"), marked("list", "heading")),
    *(marked("listed on", "heading"), marked("number", "heading"), marked("opponent", "heading")),
    *(marked("opponent gor", "heading"), marked("passes", "heading"), marked("player", "heading")),
    *(marked("points", "heading"), marked("reason", "heading"), marked("received", "heading")),
    *(marked("round", "heading"), marked("since", "heading"), marked("status", "heading")),
    *(marked("tournament", "heading"), marked("valid until", "heading")),
    *(marked("what", "heading"), marked("why", "heading"), marked("position", "heading")),
    *(marked("event", "heading"), marked("on", "heading"), marked("current", "heading")),
    *(marked("submitted by", "heading"), marked("source", "heading")),
    marked("hash before", "heading"),
)
"""The others that are words; a symbol is the same in every language, and so is a hash."""
_RESIDUAL = {
    "used": marked("Residual games used"),
    "kept": marked("Residual games kept"),
    "lapsed": marked("Residual games lapsed"),
}
_OVERTIMES = ("japanese", "canadian", "fischer")
WORDS = (marked("or better"), marked("or worse"), *_OVERTIMES, *get_args(DecisionKind))
"""Words of events and cards that stand in steps as values, so that they can be said otherwise."""
_VENUE = marked("venue")
_OF_EVENTS = (
    *(marked("corrects"), marked("conversion"), marked("peak")),
    *(marked("replacement"), marked("thinking time")),
)
"""The fields of events that no form has."""
_CHOSEN = ("discipline", "format", "kind")
"""The fields of events whose values are words of their own."""
_NONE = value_text(None)
_SYMBOL = re.compile(r"[%ΣΔ]?[^\W\d_]+")
_SHOWN_ELSEWHERE = {"entrants", "pools", "tournament", "game"}


LAYOUT = 9
"""Counted up whenever a document of the same data comes to look different."""


def written(document: Row, ending: str, spoken: Language | None = None, of_list: str = "") -> str:
    """The document in the form that the ending of its file asks for, in English or ``spoken``.

    ``of_list`` is the title of the list.  The language and the title are among its data, so
    that the check can write the document again.
    """
    shown = {"list": of_list} if of_list else {}
    if spoken is not None and spoken.code != DEFAULT:
        shown["language"] = spoken.code
    content = {"layout": LAYOUT, **({"shown": shown} if shown else {}), **document}
    data = json.dumps(content, ensure_ascii=False, indent=1)
    laid_out = attrs.evolve(document_of(json.loads(data), data), of_list=of_list)
    if spoken is not None and "language" in shown:
        laid_out = in_language(laid_out, spoken)
    return FORMS[ending](laid_out)


def text_matches_data(document: Row, text: str, language: Callable[[str], Language]) -> bool:
    """True if a document of this layout matches its own data, to the letter.

    True also if that cannot be determined: for another layout, or for data alone.
    """
    if document.get("layout") != LAYOUT:
        return True
    data = {key: value for key, value in document.items() if key not in {"layout", "shown"}}
    shown = document.get("shown", {})
    try:
        how = language(shown.get("language", DEFAULT)), shown.get("list", "")
        return any(written(data, ending, *how) == text for ending in FORMS)
    except (LookupError, TypeError, AttributeError, ValueError):
        return False


def document_of(audit: Row, data: str, others: Mapping[str, str | None] | None = None) -> Document:
    """The audit laid out for reading; ``data`` is the JSON to be embedded.

    ``others``: names of players who are not among its opponents, but met before.
    """
    about = _tournament_name(audit)
    return Document(
        title=marked("How the rating came about"),
        player=f"{display_name(audit['name'])} ({audit['player']})",
        occasion=Message(
            "%(occasion)s, %(day)s",
            occasion=about or Message("Without a tournament"),
            day=audit["ended_on"],
        ),
        before=_before(audit),
        after=_card(audit["card_after"], audit),
        parts=tuple(_parts(audit, AuditNames.of(audit, others))),
        data=data,
    )


def _parts(document: Row, names: AuditNames) -> Iterator[Part]:
    yield Part(marked("At a glance"), (FieldList(tuple(_fields(document))),))
    for row in document["rows"]:
        if games := row.get("games_used"):
            yield Part(_games_heading(row, document), (_game_table(games, names),))
    steps = tuple(_step(step, names) for step in document["steps"])
    yield Part(marked("Step by step"), (StepList(steps),))
    if symbols := tuple(_symbols(document)):
        yield Part(marked("The symbols"), (FieldList(symbols),))
    if document["not_counted"]:
        left_out = _game_table(document["not_counted"], names)
        yield Part(marked("Games that do not count"), (left_out,))
    for kind, games in document["residual_games"].items():
        if games:
            yield Part(_RESIDUAL[kind], (_game_table(games, names),))
    if document["opponents"]:
        opponents = list(_opponents(document, names))
        about = [{"player": ("player", each["player"])} for each in document["opponents"]]
        yield Part(marked("The opponents' ratings before"), (table_of(opponents, subjects=about),))
    events = [_input(each, names) for each in document["inputs"]]
    yield Part(marked("Sources"), (_SOURCES, table_of(events)))
    if document.get("stated"):
        yield Part(
            marked("Stated, not recomputed"), (_ONLY_STATED, table_of(list(_stated(document))))
        )
    yield Part(marked("Check it yourself"), (_HOW_TO_CHECK,))


def steps_of_calculation(calculation: Row) -> Sequence[Part]:
    """The steps of a calculation and their symbols, as an audit has them."""
    names = {each["opponent"]: each["name"] for each in calculation["games"]}
    named = AuditNames(
        calculation["player"], {**names, calculation["player"]: calculation["name"]}, {}
    )
    steps = tuple(_step(_without_games(step), named) for step in calculation["steps"])
    parts = [Part(marked("Step by step"), (StepList(steps),))]
    if symbols := tuple(_symbols(calculation)):
        parts.append(Part(marked("The symbols"), (FieldList(symbols),)))
    return parts


def _without_games(step: Row) -> Row:
    """A step whose tables name no games, for those of a calculation have nothing but numbers."""
    given = {
        name: [{key: each[key] for key in each if key != "game"} for each in value]
        if _is_table(value)
        else value
        for name, value in step["given"].items()
    }
    return {**step, "given": given}


def _games_heading(row: Row, document: Row) -> str:
    if "part" in row and len(document["rows"]) > 1:
        return Message("The games that count, part %(part)s", part=row["part"])
    return marked("The games that count")


def _game_table(rows: Sequence[Row], names: AuditNames) -> Table:
    lines = [names.game_line(row) for row in rows]
    return table_of(lines, _HEADINGS, [names.subjects(row) for row in rows])


def _stated(document: Row) -> Iterator[Row]:
    """A line for each reason, with the places that it is about."""
    places: dict[str, dict[str, None]] = {}
    for each in document["stated"]:
        places.setdefault(each["why"], {})[_place(each["place"])] = None
    for why, about in places.items():
        yield {"what": joined_parts([*about]), "why": as_message(why)}


_PLACES = {
    "known_at": marked("position"),
    "what_if": marked("another rulebook or readings"),
    "card_before": marked("rating before"),
    "card_after": marked("rating after"),
    "opponents": marked("ratings of the opponents"),
    "residual_games": marked("residual games"),
}


def _place(place: Sequence[Any]) -> str:
    """A place in the data in words; steps are counted from 1."""
    first, *rest = place
    if first == "steps":
        return Message("step %(number)s", number=rest[0] + 1)
    return as_message(_PLACES.get(first, str(first).replace("_", " ")))


_ONLY_STATED = Text(
    Message(
        "The check recomputes every other number from this document alone, or ties it to "
        "an event by its hash. It accepts these as given."
    )
)
_SOURCES = Text(
    Message(
        "Each event below is in the ledger at its position. Its hash is computed from the event "
        "and the hash before it, so no earlier event can change unnoticed."
    )
)
_HOW_TO_CHECK = Text(
    Message(
        "This document contains all its numbers as data. “rating-ledger check-audit” "
        "with the name of this file recomputes every step from them, without the ledger "
        "and without its rulebooks. It checks the numbers, not the words."
    )
)


def _fields(document: Row) -> Iterator[tuple[str, str]]:
    before, after = document["card_before"], document["card_after"]
    yield marked("Player"), f"{display_name(document['name'])} ({document['player']})"
    if document["tournament"] is not None:
        yield marked("Tournament"), f"{_tournament_name(document)} ({document['tournament']})"
    yield marked("Ended on"), document["ended_on"]
    if (first := _before(document)) != _card(before, document):
        yield marked("Before"), first
    elif before is not None:
        yield marked("Before"), _state_of_card(before, document, before["last_event"])
    if after is not None:
        yield marked("After"), _state_of_card(after, document, None)
        yield marked("Valid until"), after["valid_until"] or Message("without end")
    yield marked("Rulebook"), _rulebook(document["rulebook"])
    readings = [f"{name} {value_text(value)}" for name, value in document["parameters"].items()]
    yield marked("Readings"), ", ".join(readings) or _NONE
    yield marked("Pool"), document["pool"]
    position = document["known_at"]
    last: object = Message("the last day of the ledger")
    if document["as_of"] is not None:
        last = date.fromisoformat(document["as_of"])
    yield (
        marked("State"),
        Message("as of %(day)s, as known at position %(position)s", day=last, position=position),
    )


def _rulebook(rulebook: str | None) -> str:
    if rulebook is None:
        return _NONE
    name = rulebook_name(rulebook)
    return rulebook if name == rulebook else f"{name}, {rulebook}"


def _state_of_card(state: Row, document: Row, source: str | None) -> str:
    """The card with its status, and the event it came from where that is to be said."""
    card, status = _card(state, document), as_message(state["status"])
    if source is None:
        return Message("%(card)s (%(status)s)", card=card, status=status)
    return Message("%(card)s (%(status)s, from %(event)s)", card=card, status=status, event=source)


def _tournament_name(document: Row) -> str | None:
    for each in document["inputs"]:
        data = each["data"] or {}
        if each["what"] == "tournament" and data.get("tournament") == document["tournament"]:
            return str(data["name"])
    return None if document["tournament"] is None else str(document["tournament"])


def _card(standing: Row | None, document: Row) -> str:
    if standing is None or standing["card"] is None:
        return "–"
    card = format_card(standing["card"], document["rulebook"])
    return Numeral(f"−{card[1:]}" if card.startswith("-") else card)


def _before(document: Row) -> str:
    """The rating before; of FIDE's, which may last for several lists, that before the first."""
    of_lists = {"FIDE 7.1", "FIDE 8.2.3"}
    first = next((it for it in document["steps"] if it["rule"] in of_lists), None)
    if first is None:
        return _card(document["card_before"], document)
    return str(first["given"].get("base", "–"))


def _opponents(document: Row, names: AuditNames) -> Iterator[Row]:
    for each in document["opponents"]:
        yield {
            "player": names.name(each["player"]),
            "card": _card(each, document),
            "status": each["status"],
            "from": each["last_event"],
            "valid until": each["valid_until"],
        }


def _symbols(document: Row) -> Iterator[tuple[str, str]]:
    """The symbols that the steps use, in words."""
    used: set[str] = set()
    for step in document["steps"]:
        used |= {*step["given"], *_SYMBOL.findall(step["text"])}
    for symbol, meaning in symbols_of(document["rulebook"]).items():
        if symbol in used:
            yield symbol, as_message(meaning)


def _step(step: Row, names: AuditNames) -> Step:
    given = names.named(step["given"])
    lists = {name: value for name, value in given.items() if _is_table(value)}
    alone = {name: value for name, value in given.items() if name not in lists}
    return Step(
        rule=step["rule"],
        text=names.said(as_message(step["text"])),
        given=tuple((name, _value(value)) for name, value in alone.items()),
        result=_value(step["result"]),
        tables=tuple(_game_table(rows, names) for rows in lists.values()),
    )


def _value(value: Any) -> Cell:
    return value_cell(as_message(value) if value in WORDS else value)


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _input(each: Row, names: AuditNames) -> Row:
    data = None if each["data"] is None else names.named(each["data"])
    summary = Message("struck") if data is None else joined_parts([*_field_texts(data)])
    if each["corrected_by"]:
        summary = Message(
            "%(summary)s (by %(correction)s)", summary=summary, correction=each["corrected_by"]
        )
    return {
        "position": each["position"],
        "what": each["what"],
        "event": each["id"],
        "current": summary,
        "submitted by": each["recorded_by"],
        "on": each["recorded_at"][:19].replace("T", " "),
        "source": each["source"],
        "hash": each["hash"],
        "hash before": each.get("previous_hash"),
    }


def _field_texts(data: Row) -> Iterator[str]:
    for key, value in data.items():
        if key not in _SHOWN_ELSEWHERE and value is not None:
            name = as_message(_VENUE if key == "place" else key.replace("_", " "))
            said = as_message(value) if key in _CHOSEN else value_text(value)
            said = "".join(said) if key == "parameters" else said  # names as they are typed
            yield Message("%(name)s %(value)s", name=name, value=said)
