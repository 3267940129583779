"""Some players of a tournament by themselves, from what the others counted as."""

from ledger.log.database import snapshot
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.replay.card_history import EvaluatedOccasion, MemoryCardHistory
from projections.engine.replay.evaluate_part import evaluate_part, with_dependents
from projections.engine.replay.replay import Replay
from projections.rulebooks.strengths import Strengths
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
