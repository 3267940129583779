"""EGF 2021: GoR, the rating system of the European Go Federation, edition of 4 April 2021.

scope · scale of the grades · entry and reset, where a player starts · class of a tournament ·
games counted · con, bonus, Se, handicap and the update · rounding and floor · proposals.
The official page has headings, no numbers: a rule is cited by the word that names it.
"""

from projections.rulebooks.document import Document

egf = Document(
    "EGF",
    "European Go Federation: Official ratings system, 4 April 2021",
    __name__,
    known_as="EGF rating (2021)",
)
