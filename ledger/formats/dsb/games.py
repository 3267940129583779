"""The games of a DSB file: each side's result counts, or does not, for its own player."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from ledger.events.sentences import sentence
from ledger.formats.dates import unambiguous_date
from ledger.formats.side_results import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
    combine_results,
)
from ledger.formats.tournament_report import Findings, GameReport
from ledger.formats.xml_tree import Element, whole_number

POINTS: Mapping[str, SideResult] = {
    "1": WIN,
    "0.5": DRAW,
    "0": LOSS,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
}

_Sides = tuple[int | None, str | None, str | None, float, float, bool]


def dsb_games(root: Element, findings: Findings) -> Iterator[GameReport]:
    """Every game, forfeit and bye of a report."""
    for list_ in root.all("games"):
        for element in list_.all("game"):
            game = _game(element, findings)
            if game is not None:
                yield game


def without_mirrored(games: Sequence[GameReport], findings: Findings) -> tuple[GameReport, ...]:
    """The games once, where a list has every one twice, in the lines of both players.

    Such a list has the player of each line as White, so the colours are not known.
    """
    between = [game for game in games if game.black is not None]
    counted = Counter(map(_seen_from_white, between))
    if not between or any(
        counted[_seen_from_white(game)] != counted[_seen_from_black(game)] for game in between
    ):
        return tuple(games)
    kept, seen = [], Counter[_Sides]()
    for game in games:
        if game.black is None:
            kept.append(game)
        elif seen[_seen_from_black(game)]:
            seen[_seen_from_black(game)] -= 1
        else:
            seen[_seen_from_white(game)] += 1
            kept.append(replace(game, sides_known=False))
    message = sentence(
        "every game is listed twice, with White and Black exchanged: read once, and the colours "
        "are not known"
    )
    findings.warn(message, between[0].line)
    return tuple(kept)


def _seen_from_white(game: GameReport) -> "_Sides":
    return game.round, game.white, game.black, game.white_points, game.black_points, game.played


def _seen_from_black(game: GameReport) -> "_Sides":
    return game.round, game.black, game.white, game.black_points, game.white_points, game.played


def _game(element: Element, findings: Findings) -> GameReport | None:
    line, column = element.line, element.column
    sides = [_side(element, colour, findings) for colour in ("White", "Black")]
    results = [_side_result(element, f"point{colour}", findings) for colour in ("White", "Black")]
    round_ = whole_number(element, "round", 999, findings)
    if round_ is None:
        findings.error(sentence("a game has no round: complete it"), line, column)
    if None in results or None in sides or round_ is None:
        return None
    if sides == ["", ""]:
        findings.error(sentence("a game has no player at all: correct it"), line, column)
        return None
    white_result, black_result = results
    game = GameReport(
        round=round_,
        white=sides[0] or "",
        black=sides[1],
        white_points=0.0,
        black_points=0.0,
        day=_day(element, findings),
        line=line,
    )
    if "" in sides:
        side_result = white_result if sides[0] else black_result
        return replace(
            game,
            white=sides[0] or sides[1] or "",
            black=None,
            white_points=side_result.points if side_result else 0.0,
            played=False,
            reason="bye",
            day=None,
        )
    result = combine_results(white_result, black_result) if white_result and black_result else None
    if result is None:
        message = sentence("more than one point is given: correct the game")
        findings.error(message, line, column)
        return None
    return replace(game, **result.fields())


def _side(element: Element, colour: str, findings: Findings) -> str | None:
    """The player's number; empty for nobody, None (and an error) where it is left open."""
    number = whole_number(element, f"tournamentPlayerNumber{colour}", 999_999, findings)
    nobody = element.value(f"none{colour}Player") in {"true", "1"}
    if (number is None) != nobody:
        message = sentence(
            "a game needs %(number)s or %(nobody)s, not both: correct it",
            number=f"tournamentPlayerNumber{colour}",
            nobody=f"none{colour}Player",
        )
        findings.error(message, element.line, element.column)
        return None
    return "" if number is None else str(number)


def _side_result(element: Element, name: str, findings: Findings) -> SideResult | None:
    text = element.value(name) or ""
    result = POINTS.get(text)
    if result is None:
        message = sentence(
            "%(name)s %(text)r is not one of 0, 0.5, 1, +, -: correct it",
            name=name,
            text=text[:10],
        )
        findings.error(message, element.line, element.column)
    return result


def _day(element: Element, findings: Findings) -> date | None:
    text = element.value("date")
    if text is not None and not text.strip(" 0./-"):
        message = sentence("date %(text)r stands for a day that is not known", text=text[:20])
        findings.warn(message, element.line)
        return None
    day = None if text is None else unambiguous_date(text)
    if text is not None and day is None:
        message = sentence("date %(text)r is no day: write it as YYYY-MM-DD", text=text[:20])
        findings.error(message, element.line)
    return day
