"""A tournament of the log as the report of a file: the reverse of :mod:`ledger.formats`.

A writer is given what a reader gives, so what is read and written again can be compared.  Start
numbers are not in the log: they follow the entrants, then the others as they first appear.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import cast

import attrs
from sqlalchemy import Connection

from ledger.events.facts import TournamentSubmitted
from ledger.events.problems import refusal
from ledger.formats.omissions import warn_left_out
from ledger.formats.text import tidy
from ledger.formats.tournament_report import (
    EnglishFindings,
    GameReport,
    PlayerReport,
    TournamentReport,
    Unplayed,
)
from projections.exports.entry_ratings import nation_of, standings_for
from projections.exports.people import Person, persons_of
from projections.history.history import History
from projections.queries.answers import Answers, Question
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.tournament import Entrant, Game, Tournament

WRITABLE_FIGURES = range(1, 10_000)
"""The figures that a file has a place for: up to four digits."""


@attrs.frozen(kw_only=True)
class PoolFigures:
    """The figures of a pool to be written with the players, and the nation they belong to."""

    nation: str = "FIDE"
    standings: Mapping[str, RatingStatus] = attrs.field(factory=dict)

    def rating_of(self, player: str) -> Mapping[str, int]:
        """The player's figure by the federation whose it is, if it can be written."""
        figure = self.standings[player].figure if player in self.standings else None
        return {} if figure not in WRITABLE_FIGURES or figure is None else {self.nation: figure}

    def grade(self, player: str) -> str | None:
        """The player's grade, if the pool's cards have grades."""
        card = self.standings[player].card if player in self.standings else None
        return None if card is None else card.get("grade")


def report_from_log(
    connection: Connection, tournament: str, question: Question, findings: EnglishFindings
) -> TournamentReport:
    """The report of a tournament as it stands at a cut, with figures where a pool is named.

    Figures that no file has a place for are reported to ``findings``.

    Raises :class:`~ledger.events.problems.Refused` for an unknown tournament, or one still to end.
    """
    cut = question.cut
    history = History.about(connection, cut, "", [tournament])
    if not history.has_tournament(tournament):
        raise refusal("unknown-tournament", f"there is no tournament {tournament!r}", "tournament")
    if not cut.covers(ended := history.ended_on(tournament)):
        message = f"{tournament} ended on {ended}: ask as of that day or a later one"
        raise refusal("not-ended", message, "--on")
    (submitted,) = history.tournaments("", [tournament])
    figures = PoolFigures()
    if question.pool:
        figures = _pool_figures(Answers(connection, question), submitted, findings)
    persons = persons_of(connection, submitted.players, cut, question.today)
    return report_of(history.submission(tournament), submitted, persons, figures)


def _pool_figures(
    answers: Answers, tournament: Tournament, findings: EnglishFindings
) -> PoolFigures:
    standings = standings_for(answers, tournament.id, tournament.players)
    for standing in standings.values():
        if standing.figure is not None and standing.figure not in WRITABLE_FIGURES:
            warn_left_out(findings, f"the figure {standing.figure}, which is not one of 1–9999")
    return PoolFigures(nation=nation_of(answers), standings=standings)


def report_of(
    fact: TournamentSubmitted,
    tournament: Tournament,
    persons: Mapping[str, Person],
    figures: PoolFigures,
) -> TournamentReport:
    """A tournament with its players and figures as the report of a complete file."""
    numbers = numbers_of(tournament)
    games = [_game(game, numbers) for game in _in_order(tournament.games)]
    return TournamentReport(
        format="ledger",
        encoding="utf-8",
        digest="",
        discipline=fact.discipline,
        key=fact.tournament,
        name=tidy(fact.name) or fact.tournament,
        place=None if fact.place is None else tidy(fact.place) or None,
        country=fact.country,
        starts_on=fact.starts_on,
        ended_on=fact.ended_on,
        rounds=fact.rounds,
        participants=fact.participants,
        system=fact.format,
        thinking_time=fact.thinking_time,
        youth_class=fact.youth_class,
        class_=fact.class_,
        flags=fact.flags,
        board=fact.board,
        players=tuple(_players(tournament, numbers, persons, figures)),
        games=tuple(sorted(games, key=_by_round_board_and_white)),
    )


def numbers_of(tournament: Tournament) -> Mapping[str, str]:
    """The start numbers of a tournament's players, from 1."""
    order = dict.fromkeys(entrant.player for entrant in tournament.entrants)
    for game in _in_order(tournament.games):
        order |= dict.fromkeys(side for side in (game.white, game.black) if side is not None)
    return {player: str(number) for number, player in enumerate(order, start=1)}


def _in_order(games: Iterable[Game]) -> Sequence[Game]:
    """By round, board and id; where there is none of these, last."""
    return sorted(games, key=lambda game: (game.round or inf, game.board or inf, game.game))


def _by_round_board_and_white(game: GameReport) -> tuple[float, float, int]:
    """The order in which a file has the games, whatever their ids are."""
    return game.round or inf, game.board or inf, int(game.white)


def _players(
    tournament: Tournament,
    numbers: Mapping[str, str],
    persons: Mapping[str, Person],
    figures: PoolFigures,
) -> Iterator[PlayerReport]:
    entered = {entrant.player: entrant for entrant in tournament.entrants}
    for id_, number in numbers.items():
        player, person = tournament.players[id_], persons[id_]
        entrant = entered.get(id_, Entrant(player=id_))
        yield PlayerReport(
            number=number,
            name=tidy(person.name) or "?",
            sex=person.sex,
            birth_date=person.birth_date,
            birth_year=player.birth_year,
            federation=player.federation,
            club=player.club_on(tournament.ended_on),
            grade=entrant.entry_grade or figures.grade(id_),
            ids=person.ids,
            ratings=figures.rating_of(id_),
            computer=player.computer,
            entered=id_ in entered,
            junior=entrant.junior,
            status=entrant.status,
        )


def _game(game: Game, numbers: Mapping[str, str]) -> GameReport:
    return GameReport(
        round=game.round,
        white=numbers[game.white],
        black=None if game.black is None else numbers[game.black],
        white_points=game.white_points,
        black_points=game.black_points,
        played=game.played,
        reason=cast("Unplayed | None", game.reason),
        rated_for=game.rated_for,
        stones=game.stones,
        receiver=game.receiver,
        minutes_per_move=game.minutes_per_move,
        board=game.board,
        day=game.played_on,
        finished=game.finished_on,
    )
