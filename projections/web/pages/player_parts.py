"""Of a player's record what one page of his card shows: a long career has several."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from projections.charts.career import MOST_MARKS
from projections.pool_view import PoolView
from projections.queries.kept_rows import KeptRows
from projections.web.pages.state import Answer, state_of

EVALUATIONS_OF_A_PAGE = 50
OPPONENTS_OF_A_PAGE = 200
Row = Mapping[str, Any]
Scores = Mapping[str, Mapping[str, float]]
"""By opponent the points of each game that counted."""


@attrs.frozen
class Opponent:
    """Somebody met, and the score against him over all games that counted."""

    player: str
    name: str | None
    games: int
    points: float


@attrs.frozen(kw_only=True)
class CardPage:
    """A page of a card, from 1 to ``pages``.

    ``history``: all evaluations, oldest first, of which ``on_page`` is a range; the others are
    without their games, which take up most of the room.  ``met``: how many opponents in all.
    """

    record: Row
    person: Row
    history: Sequence[Row]
    on_page: range
    opponents: Sequence[Opponent]
    met: int
    people: Mapping[str, Row]
    names: Mapping[str, str]
    number: int
    pages: int


def card_page(view: PoolView, player: str, number: int, kept: KeptRows) -> Answer:
    """A page of a player's card, or the last one where there are not so many."""
    record = view.player_to_read(player, kept)
    history, scores = record["history"], _scores(record["history"])
    pages = max(
        1,
        -(-len(history) // EVALUATIONS_OF_A_PAGE),
        -(-len(scores) // OPPONENTS_OF_A_PAGE),
    )
    number = min(max(number, 1), pages)
    last = len(history) - (number - 1) * EVALUATIONS_OF_A_PAGE
    on_page = range(max(0, last - EVALUATIONS_OF_A_PAGE), max(0, last))
    met = _met_most(scores, number)
    waiting = record["residual_games"]
    people = view.people(
        sorted({record["player"], *met, *(it["opponent"] for it in waiting if "opponent" in it)})
    )
    named = history if len(history) <= MOST_MARKS else [history[it] for it in on_page]
    tournaments = {row["tournament"] for row in [*named, *waiting] if row.get("tournament")}
    page = CardPage(
        record={**record, "history": ()},
        person=people[record["player"]],
        history=[
            row if place in on_page else _without_games(row) for place, row in enumerate(history)
        ],
        on_page=on_page,
        opponents=_opponents(met, scores, people),
        met=len(scores),
        people=people,
        names=view.tournament_names(sorted(tournaments)),
        number=number,
        pages=pages,
    )
    return Answer(state_of(view), page)


def _without_games(row: Row) -> Row:
    return {field: value for field, value in row.items() if field != "games_used"}


def _scores(history: Sequence[Row]) -> Scores:
    """Everybody met in a game that counted; each game once."""
    scores: dict[str, dict[str, float]] = {}
    for row in history:
        for game in row.get("games_used") or ():
            if game.get("opponent"):
                scores.setdefault(game["opponent"], {})[game["game"]] = game["points"]
    return scores


def _met_most(scores: Scores, number: int) -> Sequence[str]:
    """The opponents on a page: those met most often are on the first."""
    in_order = sorted(scores, key=lambda player: (-len(scores[player]), player))
    return in_order[(number - 1) * OPPONENTS_OF_A_PAGE : number * OPPONENTS_OF_A_PAGE]


def _opponents(
    met: Sequence[str], scores: Scores, people: Mapping[str, Row]
) -> Sequence[Opponent]:
    found = [
        Opponent(it, people[it]["name"], len(scores[it]), sum(scores[it].values())) for it in met
    ]
    return sorted(found, key=lambda each: (-each.games, each.name or "", each.player))
