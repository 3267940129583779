"""Results for the rating of the American Go Association: text with players and games.

``TOURNEY`` names the event, with its days as attributes below it, ``PLAYERS`` has a line for each
player (number, name, grade), ``GAMES`` a line for each game: number of White, number of Black, who
won, handicap, komi.  Players are counted as they stand: their numbers are those of a register.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

import attrs
from msgspec.structs import replace

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
_MOST_STONES, _LONGEST = 50, 200


@attrs.define
class _Parts:
    """The lines of a file by what they are, each with its number."""

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
        komi=komi.pop() if len(komi) == 1 else None,
        players=tuple(players.values()),
        games=tuple(game for game, _ in games),
    )
    return check_report(report, supplied, findings)


def _parts(text: Text, findings: Findings) -> _Parts:
    parts, part = _Parts(), ""
    for number, written in enumerate(text.lines, start=1):
        line = _COMMENT.sub("", written)
        if not line.strip():
            continue
        if found := _DIRECTIVE.fullmatch(line):
            part, rest = found[1].upper(), found[2]
            if part == "END":
                break
            if part == "TOURNEY":
                parts.name = rest
            elif part == "GAMES":
                parts.rounds.append((rest, []))
        elif part == "TOURNEY" and (attribute := _ATTRIBUTE.fullmatch(line)):
            parts.attributes[attribute[1].casefold()] = WrittenDate(attribute[2].strip(), number)
        elif part == "PLAYERS":
            parts.players.append((number, line))
        elif part == "GAMES":
            parts.rounds[-1][1].append((number, line))
        else:
            message = Message("the line says nothing that is known here, and is passed over")
            findings.warn(message, number)
    return parts


def _day(parts: _Parts, name: str) -> WrittenDate | None:
    """A day, which is written with the month first."""
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
            message = Message("the number %(number)s stands for two players", number=id_)
            findings.error(message, line)
            continue
        seen.add(id_)
        known = int(id_) < TEMPORARY
        member = fields.external_id("aga", id_, findings, line) if known else None
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
    """A grade; a rating as well, whose whole number is one: 3.2 is 3d, -4.7 is 4k."""
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
        games = [
            found
            for line, text in lines
            if (found := _game(text, line, numbers, findings)) is not None
        ]
        playing = Counter(side for game, _ in games for side in (game.white, game.black))
        # A block of more than one round has no rounds, whatever number it has.
        is_round = (
            re.fullmatch("[1-9][0-9]{0,2}", ordinal.strip())
            and max(playing.values(), default=0) <= 1
        )
        for game, komi in games:
            yield replace(game, round=int(ordinal) if is_round else None), komi


def _game(
    text: str, line: int, numbers: Mapping[str, str], findings: Findings
) -> tuple[GameReport, str | None] | None:
    match = _GAME.fullmatch(text[:_LONGEST])
    sides = () if match is None else tuple(match[i].lstrip("0") or "0" for i in (1, 2))
    winner = "" if match is None else match[3].upper()
    unknown = [side for side in sides if side not in numbers]
    if match is None or winner not in {"W", "B"}:
        message = Message(
            "a game is written as White, Black, W or B for the winner, handicap and komi "
            "(123 456 W 0 7): correct it"
        )
        findings.error(message, line)
        return None
    if unknown:
        message = Message(
            "a game names player %(number)s, who is not in the list of players: complete the list",
            number=unknown[0],
        )
        findings.error(message, line)
        return None
    stones = int(match[4] or 0)
    if stones > _MOST_STONES:
        findings.error(Message("%(stones)s handicap stones are too many", stones=stones), line)
        return None
    game = GameReport(
        round=None,
        white=numbers[sides[0]],
        black=numbers[sides[1]],
        white_points=1.0 if winner == "W" else 0.0,
        black_points=1.0 if winner == "B" else 0.0,
        stones=stones,
        line=line,
    )
    return game, match[5]
