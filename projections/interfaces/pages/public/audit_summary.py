"""The calculation of a rating in one look: the score, one line of arithmetic, and the games."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from ledger.events.messages import Message
from projections.files.documents.audit import AuditNames
from projections.i18n.languages import Language
from projections.queries.answer_types import EvaluationRow
from projections.queries.presentation import highest_first_of

RATINGS = ("opponent_rating", "opponent_number", "opponent_gor", "opponent_elo")
MINUS = "\xa0−\xa0"
"""Within brackets, where no line is broken."""


@attrs.frozen(kw_only=True)
class AuditedGame:
    """A game of the tournament, as the rulebook used it and as it was recorded.

    ``counts``: False if it did not count for the player, for a ``reason`` if one is known.
    ``stones``: those received, negative if given; ``change``: in rating points.  ``before``: the
    opponent's rating before, if a higher one counted in its place.
    """

    tournament: str | None
    opponent: str | None
    before: float | None
    round: int | None
    colour: str | None
    stones: int | None
    rating: int | None
    own: float | None
    difference: float | None
    points: float | None
    expected: float | None
    change: float | None
    counts: bool = True
    reason: Message | str | None = None

    @property
    def limited(self) -> float | None:
        """The difference of the two ratings, if a smaller one counted (FIDE 8.3.1)."""
        if self.own is None or self.rating is None or self.difference is None:
            return None
        whole = self.own - self.rating
        return whole if abs(whole) > abs(self.difference) else None


@attrs.frozen
class Working:
    """A line of arithmetic, or one for each list, and the same in words.

    ``places``: decimals of the expected points; ``rule``: the citation of its paragraph.
    """

    line: str | None = None
    words: Sequence[Message] = ()
    places: int = 2
    rule: str | None = None


ANOTHER = Working()
"""Another rule led to the rating, or a value of the line is unknown."""


@attrs.frozen(kw_only=True)
class Summary:
    """The score in a sentence, the working, and the games.

    ``totals``: the sums of the points, expectations and changes of the games that count, None if
    one is unknown, under Ingo of the opponents' numbers, too.
    """

    score: Message | None
    working: Working
    games: Sequence[AuditedGame]
    totals: Mapping[str, float | None]

    @property
    def adds_up(self) -> bool:
        """True if the games' expectations as printed add up to the sum below them."""
        added = sum(round(each.expected or 0, 2) for each in self.games)
        return abs(added - round(self.totals["expected"] or added, self.working.places)) < 0.001


def summary_of(
    document: Mapping[str, Any], rows: Sequence[EvaluationRow], spoken: Language
) -> Summary:
    """The summary of the evaluations of a tournament, or of all that one list rates."""
    recorded = {
        each["data"]["game"]: each["data"]
        for each in document["inputs"]
        if each["what"] == "game" and each["data"]
    }
    used = [(game, row) for row in rows for game in row.get("games_used") or ()]
    games = [_counted(*each, recorded.get(each[0]["game"], {}), document) for each in used]
    summed = ["points", "expected", "change"]
    if rows and "level" in rows[0]:  # which is the mean of the opponents' numbers and the own one
        summed.append("rating")
    totals = {name: _sum(getattr(game, name) for game in games) for name in summed}
    expected = _sum(row.get("expected") for row in rows)
    if expected is not None and len({game.expected is None for game in games}) < 2:
        totals["expected"] = expected
    if not games:
        totals["points"] = _sum(row.get("points") for row in rows)
    case = _Case(document, rows, totals, len(games), spoken)
    working = _worked(case)
    places = {row.get("tournament"): place for place, row in enumerate(rows)}
    if rows:
        rated = {document["tournament"], *places}
        recorded = {id_: it for id_, it in recorded.items() if it["tournament"] in rated}
        games += _left_out(document, recorded, {game["game"] for game, _ in used})
    return Summary(
        score=_score(case, working.places),
        working=working,
        games=sorted(games, key=lambda it: (places.get(it.tournament, 0), it.round or 0)),
        totals=totals,
    )


def _sum(numbers: Iterable[float | None]) -> float | None:
    """The sum; None if there is nothing to add, or if a number is unknown."""
    known = [*numbers]
    return sum(it or 0 for it in known) if known and None not in known else None


def _counted(
    used: Mapping[str, Any],
    row: EvaluationRow,
    data: Mapping[str, Any],
    document: Mapping[str, Any],
) -> AuditedGame:
    def first(*names: str) -> Any:
        return next((used[name] for name in names if used.get(name) is not None), None)

    held = {each["player"]: each["figure"] for each in document["opponents"]}
    is_white = data.get("white") == document["player"] or data.get("black") in held
    own, other = ("white", "black") if is_white else ("black", "white")
    points = used.get("points", data.get(f"{own}_points"))
    expected, change, won = first("expected"), first("change"), first("game_points")
    if won is not None and points is not None:
        # A chance is that of the weaker side; game points are the points less those expected.
        expected, change = round(points - won, 3), round(row["multiplier"] * won, 3)
    stones, rating = data.get("stones"), first(*RATINGS)
    difference = first("difference", "corrected_difference")
    if rating is not None and "base" in used:  # LASK's R has no sign
        difference = used["base"] - rating
    receives = (data.get("receiver") or "black") == own
    opponent = first("opponent") or data.get(other)
    before = held.get(opponent)
    return AuditedGame(
        tournament=row.get("tournament") or data.get("tournament"),
        opponent=opponent,
        before=before if None not in (before, rating) and before < rating else None,
        round=data.get("round"),
        colour=own if data else None,
        stones=stones and (stones if receives else -stones),
        rating=rating and math.floor(rating + 0.5),
        own=row.get("rating_before"),
        difference=difference,
        points=points,
        expected=expected,
        change=change,
    )


def _left_out(
    document: Mapping[str, Any], recorded: Mapping[str, Any], used: set[str]
) -> Iterator[AuditedGame]:
    said = AuditNames.of(document).said
    reasons = {each["game"]: said(each["reason"]) for each in document["not_counted"]}
    held = {each["player"]: each["figure"] for each in document["opponents"]}
    for game, data in recorded.items():
        if game not in used:
            left = _counted({"game": game}, {}, data, document)
            rating = held.get(left.opponent, 0)
            reason = reasons.get(game) or (Message("unrated") if rating is None else None)
            yield attrs.evolve(left, rating=rating or None, counts=False, reason=reason)


@attrs.frozen
class _Case:
    """A calculation to be summed up: its audit, the rows of its report, and their sums."""

    document: Mapping[str, Any]
    rows: Sequence[EvaluationRow]
    totals: Mapping[str, Any]
    games: int
    spoken: Language

    @property
    def after(self) -> Any:
        return (self.document["card_after"] or {}).get("figure")

    def card(self, when: str, name: str) -> Any:
        return ((self.document[f"card_{when}"] or {}).get("card") or {}).get(name)

    def step(self, *given: str) -> Mapping[str, Any]:
        """The last step that was given these values; empty if there is none."""
        steps = (it for it in reversed(self.document["steps"]) if {*given} <= {*it["given"]})
        return next(steps, {})

    def plus(self, number: float) -> str:
        """A number to be added: ``+ 3``, ``− 3``."""
        return f"{'−' if number < 0 else '+'} {self.spoken.number(abs(number), 2)}"

    def agreeing(self, line: str, result: float, *words: Message, places: int = 2) -> Working:
        """The line with the rating that it leads to, if that is the rating after."""
        if abs(result - self.after) >= 1:
            return ANOTHER
        return Working(f"{line} = {self.spoken.number(self.after)}", words, places)

    def difference(self, places: int = 2) -> str:
        """The points less those expected."""
        points, expected = self.totals["points"], self.totals["expected"]
        return f"({self.spoken.points(points)}{MINUS}{self.spoken.fixed(expected, places)})"

    def by_points(
        self, before: float, line: str, worth: float, *words: Message, added: float = 0
    ) -> Working:
        """The rating before, and what the points above the expected ones are worth.

        ``line`` has a place for the difference of the two, which gets as many decimals as lead
        to the rating after.
        """
        points, expected = self.totals["points"], self.totals["expected"]

        def result(of: float) -> float:
            return float(before + added + worth * (points - of))

        near = (it for it in (2, 3) if abs(result(round(expected, it)) - self.after) <= 0.5)
        places = next(near, 2)
        line = f"{self.spoken.number(before, 3)} + {line.format(self.difference(places))}"
        return self.agreeing(line, result(expected), *words, places=places)


def _score(case: _Case, places: int) -> Message | None:
    points, expected, spoken = case.totals["points"], case.totals["expected"], case.spoken
    row = case.rows[0] if case.rows else {}
    games = case.games or row.get("games")
    if points is None or not games:
        return None
    values = {"points": spoken.points(points), "games": spoken.number(games)}
    if row.get("level") is not None and row["number_before"] is not None:
        level, off = spoken.number(row["level"]), case.plus(row["percent_difference"])
        return Message(
            "Scored %(points)s of %(games)s: performance %(sum)s = %(performance)s.",
            sum=f"{level} {off}",
            performance=spoken.number(row["performance"]),
            **values,
        )
    if expected is None or row.get("status") == "first":
        return Message("Scored %(points)s of %(games)s.", **values)
    return Message(
        "Scored %(points)s of %(games)s; %(expected)s was expected.",
        expected=spoken.fixed(expected, places),
        **values,
    )


# --- the arithmetic of each rulebook, in its own symbols -----------------------------------------


def _worked(case: _Case) -> Working:
    """The line that leads to the rating after."""
    if case.rows and isinstance(case.after, int | float):
        for field, (worked, given) in _WORKED.items():
            if case.rows[0].get(field) is not None:
                step = case.step(*given)
                try:
                    found = worked(case)
                except (TypeError, KeyError, ValueError):
                    break
                words = found.words or ([step["text"]] if step else ())
                return attrs.evolve(found, words=words, rule=step.get("rule"))
    return ANOTHER


def _dwz(case: _Case) -> Working:
    """Editions until 2014 divide by the games; K has taken the place of E in 2026."""
    row = case.rows[0]
    before, games, factor = row["rating_before"], row["games"], row["coefficient"]
    if isinstance(factor, int):
        line = f"800 · {{}} / ({factor} + {games})"
        words = Message("DWZ + 800 · (points − expected) / (development coefficient + games).")
        return case.by_points(before, line, 800 / (factor + games), words)
    words = Message("DWZ + K · (points − expected).")
    return case.by_points(before, f"{case.spoken.number(factor)} · {{}}", factor, words)


def _first_dwz(case: _Case) -> Working:
    if abs(case.totals["expected"] - case.totals["points"]) >= 0.05:
        return ANOTHER
    words = Message("First DWZ: the rating at which just these points are expected.")
    return Working(None, [words])


def _fide(case: _Case) -> Working:
    """The rating; lists that rate other tournaments, too, add what those bring."""
    before, K = case.rows[0]["rating_before"], case.rows[0]["k"]  # noqa: N806 - FIDE's K
    steps = case.document["steps"]
    factors = [it["given"] for it in steps if {"K", "deltas"} <= {*it["given"]}]
    lists = [it for it in steps if {"base", "change"} <= {*it["given"]}]
    if len(lists) < 2:
        words = Message("Rating + K · (points − expected).")
        found = case.by_points(before, f"{K} · {{}}", K, words)
        if found is not ANOTHER:
            return found
    own = None if len(lists) > 1 else case.difference()[1:-1]
    lines = [_of_list(case, *each, own) for each in zip(factors, lists, strict=False)]
    if not lines:  # which is still to come
        change = K * (case.totals["points"] - case.totals["expected"])
        lines = [f"{K} · {case.difference()} = {case.spoken.signed(change)}"]
    words = Message("K · (points − expected). Each list adds up all tournaments of its period.")
    return Working("\n".join(lines), [words])


def _of_list(
    case: _Case, factor: Mapping[str, Any], added: Mapping[str, Any], own: str | None
) -> str:
    """A list's line; ``own``: the points less those expected of the only tournament shown."""
    deltas = [*factor["deltas"]]
    if own is not None:
        deltas.remove(round(100 * (case.totals["points"] - case.totals["expected"])))
    terms = [f"{'−' if it < 0 else '+'}\xa0{case.spoken.fixed(abs(it) / 100)}" for it in deltas]
    said = "\xa0".join(terms if own is None else [own, *terms]).removeprefix("+\xa0")
    said = f"({said})" if "\xa0" in said else said
    return f"{added['given']['base']} + {factor['K']} · {said} = {added['result']}"


def _first_fide(case: _Case) -> Working:
    step = case.step("Ra", "p")
    mean, share = float(Fraction(step["given"]["Ra"])), step["given"]["p"]
    limit = highest_first_of(case.document["rulebook"])
    if step["result"] != case.after or (limit and case.after == limit[0]):
        return ANOTHER
    line = f"{case.spoken.number(mean, 1)} {case.plus(case.after - math.floor(mean + 0.5))}"
    words = Message(
        "Mean rating of the opponents and of two more of 1800, and the difference that "
        "%(share)s %% of the points stand for, two draws added.",
        share=case.spoken.number(share),
    )
    return case.agreeing(line, case.after, words)


def _mgsz(case: _Case) -> Working:
    before, factor = case.rows[0]["elo_before"], case.rows[0]["multiplier"]
    words = Message("Elo + multiplier · (points − expected), which are the game points.")
    return case.by_points(before, f"{factor} · {{}}", factor, words)


def _egf(case: _Case) -> Working:
    """All games bring the bonus, too, so that it stands before the points."""
    row, spoken = case.rows[0], case.spoken
    con, bonus, f = row["con"], row["bonus"], case.step("f", "con", "Sa")["given"]["f"]
    line = f"{case.games} · {spoken.fixed(bonus)} + {spoken.fixed(con)} · {{}}"
    words = [Message("GoR + games · bonus + con · (points − expected).")]
    if f != 1:
        line = f"{spoken.number(f)} · ({line})"
        words = [Message("GoR + class · (games · bonus + con · (points − expected)).")]
    if case.card("before", "gor") != row["gor_before"]:
        words.append(Message("The GoR to begin with was set anew: by the declared grade."))
    added = f * case.games * round(bonus, 2)
    return case.by_points(row["gor_before"], line, f * round(con, 2), *words, added=added)


def _lask(case: _Case) -> Working:
    """The number carried on changes with each game, the one in force on the next base date."""
    before, after = case.card("before", "running"), case.card("after", "running")
    points, games, change = case.totals["points"], case.games, case.rows[0]["change"]
    compensation = int(change - 16 * (2 * points - games))
    added = case.plus(compensation)
    words = Message("Number carried on + 16 · (points won − lost) + compensation.")
    if whole := case.step("base", "mean", "points", "games"):
        added = f"{added[0]} {games} · {abs(compensation) // games}"
        words = Message(
            "Number carried on + 16 · (points won − lost) + games · compensation. Mean: %(mean)s.",
            mean=case.spoken.number(whole["given"]["mean"]),
        )
    own, other = case.spoken.points(points), case.spoken.points(games - points)
    line = f"{before} + 16 · ({own}{MINUS}{other}) {added} = {after}"
    later = Message("The number in force changes on the next base date.")
    return Working(line, [words, later]) if before + change == after else ANOTHER


_WEIGHTS = {"B I 4": (3, 1), "C II": (1, 1), "C III": (1, 2), "C V": (7, 1)}
_OF_COUNT, _OF_GAMES = {1: (1, 1), 2: (2, 1)}, {3: (7, 1), 4: (5, 1), 5: (4, 1)}


def _ingo(case: _Case) -> Working:
    row, number = case.rows[0], case.spoken.number
    before, achieved = row["number_before"], row["performance"]
    if row["rule"] is None and before is not None:
        return Working(None, [Message("Too few scored games: the number does not change.")])
    lower = [*_oneself(case, row), Message("A lower number is better.")]
    if row["count_after"] == 1:
        line = f"{number(row['level'])} {case.plus(row['percent_difference'])}"
        words = Message("First number: level + (50 − percentage).")
        return case.agreeing(line, achieved, words, *lower)
    by_rule = {**_WEIGHTS, "C I": _OF_COUNT.get(row["count_before"])}
    old, new = by_rule.get(row["rule"]) or _OF_GAMES[row["games"]]
    parts = [f"{old} · {number(before)}", f"{new} · {number(achieved)}"]
    line = f"({' + '.join(it.removeprefix('1 · ') for it in parts)}) / {old + new}"
    result = (old * before + new * achieved) / (old + new)
    words = Message("Performance: level + (50 − percentage). New number: weighted mean of both.")
    if row["rule"] not in by_rule:
        short = Message(
            "In an event of %(games)s scored games the number before counts %(times)s times.",
            games=row["games"],
            times=old,
        )
        lower = [short, *lower]
    if abs(result - case.after) < 1:
        return case.agreeing(line, result, words, *lower)
    limit = Message("After so few games the change is limited.")
    line = f"{line} = {number(result)} → {number(case.after)}"
    return Working(line, [words, limit, *lower])


def _oneself(case: _Case, row: EvaluationRow) -> Iterable[Message]:
    """Say the level and the percentage, with the own number or, without one, the new."""
    used = [game["opponent_number"] for game in row.get("games_used") or ()]
    games, number = len(used) + 1, case.spoken.number
    for own in (row["number_before"], row["performance"]):
        if own is not None and used and abs((sum(used) + own) / games - row["level"]) < 0.06:
            yield Message(
                "Level and percentage include a draw against oneself: (%(sum)s + %(own)s) / "
                "%(games)s = %(level)s, and %(points)s of %(games)s are %(percent)s %%.",
                sum=number(sum(used)),
                own=number(own),
                games=games,
                level=number(row["level"]),
                points=case.spoken.points(row["points"] + 0.5),
                percent=number(50 - row["percent_difference"]),
            )
            return


_WORKED: Mapping[str, tuple[Callable[[_Case], Working], Sequence[str]]] = {
    "coefficient": (_dwz, ("Ro", "W", "We")),
    "stage": (_first_dwz, ("passes",)),
    "k": (_fide, ("K", "deltas")),
    "list": (_first_fide, ("Ra", "p")),
    "multiplier": (_mgsz, ("ΣJp",)),
    "con": (_egf, ("f", "con", "Sa")),
    "level": (_ingo, ("H", "places")),
    "change": (_lask, ("points",)),
}
"""By a field that none but the rows of this rulebook have, or one further up; and what the step
of its paragraph is given."""
