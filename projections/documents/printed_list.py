"""A rating list ready to be printed: who stands where, of which club, and what has changed.

A change is counted from the list published last before it, as that list was; where another
rulebook governed then, or no list was published, there is none.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from projections.actions.publish import digest, publications
from projections.history.cut import Cut
from projections.presentation import shown, spelt
from projections.queries.answers import Answers, Question, Row


@attrs.frozen(kw_only=True)
class ListedPlayer:
    """A player's line; ``change`` is a number with its sign, ``=``, ``new``, or empty."""

    place: int
    player: str
    name: str
    club: str
    figure: str
    card: Mapping[str, Any]
    change: str
    valid_until: str


@attrs.frozen(kw_only=True)
class PrintedList:
    """A pool's list of a day, with what it is a list of; ``since``: the list it is compared to."""

    pool: str
    rulebook: str | None
    day: date
    known_at: int
    digest: str
    since: date | None
    players: Sequence[ListedPlayer]


def printed_list(answers: Answers) -> PrintedList:
    """The list at the cut and under the rulebook that are asked about."""
    rows = answers.ratings()
    before = published_before(answers)
    figures = None if before is None else {row["player"]: row["figure"] for row in before[1]}
    clubs = _clubs(answers, rows)
    return PrintedList(
        pool=answers.question.pool,
        rulebook=answers.rulebook,
        day=answers.day,
        known_at=answers.card_history.position,
        digest=digest(rows),
        since=None if before is None else before[0],
        players=tuple(
            ListedPlayer(
                place=place,
                player=row["player"],
                name=shown(row["name"]),
                club=clubs.get(row["player"], ""),
                figure=spelt(row["card"], answers.rulebook),
                card=row["card"],
                change="" if figures is None else _change(figures.get(row["player"]), row),
                valid_until=row["valid_until"] or "",
            )
            for place, row in enumerate(rows, start=1)
        ),
    )


def published_before(answers: Answers) -> tuple[date, Sequence[Row]] | None:
    """Day and rows of the list published last for an earlier day, where the same rules held."""
    question, day = answers.question, answers.day
    stood = publications(answers.connection, question.pool, answers.card_history.position)
    lists = [known.fact for known in stood if known.fact.day < day]
    if not lists:
        return None
    last = max(lists, key=lambda fact: (fact.day, fact.position))
    was = Question(question.pool, question.today, Cut(last.day, last.position))
    then = Answers(answers.connection, was)
    return (last.day, then.ratings()) if then.rulebook == answers.rulebook else None


def _change(before: float | None, row: Row) -> str:
    if before is None:
        return "new"
    change = round(row["figure"] - before, 3)
    return f"{change:+.10g}".replace("-", "−") if change else "="


def _clubs(answers: Answers, rows: Sequence[Row]) -> Mapping[str, str]:
    """The clubs of those who are named: a club might say who somebody is."""
    named = [row["player"] for row in rows if row["name"] is not None]
    players = answers.history([], named).players
    clubs = {player: players[player].club_on(answers.day) for player in named}
    return {player: club for player, club in clubs.items() if club is not None}
