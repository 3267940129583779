"""A game by what people know of it: the tournament, the round and White, or White and Black."""

from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import Connection

from ledger.events.problems import Refused, refusal
from projections.engine.history.as_of import EVERYTHING
from projections.queries.answer_types import GameRow
from projections.queries.find_by_name import find_tournament, the_one
from projections.queries.listings import games_of


def find_game(connection: Connection, words: Sequence[str], today: date) -> str:
    """The id of the game named by tournament, round and White, or tournament, White and Black.

    Raises :class:`~ledger.events.problems.Refused` where it is not one game, naming those that
    may be meant, and where the colours were the other way round.
    """
    tournament = find_tournament(connection, words[0])
    rows = games_of(connection, EVERYTHING, today, tournament)
    people = _people(rows)
    if words[1].isdecimal() and words[1] not in people:
        white = _player(words[2], people)
        rows = [row for row in rows if row["round"] == int(words[1])]
        return _one(rows, white, None, f"round {words[1]} of {tournament}")
    white, black = (_player(word, people) for word in words[1:])
    return _one(rows, white, black, tournament)


def _people(rows: Sequence[GameRow]) -> Mapping[str, str]:
    """Those who played, with the names under which they are shown."""
    whites = {row["white"]: row["white_name"] or "" for row in rows}
    blacks = {row["black"]: row["black_name"] or "" for row in rows if row["black"] is not None}
    return whites | blacks


def _player(word: str, people: Mapping[str, str]) -> str:
    return word if word in people else the_one(word, people, "player")


def _one(rows: Sequence[GameRow], white: str, black: str | None, where: str) -> str:
    def is_meant(row: GameRow) -> bool:
        return row["white"] == white and black in {None, row["black"]}

    def is_reversed(row: GameRow) -> bool:
        return row["black"] == white and black in {None, row["white"]}

    found = [row for row in rows if is_meant(row)]
    if len(found) == 1:
        return found[0]["game"]
    against = "" if black is None else f" against {black}"
    if found:
        raise _refused(f"{white} had White{against} more than once in {where}", found)
    if other := [row for row in rows if is_reversed(row)]:
        raise _refused(f"{white} had Black{against} in {where}", other)
    message = f"{white} had no game{against} in {where}: `rating-ledger games` lists them"
    raise refusal("unknown-game", message, "game")


def _refused(why: str, rows: Sequence[GameRow]) -> Refused:
    listed = "; ".join(
        f"{row['game']} (round {row['round'] or '?'}, {row['white']} – {row['black']})"
        for row in rows[:10]
    )
    return refusal("which-game", f"{why}: say which game, {listed}", "game")
