"""A tournament of the log as the report of a file: the way in of :mod:`ledger.formats`, backwards.

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
from ledger.formats.losses import left_out
from ledger.formats.text import tidy
from ledger.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    TournamentReport,
    Unplayed,
)
from projections.exports.figures import nation_of, standings_for
from projections.exports.people import Person, persons_of
from projections.history.history import History
from projections.queries.answers import Answers, Question
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.tournament import Entrant, Game, Tournament

QUOTABLE = range(1, 10_000)
"""The figures that a file has a place for: up to four digits."""


@attrs.frozen(kw_only=True)
class Held:
    """The figures of a pool to be written beside the players: whose, and the cards' worth."""

    nation: str = "FIDE"
    standings: Mapping[str, RatingStatus] = attrs.field(factory=dict)

    def quoted(self, player: str) -> Mapping[str, int]:
        """The player's figure by the federation whose it is, if it can be written."""
        figure = self.standings[player].figure if player in self.standings else None
        return {} if figure not in QUOTABLE or figure is None else {self.nation: figure}

    def grade(self, player: str) -> str | None:
        """The player's grade, if the pool's cards have grades."""
        card = self.standings[player].card if player in self.standings else None
        return None if card is None else card.get("grade")


def reported(
    connection: Connection, tournament: str, question: Question, findings: Findings
) -> TournamentReport:
    """The report of a tournament as it stands at a cut, with figures where a pool is named.

    ``findings`` is told of figures that no file has a place for.

    Raises :class:`~ledger.events.problems.Refused` for an unknown tournament, or one still to end.
    """
    cut = question.cut
    history = History.about(connection, cut, "", [tournament])
    if not history.has_tournament(tournament):
        raise refusal("unknown-tournament", f"there is no tournament {tournament!r}", "tournament")
    if not cut.covers(ended := history.ended_on(tournament)):
        message = f"{tournament} ended on {ended}: ask as of that day or a later one"
        raise refusal("not-ended", message, "--on")
    (given,) = history.tournaments("", [tournament])
    held = Held()
    if question.pool:
        held = _held(Answers(connection, question), given, findings)
    persons = persons_of(connection, given.players, cut.as_of or question.today)
    return report_of(history.submission(tournament), given, persons, held)


def _held(answers: Answers, given: Tournament, findings: Findings) -> Held:
    standings = standings_for(answers, given.id, given.players)
    for standing in standings.values():
        if standing.figure is not None and standing.figure not in QUOTABLE:
            left_out(findings, f"the figure {standing.figure}, which is not one of 1–9999")
    return Held(nation=nation_of(answers), standings=standings)


def report_of(
    fact: TournamentSubmitted, given: Tournament, persons: Mapping[str, Person], held: Held
) -> TournamentReport:
    """The report that would be read if a file said everything."""
    numbers = numbers_of(given)
    games = [_game(game, numbers) for game in _in_order(given.games)]
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
        lask_class=fact.class_,
        flags=fact.flags,
        board=fact.board,
        players=tuple(_players(given, numbers, persons, held)),
        games=tuple(sorted(games, key=_by_round_board_and_white)),
    )


def numbers_of(given: Tournament) -> Mapping[str, str]:
    """The start numbers of a tournament's players, from 1."""
    order = dict.fromkeys(entrant.player for entrant in given.entrants)
    for game in _in_order(given.games):
        order |= dict.fromkeys(side for side in (game.white, game.black) if side is not None)
    return {player: str(number) for number, player in enumerate(order, start=1)}


def _in_order(games: Iterable[Game]) -> Sequence[Game]:
    """By round, board and id; where there is none of these, last."""
    return sorted(games, key=lambda game: (game.round or inf, game.board or inf, game.game))


def _by_round_board_and_white(game: GameReport) -> tuple[float, float, int]:
    """The order in which a file has the games, whatever their ids are."""
    return game.round or inf, game.board or inf, int(game.white)


def _players(
    given: Tournament, numbers: Mapping[str, str], persons: Mapping[str, Person], held: Held
) -> Iterator[PlayerReport]:
    entered = {entrant.player: entrant for entrant in given.entrants}
    for id_, number in numbers.items():
        player, person = given.players[id_], persons[id_]
        entrant = entered.get(id_, Entrant(player=id_))
        yield PlayerReport(
            number=number,
            name=tidy(person.name) or "?",
            sex=person.sex,
            birth_date=person.birth_date,
            birth_year=player.birth_year,
            federation=player.federation,
            club=player.club_on(given.ended_on),
            grade=entrant.entry_grade or held.grade(id_),
            ids=person.ids,
            ratings=held.quoted(id_),
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
