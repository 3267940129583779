"""The list of a pool as a page shows it: its order."""

from itertools import combinations

from projections.api import Ledger
from projections.interfaces.pages.public.rating_list import ListQuery, list_page
from tests.projections.submissions import adoption, decided, games, player, tournament


def test_a_list_sorted_by_change_begins_with_who_gained_most(sqlite_database: str) -> None:
    """A lower Ingo number is better: of six, the first won all games and the last lost all."""
    names = "fedcba"
    cards = [decided(each, "0-0", card={"number": 120, "count": 5}) for each in names]
    results = games("cup", *(f"{one} 1-0 {other}" for one, other in combinations(names, 2)))
    with Ledger.open(sqlite_database) as ledger:
        people = [player(each) for each in names]
        ledger.append([adoption(rulebook="ingo-1960"), *people, *cards], by="board")
        ledger.publish("dwz", on="1996-01-01", by="board")
        ledger.append([tournament("cup", "1996-02-01"), *results], by="board")
        rows = list_page(ledger.pool("dwz"), ListQuery(sort="change")).rows.rows
    assert "".join(row["player"] for row in rows) == names
    assert rows[0]["change"] < 0 < rows[-1]["change"]
