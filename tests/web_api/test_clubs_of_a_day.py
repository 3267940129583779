"""A tournament's page has the clubs for which its players played."""

import pytest

from tests.projections.submissions import adopted, game, player, tournament
from tests.web.conftest import text_of
from tests.web_api.conftest import Serve


@pytest.mark.parametrize("on", ["", "&on=1996-01-01"])
def test_a_player_who_moved_later_is_in_the_club_of_that_day(
    season_in_file: str, serve: Serve, on: str
) -> None:
    office = serve(season_in_file)
    moved = {"player": "nora", "club": "SV Sylt", "from_day": "1995-06-01"}
    office.ledger.append(
        [
            player("nora", name="Nolte, Nora", club="SK Föhr"),
            player("otto", name="Otte, Otto", club="SC Amrum"),
            *(adopted(each, 1500, "1995-01-01") for each in ("nora", "otto")),
            tournament("cup", "1995-05-31"),
            game("cup", "nora", "1-0", "otto"),
            {"type": "membership.declared", "data": moved},
        ],
        by="anna",
    )
    office.ledger.catch_up()
    told = text_of(office.get(f"/dwz/tournaments/cup?part=standings{on}").text)
    assert "SK Föhr" in told
    assert "SV Sylt" not in told
    assert "SV Sylt" in text_of(office.get("/dwz/players/nora").text)
