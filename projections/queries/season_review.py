"""Review a season: gains, ranks, podiums, upsets, most games, unbeaten runs."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta

import attrs

from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.log.paging import pages
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.replay.schedule import period_on
from projections.queries import answer_types as shapes
from projections.queries.answers import Answers
from projections.queries.people import people
from projections.queries.presentation import lower_is_stronger, scale_of
from projections.queries.rating_changes import gain_of, rating_effects
from projections.queries.search_index import TournamentHeading
from projections.queries.spreads import spreads
from projections.queries.tournament_list import ended_tournaments
from projections.queries.tournament_table import places_of
from projections.queries.whole_list import RankedList, ranked_list
from projections.rulebooks.tournament import Game

MOST_ROWS = 10
MOST_EXPECTED_OF_AN_UPSET = 0.4
LEAST_RUN = 3
"""Games of a run that is worth telling."""
TOURNAMENTS_AT_ONCE = 50
PODIUM = 3
"""The last place on a podium."""


@attrs.frozen(kw_only=True)
class PlayedGame:
    """A game that was played in the season.

    ``before``: the ratings with which White and Black entered the tournament; ``expected``: the
    share of the point that these let expect of White; None if one of the two had none.
    """

    heading: TournamentHeading
    game: Game
    rulebook: str | None
    before: tuple[float | None, float | None]
    expected: float | None

    @property
    def day(self) -> date:
        """The day of the game, or of its tournament."""
        return self.game.played_on or self.heading.ended_on

    @property
    def order(self) -> tuple[date, date, str, int, int]:
        """The place of the game among those of the season."""
        game = self.game
        return (
            self.day,
            self.heading.ended_on,
            self.heading.tournament,
            game.round or 0,
            game.board or 0,
        )

    @property
    def entered(self) -> Mapping[str, float | None]:
        """The ratings with which the two entered the tournament."""
        return {self.game.white: self.before[0], str(self.game.black): self.before[1]}

    def points_of(self, player: str) -> float:
        """The points of one of the two."""
        return self.game.white_points if self.game.white == player else self.game.black_points

    def opponent_of(self, player: str) -> str:
        """The other one of the two."""
        return str(self.game.black if self.game.white == player else self.game.white)

    def is_won_by(self, player: str) -> bool:
        """True if one of the two has more points than the other."""
        return self.points_of(player) > self.points_of(self.opponent_of(player))


@attrs.frozen(kw_only=True)
class Win:
    """A win in a season, with the ratings with which the two entered the tournament."""

    row: shapes.Upset
    winner: float | None
    loser: float | None


@attrs.frozen(kw_only=True)
class Season:
    """A season's review, with the ratings of its upsets.

    ``best_win``: of a player, that over the opponent who was strongest before the tournament.
    """

    review: shapes.SeasonReview
    upsets: Sequence[Win]
    best_win: Win | None


def season_of(
    answers: Answers,
    first: date | None,
    last: date | None,
    player: str | None,
) -> Season:
    """The review of the tournaments that ended from ``first`` to ``last``, of all or one player.

    Without days it is the year of the day asked about.  Games are those that were played.  For a
    player: the gain, upsets and runs of that player alone, and the opponents met most often.

    Raises :class:`~ledger.events.problems.Refused` if no such player is registered, or the days
    are the wrong way round.
    """
    first = first or date(answers.day.year, 1, 1)
    last = last or date(first.year, 12, 31)
    if last < first:
        message = Message(
            "the end %(ended_on)s is before the start %(starts_on)s: swap them",
            {"ended_on": last, "starts_on": first},
        )
        raise refusal("bad-parameter", message, "last")
    own = None if player is None else answers.registered(player)
    headings = [it for it in ended_tournaments(answers) if first <= it.ended_on <= last]
    history = answers.history([])
    games = sorted(_games(answers, headings[::-1], history), key=lambda each: each.order)
    if own is not None:
        games = [each for each in games if own in (each.game.white, each.game.black)]
    podiums = _podiums({it.heading.tournament for it in games}, history, answers.question.pool)
    return _season(answers, (first, last), games, podiums, own)


def _season(
    answers: Answers,
    days: tuple[date, date],
    games: Sequence[PlayedGame],
    podiums: Counter[tuple[str, int]],
    own: str | None,
) -> Season:
    """The review of some games, of one player where they are his own."""
    (first, last), by_player = days, _by_player(games)
    names = answers.names({*by_player, *(it for it, _ in podiums), *({own} if own else ())})
    wins = [it for each in games if (it := _won(each, names)) and own in (None, it.row["winner"])]
    upsets = [it for it in wins if it.row["expected"] <= MOST_EXPECTED_OF_AN_UPSET]
    upsets = sorted(upsets, key=lambda it: it.row["expected"])[:MOST_ROWS]
    rulebook = answers.rulebook_on(last)
    before, after, began, spread = _of_ratings(answers, days, games)
    whose = {own} if own else by_player.keys()
    met = by_player.keys() - {own}
    review: shapes.SeasonReview = {
        "pool": answers.question.pool,
        "first": first.isoformat(),
        "last": last.isoformat(),
        "rulebook": rulebook,
        "player": own,
        "name": names.get(own) if own else None,
        "tournaments": len({each.heading.tournament for each in games}),
        "games": len(games),
        "players": len(by_player),
        "gains": _gains(rulebook, began, _figures(after), whose, names),
        "rank": _rank(before, after, own) if own else None,
        "podiums": _most_podiums(podiums, names, own),
        "upsets": [it.row for it in upsets],
        "most_games": _most_games(by_player, names, own),
        "unbeaten": _unbeaten({own: by_player.get(own, [])} if own else by_player, names),
        "youngest": _by_age(answers, met, youngest=True),
        "oldest": _by_age(answers, met, youngest=False),
        "distribution": spread,
    }
    best = max(wins, key=lambda it: gain_of(it.loser, rulebook) or 0, default=None)
    return Season(review=review, upsets=upsets, best_win=best if own else None)


def _of_ratings(
    answers: Answers, days: tuple[date, date], games: Sequence[PlayedGame]
) -> tuple[RankedList, RankedList, dict[str, float], list[shapes.SpreadRow]]:
    """The lists before and after the season, with what each player began, and the spread."""
    first, last = days
    eve, rulebook = first - timedelta(days=1), answers.rulebook_on(last)
    before, after = _list(answers, eve), _list(answers, last)
    held = _figures(before)
    if scale_of(answers.rulebook_on(eve)) != scale_of(rulebook):
        held = {}
    times = (eve, tuple(held.values())), (last, tuple(_figures(after).values()))
    spread = [each.document() for each in spreads(*times)]
    return before, after, {**_entered(games, rulebook), **held}, spread


# --- the games of the season -----------------------------------------------------------------


def _games(
    answers: Answers, headings: Sequence[TournamentHeading], history: History
) -> Iterator[PlayedGame]:
    for page in pages(headings, TOURNAMENTS_AT_ONCE):
        history.read_about([it.tournament for it in page])
        for heading in page:
            rows = answers.report(heading.tournament, history)[1].rows
            book = answers.rulebook_on(heading.ended_on)
            figures = {player: it["before"] for player, it in rating_effects(rows, book).items()}
            for game in history.games_of(heading.tournament):
                if game.played and game.black is not None:
                    before = figures.get(game.white), figures.get(game.black)
                    stones = game.stones if game.receiver == "white" else -game.stones
                    yield PlayedGame(
                        heading=heading,
                        game=game,
                        rulebook=book,
                        before=before,
                        expected=expected_score(answers, heading.ended_on, *before, stones),
                    )


def expected_score(
    answers: Answers, day: date, own: float | None, opponent: float | None, stones: int = 0
) -> float | None:
    """The share of the point that the rulebook of a day lets expect of one of two ratings."""
    period = period_on(day, answers.card_history.periods)
    if period is None or own is None or opponent is None:
        return None
    return period.book.expected_score(own, opponent, day=day, stones=stones)


def _by_player(games: Sequence[PlayedGame]) -> dict[str, list[PlayedGame]]:
    found: defaultdict[str, list[PlayedGame]] = defaultdict(list)
    for each in games:
        found[each.game.white].append(each)
        found[str(each.game.black)].append(each)
    return dict(found)


def _entered(games: Sequence[PlayedGame], rulebook: str | None) -> dict[str, float]:
    """The first rating with which each player entered a tournament, on the scale of a rulebook."""
    return {
        player: figure
        for each in reversed(games)
        if scale_of(each.rulebook) == scale_of(rulebook)
        for player, figure in each.entered.items()
        if figure is not None
    }


def _list(answers: Answers, day: date) -> RankedList:
    """The list of a day."""
    if not answers.question.as_of.covers(day):
        day = answers.day  # later events are left out
    as_of = AsOf(day=day, known_at=answers.card_history.position)
    question = attrs.evolve(answers.question, as_of=as_of)
    return ranked_list(Answers(answers.connection, question, answers.card_history))


def _figures(ranked: RankedList) -> Mapping[str, float]:
    """The ratings of a list that are valid."""
    return {
        player: each.figure
        for player, each in ranked.standings.items()
        if each.status == "valid" and each.figure is not None
    }


def _rank(before: RankedList, after: RankedList, player: str) -> shapes.RankChange:
    return {"before": before.place(player), "after": after.place(player), "of": after.placed}


def _podiums(
    tournaments: Collection[str], history: History, pool: str
) -> Counter[tuple[str, int]]:
    """Return the numbers of first, second and third places in tournaments without teams."""
    found: Counter[tuple[str, int]] = Counter()
    for tournament in tournaments:
        (given,) = history.tournaments(pool, [tournament])
        places = places_of(history.submission(tournament), given)
        found.update((player, place) for player, (place, _) in places.items() if place <= PODIUM)
    return found


# --- highlights ------------------------------------------------------------------------------


def _gains(
    rulebook: str | None,
    before: Mapping[str, float],
    after: Mapping[str, float],
    players: Collection[str],
    names: Mapping[str, str],
) -> list[shapes.GainRow]:
    """Return the largest gains; for one player his change, gain or loss."""
    sign = -1 if lower_is_stronger(rulebook) else 1
    found: list[shapes.GainRow] = [
        {
            "player": player,
            "name": names.get(player),
            "before": before[player],
            "after": after[player],
            "change": after[player] - before[player],
        }
        for player in players
        if player in before and player in after
    ]
    if len(players) > 1:
        found = [row for row in found if sign * row["change"] > 0]
    return sorted(found, key=lambda row: (-sign * row["change"], row["player"]))[:MOST_ROWS]


def _most_podiums(
    podiums: Counter[tuple[str, int]], names: Mapping[str, str], own: str | None
) -> list[shapes.PodiumRow]:
    """The players with most first places, then second and third ones; of one player, his own.

    Whoever has as many as the last of them is there, too.
    """
    found: list[shapes.PodiumRow] = [
        {
            "player": player,
            "name": names.get(player),
            "first": podiums[player, 1],
            "second": podiums[player, 2],
            "third": podiums[player, 3],
        }
        for player in {player for player, _ in podiums}
        if own in (None, player)
    ]

    def medals(row: shapes.PodiumRow) -> tuple[int, ...]:
        return -row["first"], -row["second"], -row["third"]

    found.sort(key=lambda row: (medals(row), row["player"]))
    return [row for row in found if medals(row) <= medals(found[:MOST_ROWS][-1])]


def _won(each: PlayedGame, names: Mapping[str, str]) -> Win | None:
    """A game that one of two with a rating won, and the share that was expected of the winner."""
    winner = next((it for it in each.entered if each.is_won_by(it)), None)
    if winner is None or each.expected is None:
        return None
    loser = each.opponent_of(winner)
    row: shapes.Upset = {
        "tournament": each.heading.tournament,
        "title": each.heading.name,
        "day": each.day.isoformat(),
        "round": each.game.round,
        "winner": winner,
        "winner_name": names.get(winner),
        "loser": loser,
        "loser_name": names.get(loser),
        "expected": each.expected if winner == each.game.white else 1 - each.expected,
    }
    return Win(row=row, winner=each.entered[winner], loser=each.entered[loser])


def _most_games(
    by_player: Mapping[str, Sequence[PlayedGame]], names: Mapping[str, str], own: str | None
) -> list[shapes.ScoreRow]:
    """The players with most games; of one player, the opponents met most, with his points."""
    found: list[shapes.ScoreRow] = [
        {
            "player": player,
            "name": names.get(player),
            "games": len(games),
            "points": sum(each.points_of(own or player) for each in games),
        }
        for player, games in by_player.items()
        if player != own
    ]
    return sorted(found, key=lambda row: (-row["games"], -row["points"], row["player"]))[
        :MOST_ROWS
    ]


def _unbeaten(
    by_player: Mapping[str, Sequence[PlayedGame]], names: Mapping[str, str]
) -> list[shapes.RunRow]:
    """The longest runs of games without a loss, one of each player."""
    found: list[shapes.RunRow] = []
    for player, games in by_player.items():
        run = _longest_run(player, games)
        if len(run) >= LEAST_RUN:
            wins = sum(each.is_won_by(player) for each in run)
            found.append(
                {
                    "player": player,
                    "name": names.get(player),
                    "games": len(run),
                    "wins": wins,
                    "draws": len(run) - wins,
                    "first": run[0].day.isoformat(),
                    "last": run[-1].day.isoformat(),
                }
            )
    return sorted(found, key=lambda row: (-row["games"], -row["wins"], row["player"]))[:MOST_ROWS]


def _longest_run(player: str, games: Sequence[PlayedGame]) -> Sequence[PlayedGame]:
    longest: list[PlayedGame] = []
    run: list[PlayedGame] = []
    for each in games:
        run = [] if each.is_won_by(each.opponent_of(player)) else [*run, each]
        longest = max(longest, run, key=len)
    return longest


def _by_age(answers: Answers, players: Collection[str], *, youngest: bool) -> list[shapes.AgeRow]:
    known = people(answers, sorted(players)).values()
    born = [(it["birth_year"], it) for it in known if it["birth_year"] is not None]
    born.sort(key=lambda each: -each[0] if youngest else each[0])
    return [
        {"player": it["player"], "name": it["name"], "birth_year": year} for year, it in born[:3]
    ]
