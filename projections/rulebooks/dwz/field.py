"""The input of a tournament's evaluation, and the cards that result from it."""

from collections.abc import Collection, Mapping

from projections.rulebooks.document import by_player, concerning
from projections.rulebooks.dwz import dwz, dwz_2014, p4_10_order
from projections.rulebooks.dwz.card import DwzCard, Figure, Held, Residual, Undated
from projections.rulebooks.dwz.chapters import Chapters, Field, Games, Outcome
from projections.rulebooks.dwz.p4_07_first_ratings import counted_games
from projections.rulebooks.dwz.p4_09_next_rating import next_index
from projections.rulebooks.dwz.p6_01_validity import figure_before, residual_games_before
from projections.rulebooks.dwz.readings import Readings2014, chosen_in
from projections.rulebooks.strengths import NOBODY, Strengths
from projections.rulebooks.tournament import Tournament

# --- before: who is rated, and the ratable games of each -----------------------------------------


def field_of(
    tournament: Tournament,
    cards: Mapping[str, DwzCard | None],
    rules: Chapters,
    others: Strengths = NOBODY,
) -> Field:
    """Return the field of a tournament: ratings and residual games on entry, and the games played.

    ``others``: the strengths of people outside the field, if it is a part of a tournament.
    """
    games = ratable_games(tournament, others.ratings.keys() | others.first.keys())
    held: dict[str, Held] = {}
    residual_games: dict[str, tuple[Residual, ...]] = {}
    apart: dict[str, Undated] = {}
    for player, _ in by_player(games):
        card = cards.get(player) or DwzCard()
        figure = figure_before(card, tournament.ended_on, rules)
        undated = p4_10_order.evaluated_apart(card, figure, tournament)
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
    """The n ratable games of everyone: played, and between people; computers are removed.

    A result that counts for one side is on that side's sheet alone.  ``others``: opponents who are
    not evaluated.
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


# --- after: new ratings with their index, residual games kept or spent ---------------------------


def figures_after(outcome: Outcome) -> dict[str, Figure]:
    """The new figures of everyone who was evaluated."""
    tournament = outcome.field.tournament
    figures = {
        player: Figure(
            rating=after.Rn, index=after.index, on=tournament.ended_on, source=tournament.id
        )
        for player, after in outcome.next_ratings.items()
    }
    for player in outcome.first:
        with concerning(player):
            figures[player] = first_figure(outcome, player)
    return figures


@dwz.within("4.4")
def cards_after_1995(outcome: Outcome, figures: Mapping[str, Figure]) -> dict[str, DwzCard]:
    """Return the changed cards; a player who has obtained a rating has no residual games left."""
    cards = {player: DwzCard(figure=figure) for player, figure in figures.items()}
    for player, games in outcome.kept.items():
        card = outcome.field.cards.get(player) or DwzCard()
        waiting = (*outcome.field.residual_games[player], *games)
        cards[player] = DwzCard(figure=card.figure, adopted=card.adopted, residual_games=waiting)
    return cards


def first_figure(outcome: Outcome, player: str) -> Figure:
    """The first DWZ, or its mean with those of other undated tournaments (4.10.1.3)."""
    tournament = outcome.field.tournament
    rating = outcome.first[player]
    undated = _undated(outcome, player) if p4_10_order.UNDATED in tournament.flags else None
    if undated is not None and len(undated.evaluations) > 1:
        rating = p4_10_order.mean_of_first_evaluations(undated.evaluations)
    return Figure(
        rating=rating,
        index=next_index(0),
        on=tournament.ended_on,
        source=tournament.id,
        undated=undated,
    )


@dwz.within("4.10.1.3")
def _undated(outcome: Outcome, player: str) -> Undated:
    """The undated first evaluations including this one; their mean by games is the rating."""
    field = outcome.field
    residual_games = field.residual_games[player]
    games = len(residual_games) + len(counted_games(field, outcome.stages, player))
    earlier = field.apart[player].evaluations if player in field.apart else ()
    return Undated(
        evaluations=(*earlier, (outcome.first[player], games)), residual_games=residual_games
    )


# --- 2014, 3.4.3: of players who were never in a club nothing is kept ----------------------------


def cards_after_2014(outcome: Outcome, figures: Mapping[str, Figure]) -> dict[str, DwzCard]:
    """Return the changed cards of players whose evaluation is kept."""
    changed = cards_after_1995(outcome, figures)
    if not chosen_in(Readings2014, outcome.field.readings).members_only:
        return changed
    return {player: card for player, card in changed.items() if is_kept(outcome, player)}


@dwz_2014.within("3.4.3")
def is_kept(outcome: Outcome, player: str) -> bool:
    """True if an evaluation is kept; with ``members_only``, only of players once in a club."""
    field = outcome.field
    if not chosen_in(Readings2014, field.readings).members_only:
        return True
    tournament = field.tournament
    return any(
        membership.club is not None and membership.from_day <= tournament.ended_on
        for membership in tournament.players[player].memberships
    )
