"""Thinking times in free text: ``90 min/40 + 30 min + 30 sec/move``, ``1h30 + 30s/coup``.

A text is accepted if every number in it has its unit and every word is known, in the
languages of the known files.  An ambiguous text with a usual reading, like
``90+30``, is proposed to the submitter and not applied.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message, RequestField, joined
from ledger.importing.formats.tournament_report import Findings

LONGEST = 120
MINUTES = RequestField("minutes", "MINUTES")
_NUMBER = r"(?P<number>\d{1,4}(?:[.,]\d{1,2})?)"
_MOVE = (
    r"(?:moves?|mv|z(?:u|ü|ue)ge?n?|coups?|l[eé]p[eé]s(?:enk[eé]nt)?|drag|trekk|zet(?:ten)?|"
    r"mut[aă]r[ei]|moss[ae]|jugadas?|movimientos?|lances?|posuni[eę]ci[ea]|ruchu?|tahu?|"
    r"potez[aeu]?|hamle|ход[аіу]?|хід|потез[ауи]?)"
)
_HOUR = (
    r"(?:hours?|hrs?|h|std\.?|stunden?|heures?|[oó]ra|ore|horas?|timm(?:e|ar)|uur|godzin[ay]?|"
    r"sat[ai]?|saat|час(?:а|ов|ів)?|годин[аи]?)"
)
_MINUTE = (
    r"(?:minut\w{0,2}|mins?\.?|min\.|perc|mn|m|dakika|dk\.?|минут\w{0,2}|мин\.?|хвилин\w{0,2}|"
    r"хв\.?|['′’](?!['′’]))"
)
_SECOND = (
    r"(?:second[eis]{0,2}|se[cgk]und\w{0,2}|m[aá]sodperc|mp|secs?\.?|sek\.?|s|saniye|sn\.?|"
    r"секунд\w{0,2}|сек\.?|''|\"|″|”|’’)"
)
_GAME_IN = r"g(?:ame)?\s*(?:/|in\s)?\s*"
_FIRST_MOVE = rf"{_MOVE}\s*(?:1|one)\b"
_FOR = r"(?:/|for|per|pro|par|je|a|por|pe|po|na|za|f[uü]r|по|за|на)"
_GAME = r"(?:game|partie|partid[aă]|parti[ij][aęu]|parti|партию|партију|партії)"
_PLAYER = (
    r"(?:player|side|spieler|joueur|giocatore|jugador|jogador|juc[aă]tor|zawodnika|igra[cč]a|"
    r"играча|игрока|гравця)"
)
_PARTS: Mapping[str, str] = {
    "clock": rf"(?P<hours>\d)\s*:\s*(?P<rest>\d\d)(?::00)?(?!\d)(?:\s*{_HOUR}\b)?",
    "hours_and_minutes": (
        rf"(?P<hours>\d)\s*{_HOUR}\s*(?P<rest>\d\d)(?!\d)(?:\s*{_MINUTE}(?!\w))?"
    ),
    "hours": rf"{_NUMBER}\s*{_HOUR}(?![a-zé])",
    "game_in": (
        rf"{_GAME_IN}(?P<number>\d{{1,3}})(?:\s*[;+]\s*(?:inc(?:rement)?\.?\s*)?(?P<added>\d{{1,2}}))?"
        r"(?!\s*[\w/:'′\"″])"
    ),
    "second": rf"{_NUMBER}\s*{_SECOND}(?!\w)",
    "minute": rf"{_NUMBER}\s*{_MINUTE}(?!\w)",
    "minutes_each": rf"(?P<number>\d{{1,3}})\s*-\s*(?P=number)\s*{_MINUTE}(?!\w)",
    "from_first_move": rf"{_NUMBER}\s*(?:from|ab|starting (?:at|from|with))\s+{_FIRST_MOVE}",
    "moves": (
        r"(?:/|for|f[uü]r|in|pour|p[aå])\s*(?:the first\s+|die ersten\s+)?"
        rf"\d{{1,3}}\s*(?:{_MOVE}\b)?"
    ),
    "per_move": rf"(?:{_FOR}|each|cada|for each|for every)\s*{_MOVE}\b",
    "first_move": (
        r"(?:(?:starting|beginning)\s+)?(?:from|ab|at|with|d[eè]s)\s+(?:the\s+)?" + _FIRST_MOVE
    ),
    "per_player": rf"{_FOR}\s*(?:each\s*)?(?:{_PLAYER}|{_GAME})(?!\w)",
    "filler": (
        r"[+,;.&()]|(?:all moves in|all moves|/\s*all|and|und|et|plus|then|dann|puis|in|with|mit|"
        r"avec|con|com|cu|sa|са|с|з|и|та|y|e|i|og|och|increment|incremento|incr\.?|inc\.?|"
        r"zuschlag|bonus|additional|extra|cumulative|fischer|"
        r"(?:for|to complete|f[uü]r|za|за|на)?\s*"
        rf"(?:the|den|die|celu|цел\w{{1,3}})?\s*(?:rest|remaining moves|whole game|{_GAME})"
        r"(?:\s+of the game)?)(?!\w)"
    ),
}
_SCANNER = re.compile(
    r"\s*(?:"
    + "|".join(
        f"(?P<{kind}>" + re.sub(r"\?P([<=])(\w+)", rf"?P\1{kind}_\2", pattern) + ")"
        for kind, pattern in _PARTS.items()
    )
    + r")\s*",
    re.IGNORECASE,
)
_BARE = re.compile(r"\s*(\d{1,3})(?:\s*(?:\+|/|\|)\s*(\d{1,2}))?\s*")
_PERIOD = re.compile(r"(?:[0-9]{1,3}/)?([0-9]{1,6})(?:\+([0-9]{1,4}))?")
_AN_HOUR = 60
_MINUTES = {"hours": _AN_HOUR, "minute": 1, "minutes_each": 1, "game_in": 1}
"""The minutes of a number of each kind."""


@attrs.frozen
class Reading:
    """The reading of a text; not ``certain``: only its usual meaning."""

    time: ThinkingTime
    certain: bool


def read_time_control(text: str) -> Reading | None:
    """Return the thinking time that a text describes; None if it describes no known one."""
    text = " ".join(text.split())
    if len(text) > LONGEST:
        return None
    if bare := _BARE.fullmatch(text):
        minutes, seconds = int(bare[1]), int(bare[2] or 0)
        return Reading(_time(Fraction(minutes), Fraction(seconds)), certain=False)
    minutes_given: list[Fraction] = []
    seconds_given: set[Fraction] = set()
    for kind, found in _scanned(text):
        if added := found.get("added"):
            seconds_given.add(Fraction(added))
        if kind in {"clock", "hours_and_minutes"}:
            minutes_given.append(_AN_HOUR * Fraction(found["hours"]) + Fraction(found["rest"]))
        elif kind in _MINUTES:
            minutes_given.append(_MINUTES[kind] * _number(found))
        elif kind in {"second", "from_first_move"}:
            seconds_given.add(_number(found))
        elif kind == "unknown":
            return None
    if not minutes_given or len(seconds_given) > 1:
        return None
    return Reading(_time(sum(minutes_given, Fraction()), *seconds_given), certain=True)


def _scanned(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the parts of a text in order, the last one ``unknown`` if a part is not known."""
    position = 0
    while position < len(text):
        found = _SCANNER.match(text, position)
        if found is None or found.end() == position:
            yield "unknown", {}
            return
        kind = next(name for name in _PARTS if found[name] is not None)
        prefix = f"{kind}_"
        yield (
            kind,
            {
                name.removeprefix(prefix): value
                for name, value in found.groupdict().items()
                if value is not None and name.startswith(prefix) and name not in _PARTS
            },
        )
        position = found.end()


def _number(found: Mapping[str, str]) -> Fraction:
    return Fraction(found["number"].replace(",", "."))


def _time(minutes: Fraction, seconds: Fraction = Fraction()) -> ThinkingTime:
    return ThinkingTime(
        minutes=round(float(minutes), 3), increment_seconds=round(float(seconds), 3)
    )


def thinking_time_of(
    text: str | None, where: str, findings: Findings, line: int | None = None
) -> ThinkingTime | None:
    """Return the time of a file's free text, if it is certain; else warn with the remedy."""
    if text is None or not text.strip():
        return None
    reading = read_time_control(text)
    shown = text.strip()[:60]
    if reading is None:
        findings.warn(_not_understood(where, shown), line)
        return None
    if not reading.certain:
        message = Message(
            "the thinking time (%(where)s) is %(text)r: if that is so, give %(options)s",
            {"where": where, "text": shown, "options": _as_request(reading.time)},
        )
        findings.warn(message, line)
        return None
    message = Message(
        "the thinking time (%(where)s) %(text)r is read as %(time)s",
        {"where": where, "text": shown, "time": _in_words(reading.time)},
    )
    findings.adjusted(message, line)
    return reading.time


def coded_thinking_time(
    text: str, where: str, findings: Findings, line: int | None = None
) -> ThinkingTime | None:
    """Return a time in seconds, in the form of record 222 of a TRF: ``40/6000+30:900+30``."""
    if not text.strip():
        return None
    base, increment = 0, None
    for period in text.split(":")[:10]:
        match = _PERIOD.fullmatch(period.strip())
        if match is None:
            findings.warn(_not_understood(where, text.strip()[:60]), line)
            return None
        base += int(match[1])
        increment = int(match[2] or 0) if increment is None else increment
    return time_of_seconds(base, increment or 0)


def _not_understood(where: str, text: str) -> Message:
    return Message(
        "the thinking time (%(where)s) %(text)r is not understood: give %(minutes)s",
        {"minutes": MINUTES, "where": where, "text": text},
    )


def time_of_seconds(base: int, increment: int) -> ThinkingTime:
    """Return a thinking time whose minutes have as many decimals as an event may have."""
    return ThinkingTime(minutes=round(base / 60, 3), increment_seconds=float(increment))


def _in_words(time: ThinkingTime) -> Message:
    minutes = f"{time.minutes:g}"
    if not time.increment_seconds:
        return Message("%(minutes)s minutes", minutes=minutes)
    increment = f"{time.increment_seconds:g}"
    return Message(
        "%(minutes)s minutes and %(increment)s seconds a move",
        {"minutes": minutes, "increment": increment},
    )


def _as_request(time: ThinkingTime) -> Message:
    """A thinking time as the fields of an import say it."""
    fields = [RequestField("minutes", f"{time.minutes:g}")]
    if time.increment_seconds:
        fields.append(RequestField("increment", f"{time.increment_seconds:g}"))
    return joined(" ", fields)
