"""A tournament of the log as the report of a file: the reverse of `formats.registry`.

A writer is given what a reader gives, so what is read and written again can be compared.  If the
start numbers are not on record, they follow the entrants, then the others as they first appear.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from math import inf
from typing import Any, cast

import attrs
from msgspec.structs import replace
from sqlalchemy import Connection

from ledger.events.facts import TournamentSubmitted
from ledger.events.problems import refusal
from ledger.importing.formats.registry import read_kept
from ledger.importing.formats.text import tidy
from ledger.importing.formats.tournament_report import (
    NO_LINE,
    EnglishFindings,
    GameReport,
    PlayerReport,
    Sex,
    TableLine,
    TeamReport,
    TournamentReport,
    Unplayed,
)
from ledger.log.source_files import content_of
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.history.names import personal_data_shown
from projections.engine.replay.card_history import end_of, held
from projections.engine.replay.find_occasion import tournament_gives_now
from projections.engine.replay.schedule import period_on
from projections.queries.answers import Answers, Question
from projections.queries.crosstable import method_values
from projections.queries.presentation import WITHHELD
from projections.queries.tournament_table import ranking_of, table_lines_of
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.tournament import Entrant, Game, Tournament

# --- the ratings for a tournament's file: those with which the players entered -------------------


def nation_of(answers: Answers) -> str:
    """The federation whose figures a pool keeps on the day asked about; of nobody's: ``FIDE``."""
    period = period_on(answers.day, answers.card_history.periods)
    return (period and period.book.federation) or "FIDE"


def standings_for(
    answers: Answers, tournament: str, players: Collection[str]
) -> Mapping[str, RatingStatus]:
    """Return the value of players' cards: on the day in question, else before the tournament.

    Before means before its first occasion, which is its end or its first dated game.
    Players without a valid figure are left out.
    """
    day = answers.question.as_of.day
    moment = _beginning(answers, tournament) if day is None else (end_of(day), day)
    if moment is None:
        return {}
    key, day = moment
    found = {}
    for player, version in answers.card_history.versions_before(key, players).items():
        valid = held(version, day, answers.card_history.periods)
        if valid is not None:
            period, card = valid
            found[player] = period.book.standing(card, day)
    return {player: standing for player, standing in found.items() if standing.status != "lapsed"}


def _beginning(answers: Answers, tournament: str) -> tuple[str, date] | None:
    history, periods = answers.submitted(tournament), answers.card_history.periods
    found = tournament_gives_now(history, answers.question.pool, periods, tournament)
    return min(((each.key, each.occasion.day) for each in found), default=None)


# --- the players' data for a file: only of players whose names may be shown ----------------------


@attrs.frozen(kw_only=True)
class Person:
    """The personal data of a player, as far as they may be shown."""

    name: str = WITHHELD
    sex: Sex | None = None
    title: str | None = None
    birth_date: date | None = None
    ids: Mapping[str, str] = attrs.field(factory=dict)


def persons_of(
    connection: Connection, players: Collection[str], as_of: AsOf, today: date
) -> Mapping[str, Person]:
    """Everybody as a file of ``today`` shows him; see :mod:`projections.engine.history.names`."""
    shown = personal_data_shown(connection, players, as_of, today)
    return {player: _person(shown[player]) if player in shown else Person() for player in players}


def _person(personal: Mapping[str, Any]) -> Person:
    born = personal.get("birth_date")
    return Person(
        name=personal["name"],
        sex=personal.get("sex"),
        title=personal.get("title"),
        birth_date=None if born is None else date.fromisoformat(born),
        ids={space: id_ for space, id_ in personal.get("ids", {}).items() if id_ is not None},
    )


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
        # None is tested first: "in range" would compare None with every number
        return {} if figure is None or figure not in WRITABLE_FIGURES else {self.nation: figure}

    def grade(self, player: str) -> str | None:
        """The player's grade, if the pool's cards have grades."""
        card = self.standings[player].card if player in self.standings else None
        return None if card is None else card.get("grade")


def report_from_log(
    connection: Connection,
    tournament: str,
    question: Question,
    findings: EnglishFindings,
    *,
    in_places: bool,
) -> TournamentReport:
    """The report of a tournament as it stands at a cut, with figures where a pool is named.

    Figures that no file has a place for are reported to ``findings``.  ``in_places``: with the
    places and tie-breaks of the final table, also where these were not submitted.

    Raises :class:`~ledger.events.problems.Refused` for an unknown tournament, or one still to end.
    """
    as_of = question.as_of
    history = History.about(connection, as_of, "", [tournament])
    if not history.has_tournament(tournament):
        raise refusal("unknown-tournament", f"there is no tournament {tournament!r}", "tournament")
    if not as_of.covers(ended := history.ended_on(tournament)):
        message = f"{tournament} ended on {ended}: ask as of that day or a later one"
        raise refusal("not-ended", message, "on")
    (submitted,) = history.tournaments("", [tournament])
    figures = PoolFigures()
    if question.pool:
        figures = _pool_figures(Answers(connection, question), submitted, findings)
    persons = persons_of(connection, submitted.players, as_of, question.today)
    fact = history.submission(tournament)
    report = report_of(fact, submitted, persons, figures)
    if in_places:
        report = _with_final_table(report, fact, submitted)
    return _with_unrecorded(report, connection, fact)


def outline_from_log(answers: Answers, tournament: str) -> TournamentReport:
    """The report of a tournament of the pool without what is personal: enough to see if a form
    can express it.

    Grades are in it, because the forms for go need one for every player.

    Raises :class:`~ledger.events.problems.Refused` if no such tournament has ended.
    """
    history = answers.submitted(tournament)
    (submitted,) = history.tournaments(answers.question.pool, [tournament])
    figures = PoolFigures()
    if submitted.discipline == "go":
        figures = PoolFigures(standings=standings_for(answers, tournament, submitted.players))
    nobody = dict.fromkeys(submitted.players, Person())
    return report_of(history.submission(tournament), submitted, nobody, figures)


def _with_final_table(
    report: TournamentReport, fact: TournamentSubmitted, tournament: Tournament
) -> TournamentReport:
    """Add the final table; a shared place is the first of those shared."""
    ranking = ranking_of(fact, tournament)
    lines = {
        number: TableLine(
            place=next(iter(ranking.places.get(player, ())), None),
            points=ranking.points[player],
            tie_breaks=tuple(ranking.values[player]),
        )
        for player, number in numbers_of(fact, tournament).items()
    }
    players = tuple(replace(it, table_line=lines[it.number]) for it in report.players)
    return attrs.evolve(report, players=players, tie_breaks=tuple(ranking.tie_breaks))


def _with_unrecorded(
    report: TournamentReport, connection: Connection, fact: TournamentSubmitted
) -> TournamentReport:
    """Add what no event holds from the file from which a tournament came, while it is kept.

    These are the officials, and which byes were granted.
    """
    source = None if fact.paper is None else content_of(connection, fact.paper)
    kept = None if source is None else read_kept(source.name, source.content)
    if kept is None:
        return report
    starts = {player.table_line.start_number: player.number for player in report.players}
    numbers = {
        player.number: starts.get(player.table_line.start_number or -1, str(n))
        for n, player in enumerate(kept.players, start=1)
    }
    granted = {(numbers.get(game.white), game.round) for game in kept.games if game.granted}
    games = tuple(
        replace(game, granted=True)
        if game.black is None and game.white_points == 1 and (game.white, game.round) in granted
        else game
        for game in report.games
    )
    return attrs.evolve(report, officials=kept.officials, games=games)


def _pool_figures(
    answers: Answers, tournament: Tournament, findings: EnglishFindings
) -> PoolFigures:
    standings = standings_for(answers, tournament.id, tournament.players)
    for standing in standings.values():
        if standing.figure is not None and standing.figure not in WRITABLE_FIGURES:
            findings.left_out(f"the rating {standing.figure}, which is not one of 1–9999")
    return PoolFigures(nation=nation_of(answers), standings=standings)


def report_of(
    fact: TournamentSubmitted,
    tournament: Tournament,
    persons: Mapping[str, Person],
    figures: PoolFigures,
) -> TournamentReport:
    """A tournament with its players and figures as the report of a complete file."""
    lines = table_lines_of(fact, tournament)
    numbers = numbers_of(fact, tournament)
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
        komi=fact.komi,
        pairing_rules=fact.pairing_rules,
        tie_breaks=fact.tie_break_codes(),
        boards=fact.boards,
        rounds_planned=fact.rounds_planned,
        round_days={each.round: each.day for each in fact.round_days},
        teams=tuple(TeamReport(**attrs.asdict(team)) for team in fact.teams),
        players=tuple(_players(tournament, numbers, lines, persons, figures)),
        games=tuple(sorted(games, key=_by_round_board_and_white)),
    )


def numbers_of(fact: TournamentSubmitted, tournament: Tournament) -> Mapping[str, str]:
    """The start numbers of a tournament's players, from 1: those on record, if all have one."""
    lines = table_lines_of(fact, tournament)
    order = dict.fromkeys(entrant.player for entrant in tournament.entrants)
    for game in _in_order(tournament.games):
        order |= dict.fromkeys(side for side in (game.white, game.black) if side is not None)
    known = {it: line.start_number for it, line in lines.items() if line.start_number}
    if known.keys() == order.keys() and len(set(known.values())) == len(known):
        return {player: str(known[player]) for player in sorted(known, key=known.__getitem__)}
    return {player: str(number) for number, player in enumerate(order, start=1)}


def _in_order(games: Iterable[Game]) -> Sequence[Game]:
    """By round, board and id; if there is none of these, last."""
    return sorted(games, key=lambda game: (game.round or inf, game.board or inf, game.game))


def _by_round_board_and_white(game: GameReport) -> tuple[float, float, int]:
    """The order in which a file has the games, whatever their ids are."""
    return game.round or inf, game.board or inf, int(game.white)


def _players(
    tournament: Tournament,
    numbers: Mapping[str, str],
    lines: Mapping[str, TableLine],
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
            title=person.title,
            grade=entrant.entry_grade or figures.grade(id_),
            ids=person.ids,
            ratings=figures.rating_of(id_),
            computer=player.computer,
            entered=id_ in entered,
            junior=entrant.junior,
            status=entrant.status,
            table_line=lines.get(id_, NO_LINE),
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


# --- the tie-breaks of a file with ranks: the methods of ``standings`` ---------------------------


def tie_breaks(
    connection: Connection, tournament: str, as_of: AsOf, methods: Sequence[str]
) -> Mapping[str, Sequence[float]]:
    """The values of every player under some methods, by his number in the file.

    Raises :class:`~ledger.events.problems.Refused` for an unknown method.
    """
    values = method_values(connection, as_of, tournament, methods, "ranked_by")
    history = History.about(connection, as_of, "", [tournament])
    (submitted,) = history.tournaments("", [tournament])
    numbers = numbers_of(history.submission(tournament), submitted)
    return {number: values.get(player, ()) for player, number in numbers.items()}
