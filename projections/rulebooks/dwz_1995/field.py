"""A tournament as its evaluation sees it: who is rated, and the ratable games of each."""

from collections.abc import Collection, Mapping

from projections.rulebooks.document import by_player
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import DwzCard, Held, Residual, Undated
from projections.rulebooks.dwz_1995.chapters import Chapters, Field, Games
from projections.rulebooks.dwz_1995.p4_10_order import evaluated_apart
from projections.rulebooks.dwz_1995.p6_01_validity import figure_before, residual_games_before
from projections.rulebooks.strengths import NOBODY, Strengths
from projections.rulebooks.tournament import Tournament


def field_of(
    tournament: Tournament,
    cards: Mapping[str, DwzCard | None],
    rules: Chapters,
    others: Strengths = NOBODY,
) -> Field:
    """Who comes with a figure, who with residual games, and what they played.

    ``others``: what those counted as who are not among the tournament's players, where it is a
    part of one.
    """
    games = ratable_games(tournament, others.ratings.keys() | others.first.keys())
    held: dict[str, Held] = {}
    residual_games: dict[str, tuple[Residual, ...]] = {}
    apart: dict[str, Undated] = {}
    for player, _ in by_player(games):
        card = cards.get(player) or DwzCard()
        figure = figure_before(card, tournament.ended_on, rules)
        undated = evaluated_apart(card, figure, tournament)
        if figure is not None and undated is None:
            held[player] = figure
            continue
        if undated is not None:
            apart[player] = undated
        waiting = card.residual_games if undated is None else undated.residual_games
        residual_games[player] = residual_games_before(
            waiting, tournament.ended_on, rules.readings
        )
    return Field(
        tournament=tournament,
        rules=rules,
        cards=cards,
        held=held,
        residual_games=residual_games,
        apart=apart,
        games=games,
        ratings={**others.ratings, **{player: own.rating for player, own in held.items()}},
        others=others,
    )


@dwz.within("4.2")
@dwz.within("6.1.4")
def ratable_games(tournament: Tournament, others: Collection[str] = ()) -> dict[str, Games]:
    """The games of everyone that were played and against people; computers have no sheet.

    A result that counts for one side stands on that side's sheet alone.  ``others``: people who
    are met, but not evaluated.
    """
    sheets = {
        player: Games() for player, person in tournament.players.items() if not person.computer
    }
    for game in tournament.games:
        white, black = game.white, game.black
        if not game.played or black is None:
            continue
        first, second = sheets.get(white), sheets.get(black)
        if (first is None and white not in others) or (second is None and black not in others):
            continue
        rated_for = game.rated_for
        if first is not None and rated_for in {"both", "white"}:
            first.ids.append(game.game)
            first.opponents.append(black)
            first.points.append(game.white_points)
        if second is not None and rated_for in {"both", "black"}:
            second.ids.append(game.game)
            second.opponents.append(white)
            second.points.append(game.black_points)
    return sheets
