"""A page of HTML as PDF, where WeasyPrint is installed (extra ``pdf``)."""

from importlib import import_module
from typing import cast

from ledger.events.problems import refusal


def as_pdf(html: str) -> bytes:
    """The page laid out as its print style says.  Nothing is fetched: it has all it needs.

    Raises :class:`~ledger.events.problems.Refused` where WeasyPrint, or what it draws with, is
    not installed.
    """
    try:
        weasyprint = import_module("weasyprint")
    except (ImportError, OSError):
        message = (
            "PDF needs WeasyPrint and the Pango library: pip install 'rating-ledger[pdf]', "
            "or write html and print it"
        )
        raise refusal("no-weasyprint", message, "--as") from None
    return cast("bytes", weasyprint.HTML(string=html, url_fetcher=_nothing).write_pdf())


def _nothing(url: str) -> None:
    raise ValueError(f"a document needs nothing from elsewhere, and not {url!r}")
