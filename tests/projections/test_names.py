"""Under which name a player is shown: corrected, withheld, forgotten, merged."""

from datetime import date

import pytest
from sqlalchemy import delete, func, insert, select

from ledger.log.schema import person
from tests.projections.submissions import (
    adoption,
    correction,
    decided,
    forgotten,
    games,
    merge,
    player,
    strike,
    tournament,
    withheld,
)

ANNA = player("anna", name="Muster, Anna")


@pytest.fixture
def listed(club_on_both):
    """Anna and Bela are rated from July 1995 to July 2000; they met in May 1996."""
    club = club_on_both
    club.append(adoption(), ANNA, player("bela", name="Szabó, Béla"))
    club.append(decided("anna", "1500-10"), decided("bela", "1400-10"))
    club.append(tournament("may", "1996-05-01"), *games("may", "anna 1-0 bela"))
    return club


def anna_in_every_answer(club):
    """Her name in the list, in her record and in the tournament's evaluation."""
    names = {club.names()["anna"], club.player("anna")["name"], club.rows("may")["anna"]["name"]}
    assert len(names) == 1
    return names.pop()


def test_a_player_is_shown_under_the_name_of_his_registration(listed):
    assert anna_in_every_answer(listed) == "Muster, Anna"


class TestCorrected:
    def test_a_corrected_registration_shows_the_corrected_name(self, listed):
        listed.append(correction(ANNA, "married", name="Beispiel, Anna"))
        assert anna_in_every_answer(listed) == "Beispiel, Anna"

    def test_of_several_corrections_the_last_one_shows(self, listed):
        listed.append(correction(ANNA, "c1", name="Beispiel, Anna"))
        listed.append(correction(ANNA, "c2", name="Meier, Anna"))
        assert anna_in_every_answer(listed) == "Meier, Anna"

    def test_striking_a_correction_shows_the_name_before_it(self, listed):
        first = correction(ANNA, "c1", name="Beispiel, Anna")
        second = correction(ANNA, "c2", name="Meier, Anna")
        listed.append(first, second)
        listed.append(strike(second, "s2"))
        assert anna_in_every_answer(listed) == "Beispiel, Anna"
        listed.append(strike(first, "s1"))
        assert anna_in_every_answer(listed) == "Muster, Anna"

    def test_a_correction_of_the_year_of_birth_leaves_the_name(self, listed):
        listed.append(correction(ANNA, "younger", birth_year=1960))
        assert anna_in_every_answer(listed) == "Muster, Anna"


class TestNotKept:
    """A ledger may be restored without personal data, or with a part of them."""

    def test_whose_corrected_name_is_not_kept_is_shown_without_one(self, listed):
        listed.append(correction(ANNA, "married", name="Beispiel, Anna"))
        with listed.engine.begin() as connection:
            newest = select(func.max(person.c.position)).where(person.c.player == "anna")
            connection.execute(delete(person).where(person.c.position == newest.scalar_subquery()))
        assert listed.names() == {"anna": None, "bela": "Szabó, Béla"}

    def test_a_name_brought_back_past_the_program_is_not_shown(self, listed):
        with listed.engine.begin() as connection:
            kept = connection.execute(select(person).where(person.c.player == "anna")).one()
        listed.append(forgotten("anna"))
        with listed.engine.begin() as connection:
            connection.execute(insert(person).values(kept._asdict()))
        assert listed.names() == {"anna": None, "bela": "Szabó, Béla"}


class TestForgotten:
    def test_a_forgotten_player_has_no_name_and_keeps_his_rating(self, listed):
        rating = listed.ratings()["anna"]
        listed.append(forgotten("anna"))
        assert anna_in_every_answer(listed) is None
        assert listed.ratings()["anna"] == rating

    def test_a_forgotten_player_has_no_name_in_earlier_cuts_either(self, listed):
        listed.append(forgotten("anna"))
        assert listed.player("anna", "1996-05-01", known_at=7)["name"] is None

    def test_a_name_corrected_before_is_forgotten_as_well(self, listed):
        listed.append(correction(ANNA, "married", name="Beispiel, Anna"), forgotten("anna"))
        assert anna_in_every_answer(listed) is None

    def test_a_correction_does_not_bring_a_forgotten_name_back(self, listed):
        listed.append(forgotten("anna"))
        listed.append(correction(ANNA, "married", name="Beispiel, Anna"))
        assert anna_in_every_answer(listed) is None

    def test_the_others_keep_their_names(self, listed):
        listed.append(forgotten("anna"))
        assert listed.names()["bela"] == "Szabó, Béla"


class TestWithheld:
    @pytest.mark.parametrize("on", [None, "1996-06-01"])
    def test_a_name_is_withheld_in_answers_given_from_the_first_to_the_last_day(self, listed, on):
        listed.append(withheld("anna", "1997-07-01", "1997-12-31"))
        shown = {
            str(today): listed.names(on, today=today)["anna"]
            for today in (
                *(date(1997, 6, 30), date(1997, 7, 1)),
                *(date(1997, 12, 31), date(1998, 1, 1)),
            )
        }
        assert shown == {
            "1997-06-30": "Muster, Anna",
            "1997-07-01": None,
            "1997-12-31": None,
            "1998-01-01": "Muster, Anna",
        }

    def test_a_day_before_the_wish_does_not_bring_the_name_back(self, listed):
        listed.append(withheld("anna", "2020-01-01"))
        assert listed.names("1996-06-01")["anna"] is None
        assert listed.player("anna", "1996-06-01")["name"] is None

    def test_without_a_last_day_it_is_withheld_for_good(self, listed):
        listed.append(withheld("anna", "1996-07-01"))
        assert listed.names(today=date(2100, 7, 1))["anna"] is None

    def test_a_list_drawn_up_in_advance_respects_a_wish_that_begins_until_its_day(self, listed):
        listed.append(withheld("anna", "1999-07-01"))
        names = [
            listed.names(on, today=date(1999, 6, 20))["anna"]
            for on in ("1999-06-30", "1999-07-01")
        ]
        assert names == ["Muster, Anna", None]

    def test_nor_does_a_list_drawn_up_for_a_day_after_the_wish_name_anybody(self, listed):
        listed.append(withheld("anna", "1998-01-01", "1998-12-31"))
        assert listed.names("1999-01-01", today=date(1998, 12, 20))["anna"] is None

    def test_a_name_withheld_twice_is_withheld_on_either_occasion(self, listed):
        listed.append(withheld("anna", "1996-01-01", "1996-01-31"))
        listed.append(withheld("anna", "1997-01-01", "1997-01-31"))
        days = (date(1996, 1, 31), date(1996, 6, 1), date(1997, 1, 31))
        names = [listed.names(today=today)["anna"] for today in days]
        assert names == [None, "Muster, Anna", None]

    def test_the_others_keep_their_names(self, listed):
        listed.append(withheld("anna", "1990-01-01"))
        assert listed.names() == {"anna": None, "bela": "Szabó, Béla"}

    def test_striking_the_wish_shows_the_name_again(self, listed):
        wish = withheld("anna", "1990-01-01")
        listed.append(wish)
        assert anna_in_every_answer(listed) is None
        listed.append(strike(wish, "she changed her mind"))
        assert anna_in_every_answer(listed) == "Muster, Anna"

    def test_the_computation_goes_on(self, listed):
        rating = listed.ratings()["anna"]
        listed.append(withheld("anna", "1990-01-01"))
        assert listed.ratings()["anna"] == rating


class TestMerged:
    @pytest.fixture
    def two(self, listed):
        """Anna was also registered as anna2."""
        listed.append(player("anna2", name="Muster, A."))
        return listed

    def test_the_kept_registration_gives_the_name(self, two):
        two.append(merge("anna", "anna2"))
        assert two.player("anna2")["name"] == "Muster, Anna"

    def test_a_merged_person_is_forgotten_under_both_registrations(self, two):
        two.append(merge("anna2", "anna"), forgotten("anna"))
        assert two.player("anna")["name"] is None

    def test_a_wish_made_under_the_dropped_registration_holds_for_the_person(self, two):
        two.append(withheld("anna2", "1990-01-01"))
        two.append(merge("anna", "anna2"))
        assert anna_in_every_answer(two) is None

    def test_a_wish_made_under_the_dropped_registration_after_the_merge_holds(self, two):
        two.append(merge("anna", "anna2"))
        two.append(withheld("anna2", "1990-01-01"))
        assert anna_in_every_answer(two) is None
