"""PGN, tags only: games of chess, combined into a tournament.

PGN has no tournaments, no byes and, except for a rare tag, no forfeits.  Players are
distinguished by their FIDE numbers, else by their names exactly as written.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit

_TAG_NAME = r"\[\s{0,9}([A-Za-z][A-Za-z0-9_]{0,40})\s{0,9}"
_TOKEN = re.compile(
    rf'{_TAG_NAME}"((?:[^"\\\n]|\\[^\n]){{0,1000}})"\s{{0,9}}\]'
    rf'|^[^\S\n]*+{_TAG_NAME}"([^\n]{{0,1000}})"[^\S\n]*\][^\S\n]*$'  # with quotes inside
    r"|(\{)[^}\n]*+(?:\n(?!\s{0,9}\n\s{0,9}\[\s{0,9}[A-Za-z])[^}\n]*+)*+\}?"
    r"|(;)[^\n]*+|^%[^\n]*+"
    r"|^[^\S\n]*+(\[)(?=\s{0,9}[A-Za-z])[^\n]*+",
    re.MULTILINE,
)
"""A tag (name and value), a comment, an escaped line, or a bracket that is not a tag.

A comment that is never closed ends before a blank line and a tag."""
_MOVE_NUMBER = re.compile(r"[0-9]{1,3}\.")
_ESCAPED = re.compile(r"\\(.)")


@attrs.define
class Tags:
    """The tags of one game, with the line of the first one; ``is_over`` after the first text.

    ``unreadable``: the lines of tags that cannot be read.
    """

    line: int
    values: dict[str, str] = attrs.field(factory=dict)
    lines: dict[str, int] = attrs.field(factory=dict)
    unreadable: tuple[int, ...] = ()
    is_over: bool = False
    has_moves: bool = False

    def get(self, name: str) -> str | None:
        """Return a tag's value; None if it is missing or states that it is unknown."""
        value = self.values.get(name, "").strip()
        return None if value in {"", "?", "-", "*"} else value

    def line_of(self, name: str) -> int:
        """Return the line of a tag, else the line at which the game begins."""
        return self.lines.get(name, self.line)


def games_in(text: str) -> Iterator[Tags]:
    """The games of a file."""
    game, at, line = None, 0, 1
    for token in _TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        if game is not None:
            _skip(text, at, token.start(), game)
        at = token.end()
        name, value, other_name, other_value, brace, semicolon, bracket = token.groups()
        if name := name or other_name:
            if game is None or game.is_over or name in game.values:
                if game is not None:
                    yield game
                game = Tags(line)
            game.values[name] = _ESCAPED.sub(r"\1", value or other_value or "")
            game.lines[name] = line
        elif game is not None and bracket and not game.is_over:
            game.unreadable += (line,)
        elif game is not None and (brace or semicolon):
            game.is_over = True
        line += text.count("\n", token.start(), at)
    if game is not None:
        _skip(text, at, len(text), game)
        yield game


def _skip(text: str, start: int, end: int, game: Tags) -> None:
    """Skip moves, after which the game has no further tags."""
    moves = text[start:end].strip()
    game.is_over = game.is_over or bool(moves)
    game.has_moves = game.has_moves or _MOVE_NUMBER.search(moves) is not None


RESULTS: Mapping[str, tuple[kit.SideResult, kit.SideResult]] = {
    "1-0": (kit.WIN, kit.LOSS),
    "0-1": (kit.LOSS, kit.WIN),
    "1/2-1/2": (kit.DRAW, kit.DRAW),
    "½-½": (kit.DRAW, kit.DRAW),
    "0-0": (kit.LOSS, kit.LOSS),
}
SYSTEMS: Mapping[str, kit.System] = {
    "swiss": "swiss",
    "tourn": "round-robin",
    "k.o.": "knockout",
    "match": "match",
    "team": "team",
}
FORFEITS = ("forfeit", "unterminated")
_OPEN = frozenset({"*", ""})


def read_pgn(file: kit.File) -> kit.TournamentReport:
    """The report of a PGN file."""
    games = list(islice(games_in("\n".join(file.lines())), kit.MOST_RESULTS + 1))
    if len(games) > kit.MOST_RESULTS:
        raise file.refusal(kit.TOO_MANY_RESULTS)
    if not games:
        message = Message('there is no tag like [White "…"] in the file: this is not PGN')
        raise file.refusal(message)
    player_table = _PlayerTable(file)
    reports = tuple(_games(games, player_table, file))
    return file.report(
        _span(games, file),
        player_table.roster.players.values(),
        reports,
        name=_name(games, file),
        place=_common_value(games, "Site"),
        country=_common_value(games, "EventCountry"),
        system=SYSTEMS.get((_common_value(games, "EventType") or "").casefold().split(" ")[0]),
    )


class _PlayerTable:
    """The players as they appear, by their numbers or names."""

    def __init__(self, file: kit.File) -> None:
        self.roster = kit.Roster(file)
        self._by_name: dict[str, str] = {}
        self._file = file

    def number(self, tags: Tags, colour: str) -> str | None:
        name = kit.tidy(tags.get(colour) or "")[:200]
        line = tags.line_of(colour)
        if not name:
            message = Message("the game does not name %(colour)s: complete the tag", colour=colour)
            self._file.error(message, line)
            return None
        text = tags.get(f"{colour}FideId") or ""
        id_ = kit.fields.external_id("fide", text, self._file, line, name)
        key = f"fide {id_}" if id_ is not None else self._by_name.get(name, f"name {name}")
        is_new = key not in self.roster.players
        player = self.roster.player(
            key,
            name,
            line,
            title=tags.get(f"{colour}Title"),
            computer=(tags.get(f"{colour}Type") or "").casefold() == "program",
            ids={"fide": id_},
            ratings={"FIDE": tags.get(f"{colour}Elo")},
        )
        if player.name != name and not is_new:
            message = Message(
                "%(name)r is %(other)r: the same FIDE number", name=name, other=player.name
            )
            self._file.adjusted(message, line)
        if self._by_name.setdefault(name, key) != key:
            message = Message(
                "%(name)r appears with several FIDE numbers, or with and without: taken as "
                "different players",
                name=name,
            )
            self._file.warn(message, line)
        return player.number


def _games(
    games: Sequence[Tags], player_table: _PlayerTable, file: kit.File
) -> Iterator[kit.GameReport]:
    boards = _boards(games)
    others_have_moves = any(tags.has_moves for tags in games)
    for tags, (round_, board) in zip(games, boards, strict=True):
        for line in tags.unreadable:
            file.error(Message('this tag cannot be read: write it as [Name "…"]'), line)
        white, black = player_table.number(tags, "White"), player_table.number(tags, "Black")
        is_open = tags.values.get("Result", "").strip() in _OPEN and white and black
        if is_open and file.leaves_open(round_, white or "", black or "", tags.line, board=board):
            continue
        sides = _side_results(tags, file)
        result = None if sides is None else kit.combine_results(*sides)
        if white is None or black is None or result is None:
            continue
        game = kit.GameReport(
            round=round_,
            board=board,
            white=white,
            black=black,
            **result.fields(),
            day=_day(tags),
            line=tags.line,
        )
        yield _with_forfeit(game, tags, others_have_moves, file)


def _side_results(tags: Tags, file: kit.File) -> tuple[kit.SideResult, kit.SideResult] | None:
    text = tags.values.get("Result", "").replace(" ", "")
    sides = RESULTS.get(text)
    if sides is None:
        message = Message(
            "%(text)r is not a result: complete the game, or remove it", text=text[:20]
        )
        file.error(message, tags.line_of("Result"))
    return sides


def _with_forfeit(
    game: kit.GameReport, tags: Tags, others_have_moves: bool, file: kit.File
) -> kit.GameReport:
    if (tags.get("Termination") or "").casefold() in FORFEITS:
        return kit.replace(game, played=False, reason="forfeit", day=None)
    empty = tags.get("PlyCount") == "0" or (others_have_moves and not tags.has_moves)
    if empty and game.white_points != game.black_points:
        message = Message(
            'a decisive game without moves: if forfeited, set [Termination "forfeit"]'
        )
        file.warn(message, tags.line)
    variant = tags.get("Variant")
    if variant is not None and variant.casefold() not in {"standard", "chess"}:
        message = Message(
            "games of the variant %(variant)r: are they to be rated?", variant=variant[:30]
        )
        file.warn(message, tags.line)
    return game


def _boards(games: Sequence[Tags]) -> list[tuple[int | None, int | None]]:
    """Return round and board; a second number of the round is the board if it never repeats."""
    parts = [_round(tags) for tags in games]
    counted = Counter(part for part in parts if part[1] is not None)
    if any(times > 1 for times in counted.values()):
        return [(round_, None) for round_, _ in parts]
    return parts


def _round(tags: Tags) -> tuple[int | None, int | None]:
    match = re.fullmatch(
        r"([1-9][0-9]{0,2})(?:\.([1-9][0-9]{0,3}))?(?:\..*)?", tags.get("Round") or ""
    )
    if match is None:
        return None, None
    return int(match[1]), int(match[2]) if match[2] else None


def _day(tags: Tags) -> date | None:
    text = tags.get("Date") or ""
    return (
        kit.unambiguous_date(text) if re.fullmatch(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", text) else None
    )


def _month(tags: Tags) -> tuple[int, int | None] | None:
    """Year and month (None: not known) of a date without its day, such as ``1997.??.??``."""
    match = re.fullmatch(r"([0-9]{4})\.([0-9]{2}|\?\?)\.\?\?", tags.get("Date") or "")
    if match is None:
        return None
    return int(match[1]), None if match[2] == "??" else int(match[2])


def _check_months(games: Sequence[Tags], file: kit.File) -> None:
    """Check that incomplete dates are within the days that the submitter gives."""
    for tags in games:
        found = _month(tags)
        if found is None:
            continue
        year, month = found
        first, last = file.supplied.starts_on, file.supplied.ended_on
        too_late = last and (year, month or 1) > (last.year, last.month if month else 12)
        too_early = first and (year, month or 12) < (first.year, first.month if month else 1)
        if too_late or too_early:
            message = Message(
                "a game is dated %(date)s, but you gave %(first)s to %(last)s: correct "
                "one of them",
                {"date": tags.get("Date"), "first": first or "?", "last": last or "?"},
            )
            file.error(message, tags.line_of("Date"))


def _span(games: Sequence[Tags], file: kit.File) -> kit.Span:
    """Return first and last day of the games; if one game has no day, the last may be missing."""
    supplied = file.supplied
    _check_months(games, file)
    days = [_day(tags) for tags in games]
    known = [day for day in days if day is not None]
    undated = next((tags for tags, day in zip(games, days, strict=True) if day is None), None)
    if undated is not None and supplied.ended_on is None:
        message = Message(
            "a game has no full Date, so the last day is not known: give %(ended_on)s",
            ended_on=kit.RequestField("ended_on", "YYYY-MM-DD"),
        )
        file.error(message, undated.line_of("Date"))
        return None, None
    first = supplied.starts_on or (min(known) if known and undated is None else None)
    if first is not None and not undated and (max(known) - first).days > 400:
        message = Message(
            "the games are from %(first)s to %(last)s: split the file by tournaments",
            {"first": first, "last": max(known)},
        )
        file.error(message)
        return None, None
    return file.days(first, supplied.ended_on or max(known))


def _name(games: Sequence[Tags], file: kit.File) -> str | None:
    names = list(dict.fromkeys(name for tags in games if (name := tags.get("Event"))))
    if len(names) > 1 and file.supplied.name is None:
        message = Message(
            "there are %(count)s different events in the file: split it, or give %(name)s",
            {"count": len(names), "name": kit.RequestField("name", "NAME")},
        )
        file.error(message, games[0].line)
    return names[0] if names else None


def _common_value(games: Sequence[Tags], name: str) -> str | None:
    values = {value for tags in games if (value := tags.get(name))}
    return kit.tidy(values.pop())[:200] if len(values) == 1 else None
