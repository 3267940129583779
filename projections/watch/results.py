"""Signals about results: improbable scores, arranged games, sandbagging, draws, forfeits."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from math import fsum, prod, sqrt

import attrs

from ledger.events.messages import Message, marked
from projections.rulebooks.tournament import Game
from projections.watch.chances import (
    at_least,
    at_most,
    both,
    chance_of_count,
    deviation,
    distribution,
)
from projections.watch.observed import Observed, ObservedTournament, Side, Subject
from projections.watch.signals import ORDINARY, Family, Question, Signal, Thresholds, judged

Pair = tuple[str, str]
Event = tuple[ObservedTournament, Sequence[Side]]
"""A tournament with a player's settled games in it."""
_LIMIT = re.compile(r"(?:\bU|\bunder|\bbis|<|\bmax\.?) ?(\d{3,4})\b", re.IGNORECASE)
"""An upper limit of rating in the name of an event: no field of the record states one."""


def improbable_results(observed: Observed, thresholds: Thresholds) -> Family:
    """Scores in one tournament that the expectations before it make very unlikely."""
    sentence = marked("scored %(score)s of %(games)s; %(expected)s were expected")
    subjects = (
        _together((player,), [event])
        for player, events in observed.by_player.items()
        for event in events
    )
    return _scores("improbable-result", sentence, observed, subjects, thresholds)


def improbable_series(observed: Observed, thresholds: Thresholds) -> Family:
    """Scores over several tournaments that together are very unlikely."""
    sentence = marked(
        "scored %(score)s of %(games)s in several events; %(expected)s were expected"
    )
    subjects = (
        _together((player,), events)
        for player, events in observed.by_player.items()
        if len(events) > 1
    )
    return _scores("improbable-series", sentence, observed, subjects, thresholds)


def _scores(
    kind: str,
    sentence: str,
    observed: Observed,
    subjects: Iterable[Subject],
    thresholds: Thresholds,
) -> Family:
    questions = (
        _score(kind, sentence, observed, each)
        for each in subjects
        if len(each.sides) >= thresholds.event_games
    )
    return judged(kind, questions, thresholds, thresholds.least_deviation)


def _together(players: Sequence[str], events: Sequence[Event]) -> Subject:
    return Subject(
        players=players,
        tournaments=list(dict.fromkeys(tournament.id for tournament, _ in events)),
        sides=[side for _, sides in events for side in sides],
    )


def _score(kind: str, sentence: str, observed: Observed, subject: Subject) -> Question:
    """Return the question about a score; ordinary if it could well be that of chance."""
    chances, score = observed.chances(subject.sides), sum(it.score for it in subject.sides)
    value = deviation(chances, score)
    if abs(value) < ORDINARY:
        return Question(deviation=value)
    found = distribution(chances)
    told = {"score": score, "games": len(chances), "expected": _expected(subject.sides)}
    signal = Signal.about(
        subject,
        kind,
        Message(sentence, told),
        statistic=value,
        chance=min(1.0, 2 * min(at_least(found, score), at_most(found, score))),
    )
    return Question(deviation=value, signal=signal)


def _expected(sides: Sequence[Side]) -> float:
    return round(sum(side.expected for side in sides), 1)


# --- pairs of players ----------------------------------------------------------------------------


def arranged(observed: Observed, thresholds: Thresholds) -> Family:
    """Pairs whose games always go one way, and matches that one always wins by the least."""
    sentence = marked(
        "scored %(score)s of %(games)s against one opponent; %(expected)s were expected"
    )
    questions = [
        _score("arranged", sentence, observed, _together(pair, met))
        for pair, met in _pairs(observed).items()
        if len(met) >= thresholds.pair_games
    ]
    questions += [
        _narrow_matches(observed, pair, played)
        for pair, played in _matches(observed).items()
        if len(played) >= thresholds.pair_matches
    ]
    return judged("arranged", questions, thresholds)


def _pairs(observed: Observed) -> Mapping[Pair, Sequence[Event]]:
    """Return the settled games of every pair, one by one, from the side of the first by id."""
    found: dict[Pair, list[Event]] = defaultdict(list)
    for player, events in observed.by_player.items():
        for tournament, sides in events:
            for side in sides:
                if player < side.opponent:
                    found[player, side.opponent].append((tournament, [side]))
    return found


def _matches(observed: Observed) -> Mapping[Pair, Sequence[Event]]:
    """Return the matches of every pair, from the side of the first by id."""
    found: dict[Pair, list[Event]] = defaultdict(list)
    for player, events in observed.by_player.items():
        for tournament, sides in events:
            opponents = {side.opponent for side in sides}
            if tournament.fact.format == "match" and len(opponents) == 1:
                (opponent,) = opponents
                if player < opponent:
                    found[player, opponent].append((tournament, sides))
    return found


def _narrow_matches(observed: Observed, pair: Pair, played: Sequence[Event]) -> Question:
    """Return the question if one player won all matches, each by a point at most."""
    leads = [round(sum(2 * side.score - 1 for side in sides)) for _, sides in played]
    if len({lead > 0 for lead in leads}) > 1 or any(lead not in (-1, 1) for lead in leads):
        return Question(deviation=0.0)
    chance = prod(
        _least_win(observed, sides, lead) for (_, sides), lead in zip(played, leads, strict=True)
    )
    value = sqrt(len(played))
    signal = Signal.about(
        _together(pair if leads[0] > 0 else pair[::-1], played),
        "arranged",
        Message("won %(matches)s matches, each by one point", matches=len(played)),
        statistic=value,
        chance=chance,
    )
    return Question(deviation=value, signal=signal)


def _least_win(observed: Observed, sides: Sequence[Side], lead: int) -> float:
    """Return the chance of a lead of one point: of one half point more, of one less."""
    found = distribution(observed.chances(sides))
    return found[len(sides) + lead]


# --- losing first --------------------------------------------------------------------------------


def sandbagging(observed: Observed, thresholds: Thresholds) -> Family:
    """Losses to clearly weaker opponents, shortly before a rise or an event with a limit."""
    questions = (
        _slump(observed, player, slump, event)
        for player, events in observed.by_player.items()
        for index, event in enumerate(events)
        if (slump := _against_weaker(events[:index], event[0], thresholds)) is not None
    )
    return judged("sandbagging", questions, thresholds)


def _against_weaker(
    earlier: Sequence[Event], tournament: ObservedTournament, thresholds: Thresholds
) -> Sequence[Event] | None:
    """Return the games against weaker opponents shortly before a tournament; None: too few."""
    since = tournament.first_day - timedelta(days=thresholds.slump_days)
    found = [
        (before, weak)
        for before, sides in earlier
        if since <= before.fact.ended_on < tournament.first_day
        and (weak := [side for side in sides if side.expected >= thresholds.weaker])
    ]
    enough = sum(len(weak) for _, weak in found) >= thresholds.event_games
    return found if enough else None


def _slump(observed: Observed, player: str, slump: Sequence[Event], event: Event) -> Question:
    """Return the question if low scores are followed by high ones, or a limited event."""
    before, then = _together((player,), slump), event[1]
    chances, score = observed.chances(before.sides), sum(it.score for it in before.sides)
    value = -deviation(chances, score)
    after, rise = observed.chances(then), sum(side.score for side in then)
    rises = deviation(after, rise) >= ORDINARY
    is_limited = _LIMIT.search(event[0].fact.name) is not None
    if value < ORDINARY or not (is_limited or rises):
        return Question(deviation=value)
    chance = at_most(distribution(chances), score)
    if rises:
        chance = both(chance, at_least(distribution(after), rise))
    sentence = Message(
        "scored %(score)s of %(games)s against weaker opponents, where %(expected)s were "
        "expected; then %(then)s of %(then_games)s",
        score=score,
        games=len(chances),
        expected=_expected(before.sides),
        then=rise,
        then_games=len(then),
    )
    whole = _together((player,), [*slump, event])
    signal = Signal.about(whole, "sandbagging", sentence, statistic=value, chance=chance)
    return Question(deviation=value, signal=signal)


# --- draws ---------------------------------------------------------------------------------------


def draws(observed: Observed, thresholds: Thresholds) -> Family:
    """Events, teams and pairs with many more draws than the gaps in rating give."""
    subjects = [
        subject
        for tournament in observed.tournaments
        for subject in (_each_once(tournament), *_by_team(tournament))
    ]
    subjects += [_together(pair, met) for pair, met in _pairs(observed).items()]
    questions = (
        count_question(
            "draws",
            marked("%(count)s of %(games)s games were drawn; %(expected)s were expected"),
            sum(side.score == 0.5 for side in each.sides),
            [drawn for _, drawn, _ in observed.chances(each.sides)],
            each,
        )
        for each in subjects
        if len(each.sides) >= thresholds.draw_games
    )
    return judged("draws", questions, thresholds)


def _each_once(tournament: ObservedTournament) -> Subject:
    sides = [
        side
        for player, own in tournament.sides.items()
        for side in own
        if player < side.opponent and side.is_settled
    ]
    return Subject(tournaments=(tournament.id,), sides=sides)


def _by_team(tournament: ObservedTournament) -> Iterator[Subject]:
    found: dict[int, list[Side]] = defaultdict(list)
    for entrant in tournament.fact.entrants:
        if entrant.team is not None:
            own = tournament.sides.get(entrant.player, ())
            found[entrant.team] += [side for side in own if side.is_settled]
    for sides in found.values():
        yield Subject(tournaments=(tournament.id,), sides=sides)


def count_question(
    kind: str, sentence: str, count: int, chances: Sequence[float], subject: Subject
) -> Question:
    """Return the question about a number of events; ordinary if chance could well give it."""
    mean = fsum(chances)
    spread = sqrt(fsum(chance * (1 - chance) for chance in chances))
    value = (count - mean) / spread if spread > 0 else 0.0
    if value < ORDINARY:
        return Question(deviation=value)
    told = {"count": count, "games": len(chances), "expected": round(mean, 1)}
    signal = Signal.about(
        subject,
        kind,
        Message(sentence, told),
        statistic=value,
        chance=chance_of_count(chances, count),
    )
    return Question(deviation=value, signal=signal)


# --- games that were not played ------------------------------------------------------------------


@attrs.define
class _Paired:
    """The games for which somebody was paired, or which an event had."""

    games: int = 0
    forfeits: list[str] = attrs.field(factory=list)
    tournaments: dict[str, None] = attrs.field(factory=dict)

    def add(self, tournament: str, game: Game) -> None:
        self.games += 1
        self.tournaments[tournament] = None
        if not game.played:
            self.forfeits.append(game.game)


def unplayed(observed: Observed, thresholds: Thresholds) -> Family:
    """Players and events with many forfeits, which may count for norms and places."""
    of_event: dict[str, _Paired] = defaultdict(_Paired)
    of_player: dict[str, _Paired] = defaultdict(_Paired)
    for tournament in observed.tournaments:
        for game in tournament.games:
            if game.black is not None:
                of_event[tournament.id].add(tournament.id, game)
                for player in (game.white, game.black):
                    of_player[player].add(tournament.id, game)
    games = sum(each.games for each in of_event.values())
    share = sum(len(each.forfeits) for each in of_event.values()) / max(1, games)
    questions = [_forfeits(thresholds, share, (), each) for each in of_event.values()]
    questions += [
        _forfeits(thresholds, share, (player,), each) for player, each in of_player.items()
    ]
    return judged("unplayed", questions, thresholds)


def _forfeits(
    thresholds: Thresholds, share: float, players: Sequence[str], paired: _Paired
) -> Question:
    sentence = marked("%(count)s of %(games)s games were forfeits; %(expected)s are usual")
    subject = Subject(players=players, tournaments=list(paired.tournaments), facts=paired.forfeits)
    count, chances = len(paired.forfeits), [share] * paired.games
    question = count_question("unplayed", sentence, count, chances, subject)
    if count < thresholds.unplayed_games:
        return Question(deviation=question.deviation)
    return question
