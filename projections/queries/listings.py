"""What there is in a ledger: its pools, and a pool's tournaments, players and games."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

import attrs
from sqlalchemy import Connection

from ledger.events.facts import TournamentSubmitted
from ledger.events.problems import refusal
from ledger.events.streams import tournament_stream
from ledger.log.paging import pages
from ledger.log.standing_events import read_streams
from projections.history.cut import Cut
from projections.history.history import History
from projections.history.names import names_of
from projections.queries.answer_types import GameRow, PlayerRow, PoolRow, TournamentRow
from projections.queries.answers import Answers, Question
from projections.read_model.generations import pools
from projections.replay.schedule import period_on
from projections.rulebooks.tournament import Game, Tournament

TOURNAMENTS_AT_ONCE = 100
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})


@attrs.frozen(kw_only=True)
class Selection:
    """Which rows of a list are wanted.

    ``query``: a part of the name or id, case and accents ignored; ``first`` and ``last``: days,
    both included; ``after``: the id of the last row that is known already; ``limit``: how many.
    """

    query: str = ""
    first: date | None = None
    last: date | None = None
    after: str | None = None
    limit: int | None = None

    def of(self, ids: Sequence[str]) -> Iterator[str]:
        """The ids that come after the one that is known, as many as are wanted.

        Raises :class:`~ledger.events.problems.Refused` where it is not among them.
        """
        if self.after is None:
            return islice(ids, self.limit)
        if self.after not in ids:
            message = f"{self.after!r} is not in this list: go on from one of its ids"
            raise refusal("unknown-id", message, "after")
        start = ids.index(self.after) + 1
        return islice(ids, start, None if self.limit is None else start + self.limit)


def folded(text: str) -> str:
    """A text as it is searched: without case and accents, ``Müller`` as ``muller``."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def pool_rows(connection: Connection, today: date) -> list[PoolRow]:
    """Every pool by name, all from one state."""
    return [pool_row(Answers(connection, Question(name, today))) for name in pools(connection)]


def pool_row(answers: Answers) -> PoolRow:
    """A pool at the cut that is asked about."""
    history = answers.whole_history()
    periods = answers.card_history.periods
    period = period_on(answers.day, periods)
    cut, ids = answers.question.cut, history.tournament_ids(answers.question.pool)
    return {
        "pool": answers.question.pool,
        "rulebook": None if period is None else period.book.name,
        "horizon": answers.card_history.horizon.isoformat() if periods else None,
        "players": sum(it.status in ("valid", "pending") for it in answers.standings().values()),
        "tournaments": sum(cut.covers(history.ended_on(id_)) for id_ in ids),
    }


# --- tournaments -----------------------------------------------------------------------------


def tournaments(answers: Answers, selection: Selection) -> Iterator[TournamentRow]:
    """The tournaments submitted to a pool that ended by the day asked about, newest first.

    Raises :class:`~ledger.events.problems.Refused` at once where the list cannot be gone on with.
    """
    wanted = list(selection.of(_ended(answers, answers.whole_history(), selection)))
    return _tournament_rows(answers, wanted)


def _tournament_rows(answers: Answers, wanted: Sequence[str]) -> Iterator[TournamentRow]:
    history = answers.whole_history()
    for page in pages(wanted, TOURNAMENTS_AT_ONCE):
        history.read_about(page)
        for given in history.tournaments(answers.question.pool, page):
            yield _tournament_row(answers, history, given)


def _ended(answers: Answers, history: History, selection: Selection) -> Sequence[str]:
    cut, query = answers.question.cut, folded(selection.query)
    return [
        id_
        for id_ in reversed(history.tournament_ids(answers.question.pool))
        if cut.covers(ended := history.ended_on(id_))
        and (selection.first is None or selection.first <= ended)
        and (selection.last is None or ended <= selection.last)
        and (query in folded(id_) or query in folded(history.name_of(id_)))
    ]


def _tournament_row(answers: Answers, history: History, given: Tournament) -> TournamentRow:
    period, report = answers.report(given.id, history)
    return {
        "tournament": given.id,
        "name": given.name,
        "ended_on": given.ended_on.isoformat(),
        "rulebook": None if period is None else period.book.name,
        "rated": period is not None and report.excluded is None,
        "players": len(given.players),
        "games": len(given.games),
    }


def tournament_names(answers: Answers, tournaments: Collection[str]) -> dict[str, str]:
    """The names of those ids that are tournaments, without reading their games."""
    streams = map(tournament_stream, tournaments)
    known_at = answers.card_history.position
    types = [TournamentSubmitted.type]
    standing = read_streams(answers.connection, streams, types, known_at=known_at)
    return {known.fact.tournament: known.fact.name for known in standing.facts()}


# --- players ---------------------------------------------------------------------------------


def players(answers: Answers, selection: Selection) -> list[PlayerRow]:
    """The registered players whose name or id contains the query, by name.

    Whoever was registered twice is found by either id, and listed under the one that is kept.
    Names that are not shown are not searched.
    """
    names, known = _known_names(answers)
    query = folded(selection.query)
    found = [player for player, texts in known.items() if any(query in text for text in texts)]
    wanted = list(selection.of(found))
    standings = answers.standings(wanted)
    return [_player_row(player, names, standings) for player in wanted]


def searchable_players(answers: Answers) -> list[tuple[Sequence[str], PlayerRow]]:
    """Every registered player by name, with the texts (folded) among which he is found.

    For whoever searches again and again; :func:`players` finds the same.
    """
    names, known = _known_names(answers)
    standings = answers.standings()
    return [(texts, _player_row(player, names, standings)) for player, texts in known.items()]


def _known_names(answers: Answers) -> tuple[Mapping[str, str], Mapping[str, Sequence[str]]]:
    """Names as they are shown, and by name what each player is found by: his ids, his name."""
    history = answers.whole_history()
    names = answers.names(history.players)
    ordered = sorted(history.players, key=lambda each: (folded(names.get(each, "~")), each))
    known = {}
    for player in ordered:
        texts = (*history.registrations_of(player), names.get(player, ""))
        known[player] = [folded(text) for text in texts]
    return names, known


def _player_row(player: str, names: Mapping[str, str], standings: Mapping[str, Any]) -> PlayerRow:
    standing = standings.get(player)
    return {
        "player": player,
        "name": names.get(player),
        "figure": None if standing is None else standing.figure,
        "status": "unrated" if standing is None else standing.status,
    }


# --- games -----------------------------------------------------------------------------------


def games_of(connection: Connection, cut: Cut, today: date, tournament: str) -> list[GameRow]:
    """The games of a tournament as they stand, by round and board.

    Raises :class:`~ledger.events.problems.Refused` for an unknown tournament.
    """
    history = History.about(connection, cut, "", [tournament])
    if not history.has_tournament(tournament):
        raise refusal("unknown-tournament", f"there is no tournament {tournament!r}", "tournament")
    (given,) = history.tournaments("", [tournament])
    names = names_of(connection, sorted(given.players), cut, today)
    return [_game_row(given, game, names) for game in _by_round(given.games)]


def games(answers: Answers) -> Iterator[GameRow]:
    """Every game of a pool's tournaments that ended by the day asked about, oldest first."""
    history, cut, pool = answers.whole_history(), answers.question.cut, answers.question.pool
    names = answers.names(history.players)
    ids = [id_ for id_ in history.tournament_ids(pool) if cut.covers(history.ended_on(id_))]
    for given in history.tournaments(pool, ids):
        for game in _by_round(given.games):
            yield _game_row(given, game, names)


def _by_round(games: Iterable[Game]) -> list[Game]:
    last = float("inf")
    return sorted(games, key=lambda game: (game.round or last, game.board or last, game.game))


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
