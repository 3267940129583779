"""Checks of references: everything that a fact names must exist and fit.

Complaints name the field, the fault and the remedy; nothing is raised and nothing is written.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

from ledger.events import facts
from ledger.events.codec import data_of
from ledger.events.messages import Message
from ledger.events.streams import tournament_stream
from ledger.events.values import display
from ledger.validation.fact_checks import Complaint
from ledger.validation.ledger_state import LedgerState
from ledger.validation.merge_checks import SEVERAL_GAMES_A_ROUND, forgotten_with_known, meetings
from ledger.validation.rulebook_port import RulebookPort
from ledger.validation.tournament_state import TournamentState


def missing_references(
    fact: facts.Fact, ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[Complaint]:
    """Yield everything that ``fact`` refers to and that is missing."""
    check = _RELIANCES.get(type(fact))
    return iter(()) if check is None else check(fact, ledger, rulebooks)


def fits(game: facts.GameSubmitted, ledger: LedgerState) -> bool:
    """True if a game certainly has no fault, by a quick check.

    True only if neither :func:`~ledger.validation.fact_checks.complaints_about` nor
    :func:`missing_references` would complain; False leaves the decision to them.
    """
    state = ledger.tournament(game.tournament)
    if state is None or state.fact is None or ledger.has_merges():
        return False
    white, black, number = game.white, game.black, game.round
    return (
        black is not None
        and white != black
        and game.played
        and game.white_points + game.black_points <= 1
        and number is not None
        and (number, white) not in state.busy
        and (number, black) not in state.busy
        and state.fact.format not in SEVERAL_GAMES_A_ROUND
        and ledger.knows_player(white)
        and ledger.knows_player(black)
    )


def missing_references_of_game(
    game: facts.GameSubmitted, state: TournamentState, ledger: LedgerState
) -> Iterator[Complaint]:
    """Yield the missing references of a game in its tournament, which holds the other games."""
    tournament = state.fact
    if tournament is None:
        if not ledger.has_faulty_submission(tournament_stream(game.tournament)):
            message = Message(
                "%(tournament)s was struck: restore it first by striking that correction",
                tournament=game.tournament,
            )
            yield Complaint("tournament", "struck-tournament", message)
        return
    for side, name in (("white", game.white), ("black", game.black)):
        if name is not None and not ledger.knows_player(name):
            yield _unknown_player(side, name)
    yield from _wrong_points(game, tournament)
    if tournament.format not in SEVERAL_GAMES_A_ROUND:
        yield from _busy_players(game, state, ledger)
    if tournament.format == "match":
        yield from _third_player(game, state)
    if game.black is not None and game.black != game.white:
        yield from _self_play(game.white, game.black, ledger)


def _wrong_points(
    game: facts.GameSubmitted, tournament: facts.TournamentSubmitted
) -> Iterator[Complaint]:
    total = game.white_points + game.black_points
    if total > 1 and not (tournament.discipline == "go" and total == 2):
        message = Message(
            "%(white)s and %(black)s points are more than one game has: correct the result",
            {"white": f"{game.white_points:g}", "black": f"{game.black_points:g}"},
        )
        yield Complaint("black_points", "too-many-points", message)
    if tournament.discipline == "chess" and (game.stones or game.receiver != "black"):
        message = Message("chess has no handicap stones: leave the field out")
        yield Complaint("stones", "not-in-chess", message)


def _busy_players(
    game: facts.GameSubmitted, state: TournamentState, ledger: LedgerState
) -> Iterator[Complaint]:
    if game.round is None:
        return
    for side, name in (("white", game.white), ("black", game.black)):
        ids = () if name is None else ledger.registrations_of(name)
        others = (state.busy.get((game.round, id_)) for id_ in ids)
        if (other := next(filter(None, others), None)) is not None:
            message = Message(
                "%(name)s has another game in round %(round)s, %(other)s: "
                "correct the round or the player",
                {"name": name, "round": game.round, "other": other},
            )
            yield Complaint(side, "two-games-in-a-round", message)


def _third_player(game: facts.GameSubmitted, state: TournamentState) -> Iterator[Complaint]:
    entered = {entrant.player for entrant in state.fact.entrants} if state.fact else set()
    sides = {side for side in (game.white, game.black) if side is not None}
    everybody = sorted(state.players | entered | sides)
    if len(everybody) > 2:
        message = Message(
            "a match has two players, not %(everybody)s: use another format",
            everybody=", ".join(everybody),
        )
        yield Complaint("white", "too-many-players", message)


def _self_play(white: str, black: str, ledger: LedgerState) -> Iterator[Complaint]:
    if ledger.one_person(white) == ledger.one_person(black):
        message = Message(
            "%(white)s and %(black)s were merged into one person: name his opponent",
            {"white": white, "black": black},
        )
        yield Complaint("black", "self-play", message)


def _game(fact: facts.GameSubmitted, ledger: LedgerState, _: RulebookPort) -> Iterator[Complaint]:
    state = ledger.tournament(fact.tournament)
    if state is None:
        yield _unknown_tournament("tournament", fact.tournament)
    else:
        yield from missing_references_of_game(fact, state, ledger)


def _unknown_tournament(field: str, tournament: str) -> Complaint:
    message = Message(
        "there is no tournament %(tournament)s: submit it first", tournament=display(tournament)
    )
    return Complaint(field, "unknown-tournament", message)


def _tournament(
    fact: facts.TournamentSubmitted, ledger: LedgerState, _: RulebookPort
) -> Iterator[Complaint]:
    for pool in dict.fromkeys(fact.pools):
        yield from _pool(pool, ledger, "pools")
    ledger.read_players(entrant.player for entrant in fact.entrants)  # also of a correction
    for index, entrant in enumerate(fact.entrants):
        yield from _player(entrant.player, ledger, f"entrants[{index}].player")


def _rulebook_adopted(
    fact: facts.RulebookAdopted, _: LedgerState, rulebooks: RulebookPort
) -> Iterator[Complaint]:
    if fact.rulebook not in rulebooks.names():
        known = ", ".join(sorted(rulebooks.names()))
        message = Message(
            "there is no rulebook %(rulebook)s: use one of %(known)s",
            {"rulebook": display(fact.rulebook), "known": known},
        )
        yield Complaint("rulebook", "unknown-rulebook", message)
        return
    objections = rulebooks.objections_to_parameters(fact.rulebook, fact.parameters or {})
    yield from _objections("bad-parameter", objections)


def _of_player(fact: Any, ledger: LedgerState, _: RulebookPort) -> Iterator[Complaint]:
    yield from _player(fact.player, ledger)


def _player_forgotten(
    fact: facts.PlayerForgotten, ledger: LedgerState, _: RulebookPort
) -> Iterator[Complaint]:
    """Allow a forgotten player to be forgotten again only while personal data are kept."""
    yield from _player(fact.player, ledger)
    if ledger.forgotten(fact.player) and not ledger.keeps_data_of(fact.player):
        message = Message(
            "the data of %(player)s were erased before: nothing is left to erase",
            player=fact.player,
        )
        yield Complaint("player", "forgotten-before", message)


def _players_merged(
    fact: facts.PlayersMerged, ledger: LedgerState, _: RulebookPort
) -> Iterator[Complaint]:
    for field, name in (("keep", fact.keep), ("drop", fact.drop)):
        yield from _player(name, ledger, field)
    for field, name in (("keep", fact.keep), ("drop", fact.drop)):
        kept = ledger.one_person(name)
        if kept != name:
            message = Message(
                "%(name)s was merged into %(kept)s before: name %(kept)s", name=name, kept=kept
            )
            yield Complaint(field, "merged-before", message)
    yield from forgotten_with_known(fact, ledger)
    yield from meetings(fact, ledger)


def _of_pool_and_player(fact: Any, ledger: LedgerState, _: RulebookPort) -> Iterator[Complaint]:
    yield from _pool(fact.pool, ledger, "pool")
    yield from _player(fact.player, ledger)


def _rating_decided(
    fact: facts.RatingDecided, ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[Complaint]:
    yield from _of_pool_and_player(fact, ledger, rulebooks)
    adopted = ledger.pool(fact.pool)
    if not adopted:
        return
    governing = rulebook_on(fact.from_day, adopted)
    if governing is None:
        message = Message(
            "no rulebook governs %(pool)s on %(day)s; the first one does from %(first)s on: "
            "correct the day",
            {"pool": fact.pool, "day": fact.from_day, "first": adopted[0].from_day},
        )
        yield Complaint("from_day", "before-the-pool", message)
    elif governing.rulebook in rulebooks.names():
        objections = rulebooks.objections_to_card(
            governing.rulebook, governing.parameters or {}, fact.kind, fact.card, fact.from_day
        )
        yield from _objections("bad-card", objections)


def _decision_recorded(
    fact: facts.DecisionRecorded, ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[Complaint]:
    yield from _pool(fact.pool, ledger, "pool")
    about = fact.about
    if about.player is not None:
        yield from _player(about.player, ledger, "about.player")
    if about.tournament is not None:
        state = ledger.tournament(about.tournament)
        known = state is not None and state.fact is not None
        if not known and not ledger.has_faulty_submission(tournament_stream(about.tournament)):
            yield _unknown_tournament("about.tournament", about.tournament)
    if about.game is not None and not ledger.knows_game(about.game):
        message = Message("there is no game %(game)s: submit it first", game=display(about.game))
        yield Complaint("about.game", "unknown-game", message)
    yield from _unknown_decision(fact, ledger, rulebooks)


def _unknown_decision(
    fact: facts.DecisionRecorded, ledger: LedgerState, rulebooks: RulebookPort
) -> Iterator[Complaint]:
    """Complain unless one of the pool's rulebooks, of any day, knows it (decision 0008)."""
    names = {adopted.rulebook for adopted in ledger.pool(fact.pool)} & set(rulebooks.names())
    about = fact.about.tournament
    state = None if about is None else ledger.tournament(about)
    ended_on = None if state is None or state.fact is None else state.fact.ended_on
    objections = [
        rulebooks.objections_to_decision(
            name, fact.rule, data_of(fact.about), fact.value, ended_on
        )
        for name in sorted(names)
    ]
    if objections and all(objections):
        # The rulebook with the fewest objections is the best match for the rule.
        yield from _objections("bad-decision", min(objections, key=len))


def _list_published(
    fact: facts.ListPublished, ledger: LedgerState, _: RulebookPort
) -> Iterator[Complaint]:
    yield from _pool(fact.pool, ledger, "pool")
    if fact.position > ledger.size():
        message = Message(
            "the log ends at position %(size)s: a list knows nothing beyond it", size=ledger.size()
        )
        yield Complaint("position", "beyond-the-log", message)


def _pool(pool: str, ledger: LedgerState, field: str) -> Iterator[Complaint]:
    if not ledger.pool(pool):
        yield Complaint(field, "unknown-pool", ledger.no_such_pool(pool))


def _player(player: str, ledger: LedgerState, field: str = "player") -> Iterator[Complaint]:
    if not ledger.knows_player(player):
        yield _unknown_player(field, player)


def _unknown_player(field: str, player: str) -> Complaint:
    message = Message(
        "%(player)s is not registered: register the player first, or correct the id",
        player=display(player),
    )
    return Complaint(field, "unknown-player", message)


def _objections(code: str, objections: Sequence[tuple[str, str]]) -> Iterator[Complaint]:
    for field, message in objections:
        yield Complaint(field, code, message)


def rulebook_on(
    day: date, adopted: Sequence[facts.RulebookAdopted]
) -> facts.RulebookAdopted | None:
    """The adoption that governs a pool on ``day``, of those in the order of their days."""
    return next((each for each in reversed(adopted) if each.from_day <= day), None)


_Reliance = Callable[[Any, LedgerState, RulebookPort], Iterator[Complaint]]
_RELIANCES: dict[type, _Reliance] = {
    facts.RulebookAdopted: _rulebook_adopted,
    facts.PlayerForgotten: _player_forgotten,
    facts.PlayerWithheld: _of_player,
    facts.PlayersMerged: _players_merged,
    facts.MembershipDeclared: _of_player,
    facts.TournamentSubmitted: _tournament,
    facts.GameSubmitted: _game,
    facts.RatingAdopted: _of_pool_and_player,
    facts.RatingDecided: _rating_decided,
    facts.DecisionRecorded: _decision_recorded,
    facts.EvaluationRecorded: _of_pool_and_player,
    facts.ListPublished: _list_published,
}
