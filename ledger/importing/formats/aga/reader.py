"""Results for the rating of the American Go Association: text with players and games.

``TOURNEY`` names the event, with its days as attributes below it, ``PLAYERS`` has a line for each
player (number, name, grade), ``GAMES`` a line for each game: number of White, number of Black,
winner, handicap, komi.  Players are numbered by their lines: their numbers are those of a
register.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_PLAYERS, TOO_MANY_PLAYERS, check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates
from ledger.importing.formats.text import Text, read_text, tidy
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
)

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
    attributes: dict[str, WrittenDate] = attrs.field(factory=dict)
    players: list[tuple[int, str]] = attrs.field(factory=list)
    rounds: list[tuple[str, list[tuple[int, str]]]] = attrs.field(factory=list)


def read_aga(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a file of results."""
    text = read_text(content, findings)
    if text is None:
        return None
    parts = _parts(text, findings)
    if not parts.players:
        findings.error(
            Message("there is no player below a line PLAYERS: this is no file of AGA results")
        )
        return None
    if len(parts.players) > MOST_PLAYERS:
        findings.error(TOO_MANY_PLAYERS)
        return None
    first, last = resolve_dates(_day(parts, "start"), _day(parts, "finish"), supplied, findings)
    players = dict(_players(parts.players, findings))
    games = tuple(_games(parts, {id_: each.number for id_, each in players.items()}, findings))
    place = parts.attributes.get("location")
    komi = {komi for game, komi in games if not game.stones and komi}
    report = TournamentReport(
        format="aga",
        encoding=text.encoding,
        digest=sha256(content).hexdigest(),
        discipline="go",
        name=tidy(parts.name)[:200] or None,
        place=None if place is None else tidy(place.text)[:200] or None,
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game, _ in games), default=0) or None,
        system="swiss" if games and all(game.round for game, _ in games) else None,
        komi=fields.komi(komi.pop(), findings, None) if len(komi) == 1 else None,
        players=tuple(players.values()),
        games=tuple(game for game, _ in games),
    )
    return check_report(report, supplied, findings)


def _parts(text: Text, findings: Findings) -> _Parts:
    parts, part = _Parts(), ""
    for number, written in enumerate(text.lines, start=1):
        line = _without_comment(written)
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
            message = Message("the line is not recognised and is skipped")
            findings.warn(message, number)
    return parts


def _is_part(parts: _Parts, part: str, number: int, line: str) -> bool:
    """Add a line to the section that began above it; True if it belongs there."""
    if part == "TOURNEY" and (attribute := _ATTRIBUTE.fullmatch(line)):
        parts.attributes[attribute[1].casefold()] = WrittenDate(attribute[2].strip(), number)
    elif part == "PLAYERS":
        parts.players.append((number, line))
    elif part == "GAMES":
        parts.rounds[-1][1].append((number, line))
    else:
        return False
    return True


def _without_comment(line: str) -> str:
    return _COMMENT.sub("", line) if "#" in line or "//" in line else line


def _day(parts: _Parts, name: str) -> WrittenDate | None:
    """Return a day, which is written with the month first."""
    written = parts.attributes.get(name)
    if written is None or not written.text:
        return None
    match = re.fullmatch("([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", written.text)
    if match is None:
        return written
    return attrs.evolve(written, text=f"{match[3]}-{int(match[1]):02}-{int(match[2]):02}")


def _players(
    lines: Sequence[tuple[int, str]], findings: Findings
) -> Iterator[tuple[str, PlayerReport]]:
    """The players by their numbers in the file."""
    seen: set[str] = set()
    for place, (line, text) in enumerate(lines, start=1):
        match = _PLAYER.fullmatch(text[:_LONGEST])
        if match is None:
            message = Message(
                "a player is written as number, name and grade (123 Last, First 3k): correct it"
            )
            findings.error(message, line)
            continue
        id_, name = match[1].lstrip("0") or "0", match[2].strip(" ,")
        if id_ in seen:
            message = Message("the number %(number)s is used by two players", number=id_)
            findings.error(message, line)
            continue
        seen.add(id_)
        known = int(id_) < TEMPORARY
        member = fields.external_id("aga", id_, findings, line, name) if known else None
        yield (
            id_,
            PlayerReport(
                number=str(place),
                name=tidy(name)[:200] or "?",
                grade=_grade(match[3].replace(" ", ""), findings, line),
                ids={} if member is None else {"aga": member},
                line=line,
            ),
        )


def _grade(text: str, findings: Findings, line: int) -> str | None:
    """Return a grade; also from a rating, by its whole part: 3.2 is 3d, -4.7 is 4k."""
    if "." not in text:
        return fields.grade(text, findings, line)
    whole = int(float(text))
    if not whole:
        message = Message("rating %(text)r is no number: left out", text=text)
        findings.warn(message, line)
        return None
    grade = f"{whole}d" if whole > 0 else f"{-whole}k"
    message = Message("rating %(rating)r is read as the grade %(grade)s", rating=text, grade=grade)
    findings.adjusted(message, line)
    return fields.grade(grade, findings, line)


def _games(
    parts: _Parts, numbers: Mapping[str, str], findings: Findings
) -> Iterator[tuple[GameReport, str | None]]:
    """The games with their komi."""
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
                findings.error(message, line)
            elif (report := _game(game, round_, line, numbers, findings)) is not None:
                yield report, game[5]


def _game(
    game: re.Match[str],
    round_: int | None,
    line: int,
    numbers: Mapping[str, str],
    findings: Findings,
) -> GameReport | None:
    white, black = numbers.get(game[1]), numbers.get(game[2])
    if white is None or black is None:
        white, black = (numbers.get(side.lstrip("0")) for side in game.group(1, 2))
    stones = int(game[4] or 0)
    if white is None or black is None:
        message = Message(
            "a game names player %(number)s, who is not in the list of players: complete the list",
            number=game[2] if black is None else game[1],
        )
        findings.error(message, line)
        return None
    if stones > _MOST_STONES:
        findings.error(Message("%(stones)s handicap stones are too many", stones=stones), line)
        return None
    white_won = game[3] in {"W", "w"}
    return GameReport(
        round=round_,
        white=white,
        black=black,
        white_points=1.0 if white_won else 0.0,
        black_points=0.0 if white_won else 1.0,
        stones=stones,
        line=line,
    )
