"""The served ledgers of the web's tests, for the pages of irregularities."""

from tests.web_api.conftest import _hashed_by, hasher, portal, serve, watch

__all__ = ["_hashed_by", "hasher", "portal", "serve", "watch"]
