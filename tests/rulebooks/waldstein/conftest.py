"""A tournament to test with: crosstables as printed, and short ways to say who beat whom."""

from datetime import date
from fractions import Fraction

import pytest

from projections.rulebooks.figures import printed_table
from projections.rulebooks.readings import chosen
from projections.rulebooks.tournament import Game, Player, Tournament
from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable, crosstable
from projections.rulebooks.waldstein.procedure import standings
from projections.rulebooks.waldstein.readings import Readings
from projections.rulebooks.waldstein.standings import Row, Standings

POINTS = {"1": 1.0, "½": 0.5, "0": 0.0}
QUARTERS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8}


class Club:
    """``AB1`` is a game in which A, White, scored 1 against B."""

    def printed(self, name: str) -> list[dict[str, str]]:
        """The rows of one of the paper's tables."""
        return list(printed_table(waldstein.package, name))

    def number(self, cell: str) -> Fraction:
        """A number as printed: 3½, 0.267, 4² or 1·2½."""
        if "·" in cell:
            left, right = cell.split("·")
            return self.number(left) * self.number(right)
        if cell.endswith("²"):
            return self.number(cell[:-1]) ** 2
        if cell[-1] in QUARTERS:
            return QUARTERS[cell[-1]] + (Fraction(cell[:-1]) if cell[:-1] else 0)
        return Fraction(cell)

    def place(self, cell: str) -> tuple[int, int]:
        """A place as printed: IV, V/VI, III/II."""
        places = [ROMAN[numeral] for numeral in cell.split("/")]
        return min(places), max(places)

    def cup(self, name: str) -> Tournament:
        """The tournament of a printed crosstable."""
        rows = self.printed(name)
        players = [row["player"] for row in rows]
        games = [
            (row["player"], opponent, POINTS[row[opponent]])
            for i, row in enumerate(rows)
            for opponent in players[i + 1 :]
            if row[opponent] in POINTS
        ]
        return self.tournament(*games)

    def games(self, results: str, *entered: str) -> Tournament:
        """A tournament of results such as ``AB1 CA½``; ``entered`` came and did not play."""
        played = [(result[0], result[1], POINTS[result[2]]) for result in results.split()]
        return self.tournament(*played, entered=entered)

    def tournament(self, *games: tuple[str, str, float], entered: tuple = ()) -> Tournament:
        """Games as White, Black, White's points."""
        named = [*entered, *(side for game in games for side in game[:2])]
        return Tournament(
            id="cup",
            name="Cup",
            discipline="chess",
            format="round-robin",
            ended_on=date(1966, 6, 1),
            games=tuple(
                Game(
                    game=f"{number:04}",
                    white=white,
                    black=black,
                    white_points=points,
                    black_points=1 - points,
                )
                for number, (white, black, points) in enumerate(games, start=1)
            ),
            players={player: Player(id=player) for player in named},
        )

    def table(self, tournament: Tournament | str) -> Crosstable:
        """The crosstable of a tournament, or of results."""
        return crosstable(self.games(tournament) if isinstance(tournament, str) else tournament)

    def standings(
        self, tournament: Tournament | str, method: str = "waldstein", **parameters: object
    ) -> Standings:
        """The standings of a tournament, or of results."""
        cup = self.games(tournament) if isinstance(tournament, str) else tournament
        return standings(cup, method, chosen(Readings, "waldstein", parameters))

    def rows(
        self, tournament: Tournament | str, method: str = "waldstein", **parameters: object
    ) -> dict[str, Row]:
        """The rows of the standings by player, in the order of the players' names."""
        rows = self.standings(tournament, method, **parameters).players
        return {row.player: row for row in sorted(rows, key=lambda row: row.player)}

    def places(
        self, tournament: Tournament | str, method: str = "waldstein", **parameters: object
    ) -> list:
        """The places in the order of the players' names."""
        return [row.place for row in self.rows(tournament, method, **parameters).values()]


@pytest.fixture(scope="session")
def club() -> Club:
    return Club()
