"""What rulebooks say as sentences: they know no language, and give templates with values."""

from collections.abc import Mapping
from typing import Any

from ledger.events.sentences import Sentence
from projections.rulebooks.reasons import Reason
from projections.rulebooks.wording import Wording


def sentence_of(text: Any) -> Any:
    """What a rulebook says, as a sentence that can be said in other languages; else as it is."""
    match text:
        case Reason():
            why = Sentence(text.template, _spoken(text.values))
            return Sentence("%(rule)s: %(why)s", {"rule": text.rule, "why": why})
        case Wording():
            return Sentence(text.template, _spoken(text.values))
    return text


def known_text(text: str) -> str:
    """A text of a rulebook of which a catalogue knows the whole, or the template."""
    said = sentence_of(text)
    return said if isinstance(said, Sentence) else Sentence(text, {})


def _spoken(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: sentence_of(value) for name, value in values.items()}
