"""A day as an option: as 2026-07-12, or in any spelling that can mean one day only."""

from datetime import datetime, time
from typing import Any

import click

from ledger.importing.formats.dates import unambiguous_date


class Day(click.DateTime):
    """The type of an option that is a day; its value is midnight of that day."""

    def get_metavar(self, *_: Any, **__: Any) -> str:
        """How the help calls the value."""
        return "YYYY-MM-DD"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """The day that is written."""
        if isinstance(value, datetime):
            return value
        day = unambiguous_date(str(value))
        if day is None or len(str(value)) < len("1.1.1970"):
            self.fail(f"{value!r} is no certain day: write it as 2026-12-31.", param, ctx)
        return datetime.combine(day, time())


DAY = Day()
