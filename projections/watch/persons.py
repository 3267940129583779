"""Signals about persons and events that are recorded twice: no chance has part in them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import attrs

from ledger.events.messages import Message, joined, marked
from ledger.importing.matching.evidence import are_other_years
from ledger.importing.matching.names import folded_words, similarity
from ledger.importing.matching.register import PlayerIndex
from projections.queries.player_profile import points_of
from projections.rulebooks.tournament import Game
from projections.watch.observed import Observed, ObservedTournament, Subject
from projections.watch.results import count_question
from projections.watch.signals import Family, Question, Signal, Thresholds, certain, judged

SAME_NUMBER = marked("same number")
ALIKE = 0.85
"""The least likeness of similar names: Kowalski and Kowalsky have 0.88."""
MOST_ALIKE = 20
"""More players with one name are too many to compare."""


def two_places(observed: Observed, thresholds: Thresholds) -> Family:
    """Players who had games on one day in two tournaments that were elsewhere.

    If more players had, the two were at one place, whatever is recorded of it.
    """
    by_player: dict[str, list[ObservedTournament]] = defaultdict(list)
    for tournament in observed.tournaments:
        for player in tournament.persons:
            by_player[player].append(tournament)
    at_once: dict[tuple[str, str], list[Signal]] = defaultdict(list)
    for player, own in by_player.items():
        for one, other in combinations(own, 2):
            if one.first_day <= other.fact.ended_on and other.first_day <= one.fact.ended_on:
                at_once[one.id, other.id] += _at_once(player, one, other, thresholds)
    signals = (
        signal
        for found in at_once.values()
        if len(found) <= thresholds.players_at_once
        for signal in found
    )
    return certain("two-places", signals, len(by_player))


def _at_once(
    player: str, one: ObservedTournament, other: ObservedTournament, thresholds: Thresholds
) -> Iterator[Signal]:
    place, another = one.fact.place, other.fact.place
    days = sorted(one.days_of(player) & other.days_of(player))
    if len(days) < thresholds.days_at_once or (place is not None and place == another):
        return
    sentence = Message.of(
        "had games in two tournaments on %(first)s",
        {"days": len(days), "first": days[0].isoformat()},
        "had games in two tournaments on %(days)s days, the first %(first)s",
        len(days),
    )
    yield Signal(
        kind="two-places",
        sentence=sentence,
        players=(player,),
        tournaments=(one.id, other.id),
        games=[it.game for each in (one, other) for it in each.games_of(player)],
        rows=[day.isoformat() for day in days],
        statistic=float(len(days)),
    )


# --- the same event twice ------------------------------------------------------------------------

Pair = tuple[str, str]
EVEN = 0.5
"""The expectation of a game for which the rulebook has none."""


@attrs.define
class _Shared:
    """The games of two tournaments between the same players, and those with the same result."""

    games: list[str] = attrs.field(factory=list)
    rows: list[str] = attrs.field(factory=list)
    chances: list[float] = attrs.field(factory=list)
    """Of each game to have the result of the other one."""


def same_event(observed: Observed, thresholds: Thresholds) -> Family:
    """Tournaments in which the same players met with the same results as in another one.

    Favourites win again and again: the chance of as many equal results counts.
    """
    met: dict[Pair, list[tuple[ObservedTournament, Game]]] = defaultdict(list)
    sizes: Counter[str] = Counter()
    for tournament in observed.tournaments:
        for game in tournament.games:
            if game.black is not None and game.played:
                one, other = sorted((game.white, game.black))
                met[one, other].append((tournament, game))
                sizes[tournament.id] += 1
    shared: dict[Pair, _Shared] = defaultdict(_Shared)
    for pair, seen in met.items():
        for (first, game), (second, again) in combinations(seen[:MOST_ALIKE], 2):
            if first.id != second.id:
                found = shared[first.id, second.id]
                loss, draw, win = observed.outcomes.of(_expected(first, game))
                found.chances.append(loss * loss + draw * draw + win * win)
                if points_of(game, pair[0]) == points_of(again, pair[0]):
                    found.games += [game.game, again.game]
                    found.rows.append(f"{game.game} {again.game} {points_of(game, pair[0]):g}")
    questions = (
        _alike(pair, found, len(found.rows) / min(sizes[each] for each in pair), thresholds)
        for pair, found in shared.items()
        if len(found.chances) >= thresholds.same_games
    )
    return judged("same-event", questions, thresholds)


def _expected(tournament: ObservedTournament, game: Game) -> float:
    sides = tournament.sides.get(game.white, ())
    return next((side.expected for side in sides if side.game == game.game), EVEN)


def _alike(pair: Pair, found: _Shared, share: float, thresholds: Thresholds) -> Question:
    subject = Subject(tournaments=pair, facts=found.rows)
    sentence = marked(
        "%(count)s of %(games)s games have the same result; %(expected)s would by chance"
    )
    question = count_question("same-event", sentence, len(found.rows), found.chances, subject)
    if question.signal is None or share < thresholds.same_share:
        return Question(deviation=question.deviation)
    return attrs.evolve(question, signal=attrs.evolve(question.signal, games=found.games))


# --- identity ------------------------------------------------------------------------------------


def identity(observed: Observed, shown: Mapping[str, Mapping[str, Any]]) -> Family:
    """Players who may be one person, and ages that contradict the class of a tournament.

    ``shown``: the personal data of the players that may be shown.  Namesakes of other years are
    left out: a federation has thousands of them.
    """
    years = {
        player: person.birth_year
        for tournament in observed.tournaments
        for player, person in tournament.persons.items()
    }
    doubles = doubles_among(shown)
    signals = [
        of_one_person(pair, reasons)
        for pair, reasons in doubles.items()
        if SAME_NUMBER in reasons or not are_other_years(*(years.get(each) for each in pair))
    ]
    signals += [
        of_one_person(pair, [marked("a similar name and the same year of birth")])
        for pair in _alike_in_name(years, shown)
        if pair not in doubles
    ]
    return certain("identity", [*signals, *_too_old(observed)], len(shown))


def doubles_among(shown: Mapping[str, Mapping[str, Any]]) -> dict[Pair, list[str]]:
    """Return the evidence that two players may be one person, by their ids, from personal data."""
    index = PlayerIndex()
    for player, data in shown.items():
        index.add_name(player, data["name"])
        index.add_numbers(player, data.get("ids") or {})
    reasons: dict[Pair, list[str]] = {}
    for reason, groups in (
        (marked("same name"), index.by_spelling()),
        (SAME_NUMBER, index.of_one_number()),
    ):
        for players in groups:
            if len(players) <= MOST_ALIKE:
                for pair in combinations(sorted(players), 2):
                    found = reasons.setdefault(pair, [])
                    if reason not in found:
                        found.append(reason)
    return reasons


def of_one_person(pair: Pair, reasons: Sequence[str]) -> Signal:
    """Return the signal that two registrations may be one person's."""
    return Signal(
        kind="identity",
        sentence=Message("may be one person: %(reasons)s", reasons=joined(", ", reasons)),
        players=pair,
        rows=sorted(reasons),
        statistic=float(len(reasons)),
    )


def _alike_in_name(
    years: Mapping[str, int | None], shown: Mapping[str, Mapping[str, Any]]
) -> list[Pair]:
    """Return the pairs with a similar name that begins alike, and the same year of birth."""
    groups: dict[tuple[int, str], set[str]] = defaultdict(set)
    for player, data in shown.items():
        if (year := years.get(player)) is not None:
            surname = next(iter(folded_words(data["name"])), "")
            groups[year, surname[:3]].add(player)
    pairs = {
        pair
        for players in groups.values()
        if len(players) <= MOST_ALIKE
        for pair in combinations(sorted(players), 2)
        if _are_alike(*(shown[each]["name"] for each in pair))
    }
    return sorted(pairs)


def _are_alike(one: str, other: str) -> bool:
    """True if two names differ by a letter or so, or one is a part of the other."""
    found = similarity(one, other)
    return found is not None and (found.likeness is None or found.likeness >= ALIKE)


def _too_old(observed: Observed) -> Iterator[Signal]:
    """Yield players who are older than the youth class of a tournament allows."""
    for tournament in observed.tournaments:
        youth = tournament.fact.youth_class
        most = int(youth[1:]) if youth and youth[1:].isdigit() else None
        for player in tournament.persons if most is not None else ():
            age = tournament.age_of(player)
            if age is not None and most is not None and age > most:
                yield Signal(
                    kind="identity",
                    sentence=Message(
                        "is %(age)s in a tournament of class %(class)s",
                        {"age": age, "class": youth},
                    ),
                    players=(player,),
                    tournaments=(tournament.id,),
                    rows=(f"{player} {age}",),
                    statistic=float(age - most),
                )
