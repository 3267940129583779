"""Texts that pages show without spelling them: headings and words that come with an answer.

Symbols of the documents (We, Rh, E) are the same in every language and are not among them.
"""

from collections.abc import Sequence

HEADINGS_OF_EVALUATIONS: Sequence[str] = (
    *("Status", "Before", "After", "Points", "Games", "Special", "Performance", "Change", "Class"),
    *("Expected", "Grade", "Base", "Level", "Count", "Rule", "Mark"),
)
WORDS_OF_EVALUATIONS: Sequence[str] = ("rated", "first", "residual", "special", "yes", "no")
HEADINGS_OF_AUDITS: Sequence[str] = (
    *("At a glance", "The games that count", "Step by step", "Games that do not count"),
    *("Residual games used", "Residual games kept", "Residual games lapsed"),
    *("The opponents as they came", "What it rests on", "Stated, not recomputed"),
    "Check it yourself",
)
FIELDS_OF_AUDITS: Sequence[str] = (
    *("Player", "Tournament", "Ended on", "Before", "After", "Valid until", "Rulebook"),
    *("Readings", "Pool", "State"),
)
NAMES: Sequence[str] = ("(withheld)", "The figure through time")
AXES: Sequence[str] = ("Expected of the favourite", "Scored")
DYNAMIC_TEXTS: Sequence[str] = tuple(
    dict.fromkeys(
        (
            *HEADINGS_OF_EVALUATIONS,
            *WORDS_OF_EVALUATIONS,
            *HEADINGS_OF_AUDITS,
            *FIELDS_OF_AUDITS,
            *NAMES,
            *AXES,
        )
    )
)
