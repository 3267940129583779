"""Results for the rating of the American Go Association: text with players and games.

``TOURNEY`` names the event, with its days as attributes below it, ``PLAYERS`` has a line for each
player (number, name, grade), ``GAMES`` a line for each game: number of White, number of Black,
winner, handicap, komi.  Players are numbered by their lines: their numbers are those of a
register.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import kit

TEMPORARY = 90_000
"""Numbers from here on stand for players who have none yet."""
_DIRECTIVE = re.compile(r"(?i)\s*(?:##\s*)?(TOURNEY|PLAYERS|GAMES|END)\b[:\s]*(.*)")
_COMMENT = re.compile(r"(?<!#)#(?!#).*|//.*")
_ATTRIBUTE = re.compile(r"\s*([A-Za-z]{4,10})\s*=\s*(.*)")
_PLAYER = re.compile(
    r"\s*(?:[A-Za-z]{2,3})?([0-9]{1,7})[\s,]\s*(.*\S)\s+"
    r"([0-9]{1,2}\s?[kdpKDP]|[+-]?[0-9]{1,2}\.[0-9]{1,6})(?:\s.*)?"
)
_GAME = re.compile(
    r"\s*(?:[A-Za-z]{2,3})?([0-9]{1,7})\s+(?:[A-Za-z]{2,3})?([0-9]{1,7})\s+(\S{1,10})"
    r"(?:\s+([0-9]{1,2})(?:\s+([+-]?[0-9]{1,3}(?:\.[0-9])?))?)?(?:\s.*)?"
)
_ORDINAL = re.compile("[1-9][0-9]{0,2}")
_WINNERS = frozenset("WB")
_MOST_STONES, _LONGEST = 50, 200


@attrs.define
class _Parts:
    """The lines of a file by section, each with its number."""

    name: str = ""
    attributes: dict[str, kit.WrittenDate] = attrs.field(factory=dict)
    players: list[tuple[int, str]] = attrs.field(factory=list)
    rounds: list[tuple[str, list[tuple[int, str]]]] = attrs.field(factory=list)


def read_aga(file: kit.File) -> kit.TournamentReport:
    """The report of a file of results."""
    parts = _parts(file)
    if not parts.players:
        message = Message(
            "there is no player below a line PLAYERS: this is not a file of AGA results"
        )
        raise file.refusal(message)
    if len(parts.players) > kit.MOST_PLAYERS:
        raise file.refusal(kit.TOO_MANY_PLAYERS)
    days = file.days(_day(parts, "start"), _day(parts, "finish"))
    players = dict(_players(parts.players, file))
    games = tuple(_games(parts, {id_: each.number for id_, each in players.items()}, file))
    place = parts.attributes.get("location")
    komi = {komi for game, komi in games if not game.stones and komi}
    return file.report(
        days,
        players.values(),
        [game for game, _ in games],
        discipline="go",
        name=parts.name,
        place=None if place is None else place.text,
        system="swiss" if games and all(game.round for game, _ in games) else None,
        komi=kit.fields.komi(komi.pop(), file, None) if len(komi) == 1 else None,
    )


def _parts(file: kit.File) -> _Parts:
    parts, part = _Parts(), ""
    for number, written in enumerate(file.lines(), start=1):
        line = _COMMENT.sub("", written) if "#" in written or "//" in written else written
        if part == "GAMES" and line[:1].isdecimal():  # the common case
            parts.rounds[-1][1].append((number, line))
        elif found := _DIRECTIVE.fullmatch(line):
            part, rest = found[1].upper(), found[2]
            if part == "END":
                break
            if part == "TOURNEY":
                parts.name = rest
            elif part == "GAMES":
                parts.rounds.append((rest, []))
        elif line.strip() and not _is_part(parts, part, number, line):
            file.warn(Message("the line is not recognised and is skipped"), number)
    return parts


def _is_part(parts: _Parts, part: str, number: int, line: str) -> bool:
    """Add a line to the section that began above it; True if it belongs there."""
    if part == "TOURNEY" and (attribute := _ATTRIBUTE.fullmatch(line)):
        parts.attributes[attribute[1].casefold()] = kit.WrittenDate(attribute[2].strip(), number)
    elif part == "PLAYERS":
        parts.players.append((number, line))
    elif part == "GAMES":
        parts.rounds[-1][1].append((number, line))
    else:
        return False
    return True


def _day(parts: _Parts, name: str) -> kit.WrittenDate | None:
    """Return a day, which is written with the month first."""
    written = parts.attributes.get(name)
    if written is None or not written.text:
        return None
    match = re.fullmatch("([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", written.text)
    if match is None:
        return written
    return attrs.evolve(written, text=f"{match[3]}-{int(match[1]):02}-{int(match[2]):02}")


def _players(
    lines: Sequence[tuple[int, str]], file: kit.File
) -> Iterator[tuple[str, kit.PlayerReport]]:
    seen: set[str] = set()
    for place, (line, text) in enumerate(lines, start=1):
        match = _PLAYER.fullmatch(text[:_LONGEST])
        if match is None:
            message = Message(
                "a player is written as number, name and grade (123 Last, First 3k): correct it"
            )
            file.error(message, line)
            continue
        id_, name = match[1].lstrip("0") or "0", match[2].strip(" ,")
        if id_ in seen:
            file.error(Message("the number %(number)s is used by two players", number=id_), line)
            continue
        seen.add(id_)
        player = file.player(
            place,
            name or "?",
            line=line,
            grade=_grade(match[3].replace(" ", ""), file, line),
            ids={"aga": id_} if int(id_) < TEMPORARY else {},
        )
        yield id_, player


def _grade(text: str, file: kit.File, line: int) -> str:
    """Return a grade; also from a rating, by its whole part: 3.2 is 3d, -4.7 is 4k."""
    if "." not in text:
        return text
    whole = int(float(text))
    if not whole:
        file.warn(Message("rating %(text)r is not a number: left out", text=text), line)
        return ""
    grade = f"{whole}d" if whole > 0 else f"{-whole}k"
    message = Message("rating %(rating)r is read as the grade %(grade)s", rating=text, grade=grade)
    file.adjusted(message, line)
    return grade


def _games(
    parts: _Parts, numbers: Mapping[str, str], file: kit.File
) -> Iterator[tuple[kit.GameReport, str | None]]:
    for ordinal, lines in parts.rounds:
        games = [(line, _GAME.fullmatch(text[:_LONGEST])) for line, text in lines]
        playing = Counter(
            side for _, game in games if game is not None for side in game.group(1, 2)
        )
        # A block with more than one round gives no round numbers, whatever number it has.
        is_round = _ORDINAL.fullmatch(ordinal.strip()) and max(playing.values(), default=0) <= 1
        round_ = int(ordinal) if is_round else None
        for line, game in games:
            if game is None or game[3].upper() not in _WINNERS:
                message = Message(
                    "a game is written as White, Black, W or B for the winner, handicap and komi "
                    "(123 456 W 0 7): correct it"
                )
                file.error(message, line)
            elif (report := _game(game, round_, line, numbers, file)) is not None:
                yield report, game[5]


def _game(
    game: re.Match[str], round_: int | None, line: int, numbers: Mapping[str, str], file: kit.File
) -> kit.GameReport | None:
    white, black = numbers.get(game[1]), numbers.get(game[2])
    if white is None or black is None:
        white, black = (numbers.get(side.lstrip("0")) for side in game.group(1, 2))
    stones = int(game[4] or 0)
    if white is None or black is None:
        message = Message(
            "a game names player %(number)s, who is not in the list of players: complete the list",
            number=game[2] if black is None else game[1],
        )
        file.error(message, line)
        return None
    if stones > _MOST_STONES:
        file.error(Message("%(stones)s handicap stones are too many", stones=stones), line)
        return None
    white_won = game[3] in {"W", "w"}
    return kit.GameReport(
        round=round_,
        white=white,
        black=black,
        white_points=1.0 if white_won else 0.0,
        black_points=0.0 if white_won else 1.0,
        stones=stones,
        line=line,
    )
