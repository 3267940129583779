"""Files of a study beside its output: a flat table, a picture."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from projections.api import Ledger
from projections.interfaces.cli import output_file
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.options import with_options

if TYPE_CHECKING:
    from rich.console import Console

_FILE = click.Path(dir_okay=False, path_type=Path)
_PLOT = (
    click.option("--plot", metavar="FILE.svg", type=_FILE, help="Also draw it, as SVG."),
    output_file.overwrite_option,
)
_TABLE = (
    click.option(
        "--as", "form", type=click.Choice(["csv", "parquet"]), help="Print a flat table instead."
    ),
    click.option("--output", metavar="FILE", type=_FILE, help="Write the table to a file."),
)


def plot_options(function: Callable[..., None]) -> Callable[..., None]:
    """A command that draws a picture, too: it gets its ``files``."""
    return _with_files(function, _PLOT, ("plot", "overwrite"))


def files_options(function: Callable[..., None]) -> Callable[..., None]:
    """A command whose answer is also written as a flat table: it gets its ``files``."""
    return _with_files(function, (*_TABLE, *_PLOT), ("form", "output", "plot", "overwrite"))


def _with_files(
    function: Callable[..., None], options: Sequence[object], names: Sequence[str]
) -> Callable[..., None]:
    @with_options(options)
    @wraps(function)
    def command(*given: object, **arguments: Any) -> None:
        files = Files(**{name: arguments.pop(name) for name in names})
        function(*given, files=files, **arguments)

    return command


@attrs.frozen(kw_only=True)
class Files:
    """The form of the flat table, and where it and the picture go."""

    form: str | None = None
    output: Path | None = None
    plot: Path | None = None
    overwrite: bool = False

    def __attrs_post_init__(self) -> None:
        """Refuse an unwritable output file before computing anything."""
        if self.output is not None and self.form is None:
            raise click.UsageError("--output takes a table: give --as csv or --as parquet")
        for path, option in ((self.output, "--output"), (self.plot, "--plot")):
            if path is not None:
                output_file.refuse_existing_file(path, option, overwrite=self.overwrite)

    def draw(self, picture: Callable[[], bytes]) -> None:
        """Write the picture, if requested."""
        if self.plot is not None:
            output_file.write_file(self.plot, picture(), "--plot", overwrite=self.overwrite)

    def answer(
        self,
        context: CommandContext,
        document: Mapping[str, object],
        show: "Callable[[Console], None]",
    ) -> None:
        """Show a study, or write it as a flat table."""
        if self.form is None:
            rows = Ledger.study_rows(document) if context.format == "csv" else None
            context.answer(document, show, rows=rows)
            return
        content = Ledger.study_table(document, self.form)
        if self.output is None:
            click.echo(content, nl=False)
        else:
            output_file.write_file(self.output, content, "--output", overwrite=self.overwrite)
