"""The languages: their texts, and how they write numbers and days.

A catalogue is read from its ``.po`` file when the language is first used; there is no
compiled file that could be older than its text (decision 0083).  Babel is imported then too:
many commands need no language but know its type.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from ledger.events.messages import Absent, LargeNumber, Message, Numeral
from projections.queries.arguments import one_of
from projections.queries.language_codes import DEFAULT, LANGUAGES

if TYPE_CHECKING:
    from babel import Locale

FOLDER = Path(__file__).with_name("locale")
NOTHING = "–"
GIVEN, HEADING = "given to a step", "heading"
"""The contexts of names of what steps are given, and of columns: pages use many otherwise."""
_DAY_AT_THE_END = re.compile(r"[12][0-9]{3}-(0[1-9]|1[0-2])-([0-2][1-9]|[123]0|31)$", re.ASCII)
_AND = "\4"  # between a context and its text, as in all catalogues of gettext
OFTEN = 20_000  # numbers and days that are not spelt again
_REGIONS = {"en": "en_GB"}  # the language for European formats of days and numbers


class Catalogue(NullTranslations):
    """The texts of a language; missing ones are in English."""

    def __init__(self, texts: Mapping[str, Sequence[str]], plural: Sequence[object] = ()) -> None:
        super().__init__()
        self._texts = texts
        self._plural = plural[0] if plural else (lambda n: int(n != 1))

    def gettext(self, message: str) -> str:
        """A text in this language."""
        return self._texts.get(message, (message,))[0]

    def pgettext(self, context: str, message: str) -> str:
        """A text that says something else elsewhere."""
        return self._texts.get(context + _AND + message, (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A text about ``n`` of something."""
        forms = self._texts.get(msgid1, (msgid1, msgid2))
        return forms[min(self._plural(n), len(forms) - 1)]  # type: ignore[operator]


@attrs.frozen
class Language:
    """A language: what is said, and how numbers and days are written."""

    code: str
    locale: "Locale"
    catalogue: Catalogue

    def translate(self, given: Any) -> Any:
        """Return a message with its numbers and days in this language; all else as it is."""
        if isinstance(given, Message):
            return given.translated(self.phrase, self.catalogue.ngettext, self._value)
        if self.code == DEFAULT:
            return given
        if isinstance(given, Absent):
            return NOTHING
        if isinstance(given, Numeral):
            from babel.numbers import get_decimal_symbol  # noqa: PLC0415

            return given.replace(".", get_decimal_symbol(self.locale))
        return given

    def translate_text(self, text: str) -> str:
        """Return a message, or a text that the catalogue knows as a whole, in this language."""
        if isinstance(text, Message):
            return str(self.translate(text))
        return self.catalogue.gettext(text)

    def heading(self, text: str) -> str:
        """Return the heading of a column of an audit's tables."""
        return self.catalogue.pgettext(HEADING, text)

    def given(self, name: str) -> str:
        """Return the name of a value given to a step; symbols are the same everywhere."""
        return self.catalogue.pgettext(GIVEN, name)

    def phrase(self, template: str) -> str:
        """A word or template; a word may be known with a capital letter, as fields are."""
        found = self.catalogue.gettext(template)
        if found != template or not template[:1].islower():
            return found
        large = template[0].upper() + template[1:]
        word = self.catalogue.gettext(large)
        return template if word == large else word

    def _value(self, given: Any) -> Any:
        if isinstance(given, date):
            return self.day(given)
        if isinstance(given, LargeNumber):
            return self.count(int(given))
        return self.translate(given)

    def day(self, given: date | str | None) -> str:
        """A day: ``25 Nov 1995``."""
        if not given:
            return ""
        day = date.fromisoformat(given) if isinstance(given, str) else given
        return _day(day, self.locale)

    def moment(self, given: datetime | str) -> str:
        """A moment to the minute, in UTC."""
        from babel.dates import format_time, get_datetime_format  # noqa: PLC0415

        when = datetime.fromisoformat(given) if isinstance(given, str) else given
        order = str(get_datetime_format("medium", locale=self.locale)).replace("'", "")
        time = format_time(when, "short", locale=self.locale)
        return f"{order.format(time, self.day(when.date()))} UTC"

    def written(self, text: str) -> str:
        """A value of a table or step; one that is a day as the language writes it."""
        return self.day(text) if _DAY_AT_THE_END.fullmatch(text) else text

    def dated(self, text: object) -> str:
        """A text that ends with a day, or is one, with the day as the language writes it."""
        return _DAY_AT_THE_END.sub(lambda found: self.day(found[0]), str(self.translate(text)))

    def cell(self, value: Any) -> str:
        """A value of a rulebook's row: numbers as the language writes them."""
        if value is None:
            return ""
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, (int, float)):
            return self.number(value)
        return self.catalogue.gettext(str(value))

    def number(self, given: float | str | None, decimals: int = 2, least: int = 0) -> str:
        """A number with so many decimals at most; figures are written without separators."""
        if given is None or given == "":
            return ""
        pattern = f"0.{'0' * least}{'#' * (decimals - least)}"
        return _number(str(given), pattern, self.locale)

    def fixed(self, given: float | None, decimals: int = 2) -> str:
        """A number with just so many decimals."""
        return self.number(given, decimals, decimals)

    def count(self, given: int) -> str:
        """Return a number with separators."""
        from babel.numbers import format_decimal  # noqa: PLC0415

        return format_decimal(given, locale=self.locale)

    def signed(self, given: float | None, decimals: int = 2, least: int = 0) -> str:
        """A change, with its sign; ``=`` for none."""
        if given is None:
            return ""
        text = self.number(abs(given), decimals, least)
        return f"+{text}" if given > 0 else f"−{text}" if given < 0 else "="

    def percent(self, given: float) -> str:
        """A share in per cent; one below a hundredth has a decimal: ``0.2 %``."""
        return f"{self.number(100 * given, 1 if 0 < given < 0.01 else 0)} %"

    def points(self, given: float | None) -> str:
        """Points with their halves: ``4½``."""
        if given is None:
            return ""
        whole, half = divmod(float(given), 1)
        if half not in (0, 0.5) or whole < 0:
            return self.number(given)
        return f"{int(whole) or ('' if half else 0)}{'½' if half else ''}"


@lru_cache(OFTEN)
def _number(given: str, pattern: str, locale: "Locale") -> str:
    """A number as a pattern of the locale has it; pages have the same few over and over."""
    from babel.numbers import format_decimal  # noqa: PLC0415

    return format_decimal(Decimal(given), format=pattern, locale=locale).replace("-", "−")


@lru_cache(OFTEN)
def _day(day: date, locale: "Locale") -> str:
    from babel.dates import format_date  # noqa: PLC0415

    return format_date(day, "medium", locale=locale)


@cache
def language(code: str) -> Language:
    """A language by its code."""
    from babel import Locale  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    locale = Locale.parse(_REGIONS.get(code, code))
    file = FOLDER / f"{code}.po"
    if not file.is_file():
        return Language(code, locale, Catalogue({}))
    with file.open("rb") as opened:
        found = read_po(opened, locale=code)
    texts: dict[str, Sequence[str]] = {}
    for message in found:
        if message.id and message.string:
            key = message.id if isinstance(message.id, str) else message.id[0]
            key = f"{message.context}{_AND}{key}" if message.context else key
            forms = (message.string,) if isinstance(message.string, str) else message.string
            if all(forms):
                texts[key] = tuple(forms)
    return Language(code, locale, Catalogue(texts))


def chosen_language(code: str) -> Language:
    """The language of a file that is asked for by its code."""
    return language(one_of(code, LANGUAGES, "language", "lang"))
