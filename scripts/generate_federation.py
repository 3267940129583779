"""Generate a chess or go federation as JSON Lines, for benchmarks and property tests.

    python scripts/generate_federation.py --games 1000000 --seed 1 --out federation.jsonl

The same options give the same bytes on every supported Python.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

import click

from scripts.federation.games import Truth, untold
from scripts.federation.generator import FederationGenerator
from scripts.federation.settings import FederationSettings, usual_years
from scripts.federation.successions import SUCCESSIONS, discipline_of, founded_under

DEFAULT = founded_under("dwz-1995", 1995)


def federation(  # noqa: PLR0913 - the options of the command, by name
    games: int,
    seed: int,
    *,
    from_year: int | None = None,
    years: int | None = None,
    pool: str = "dwz",
    rulebook: str | None = None,
    discipline: str | None = None,
    game_ids: bool = True,
    succession: str | None = None,
    truth: Truth = untold,
) -> Iterator[bytes]:
    """Yield the lines of a federation with exactly ``games`` games, byes and forfeits included.

    Seasons are calendar years from ``from_year`` on; without ``years`` their number follows
    from the size.  With a ``succession`` (``german``, ``swedish``, ``hungarian``) one rulebook
    follows another, from the founding under the first to the year of the last.  ``game_ids``
    False leaves the event ids of games out, and with them the corrections.  ``truth`` receives
    White's average score of each game, which no line contains.  Lines are generated on demand;
    memory holds one season of plans.  Raises ValueError for options that define no federation.
    """
    founding = SUCCESSIONS.get(succession or "", DEFAULT)
    first, last = founding[0], founding[-1]
    if years is None:
        until_the_last = last.from_day.year - first.from_day.year + 1
        years = until_the_last if succession else usual_years(games)
    settings = FederationSettings(
        games=games,
        seed=seed,
        from_year=from_year or first.from_day.year,
        years=years,
        pool=pool,
        rulebook=rulebook or first.rulebook,
        discipline=discipline or discipline_of(succession),
        game_ids=game_ids,
        succession=succession,
    )
    return FederationGenerator(settings, truth).lines()


@click.command
@click.option(
    "--games", type=click.IntRange(1_000, 10_000_000), required=True, help="Games in the file."
)
@click.option(
    "--seed", type=click.IntRange(0), required=True, help="Another seed, another federation."
)
@click.option(
    "--out", type=click.File("wb"), default="-", help="File to write; - is standard output."
)
@click.option("--from-year", type=click.IntRange(1900, 2100), show_default="1995")
@click.option(
    "--years", type=click.IntRange(1, 100), help="Seasons; by default 15 to 35, by the size."
)
@click.option("--pool", default="dwz", show_default=True)
@click.option("--rulebook", show_default="dwz-1995")
@click.option(
    "--succession",
    type=click.Choice(list(SUCCESSIONS)),
    help="Rulebooks that follow each other: Ingo to DWZ, LASK to FIDE, MGSZ to EGF (go).",
)
@click.option(
    "--discipline", type=click.Choice(["chess", "go"]), help="Chess, unless a succession is of go."
)
@click.option("--without-ids", is_flag=True, help="No event ids on games, and no corrections.")
@click.option(
    "--truth", type=click.File("w"), help="A table of what White scores of each game on average."
)
def main(*, out: BinaryIO, without_ids: bool, truth: TextIO | None, **options: Any) -> None:
    """Generate a chess or go federation as JSON Lines; the same options give the same bytes."""
    try:
        told = untold if truth is None else _told_in(truth)
        lines = federation(**options, game_ids=not without_ids, truth=told)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    out.writelines(lines)


def _told_in(table: TextIO) -> Truth:
    """Return a function that writes the truth into a table for `predict --forecasts`."""
    table.write("game,expected\n")
    return lambda game, expected: print(f"{game},{expected:.6f}", file=table)


if __name__ == "__main__":
    main()
