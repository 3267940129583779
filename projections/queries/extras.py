"""Optional parts of the installation: what to do to have them.

The package is in no index, and what `uv tool install` has installed cannot be added to with pip:
the installation is repeated with the extra.
"""


def install_commands(extra: str) -> str:
    """Return how an extra is installed, in a checkout and from a wheel by any installer."""
    return (
        f"install rating-ledger with the extra `{extra}` (in a checkout `uv sync --inexact "
        f"--extra {extra}`, else install its wheel again with `[{extra}]` behind the file's name)"
    )
