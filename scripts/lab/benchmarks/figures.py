"""One figure of the bench with its target, its baseline and its printed form."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
from rich.table import Table

from scripts.lab.benchmarks.targets import least_ratio_of, target_of

HEADINGS = ("what", "figure", "worst", "target", "kept", "beside it", "ratio", "beside it stands")
NUMBERS = ("figure", "worst", "target", "beside it", "ratio")


@attrs.frozen
class Baseline:
    """The value that a figure is compared with, from the same run and in the same unit."""

    what: str
    value: float


@attrs.frozen(kw_only=True)
class Figure:
    """A measured figure: in events/s, games/s or bytes/s, in s (seconds), or in bytes.

    If it was taken several times, ``value`` is the median and ``worst`` the worst of them.
    """

    database: str
    what: str
    value: float
    unit: str
    worst: float | None = None
    baseline: Baseline

    @property
    def target(self) -> float | None:
        """Return the target for a ledger of 1,000,000 games; None if there is none."""
        return target_of(self.what, self.database)

    @property
    def meets_target(self) -> bool | None:
        """True if every target is met; None if there is none."""
        met = []
        if self.target is not None:
            met.append(self.value >= self.target if self._is_rate else self.value <= self.target)
        if self.least_ratio is not None:
            met.append(self.ratio >= self.least_ratio)
        return all(met) if met else None

    @property
    def least_ratio(self) -> float | None:
        """Return the target of the ratio; None if there is none."""
        return least_ratio_of(self.what, self.database)

    @property
    def ratio(self) -> float:
        """The value divided by the baseline."""
        return self.value / self.baseline.value

    @property
    def _is_rate(self) -> bool:
        return self.unit.endswith("/s")

    def document(self) -> dict[str, Any]:
        """Return all of its data, as JSON."""
        measured = attrs.asdict(self)
        baseline = measured.pop("baseline")
        return {
            **measured,
            "beside": baseline,
            "target": self.target,
            "least_ratio": self.least_ratio,
            "kept": self.meets_target,
            "ratio": self.ratio,
        }

    def cells(self) -> Sequence[str]:
        """Its line of the table."""
        return (
            self.what,
            shown(self.value, self.unit),
            "" if self.worst is None else shown(self.worst, self.unit),
            "" if self.target is None else f"{self._limit} {shown(self.target, self.unit)}",
            _VERDICTS[self.meets_target],
            shown(self.baseline.value, self.unit),
            f"{self.ratio:.2g}" + ("" if self.least_ratio is None else f" (≥ {self.least_ratio})"),
            self.baseline.what,
        )

    @property
    def _limit(self) -> str:
        return "≥" if self._is_rate else "≤"


_VERDICTS: Mapping[bool | None, str] = {None: "", True: "yes", False: "no"}


def shown(value: float, unit: str) -> str:
    """A value with its unit, as people write it."""
    if unit == "bytes":
        return f"{value / 1e6:,.0f} MB"
    if unit == "bytes/s":
        return f"{value / 1e6:,.1f} MB/s"
    if unit != "s":
        return f"{value:,.0f} {unit}"
    return f"{value:.1f} s" if value >= 1 else f"{value * 1_000:,.1f} ms"


def table(title: str, figures: Iterable[Figure]) -> Table:
    """Figures, one a line."""
    rendered = Table(title=title, title_justify="left", title_style="bold")
    for heading in HEADINGS:
        rendered.add_column(heading, justify="right" if heading in NUMBERS else "left")
    for figure in figures:
        rendered.add_row(*figure.cells())
    return rendered
