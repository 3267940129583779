"""Checks of a fact in itself, whatever the ledger holds.

Every function yields complaints; nothing is raised and nothing is decided here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from ledger.events import facts
from ledger.events.messages import Message
from ledger.log.clock import Clock


@attrs.frozen
class Complaint:
    """A fault of a fact: the field inside its data, a short code, and the remedy."""

    field: str
    code: str
    message: str


def complaints_about(fact: facts.Fact) -> Iterator[Complaint]:
    """Yield every contradiction within a fact."""
    check = _CHECKS.get(type(fact))
    return iter(()) if check is None else check(fact)


def reject_future_list(fact: facts.Fact, clock: Clock) -> Iterator[Complaint]:
    """Complain about a list published for a future day, which may still change (decision 0139)."""
    if isinstance(fact, facts.ListPublished) and fact.day > (today := clock().date()):
        message = Message(
            "%(day)s is after today, %(today)s: publish the list on its day or later, because "
            "results until then still count",
            {"day": fact.day.isoformat(), "today": today.isoformat()},
        )
        yield Complaint("day", "day-to-come", message)


def used(subject: str) -> Complaint:
    """Return the complaint that a subject exists already."""
    kind, _, id_ = subject.partition("/")
    message = (
        f"the {kind} {id_} has been submitted before: give another id, "
        "or submit a correction of that event"
    )
    return Complaint(kind, f"used-{kind}", message)


def _rulebook_adopted(fact: facts.RulebookAdopted) -> Iterator[Complaint]:
    if fact.conversion is None:
        return
    pieces = fact.conversion.pieces
    if not pieces:
        yield Complaint("conversion.pieces", "empty", Message("is empty: give at least one piece"))
    limits = [piece.below for piece in pieces if piece.below is not None]
    if len(set(limits)) < len(limits) or len(pieces) - len(limits) > 1:
        message = Message("two pieces apply to the same ratings: give each another `below`")
        yield Complaint("conversion.pieces", "ambiguous", message)


def _player_registered(fact: facts.PlayerRegistered) -> Iterator[Complaint]:
    if fact.name is None:
        yield Complaint("name", "missing", Message("is missing: it is a required field"))
    if fact.birth_date is not None and fact.birth_year not in (None, fact.birth_date.year):
        message = Message(
            "%(birth_year)s is not the year of %(birth_date)s: correct one of them",
            {"birth_year": fact.birth_year, "birth_date": fact.birth_date},
        )
        yield Complaint("birth_year", "contradiction", message)


def _player_withheld(fact: facts.PlayerWithheld) -> Iterator[Complaint]:
    if fact.until is not None and fact.until < fact.from_day:
        message = Message(
            "%(until)s is before from_day %(from_day)s: swap them",
            {"until": fact.until, "from_day": fact.from_day},
        )
        yield Complaint("until", "end-before-start", message)


def _players_merged(fact: facts.PlayersMerged) -> Iterator[Complaint]:
    if fact.keep == fact.drop:
        yield Complaint(
            "drop", "same-player", Message("is the player to keep: name two registrations")
        )


def _tournament_submitted(fact: facts.TournamentSubmitted) -> Iterator[Complaint]:
    if not fact.pools:
        yield Complaint("pools", "empty", Message("is empty: name at least one pool"))
    for field, names in (("pools", fact.pools), ("flags", fact.flags)):
        yield from _twice(field, names)
    yield from _twice("entrants", [entrant.player for entrant in fact.entrants])
    if fact.starts_on is not None and fact.starts_on > fact.ended_on:
        message = Message(
            "the end %(ended_on)s is before the start %(starts_on)s: swap them",
            {"ended_on": fact.ended_on, "starts_on": fact.starts_on},
        )
        yield Complaint("ended_on", "end-before-start", message)
    if fact.format == "match" and len(fact.entrants) > 2:
        message = Message(
            "a match has two players, not %(count)s: use another format", count=len(fact.entrants)
        )
        yield Complaint("entrants", "too-many-players", message)
    if fact.discipline == "chess":
        yield from _chess_only(fact)
    yield from _submitted_table(fact)
    yield from _thinking_time(fact)


def _submitted_table(fact: facts.TournamentSubmitted) -> Iterator[Complaint]:
    """The places and teams of the table as it was submitted; a wrong place is no fault of ours."""
    yield from _twice("teams", [str(team.number) for team in fact.teams])
    yield from _twice("round_days", [str(each.round) for each in fact.round_days])
    for index, name in enumerate(fact.tie_break_names):
        if facts.codes_in(name) != (name,):
            text = (
                "%(name)s is not a single tie-break: give each by itself, without blanks around it"
            )
            message = Message(text, name=name)
            yield Complaint(f"tie_break_names[{index}]", "several", message)
    teams = {team.number for team in fact.teams}
    for index, entrant in enumerate(fact.entrants):
        if entrant.team is not None and entrant.team not in teams:
            message = Message("there is no team %(number)s in teams", number=entrant.team)
            yield Complaint(f"entrants[{index}].team", "unknown-team", message)
        if len(entrant.tie_breaks) > len(fact.tie_break_names):
            message = Message(
                "%(count)s tie-breaks, but tie_break_names has %(names)s: name each of them",
                {"count": len(entrant.tie_breaks), "names": len(fact.tie_break_names)},
            )
            yield Complaint(f"entrants[{index}].tie_breaks", "without-name", message)


def _chess_only(fact: facts.TournamentSubmitted) -> Iterator[Complaint]:
    if fact.board is not None:
        message = Message("chess has no board size: leave it out, or make the discipline go")
        yield Complaint("board", "not-in-chess", message)
    if fact.komi is not None:
        message = Message("chess has no komi: leave it out, or make the discipline go")
        yield Complaint("komi", "not-in-chess", message)
    for index, entrant in enumerate(fact.entrants):
        if entrant.entry_grade is not None:
            field = f"entrants[{index}].entry_grade"
            yield Complaint(field, "not-in-chess", Message("chess has no grades: leave it out"))


def _thinking_time(fact: facts.TournamentSubmitted) -> Iterator[Complaint]:
    time = fact.thinking_time
    if time is None:
        return
    for field in attrs.fields(type(time)):
        value = getattr(time, field.name)
        if isinstance(value, float) and value < 0:
            name = f"thinking_time.{field.name}"
            yield Complaint(
                name,
                "negative",
                Message("%(value)s is negative: give 0 or more", value=f"{value:g}"),
            )
    go_fields = ("overtime", "seconds", "stones", "overtime_minutes")
    chess_fields = ("increment_seconds", "minutes_per_move")
    if fact.discipline == "chess":
        yield from _foreign(time, go_fields, "not-in-chess", "is for go only: leave it out")
    else:
        yield from _foreign(time, chess_fields, "not-in-go", "is for chess only: leave it out")


def _foreign(time: object, fields: Sequence[str], code: str, message: str) -> Iterator[Complaint]:
    for name in fields:
        if getattr(time, name) is not None:
            yield Complaint(f"thinking_time.{name}", code, message)


def _game_submitted(fact: facts.GameSubmitted) -> Iterator[Complaint]:
    if fact.white == fact.black:
        message = Message("%(black)s plays against himself: name his opponent", black=fact.black)
        yield Complaint("black", "self-play", message)
    if fact.played and fact.black is None:
        message = Message("a game without black was not played: name black, or say played: false")
        yield Complaint("black", "no-opponent", message)
    if fact.played and fact.reason is not None:
        message = Message(
            "%(reason)s is a reason for an unplayed game: set played: false, or leave it out",
            reason=fact.reason,
        )
        yield Complaint("reason", "contradiction", message)
    if fact.reason == "bye" and fact.black is not None:
        message = Message("a bye has no opponent: leave black (%(black)s) out", black=fact.black)
        yield Complaint("black", "contradiction", message)
    if (day := fact.played_on) is not None and (end := fact.finished_on) is not None and end < day:
        message = Message("%(end)s is before the day of play %(day)s: swap them", end=end, day=day)
        yield Complaint("finished_on", "end-before-start", message)
    if fact.minutes_per_move is not None and fact.minutes_per_move <= 0:
        yield Complaint("minutes_per_move", "negative", Message("must be more than 0"))


def _evaluation_recorded(fact: facts.EvaluationRecorded) -> Iterator[Complaint]:
    if not (fact.points * 2).is_integer() or not 0 <= fact.points <= fact.games:
        message = Message(
            "%(points)s points cannot come from %(games)s games: correct one of them",
            {"points": f"{fact.points:g}", "games": fact.games},
        )
        yield Complaint("points", "contradiction", message)
    if not 0 <= fact.expected <= fact.games:
        message = Message(
            "%(expected)s cannot be expected from %(games)s games",
            {"expected": f"{fact.expected:g}", "games": fact.games},
        )
        yield Complaint("expected", "contradiction", message)


def _twice(field: str, names: Sequence[str]) -> Iterator[Complaint]:
    for name in sorted(name for name, times in Counter(names).items() if times > 1):
        yield Complaint(
            field, "twice", Message("names %(name)s twice: take one of them out", name=name)
        )


_CHECKS: dict[type, Callable[[Any], Iterator[Complaint]]] = {
    facts.RulebookAdopted: _rulebook_adopted,
    facts.PlayerRegistered: _player_registered,
    facts.PlayerWithheld: _player_withheld,
    facts.PlayersMerged: _players_merged,
    facts.TournamentSubmitted: _tournament_submitted,
    facts.GameSubmitted: _game_submitted,
    facts.EvaluationRecorded: _evaluation_recorded,
}
