"""Texts as they are searched and sorted: without case and accents."""

import unicodedata


def folded(text: str) -> str:
    """``Müller`` as ``muller``."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
