"""The log says who submitted a tournament, when, and what its corrections gave each player."""

from datetime import UTC, datetime

from sqlalchemy import Engine

from ledger.log.database import snapshot
from projections.watch.observed import observed
from projections.watch.submitters import Change, recordings
from tests.watch.planted import correction, event_of, members


def test_a_corrected_result_gives_one_side_what_it_takes_from_the_other(engine: Engine) -> None:
    club = members(engine)
    cup = event_of("cup", "1996-04-01", "m00 1-0 m01", "m02 1-0 m03")
    club.append(*cup)
    before = club.append(*event_of("open", "1996-05-01", "m00 1-0 m02")).last
    club.append(correction(cup[1], white_points=0, black_points=1))
    with club.answers() as answers:
        seen = observed(answers, ["cup", "open"], 1)
    with snapshot(engine) as connection:
        known = {it.tournament: it for it in recordings(connection, seen, before or 0)}
        now = {it.tournament: it for it in recordings(connection, seen, 10_000)}
    assert [it.changes for it in known.values()] == [(), ()]
    assert now["open"].changes == ()
    assert now["cup"].changes == [
        Change(game="cup:m00-m01", tournament="cup", gained={"m00": -1.0, "m01": 1.0})
    ]
    assert (now["cup"].by, now["cup"].on) == ("the office", datetime.now(UTC).date())
