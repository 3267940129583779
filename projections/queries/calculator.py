"""The calculator: the evaluation of games that are not recorded, by the rulebook in force.

The games become a tournament of the day asked about, typed ratings are decided on that day, and
the rulebook evaluates it like any other.  Nothing is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import attrs

from ledger.events.facts import PlayerRegistered, TournamentSubmitted
from projections.engine.replay.schedule import RulebookPeriod
from projections.queries import answer_types as shapes
from projections.queries.answers import Answers, Row, row_of
from projections.queries.audit import audit, plain
from projections.queries.calculator_request import TypedGame
from projections.queries.hypothetical import HypotheticalAnswers, HypotheticalTournament
from projections.queries.listings import tournament_names
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Game, TypicalResult

_AUDITED = ("rulebook", "parameters", "row", "rows", "steps")


@attrs.frozen(kw_only=True)
class Person:
    """Somebody in a calculation: registered before, or made of what was typed.

    ``card``: the typed rating, in the shape that its rulebook gives to a decided one.
    """

    id: str
    typed: PlayerRegistered | None = None
    card: Mapping[str, Any] | None = None


@attrs.frozen(kw_only=True)
class Scenario:
    """A calculation to be done: a player, his opponents game by game, and the tournament."""

    period: RulebookPeriod
    player: Person
    opponents: Sequence[Person]
    games: Sequence[TypedGame]
    tournament: TournamentSubmitted

    def worked_out(self, answers: Answers, games: Sequence[TypedGame]) -> HypotheticalAnswers:
        """The answers of the pool as if ``games``, in the place of its own, were recorded."""
        persons = {each.id: each for each in (self.player, *self.opponents)}.values()
        supposed = HypotheticalTournament(
            tournament=self.tournament,
            games=[*self._recorded(games)],
            players=[each.typed for each in persons if each.typed is not None],
        )
        return HypotheticalAnswers(answers, [supposed], [*self._ratings(answers, persons)])

    def _recorded(self, games: Sequence[TypedGame]) -> Iterator[Game]:
        for number, (game, opponent) in enumerate(zip(games, self.opponents, strict=True), 1):
            if game.points is not None:
                yield _game(self.game_id(number), number, game, self.player.id, opponent.id)

    def game_id(self, number: int) -> str:
        """The id of a game by its number."""
        return f"{self.tournament.tournament}-{number}"

    def _ratings(self, answers: Answers, persons: Any) -> Iterator[RatingDecided]:
        """Ratings that are taken for granted, as if a body had decided them."""
        for position, each in enumerate(persons, answers.card_history.position + 1):
            if each.card is not None:
                yield RatingDecided(
                    day=self.tournament.ended_on,
                    event=f"~{position}",
                    position=position,
                    player=each.id,
                    card=each.card,
                    kind="initial",
                    by="",
                    reason="",
                    birth_year=None if each.typed is None else each.typed.birth_year,
                )


def _game(id_: str, number: int, game: TypedGame, player: str, opponent: str) -> Game:
    points = game.points or 0.0
    white, black = (opponent, player) if game.is_black else (player, opponent)
    to_white = 1 - points if game.is_black else points
    return Game(
        game=id_,
        white=white,
        black=black,
        white_points=to_white,
        black_points=1 - to_white,
        round=number,
        played=game.played,
        reason=None if game.played else "forfeit",
        stones=game.stones,
    )


# --- the answer ----------------------------------------------------------------------------------


def calculation(answers: Answers, scenario: Scenario) -> shapes.Calculation:
    """The evaluation of the games by the rulebook in force, with its steps.

    ``with_points``: what the player would have with any number of points out of the games that
    are still open, or out of all of them if none is.
    """
    done = scenario.worked_out(answers, scenario.games)
    player, tournament = scenario.player.id, scenario.tournament.tournament
    working = audit(done, player, tournament)
    document, names = working.document(), done.names([player])
    without, others = done.standing_without(player, tournament)
    found = {
        "pool": answers.question.pool,
        "day": scenario.tournament.ended_on.isoformat(),
        "player": player,
        "name": names.get(player),
        "rated": working.report.excluded is None,
        "reason": working.report.excluded,
        "conditions": _conditions(scenario.tournament),
        **{name: document[name] for name in _AUDITED},
        "before": row_of(done.standing_before(player, tournament)),
        "without": row_of(without),
        "others": _named(answers, others),
        "after": row_of(_after(done, scenario)),
        **_proposal(done, scenario, scenario.games),
        "games": [*_games(done, scenario, document)],
        "not_counted": document["not_counted"],
        "with_points": [*_with_points(answers, scenario)],
    }
    return cast("shapes.Calculation", found)


def _named(answers: Answers, tournaments: Sequence[str]) -> list[shapes.OtherReport]:
    names = tournament_names(answers, tournaments) if tournaments else {}
    return [{"tournament": each, "name": names.get(each)} for each in tournaments]


def _after(done: HypotheticalAnswers, scenario: Scenario) -> RatingStatus:
    found = done.standings([scenario.player.id])
    return found.get(scenario.player.id, RatingStatus(status="unrated"))


def _proposal(done: HypotheticalAnswers, scenario: Scenario, games: Sequence[TypedGame]) -> Row:
    """The first rating that the rulebook proposes to those who decide it, if it gives none itself.

    ``not_proposed`` says what is missing for it.
    """
    nothing: Row = {"proposed": None, "not_proposed": None}
    scored = [each.points for each in games if each.points is not None and each.played]
    if not scored or _after(done, scenario).card is not None:
        return nothing
    result = TypicalResult(
        points=sum(scored),
        games=len(scored),
        class_=scenario.tournament.class_,
        day=scenario.tournament.ended_on,
        decisions=done.history([]).standing_decisions(done.question.pool),
    )
    card = scenario.period.book.proposed_card(result)
    if isinstance(card, Objection):
        return nothing if card.field == "rulebook" else {**nothing, "not_proposed": card.message}
    return {**nothing, "proposed": dict(card)}


def _conditions(tournament: TournamentSubmitted) -> Row:
    time = tournament.thinking_time
    return {
        "system": tournament.format,
        "minutes": None if time is None else plain(time.minutes),
        "increment": None if time is None else plain(time.increment_seconds),
        "country": tournament.country,
        "class": tournament.class_,
        "flags": list(tournament.flags),
    }


def _games(
    done: HypotheticalAnswers, scenario: Scenario, document: Row
) -> Iterator[shapes.CalculatedGame]:
    opponents = {each["player"]: each for each in document["opponents"]}
    used = {each["game"]: each for row in document["rows"] for each in row.get("games_used", ())}
    names = done.names({each.id for each in scenario.opponents})
    pairs = zip(scenario.games, scenario.opponents, strict=True)
    for number, (game, opponent) in enumerate(pairs, 1):
        yield {
            "game": scenario.game_id(number),
            "opponent": opponent.id,
            "name": names.get(opponent.id),
            "figure": opponents.get(opponent.id, {}).get("figure"),
            "points": game.points,
            "played": game.played,
            "expected": used.get(scenario.game_id(number), {}).get("expected"),
        }


# --- next rating by points -----------------------------------------------------------------------


def _with_points(answers: Answers, scenario: Scenario) -> Iterator[shapes.RatingWithPoints]:
    """The rating after each number of points: the first games are won, the last are lost.

    ``change`` is that of these games alone: other reports may wait for the same list.
    """
    open_ones = [number for number, game in enumerate(scenario.games) if game.points is None]
    varied = open_ones or [number for number, game in enumerate(scenario.games) if game.played]
    others = sum(
        game.points or 0 for number, game in enumerate(scenario.games) if number not in varied
    )
    for halves in range(2 * len(varied) + 1):
        games = list(scenario.games)
        for place, number in enumerate(varied):
            points = min(max(halves - 2 * place, 0), 2) / 2
            games[number] = attrs.evolve(games[number], points=points)
        done = scenario.worked_out(answers, games)
        after = _after(done, scenario)
        without, _ = done.standing_without(scenario.player.id, scenario.tournament.tournament)
        row = row_of(after)
        yield {
            "points": others + halves / 2,
            "figure": row["figure"],
            "card": row["card"],
            "status": row["status"],
            "change": _change(scenario, without, after),
            "proposed": _proposal(done, scenario, games)["proposed"],
        }


def _change(scenario: Scenario, without: RatingStatus, after: RatingStatus) -> float | None:
    book = scenario.period.book
    field = book.moving_field or book.card_fields[0]
    cards = [each.card or {} for each in (without, after)]
    old, new = (card.get(field) for card in cards)
    return None if old is None or new is None else round(new - old, 3)
