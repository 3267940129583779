"""FIDE's Elo: the FIDE Rating Regulations in force from 1 March 2024, with its rapid and blitz.

One pool is one list, standard, rapid or blitz (``control``).  A list is dated the first of every
month and is the only clock: a report of games that ended in between waits for its list
(:mod:`.p4_reports`), where all reports of a player are rated together (:mod:`.procedure`).
"""

from projections.rulebooks.document import Document

fide = Document(
    "FIDE",
    "FIDE Rating Regulations effective from 1 March 2024",
    __name__,
    known_as="FIDE rating (2024)",
)
