"""The languages of pages and files by their codes, for modules that need no texts."""

from collections.abc import Mapping

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "hu": "Magyar",
    "sv": "Svenska",
}
DEFAULT = "en"
