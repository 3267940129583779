"""Texts that pages show without spelling them: headings and words that come with an answer.

Symbols of the documents (We, Rh, E) are the same in every language and are not among them.
"""

from collections.abc import Sequence

from projections.interfaces.files.documents.audit import WORDS
from projections.interfaces.pages.officer.crosstable_form import (
    GAMES_OF_A_SWISS,
    PLAYERS_OF_A_TOURNAMENT,
)
from projections.interfaces.pages.officer.event_form import labels_of_events

HEADINGS_OF_EVALUATIONS: Sequence[str] = (
    *("Status", "Before", "After", "Points", "Games", "Special", "Performance", "Change", "Class"),
    *("Expected", "Grade", "Base", "Level", "Count", "Rule", "Mark"),
)
WORDS_OF_EVALUATIONS: Sequence[str] = ("rated", "first", "residual", "special", "yes", "no")
HEADINGS_OF_AUDITS: Sequence[str] = (
    *("At a glance", "The games that count", "Step by step", "Games that do not count"),
    *("Residual games used", "Residual games kept", "Residual games lapsed"),
    *("The opponents as they came", "What it rests on", "Stated, not recomputed", "The symbols"),
    "Check it yourself",
)
FIELDS_OF_AUDITS: Sequence[str] = (
    *("Player", "Tournament", "Ended on", "Before", "After", "Valid until", "Rulebook"),
    *("Readings", "Pool", "State"),
)
HEADINGS_OF_AUDIT_TABLES: Sequence[str] = (
    *("Colour", "Opponent", "Rated", "What", "Why", "card", "count", "difference", "drift"),
    *("ended on", "expected", "game point", "listed on", "number", "player", "received", "round"),
    *("opponent_rating", "since", "status", "tournament", "valid until", "listed_on"),
)
WHY_NOT_PLAYED: Sequence[str] = (
    *("forfeit", "walkover", "bye", "no game", "referee", "double-loss", "annulled"),
)
EVENTS_OF_AUDITS: Sequence[str] = (
    *("rulebook", "tournament", "game", "registration", "membership", "merge", "decision"),
    *("decided rating", "adopted rating", "known evaluation", "correction"),
)
NAMES_OF_GIVEN_VALUES: Sequence[str] = (
    *("adjusted", "adjustment", "after", "age", "attained", "base", "basic", "before", "below"),
    *("board", "bottom", "bound", "by", "by time", "category", "chance", "change", "changes"),
    *("country", "day", "decided", "decision", "declared", "deltas", "deviation", "entry_grade"),
    *("evaluations", "exempt_from", "expectancy", "extended", "factor", "figure", "first_event"),
    *("flags", "from", "from_own_H", "game", "games", "grade", "grade before", "granted"),
    *("guest", "height", "highest", "highest before", "importance", "index", "jump", "keep"),
    *("kind", "known", "larger_events", "lask_class", "least", "limit", "list", "marked", "mean"),
    *("means", "minimum", "minutes", "newcomers", "newcomers_%d", "numbers", "opponent"),
    *("official_delegation", "opponent Ep", "opponents", "overtime", "own", "participants"),
    *("passes", "peak", "per_event", "perfect_score", "places", "played", "plus", "points"),
    *("pool_months", "rating", "ratings", "reason", "required", "residual_games", "results"),
    *("rounding_unit", "rounds", "rulebook", "running", "score", "scored", "stated", "stones"),
    *("submitted", "system", "table", "the_list", "threshold", "time", "top", "unrated"),
    *("until", "verified"),
)
LABELS_OF_FORMS: Sequence[str] = (
    *("Reason", "It stays in the log, for everybody to read.", "Strike it", "Rating list"),
    "As if it had never been handed in; what is typed above is left aside.",
    *("Name", "Surname, Forename", "From", "Until", "Empty: for good.", "Born", "Year or day"),
    *("The other registration", "The id, or the whole name.", "FIDE number", "m or f"),
    *("Another person than those of this name", "Three letters", "Figure that is carried over"),
    *("Such as 1700-20; empty: none.", "The day from which the figure holds.", "Kind"),
    *("Only for a proposal: where the result is from.", "Decided by", "The body.", "Paragraph"),
    *("Such as DWZ 6.2.1", "The id, where it is about one.", "What is decided", "Rulebook"),
    'As the rule has it, such as {"evaluate": true}',
    *("The figures before", "are converted", "go on", "start anew", "List of the day"),
    *("Name of the tournament", "First day", "Last day", "Minutes for each player and game"),
    *("Seconds added for each move", "Players, one a line", "Games, one a line"),
    PLAYERS_OF_A_TOURNAMENT,
    GAMES_OF_A_SWISS,
    *("A line NAME=VALUE for each; empty: those of the document.", "same name", "same number"),
)
CHOICES_OF_FORMS: Sequence[str] = (
    *("arbiter", "officer", "auditor"),
    *("both", "white", "black", "none", "human", "computer", "chess", "go", "yes", "no"),
    *("round-robin", "swiss", "knockout", "match", "team", "games", "pairs"),
    *("initial", "re-ranking", "outsider", "newcomer", "carried-over", "correction"),
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
            *HEADINGS_OF_AUDIT_TABLES,
            *EVENTS_OF_AUDITS,
            *WHY_NOT_PLAYED,
            *WORDS,
            *LABELS_OF_FORMS,
            *CHOICES_OF_FORMS,
            *labels_of_events(),
            *NAMES,
            *AXES,
        )
    )
)
