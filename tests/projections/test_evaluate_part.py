"""Some players of a tournament by themselves, from what the others counted as."""

import pytest

from ledger.events.codec import read_data
from ledger.log.database import snapshot
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.replay.card_history import EvaluatedOccasion, MemoryCardHistory
from projections.engine.replay.evaluate_part import evaluate_part, with_dependents
from projections.engine.replay.hypothetical import HypotheticalCardHistory
from projections.engine.replay.replay import Replay
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import Game
from tests.projections.submissions import POOL, adoption, decided, games, player, tournament

OPEN = EvaluatedOccasion("1996-05-01/3/open", "tournament", "open", ("anna", "bela", "cleo"))


def test_whoever_was_rated_is_evaluated_alone_and_newcomers_together():
    """DWZ 4.7: first ratings of one tournament depend on each other."""
    rated = Strengths(ratings={"anna": 1500})
    assert with_dependents(["anna"], OPEN, rated) == {"anna"}
    assert with_dependents(["bela"], OPEN, rated) == {"bela", "cleo"}
    assert with_dependents(["anna", "bela"], OPEN, rated) == {"anna", "bela", "cleo"}
    all_rated = Strengths(ratings=dict.fromkeys(OPEN.players, 1500))
    assert with_dependents(["bela"], OPEN, all_rated) == {"bela"}


def test_a_part_gives_the_cards_that_the_whole_gives(club):
    """Bela lost to both others; what the others did is not needed for Anna."""
    names = ("anna", "bela", "cleo")
    club.append(adoption(), *map(player, names), *(decided(name, "1500-10") for name in names))
    club.append(tournament("open", "1996-05-01"))
    club.append(*games("open", "anna 1-0 bela", "cleo 1-0 bela", "anna ½-½ cleo"))
    with snapshot(club.engine) as connection:
        history = History(connection, EVERYTHING)
        whole = MemoryCardHistory(Replay.of(history, POOL, EVERYTHING))
        (done,) = whole.about("open")
        versions = whole.versions_before(done.key, names)
        history.read_about(["open"])
        part = history.part("open", {"anna"})
        found = evaluate_part(done, done.strengths, part, whole.periods, versions)
        assert found.cards == {"anna": whole.versions_of("anna")[-1].card}
        assert evaluate_part(done, done.strengths, part, [], versions) is None


@pytest.mark.parametrize(("guest", "alone"), [("bela", True), ("otto", False)])
def test_a_first_game_may_decide_that_the_whole_tournament_does_not_count(club, guest, alone):
    """DWZ 6.2.2: an hour suffices for U15 only if nobody older plays; Otto is 46."""
    club.append(adoption())
    for name, born in {"anna": 1983, "bela": 1984, "cleo": 1985, "otto": 1950}.items():
        club.append(player(name, birth_year=born), decided(name, "1500-10"))
    entered = [{"player": name} for name in ("anna", "bela", "cleo", "otto")]
    facts = {"thinking_time": {"minutes": 60}, "youth_class": "U15", "entrants": entered}
    cup = tournament("cup", "1996-05-01", **facts)["data"]
    fact = read_data("tournament.submitted", cup, "")
    played = [game_of("anna", "cleo"), game_of("cleo", "bela")]
    with snapshot(club.engine) as connection:
        history = History(connection, EVERYTHING)
        cards = HypotheticalCardHistory(MemoryCardHistory(Replay.of(history, POOL, EVERYTHING)))
        history.add_hypothetical((), fact, played)
        cards.evaluate(history, POOL, ["cup"])
        more = [game_of("anna", guest)]
        found = cards.cards_with(history, "cup", more)
        assert (found is not None) is alone
        whole = cards.before_all()
        whole.evaluate(history.with_more_games("cup", more), POOL, ["cup"])
        assert whole.changed == ({"anna", "bela", "cleo"} if alone else set())
        if found is not None:
            assert found == whole.versions_before("~", ["anna", guest])


def game_of(white: str, black: str) -> Game:
    """A game that White won."""
    return Game(
        game=f"{white}-{black}", white=white, black=black, white_points=1.0, black_points=0.0
    )
