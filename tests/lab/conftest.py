"""The demo's ledger, as tests of pages have it."""

from tests.web.conftest import demo

__all__ = ["demo"]
