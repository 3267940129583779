"""Figures from other systems, and a pool converted to itself: March 2024."""

import json
from typing import Any

import pytest

from projections.checking.check import checked
from projections.queries.audit import audit
from projections.queries.audit_sources import complete
from tests.projections.submissions import correction, event, player
from tests.rulebooks.fide_2024.federation import (
    POOL,
    Federation,
    adoption,
    decided,
    event_of,
    people,
    rules,
)

MARCH_2024 = {"pieces": [{"factor": 0.6, "plus": 800, "below": 2000}, {"factor": 1, "plus": 0}]}


class TestConversions:
    """FIDE 0 and FIDE 7.2.1: March 2024, and figures from other systems."""

    def test_march_2024_comes_after_the_list_and_before_the_floor(self, fide: Federation) -> None:
        """low: 1500 + 10 = 1510, times .6 + 800 = 1706; mid 1490 is 1694; idle 1000 is 1400.

        deep: 1300 - 10 = 1290 is below 1400, but 1574 once converted; sunk: 1003 - 10 = 993 gives
        1395.8, 1396, and is unrated.  The report that goes on uses 1500, on top of 1706.
        """
        fide.append(adoption("2024-01-01"))
        names = {"low": 1500, "mid": 1500, "idle": 1000, "high": 2000, "deep": 1300, "sunk": 1003}
        peers = {"p1": 1300, "p2": 1003, "p3": 1500}
        for name, rating in (names | peers).items():
            fide.append(player(name, birth_year=1980), decided(name, rating, "2024-01-01"))
        games = ("low 1-0 mid", "deep 0-1 p1", "sunk 0-1 p2")
        fide.append(*event_of("feb", "2024-02-10", "2024-02-10", *games))
        fide.append(*event_of("on", "2024-02-20", "2024-03-10", "low 1-0 p3"))
        fide.append(adoption("2024-03-01", conversion=MARCH_2024))
        before = fide.rated(on="2024-02-29")
        assert (before["low"], before["sunk"]) == (1500, 1003)
        after = fide.rated(on="2024-03-01")
        assert {name: after.get(name) for name in names} == {
            "low": 1706,
            "mid": 1694,
            "idle": 1400,
            "high": 2000,
            "deep": 1574,
            "sunk": None,
        }
        assert fide.card("mid", "2024-03-01")["peak"] == 1694
        assert fide.card("mid", "2024-03-01")["games"] == 31
        assert fide.row("on", "low")["rating_before"] == 1500
        assert fide.rated()["low"] == 1716

    @pytest.mark.parametrize("name", ["low", "deep"])
    def test_the_checker_sees_what_the_step_of_a_conversion_was_given(
        self, fide: Federation, name: str
    ) -> None:
        """FIDE 0: deep has fallen to 1290 on the list of the same day, so no figure is shown."""
        fide.append(adoption("2024-01-01"))
        for each, rating in {"low": 1500, "deep": 1300, "p1": 1300}.items():
            fide.append(player(each, birth_year=1980), decided(each, rating, "2024-01-01"))
        fide.append(*event_of("feb", "2024-02-10", "2024-02-10", "deep 0-1 p1"))
        march = adoption("2024-03-01", conversion=MARCH_2024)
        fide.append(march)
        document = self.audited(fide, name, march["id"])
        found = checked(document)
        assert (found["contradicted"], found["not_known"], found["misfits"]) == (0, 0, [])
        for part, wrong in (("factor", 0.601), ("plus", 799.9)):
            (step,) = document["steps"]
            right, step["given"][part] = step["given"][part], wrong
            found = checked(document)
            assert found["contradicted"] or found["misfits"], part
            step["given"][part] = right

    def audited(self, fide: Federation, name: str, event: str) -> dict[str, Any]:
        """An audit with the events it rests on."""
        with fide.answers() as answers:
            document = complete(answers, audit(answers, name, event))
        read: dict[str, Any] = json.loads(json.dumps(document))
        return read

    def test_the_ratings_in_a_pool_are_converted_with_the_others(self, fide: Federation) -> None:
        """FIDE 0: 1500 becomes 1700."""
        fide.append(adoption("2024-01-01"), player("new"), player("r"))
        fide.append(decided("r", 1500, "2024-01-01"))
        fide.append(*event_of("jan", "2024-01-10", "2024-01-10", "new ½-½ r"))
        fide.append(adoption("2024-03-01", conversion=MARCH_2024))
        assert fide.player("new", "2024-02-29")["residual_games"][0]["opponent_rating"] == 1500
        assert fide.player("new", "2024-03-01")["residual_games"][0]["opponent_rating"] == 1700

    @pytest.mark.parametrize("to_fide", [True, False])
    def test_figures_may_be_carried_over_from_lask_and_back(
        self, fide: Federation, to_fide: bool
    ) -> None:
        """FIDE 0: 30 games are assumed, the peak is the figure; below 1400 nobody is rated."""
        books = ("lask-1970", "fide-2024") if to_fide else ("fide-2024", "lask-1970")
        fide.append(adoption("2024-03-01", rulebook=books[0]), player("a"), player("b"))
        fide.append(decided("a", 1900), decided("b", 1500))
        as_it_is = {"pieces": [{"factor": 1, "plus": -200}]}
        fide.append(adoption("2024-05-15", rulebook=books[1], conversion=as_it_is))
        assert fide.rated() == ({"a": 1700} if to_fide else {"a": 1700, "b": 1300})
        card = fide.card("a")
        if to_fide:
            assert (card["games"], card["peak"]) == (30, 1700)

    def test_a_junior_who_is_carried_over_has_a_juniors_coefficient_at_once(
        self, fide: Federation
    ) -> None:
        """FIDE 8.3.3: 30 games are assumed, so K is 40 by the year of birth alone, once known."""
        fide.append(adoption("2024-03-01", rulebook="lask-1970"))
        fide.append(registered := player("a", birth_year=2010), decided("a", 1900))
        as_it_is = {"pieces": [{"factor": 1, "plus": 0}]}
        fide.append(adoption("2024-05-15", conversion=as_it_is))
        fide.catch_up()
        assert fide.card("a")["k"] == 40
        fide.append(correction(registered, "born long before", birth_year=1980))
        fide.catch_up()
        assert fide.card("a")["k"] == 20
        assert fide.check().differences == ()

    @pytest.mark.parametrize(("reading", "games"), [("keep", 5), ("discard", 0)])
    def test_a_first_rating_below_the_floor_may_be_saved_by_the_conversion_of_its_day(
        self, fide: Federation, reading: str, games: int
    ) -> None:
        """FIDE 7.2.1: five draws with 1200 make Ra = 9600/7 = 1371.43, so 1371, on 1 March.

        That is below 1400, and 1371 · .6 + 800 = 1622.6 once converted.  Its games are those of
        the pool, if that was kept.
        """
        others = {f"r{n}": 1200 for n in range(5)}
        fide.append(adoption("2024-01-01", parameters={"below_floor_initial": reading}))
        fide.append(player("new", birth_year=1980))
        for name, rating in others.items():
            fide.append(player(name), decided(name, rating, "2024-01-01"))
        games_played = [f"new ½-½ {name}" for name in others]
        fide.append(*event_of("feb", "2024-02-10", "2024-02-10", *games_played))
        again = {"conversion": MARCH_2024, "parameters": {"below_floor_initial": reading}}
        fide.append(adoption("2024-03-01", **again))
        assert fide.rated()["new"] == 1623
        assert fide.card("new")["games"] == games

    @pytest.mark.parametrize("source", ["decided", "adopted", "converted"])
    def test_who_had_a_rating_has_no_first_event_any_more(
        self, fide: Federation, source: str
    ) -> None:
        """FIDE 8.2.1: a rating of 1500 that a conversion makes 1300 is none, and a 0 counts."""
        before = "lask-1970" if source == "converted" else "fide-2024"
        fide.append(adoption("2024-03-01", rulebook=before), *people(a=None, r=None))
        if source == "adopted":
            data = {"pool": POOL, "player": "a", "system": "FIDE", "figure": 1500}
            of_list = {"list_date": "2024-03-01", "verified": True}
            fide.append(event("rating.adopted", "adopted a", data | of_list))
        else:
            fide.append(decided("a", 1500))
        as_it_is = {"pieces": [{"factor": 1, "plus": 0}]}
        lowered = {"pieces": [{"factor": 1, "plus": -200}]}
        fide.append(adoption("2024-04-01", conversion=as_it_is))
        fide.append(adoption("2024-05-01", conversion=lowered), decided("r", 1800, "2024-05-01"))
        assert (fide.rated(on="2024-04-30")["a"], "a" in fide.rated()) == (1500, False)
        fide.append(*event_of("open", "2024-06-10", "2024-06-10", "a 0-1 r"))
        assert fide.row("open", "a")["status"] == "pool"

    def test_what_waits_lapses_when_another_rulebook_takes_over(self, fide: Federation) -> None:
        """FIDE 7.1: a report of 10 January, and LASK from the 15th on."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", "a 1-0 b"))
        as_it_is = {"pieces": [{"factor": 1, "plus": 0}]}
        fide.append(adoption("2025-01-15", rulebook="lask-1970", conversion=as_it_is))
        assert fide.rated() == {"a": 2000, "b": 2000}
        row = fide.row("open", "a")
        assert (row["delta"], row["rating_after"]) == (0.5, None)

    def test_a_list_on_the_day_of_another_rulebook_is_still_fides(self, fide: Federation) -> None:
        """FIDE 7.1: the list of 1 February comes before LASK takes over on that day."""
        fide.append(rules(), *people(a=2000, b=2000))
        fide.append(*event_of("open", "2025-01-10", "2025-01-10", "a 1-0 b"))
        as_it_is = {"pieces": [{"factor": 1, "plus": 0}]}
        fide.append(adoption("2025-02-01", rulebook="lask-1970", conversion=as_it_is))
        assert fide.rated() == {"a": 2010, "b": 1990}
        assert fide.row("open", "a")["rating_after"] == 2010
        fide.catch_up()
        assert fide.rated() == {"a": 2010, "b": 1990}
