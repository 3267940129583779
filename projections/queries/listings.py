"""The contents of a ledger: its pools, and a pool's tournaments, players and games."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import Connection

from ledger.events.facts import TournamentSubmitted
from ledger.events.problems import refusal
from ledger.events.streams import tournament_stream
from ledger.log.effective_events import EffectiveFact, read_streams
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.history.names import names_of
from projections.engine.read_model.generations import pools
from projections.engine.registry import AnyRulebook, registered, usable_rulebooks
from projections.engine.replay.schedule import period_on
from projections.queries.answer_types import GameRow, ParameterRow, PlayerRow, PoolRow, RulebookRow
from projections.queries.answers import Answers, Question
from projections.queries.search_index import SearchClocks, SearchIndex
from projections.queries.wall_order import LAST, WallOrder
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.readings import described
from projections.rulebooks.tournament import Game, Tournament

if TYPE_CHECKING:
    from projections.queries.whole_list import WholeLists


@attrs.frozen(kw_only=True)
class Selection:
    """The part of a list that is wanted.

    ``query``: what its name or id is searched by; ``format``: that of tournaments; ``first`` and
    ``last``: days, both included; ``after``: the id of the last row that is known already;
    ``limit``: how many.
    """

    query: str = ""
    first: date | None = None
    last: date | None = None
    after: str | None = None
    limit: int | None = None
    format: str = ""

    def of(self, ids: Sequence[str]) -> Iterator[str]:
        """Yield the ids after the known one, as many as are wanted.

        Raises :class:`~ledger.events.problems.Refused` if it is not among them.
        """
        if self.after is None:
            return islice(ids, self.limit)
        if self.after not in ids:
            message = f"{self.after!r} is not in this list: go on from one of its ids"
            raise refusal("unknown-id", message, "after")
        start = ids.index(self.after) + 1
        return islice(ids, start, None if self.limit is None else start + self.limit)


def pool_rows(
    connection: Connection, index: SearchIndex, lists: "WholeLists", today: date
) -> list[PoolRow]:
    """Every pool by name, all from one state."""
    names = pools(connection)
    return [pool_row(Answers(connection, Question(name, today)), index, lists) for name in names]


def pool_row(answers: Answers, index: SearchIndex, lists: "WholeLists") -> PoolRow:
    """Return a pool at the cut in question."""
    periods = answers.card_history.periods
    period = period_on(answers.day, periods)
    ended = index.tournaments(answers.connection, "", search_clocks(answers))
    return {
        "pool": answers.question.pool,
        "rulebook": None if period is None else period.book.name,
        "horizon": answers.card_history.horizon.isoformat() if periods else None,
        "players": len(lists.ranked(answers).holding),
        "tournaments": sum(answers.question.pool in heading.pools for heading in ended),
    }


def published_days(answers: Answers) -> list[str]:
    """Return the days of the pool's effective published lists, in the order of the log."""
    return [day for day, _ in published_states(answers)]


def published_states(answers: Answers) -> list[tuple[str, int]]:
    """Return the days and positions of the pool's effective published lists, likewise."""
    publications = answers.history([]).publications(answers.question.pool)
    return [(known.fact.day.isoformat(), known.fact.position) for known in publications]


# --- tournaments -----------------------------------------------------------------------------


def tournament_names(answers: Answers, tournaments: Collection[str]) -> dict[str, str]:
    """The names of those ids that are tournaments, without reading their games."""
    return {id_: it.name for id_, it in submitted_tournaments(answers, tournaments).items()}


def submitted_tournaments(
    answers: Answers, tournaments: Collection[str]
) -> Mapping[str, TournamentSubmitted]:
    """Return what was submitted of those ids that are tournaments, without their games."""
    return {it.fact.tournament: it.fact for it in submissions_of(answers, tournaments)}


LAST_PLAYED = 6
"""Evaluations of each of a club's first players among which those of its teams are looked for."""


def tournaments_of_teams(
    answers: Answers, club: str, players: Sequence[str]
) -> Sequence[TournamentSubmitted]:
    """The tournaments with a team of a club, of those that some players played last, newest first.

    A team has the name of its club, or that with a number behind it.
    """
    history = answers.card_history
    keys = {it.key for player in players for it in history.versions_of(player)[-LAST_PLAYED:]}
    played = {it.subject for it in history.at(keys).values() if it.kind == "tournament"}
    facts = submitted_tournaments(answers, played).values()
    found = (it for it in facts if any(_is_team_of(club, team.name) for team in it.teams))
    return sorted(found, key=lambda it: it.ended_on, reverse=True)


def _is_team_of(club: str, team: str) -> bool:
    """True for "SC Falkensee" and "SC Falkensee II", which are not teams of another Falkensee."""
    return team.startswith(club) and not team.removeprefix(club).strip(" .0123456789IVX")


def submissions_of(answers: Answers, tournaments: Collection[str]) -> Iterator[EffectiveFact]:
    """Yield the events by which those ids that are tournaments were submitted."""
    streams = map(tournament_stream, tournaments)
    known_at = answers.card_history.position
    types = [TournamentSubmitted.type]
    yield from read_streams(answers.connection, streams, types, known_at=known_at).facts()


# --- players ---------------------------------------------------------------------------------


def search_clocks(answers: Answers) -> SearchClocks:
    """Return the cut of a question, as the search index takes it."""
    question = answers.question
    return SearchClocks(answers.card_history.position, question.as_of, question.today)


def players(answers: Answers, index: SearchIndex, selection: Selection) -> list[PlayerRow]:
    """The registered players whose name, number or id fits the query, best first, then by name.

    A player registered twice is found by either id, and listed under the one that is kept.
    Names that are not shown are not searched.
    """
    found = index.players(answers.connection, selection.query, search_clocks(answers))
    names = {it.player: it.name for it in found}
    wanted = list(selection.of(list(names)))
    standings = answers.standings(wanted)
    return [_player_row(player, names[player], standings.get(player)) for player in wanted]


def _player_row(player: str, name: str | None, standing: RatingStatus | None) -> PlayerRow:
    return {
        "player": player,
        "name": name,
        "figure": None if standing is None else standing.figure,
        "status": "unrated" if standing is None else standing.status,
    }


# --- games -----------------------------------------------------------------------------------


def games_of(connection: Connection, as_of: AsOf, today: date, tournament: str) -> list[GameRow]:
    """Return the games of a tournament with corrections applied, by round and board.

    Raises :class:`~ledger.events.problems.Refused` for an unknown tournament.
    """
    history = History.about(connection, as_of, "", [tournament])
    if not history.has_tournament(tournament):
        raise refusal("unknown-tournament", f"there is no tournament {tournament!r}", "tournament")
    (given,) = history.tournaments("", [tournament])
    names = names_of(connection, sorted(given.players), as_of, today)
    return _on_the_wall(history, given, names)


def games_of_tournament(answers: Answers, tournament: str) -> list[GameRow]:
    """The games of a tournament of the pool, as they hang on the wall.

    Raises :class:`~ledger.events.problems.Refused` if no such tournament has ended.
    """
    history = answers.submitted(tournament)
    (given,) = history.tournaments(answers.question.pool, [tournament])
    names = answers.names(given.players)
    return _on_the_wall(history, given, names)


def _on_the_wall(history: History, given: Tournament, names: Mapping[str, str]) -> list[GameRow]:
    order = WallOrder(history.submission(given.id), given.games)
    return [_game_row(given, game, names) for game in sorted(given.games, key=order.key)]


def games(answers: Answers) -> Iterator[GameRow]:
    """Yield every game of a pool's tournaments that ended by the day in question, oldest first."""
    history, as_of, pool = answers.whole_history(), answers.question.as_of, answers.question.pool
    names = answers.names(history.players)
    ids = [id_ for id_ in history.tournament_ids(pool) if as_of.covers(history.ended_on(id_))]
    for given in history.tournaments(pool, ids):
        for game in sorted(given.games, key=_by_board):
            yield _game_row(given, game, names)


def _by_board(game: Game) -> tuple[float, float, str]:
    return game.round or LAST, game.board or LAST, game.game


def _game_row(given: Tournament, game: Game, names: Mapping[str, str]) -> GameRow:
    return {
        "game": game.game,
        "tournament": given.id,
        "ended_on": given.ended_on.isoformat(),
        "round": game.round,
        "board": game.board,
        "played_on": None if game.played_on is None else game.played_on.isoformat(),
        "white": game.white,
        "white_name": names.get(game.white),
        "black": game.black,
        "black_name": None if game.black is None else names.get(game.black),
        "white_points": game.white_points,
        "black_points": game.black_points,
        "played": game.played,
        "reason": game.reason,
        "rated_for": game.rated_for,
    }


# --- the rulebooks that a pool can adopt, with their documents and parameters --------------------


def rulebook_rows(name: str | None) -> list[RulebookRow]:
    """Return every rulebook that can be used, or the one of a name.

    Raises :class:`~ledger.events.problems.Refused` if there is none of that name.
    """
    return [_row(each) for each in (usable_rulebooks() if name is None else [registered(name)])]


def _row(book: AnyRulebook) -> RulebookRow:
    return {
        "rulebook": book.name,
        "document": book.document.title,
        "card": list(book.card_fields),
        "converts": sorted(book.conversions),
        "parameters": [
            ParameterRow(
                parameter=each.name,
                default=_plain(each.default),
                values=each.values,
                meaning=each.meaning,
            )
            for each in described(type(book.readings))
        ],
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
