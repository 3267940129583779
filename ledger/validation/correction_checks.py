"""Checks of a correction: its target, and the facts that depend on it.

A correction is checked against its target and appended.  After all successive corrections of
one stream, the dependent facts are checked.  If one no longer fits, the
whole submission is rolled back.
"""

from collections.abc import Iterator, Sequence

from ledger.events import facts
from ledger.events.codec import read_data
from ledger.events.messages import Message
from ledger.events.values import display
from ledger.events.wording import named
from ledger.log.effective_events import Recorded
from ledger.validation import reference_checks
from ledger.validation.fact_checks import Complaint, complaints_about
from ledger.validation.ledger_state import LedgerState
from ledger.validation.rulebook_port import RulebookPort
from ledger.validation.tournament_state import TournamentState


def root_of(correction: facts.CorrectionSubmitted, ledger: LedgerState) -> Recorded | None:
    """Return the final target of a chain of corrections; None: there is none."""
    target = ledger.event(correction.corrects)
    while target is not None and target.type == facts.CorrectionSubmitted.type:
        target = ledger.event(target.data["corrects"])
    return target


def unreadable(correction: facts.CorrectionSubmitted, ledger: LedgerState) -> Iterator[Complaint]:
    """Yield the faults of a correction before anything is changed."""
    target = ledger.event(correction.corrects)
    if target is None:
        message = Message(
            "there is no event %(corrects)s: name the id of an earlier one",
            corrects=display(correction.corrects),
        )
        yield Complaint("corrects", "unknown-event", message)
    elif target.type == facts.PlayerForgotten.type:
        message = Message("erased data cannot be restored: register the player again")
        yield Complaint("corrects", "erased-for-good", message)
    elif correction.replacement is not None:
        yield from _unfit(correction.replacement, target, ledger)


def _unfit(data: object, target: Recorded, ledger: LedgerState) -> Iterator[Complaint]:
    """A replacement must be complete data of the same type, under the same key fields."""
    fact = read_data(target.type, data, "replacement")
    if isinstance(fact, list):
        for path, fault in fact:
            yield Complaint(path, fault.code, str(fault))
        return
    recorded = target.data
    for key in facts.VOCABULARY[target.type].keys:
        if getattr(fact, key) != recorded[key]:
            message = Message(
                "stays %(before)s, it cannot become %(after)s: "
                "strike the event and submit another",
                {"before": display(recorded[key]), "after": display(getattr(fact, key))},
            )
            yield Complaint(f"replacement.{key}", "key-changed", message)
    for complaint in complaints_about(fact):
        if not (complaint.code == "missing" and _is_forgotten(fact, ledger)):
            yield Complaint(f"replacement.{complaint.field}", complaint.code, complaint.message)
    if isinstance(fact, facts.CorrectionSubmitted) and fact.replacement is not None:
        inner = ledger.event(fact.corrects)
        if inner is not None:
            for complaint in _unfit(fact.replacement, inner, ledger):
                path = f"replacement.{complaint.field}"
                yield Complaint(path, complaint.code, complaint.message)


def _is_forgotten(fact: facts.Fact, ledger: LedgerState) -> bool:
    return isinstance(fact, facts.PlayerRegistered) and ledger.forgotten(fact.player)


def facts_made_invalid(
    corrected: Sequence[Recorded], ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[tuple[Recorded, Complaint]]:
    """Yield the facts that no longer fit after corrections of ``corrected``, with the complaint.

    They are events of one stream, each once, in the order of their corrections.  Of two that
    contradict each other the later one is at fault, so that nothing is reported twice.
    """
    is_tournament = corrected[0].type in (facts.TournamentSubmitted.type, facts.GameSubmitted.type)
    check = _check_tournament if is_tournament else _check_other_streams
    for root, complaint in check(corrected, ledger, rulebooks):
        field = f"replacement.{complaint.field}" if complaint.field else "corrects"
        yield root, Complaint(field, complaint.code, complaint.message)


def _check_tournament(
    corrected: Sequence[Recorded], ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[tuple[Recorded, Complaint]]:
    """Check the games again in sequence, those corrected after the others."""
    state = ledger.tournament(corrected[0].stream.removeprefix("tournament/"))
    if state is None:
        return
    own = {root.data["game"] for root in corrected if root.type == facts.GameSubmitted.type}
    so_far = state.without(own)
    for root in corrected:
        fact = ledger.effective_data(root)
        complaints: Iterator[Complaint] = iter(())
        if fact is None:
            complaints = _complain_about_dependents(root, ledger)
        elif isinstance(fact, facts.TournamentSubmitted):
            complaints = _tournament_in_place(fact, state.without(own), ledger, rulebooks)
        elif isinstance(fact, facts.GameSubmitted) and state.fact is not None:
            complaints = reference_checks.missing_references_of_game(fact, so_far, ledger)
        yield from ((root, each) for each in complaints)
        if isinstance(fact, facts.GameSubmitted):
            so_far.add(fact)


def _tournament_in_place(
    fact: facts.TournamentSubmitted,
    others: TournamentState,
    ledger: LedgerState,
    rulebooks: RulebookPort,
) -> Iterator[Complaint]:
    yield from reference_checks.missing_references(fact, ledger, rulebooks)
    before = TournamentState(fact)
    for game in others.games:
        for complaint in reference_checks.missing_references_of_game(game, before, ledger):
            yield Complaint(
                "",
                complaint.code,
                Message("game %(game)s: %(message)s", game=game.game, message=complaint.message),
            )
        before.add(game)


def _check_other_streams(
    corrected: Sequence[Recorded], ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[tuple[Recorded, Complaint]]:
    for root in corrected:
        fact = ledger.effective_data(root)
        if fact is None:
            complaints = _complain_about_dependents(root, ledger)
        elif isinstance(fact, facts.PlayersMerged):
            complaints = _merge_in_place(fact, root, ledger, rulebooks)
        else:
            complaints = reference_checks.missing_references(fact, ledger, rulebooks)
        yield from ((root, each) for each in complaints)
    adoptions = [root for root in corrected if root.type == facts.RulebookAdopted.type]
    for root in adoptions[-1:]:
        yield from ((root, each) for each in _complain_without_rulebook(root.data["pool"], ledger))


def _merge_in_place(
    fact: facts.PlayersMerged, root: Recorded, ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[Complaint]:
    ledger.ignore_merge(root.id)
    yield from reference_checks.missing_references(fact, ledger, rulebooks)
    ledger.reread(root.stream)


def _complain_about_dependents(root: Recorded, ledger: LedgerState) -> Iterator[Complaint]:
    """Complain if facts depend on a struck event."""
    relying: list[str] = []
    if root.type == facts.PlayerRegistered.type:
        relying = _facts_depending_on(root.data["player"], root, ledger)
    elif root.type in (facts.TournamentSubmitted.type, facts.GameSubmitted.type):
        relying = _decisions_depending_on(root, ledger)
    if relying:
        message = Message(
            "needed by %(relying)s: correct or strike that first", relying=named(relying)
        )
        yield Complaint("", "relied-on", message)


def _facts_depending_on(player: str, root: Recorded, ledger: LedgerState) -> list[str]:
    relying = []
    for known in ledger.mentions(player):
        if known.event == root.id or player not in _players_of(known.fact):
            continue
        if isinstance(known.fact, facts.GameSubmitted):
            state = ledger.tournament(known.fact.tournament)
            if state is None or state.fact is None:
                continue  # struck with its tournament
        relying.append(known.event)
    return relying


def _players_of(fact: facts.Fact) -> set[str | None]:
    if isinstance(fact, facts.GameSubmitted):
        return {fact.white, fact.black}
    if isinstance(fact, facts.TournamentSubmitted):
        return {entrant.player for entrant in fact.entrants}
    if isinstance(fact, facts.DecisionRecorded):
        return {fact.about.player}
    return {getattr(fact, name, None) for name in ("player", "keep", "drop")}


def _decisions_depending_on(root: Recorded, ledger: LedgerState) -> list[str]:
    data = root.data
    if root.type == facts.GameSubmitted.type:
        gone = {data["game"]}
    else:
        gone = {data["tournament"], *_games_in(data["tournament"], ledger)}
    return [
        known.event
        for known in ledger.decisions()
        if gone & {known.fact.about.tournament, known.fact.about.game}
    ]


def _games_in(tournament: str, ledger: LedgerState) -> set[str]:
    state = ledger.tournament(tournament)
    return set() if state is None else set(state.names)


def _complain_without_rulebook(pool: str, ledger: LedgerState) -> Iterator[Complaint]:
    """Complain about a pool's decisions without a rulebook, or tournaments without a pool."""
    adopted = ledger.pool(pool)
    relying = []
    for known in ledger.mentions(pool):
        fact = known.fact
        if isinstance(fact, facts.RulebookAdopted):
            continue
        if isinstance(fact, facts.RatingDecided):
            if fact.pool == pool and reference_checks.rulebook_on(fact.from_day, adopted) is None:
                relying.append(known.event)
        elif not adopted and pool in (getattr(fact, "pool", None), *getattr(fact, "pools", ())):
            relying.append(known.event)
    if relying:
        message = Message(
            "%(pool)s would be without a rulebook for %(relying)s: correct that first",
            {"pool": pool, "relying": named(relying)},
        )
        yield Complaint("from_day", "relied-on", message)
