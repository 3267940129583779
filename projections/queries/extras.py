"""Optional parts of the installation: the commands that install them.

The package is in no index, so `pip install 'rating-ledger[pdf]'` finds nothing.
"""

import re

_OF_AN_EXTRA = r"""(?P<what>[^;]+);.*extra == ['"](?P<extra>[^'"]+)['"]"""


def install_commands(extra: str) -> str:
    """Return the commands that install an extra, in a checkout and beside an installed wheel."""
    packages = " ".join(f"'{each}'" for each in _packages_of(extra))
    return f"in a checkout `uv sync --inexact --extra {extra}`, else `pip install {packages}`"


def _packages_of(extra: str) -> list[str]:
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - for refusals only

    try:
        required = requires("rating-ledger") or []
    except PackageNotFoundError:  # the program runs from a folder without an installation
        return [f".[{extra}]"]
    found = (re.match(_OF_AN_EXTRA, each) for each in required)
    return [each["what"].strip() for each in found if each is not None and each["extra"] == extra]
