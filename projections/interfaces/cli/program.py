"""The program ``rating-ledger``: ready for Ctrl-C before anything else is loaded."""

from projections.interfaces.cli.startup import starting

starting()

from projections.interfaces.cli.lazy_commands import main  # noqa: E402

__all__ = ["main"]

if __name__ == "__main__":
    main()
