"""The program ``rating-ledger``: ready for Ctrl-C before anything else is loaded."""

from ledger.console.startup import starting

starting()

from projections.console.main import main  # noqa: E402

__all__ = ["main"]

if __name__ == "__main__":
    main()
