"""Make the ledger of a district, to be looked at or served.

    python -m scripts.federation.district district.db --seasons 8
    rating-ledger --database sqlite:///district.db serve

Two seasons have 5,600 games, eight have 20,000.
"""

from pathlib import Path

import click

from scripts.federation.district.ledger import make_district


@click.command
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seasons", type=click.IntRange(1, 20), default=2, show_default=True)
def main(file: Path, seasons: int) -> None:
    """Make a district's ledger in FILE, which must be new."""
    if file.exists():
        raise click.UsageError(f"{file} is there already")
    make_district(f"sqlite:///{file}", seasons)


if __name__ == "__main__":
    main()
