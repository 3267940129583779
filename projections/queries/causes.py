"""The difference of ratings between two states, by the occasions that made it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache

import attrs

from projections.engine.replay.card_history import EvaluatedOccasion
from projections.engine.replay.schedule import period_on
from projections.queries.answer_types import DifferenceRow
from projections.queries.answers import Answers
from projections.queries.columns import difference_of
from projections.queries.differences import only_days_differ, shown_as
from projections.queries.explanations import KINDS
from projections.queries.rating_changes import gain_of, rating_effects

Move = tuple[float | None, float | None]
"""The ratings before and after an occasion; none before where the scale is another one."""


@attrs.frozen
class Part:
    """A player's moves at an occasion in both states, None where it moved nothing.

    ``again``: the earlier state had evaluated it already, so that a correction is the cause.
    """

    player: str
    done: EvaluatedOccasion
    then: Move | None
    now: Move | None
    change: float | None
    again: bool = False


def parts(before: Answers, after: Answers, players: Iterable[str]) -> Iterator[Part]:
    """Yield the parts of some players' differences, each one's in the order of the occasions."""
    sides = before.card_history, after.card_history

    @cache
    def occasion(key: str) -> tuple[EvaluatedOccasion, bool]:
        done = {**sides[0].at([key]), **sides[1].at([key])}[key]
        stood = {each.key for each in sides[0].about(done.subject)}
        if done.kind == "list":  # each list of a player is one of its own
            stood &= {key}
        return done, any(map(before.is_included, stood))

    for player in players:
        then, now = moves(before, player), moves(after, player)
        for key in sorted(then.keys() | now.keys()):
            one, other = then.get(key), now.get(key)
            if one != other and (change := _between(one, other)) != 0:
                done, again = occasion(key)
                yield Part(player, done, one, other, change, again)


def parts_of_tournament(before: Answers, after: Answers, tournament: str) -> Iterator[Part]:
    """Yield all changes that a tournament's own page states, if it is new in the later state."""
    if any(before.is_included(each.key) for each in before.card_history.about(tournament)):
        return
    (done, *_), (period, report) = (
        after.card_history.about(tournament),
        after.evaluated(tournament),
    )
    effects = rating_effects(report.rows, None if period is None else period.book.name)
    for player, each in effects.items():
        if each["change"] or (each["before"] is None and each["after"] is not None):
            yield Part(player, done, None, (each["before"], each["after"]), each["change"])


def _between(then: Move | None, now: Move | None) -> float | None:
    """The difference that two moves make; None where a rating was missing in one of them."""
    if then and now and then[0] is now[0] is None:
        return _change(then[1], now[1])
    return _change(*(0 if move is None else _change(*move) for move in (then, now)))


def _change(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before


def moves(answers: Answers, player: str) -> Mapping[str, Move]:
    """The ratings before and after each occasion of a player, by its key."""
    found: dict[str, Move] = {}
    held, scale = None, ""
    for version in answers.card_history.versions_of(player):
        period = period_on(version.day, answers.card_history.periods)
        if period is not None and answers.is_included(version.key):
            before = held if scale == period.book.scale else None
            held, scale = (
                shown_as(period.book.standing(version.card, version.day))[0],
                period.book.scale,
            )
            if (before, held) != (None, None):
                found[version.key] = before, held
    return found


def figures_held(answers: Answers, player: str) -> list[float]:
    """The ratings that a player has held on the scale of the last one, the newest first."""
    found = []
    for before, after in reversed([*moves(answers, player).values()]):
        found += [] if after is None else [after]
        if before is None:
            break
    return found


# --- the differences by cause -------------------------------------------------------------------

MOST_CAUSES = 40
"""The causes shown; the new tournaments among them are evaluated again for all their rows."""


class Difference(DifferenceRow):
    """A difference with its change, the gain it is, and if the rating is the best ever held."""

    change: float | None
    gain: float
    best: bool


@attrs.define
class Cause:
    """The sentences about what was recorded, and the parts that an occasion has in differences.

    ``again``: of evaluations that stood in the earlier state, ``roots``: other tournaments whose
    events reach them, counted by players; ``others``: moved by no occasion.
    """

    heading: str | None = None
    sentences: Counter[str] = attrs.field(factory=Counter)
    moved: list[Part] = attrs.field(factory=list)
    again: list[Part] = attrs.field(factory=list)
    roots: Counter[str] = attrs.field(factory=Counter)
    others: list[Difference] = attrs.field(factory=list)


@attrs.frozen
class ByCause:
    """The differences, largest first, and their causes by tournament; the names of the players."""

    rows: Sequence[Difference]
    causes: Sequence[tuple[str | None, Cause]]
    names: Mapping[str, str]


def by_cause(
    before: Answers, after: Answers, found: Sequence[DifferenceRow], *, everybody: bool
) -> ByCause:
    """Return the differences by cause.

    With ``everybody`` the first :data:`MOST_CAUSES` have all players of tournaments that are new.
    """
    rows = [_row(after, row) for row in sorted(found, key=lambda row: row["player"])]
    rows.sort(key=lambda row: -abs(row["change"] or 0))
    own = _largest_first(parts(before, after, [row["player"] for row in rows]))
    causes = _causes(rows, own, told_events=not only_days_differ(before, after))
    for tournament, cause in causes[:MOST_CAUSES]:
        if tournament and everybody:
            stated = _largest_first(parts_of_tournament(before, after, tournament))
            cause.moved = stated or cause.moved
    names = after.names({each.player for _, it in causes for each in it.moved + it.again})
    return ByCause(rows, causes, names)


def _row(now: Answers, row: DifferenceRow) -> Difference:
    """A difference with its change, the gain, and if the rating is the best that was held."""
    change = difference_of(row)
    gain = gain_of(change, now.rulebook) or 0
    best = gain > 0 and row["after"] == max(
        figures_held(now, row["player"]),
        key=lambda each: gain_of(each, now.rulebook) or 0,
        default=None,
    )
    return {**row, "change": change, "gain": gain, "best": best}


def _largest_first(found: Iterable[Part]) -> list[Part]:
    return sorted(found, key=lambda each: (-abs(each.change or 0), each.player))


def _causes(
    rows: Sequence[Difference], found: Sequence[Part], *, told_events: bool
) -> Sequence[tuple[str | None, Cause]]:
    """The tournament, if it is one, and the data of each cause; most changes first."""
    causes: dict[tuple[str, str], Cause] = defaultdict(Cause)
    last_links = ((row["player"], link) for row in rows for link in row["chain"][-1:])
    roots = {it: link["occasion"] for it, link in last_links if link["kind"] == "tournament"}
    for part in found:
        cause = causes[_occasion(part.done.kind, part.done.subject, part.done.key[:10])]
        (cause.again if part.again else cause.moved).append(part)
        root = roots.get(part.player)
        if part.again and root and root != part.done.subject:
            cause.roots[root] += 1
    moved = {part.player for part in found}
    for row in rows:
        if told_events and row["chain"] and (link := row["chain"][-1])["events"]:
            cause = causes[_occasion(link["kind"], link["occasion"], link["day"])]
            cause.sentences[row["told"][0]] += 1
        if row["player"] not in moved:
            causes["", ""].others.append(row)
    for (kind, subject), cause in causes.items():
        if kind in KINDS:
            cause.heading = KINDS[kind](date.fromisoformat(subject)).with_capital()
    ordered = sorted(causes.items(), key=lambda it: (-len(it[1].moved), -len(it[1].again)))
    return [(subject if kind == "tournament" else None, it) for (kind, subject), it in ordered]


def _occasion(kind: str, subject: str | None, day: str) -> tuple[str, str]:
    """The key of a cause: its tournament, or the day of what else was decided or computed."""
    return kind, subject if subject and kind == "tournament" else day
