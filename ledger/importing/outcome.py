"""The outcome of one imported file: as a value, in words for people, as JSON for programs."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
from msgspec.structs import asdict

from ledger.events.messages import Message, RequestField, counted
from ledger.importing.changes import Change
from ledger.importing.formats import tournament_report
from ledger.importing.matching.player_links import Link
from ledger.importing.ports import KnownPlayer, PoolEffect
from ledger.importing.report_events import tournament_id


@attrs.frozen(kw_only=True)
class FileOutcome:
    """One file after the attempt: what was read, found and appended.

    ``is_known``: the tournament is on record, ``changes`` is what the file changes in it.
    ``events`` were appended, or would have been on a dry run; ``duplicates`` stand already.
    ``first``, ``last``: their positions; ``effect``: what each pool makes of the tournament,
    ``effect_in_full``: with the players and games concerned.  ``pairings``: those of a running
    tournament, with the players' ids.
    """

    file: str
    report: tournament_report.TournamentReport | None
    links: Sequence[Link]
    issues: Sequence[tournament_report.Issue]
    changes: Sequence[Change] = ()
    is_known: bool = False
    events: int = 0
    duplicates: int = 0
    dry_run: bool = False
    first: int | None = None
    last: int | None = None
    effect: Sequence[PoolEffect] = ()
    effect_in_full: bool = False
    pairings: Sequence[tournament_report.Pairing] = ()

    @property
    def appended(self) -> int:
        """The number of events that were appended."""
        return 0 if self.dry_run else self.events

    @property
    def proposed_players(self) -> set[str]:
        """Everybody registered who is proposed for a player of the file."""
        return {proposal.player for link in self.links for proposal in link.proposals}

    @property
    def open_players(self) -> Sequence[Link]:
        """Return the players who are not identified yet."""
        return [link for link in self.links if link.how == "open"]

    @property
    def errors(self) -> Sequence[tournament_report.Issue]:
        """The issues that refuse the file."""
        return [issue for issue in self.issues if issue.kind == "error"]

    @property
    def refused(self) -> bool:
        """True if nothing of the file could be taken."""
        return tournament_report.any_error(self.issues)

    def with_warning(self, message: Message) -> "FileOutcome":
        """Return the outcome with a warning about a step that failed after it was written."""
        return attrs.evolve(
            self, issues=[*self.issues, tournament_report.Issue("warning", None, None, message)]
        )


# --- describing the effect of an import ----------------------------------------------------------


def effect_lines(outcome: FileOutcome) -> Iterator[str]:
    """A line or two for each pool, and the command that shows whose figures differ."""
    for each in outcome.effect:
        if each.together:
            continue  # printed once for all files
        yield f"{each.pool}: {verdict(each, dry_run=outcome.dry_run)}"
        if each.add is not None:
            yield f"  {_remedy(each.add, outcome)}"
        if each.changed and not outcome.dry_run and outcome.first is not None:
            yield _differences(each.pool, outcome.first)


def common_effect_lines(outcomes: Sequence[FileOutcome]) -> Iterator[str]:
    """Yield the effect of many files: for each pool how much is rated, what is not and why."""
    together = [(each, effect) for each in outcomes for effect in each.effect if effect.together]
    for pool in dict.fromkeys(effect.pool for _, effect in together):
        of_pool = [(each, effect) for each, effect in together if effect.pool == pool]
        yield from _pool_lines(pool, of_pool)


def _pool_lines(pool: str, effects: Sequence[tuple[FileOutcome, PoolEffect]]) -> Iterator[str]:
    rated = sum(effect.rated for _, effect in effects)
    outcome, first = effects[0]
    moved = _figures(first.changed, dry_run=outcome.dry_run)
    would = "would be rated" if outcome.dry_run else "rated"
    yield f"{pool}: {rated} of {len(effects)} tournaments {would}; {moved}."
    for reason in dict.fromkeys(effect.reason for _, effect in effects if not effect.rated):
        files = [Path(each.file).name for each, effect in effects if effect.reason == reason]
        add = next((it.add for _, it in effects if it.reason == reason and it.add), None)
        yield f"  {len(files)} not rated ({reason}): {_listed(files)}."
        if add is not None:
            remedy = "import it by itself, adding what is true"
            yield f"    {files[0]} would count with {add}: {remedy}."
    positions = [each.first for each, _ in effects if each.first is not None]
    if first.changed and not outcome.dry_run and positions:
        yield _differences(pool, min(positions))


def _differences(pool: str, first: int) -> str:
    return f"  rating-ledger diff {pool} {RequestField('from_known', str(first - 1))}"


def _listed(files: Sequence[str], most: int = 5) -> str:
    more = f" and {len(files) - most} more" if len(files) > most else ""
    return ", ".join(files[:most]) + more


def _figures(changed: int, *, dry_run: bool) -> str:
    if dry_run:
        return counted("%(count)s rating would change", "%(count)s ratings would change", changed)
    return counted("%(count)s rating changes", "%(count)s ratings change", changed)


def verdict(effect: PoolEffect, *, dry_run: bool) -> str:
    """Return a sentence: rated or not and why, and the number of ratings that change."""
    moved = _figures(effect.changed, dry_run=dry_run)
    if effect.rated:
        rated = Message("would be rated") if dry_run else Message("rated")
    elif dry_run:
        rated = Message("would not be rated (%(reason)s)", reason=effect.reason)
    else:
        rated = Message("not rated (%(reason)s)", reason=effect.reason)
    left_out = effect.games_not_rated
    if effect.rated and left_out:
        games = counted("%(count)s game does not count", "%(count)s games do not count", left_out)
        return Message("%(said)s, %(games)s; %(moved)s.", said=rated, games=games, moved=moved)
    if not effect.rated and not effect.changed:
        return Message("%(said)s.", said=rated)
    return Message("%(said)s; %(moved)s.", said=rated, moved=moved)


def _remedy(add: str, outcome: FileOutcome) -> str:
    """The remedy where the file does not say it; what is appended already is corrected."""
    if outcome.dry_run:
        return f"It would count with {add}: add what is true."
    return f"It would count with {add}: import the file again, adding what is true."


# --- the outcome as a JSON document --------------------------------------------------------------

Known = Mapping[str, KnownPlayer]
"""The facts that may be shown of registered players, by their ids."""


def document_of(outcome: FileOutcome, known: Known) -> dict[str, Any]:
    """The JSON document of one file; ``known`` is what may be shown of the players proposed."""
    report = outcome.report
    document: dict[str, Any] = {
        "file": outcome.file,
        "tournament": None if report is None else _tournament(report),
        "players": [] if report is None else _players(report, outcome.links, known),
        "games": [] if report is None else [asdict(game) for game in report.games],
        "issues": [attrs.asdict(issue) for issue in outcome.issues],
        "questions": [_question(issue) for issue in outcome.issues if issue.answers],
        "changes": [attrs.asdict(change) for change in outcome.changes],
        "appended": outcome.appended,
        "duplicates": outcome.duplicates,
        "effect": {
            "events": outcome.events,
            "first": None if outcome.dry_run else outcome.first,
            "last": None if outcome.dry_run else outcome.last,
            "pools": [_without_rows(each) for each in outcome.effect],
        },
    }
    if outcome.effect_in_full:
        for name, of in _ROWS.items():
            document[name] = [
                {"pool": each.pool, **row} for each in outcome.effect for row in getattr(each, of)
            ]
    if outcome.refused:
        document["problems"] = [
            {
                "line": issue.line,
                "field": issue.answers[0].name if issue.answers else None,
                "code": "file",
                "message": issue.message,
            }
            for issue in outcome.errors
        ]
    return document


_ROWS: Mapping[str, str] = {"changed": "changes", "left_out": "left_out", "signals": "signals"}
"""The rows of an effect by their names in the document."""


def _without_rows(effect: PoolEffect) -> dict[str, Any]:
    return attrs.asdict(effect, filter=lambda it, _: it.name not in _ROWS.values())


def _question(issue: tournament_report.Issue) -> dict[str, Any]:
    """An issue that the submitter can mend, with the fields of the request that answer it."""
    answers = [{"field": each.name, "value": each.value or None} for each in issue.answers]
    return {"line": issue.line, "message": issue.message, "answers": answers}


def _tournament(report: tournament_report.TournamentReport) -> dict[str, Any]:
    left_out = {"players", "teams", "games", "system", "thinking_time", "canonical", "pairings"}
    facts = attrs.asdict(report, filter=lambda field, _: field.name not in left_out)
    time = report.thinking_time
    if report.pairings:
        facts["pairings"] = [asdict(pairing) for pairing in report.pairings]
    return {
        "tournament": tournament_id(report),
        **facts,
        "tie_breaks": ",".join(report.tie_breaks) or None,
        "teams": [asdict(team) for team in report.teams],
        "system": report.system,
        "thinking_time": None
        if time is None
        else {key: value for key, value in attrs.asdict(time).items() if value is not None},
    }


def _players(
    report: tournament_report.TournamentReport, links: Sequence[Link], known: Known
) -> list[dict[str, Any]]:
    found: Mapping[str, Link] = {link.number: link for link in links}
    rows = []
    for player in report.players:
        row = asdict(player) | asdict(player.table_line)
        del row["table_line"], row["index"]
        row["tie_breaks"] = list(player.table_line.tie_breaks)
        row |= dict.fromkeys(("player", "linked", "evidence", "candidate"))
        row["proposals"] = []
        if (link := found.get(player.number)) is not None:
            row |= {"player": link.player, "linked": link.how, "evidence": link.evidence}
            row |= {"candidate": link.candidate, "proposals": _proposals(link, known)}
        rows.append(row)
    return rows


def _proposals(link: Link, known: Known) -> list[dict[str, Any]]:
    """The players proposed, each with what may be shown of him."""
    return [
        {
            "player": each.player,
            "reasons": each.reasons,
            "against": each.against,
            "spelling": each.spelling,
            "certain": each.certain,
            "likeness": each.likeness,
            **attrs.asdict(known.get(each.player, KnownPlayer())),
        }
        for each in link.proposals
    ]
