"""LASK 1970: the ranking system of Lunds ASK, in the Skåne Chess Federation from autumn 1970.

Every long game moves two players by 16 points, corrected for the difference of their numbers
as they stood on the last base date; once a season those who play too little lose points.
"""

from projections.rulebooks.document import Document

lask = Document(
    "LASK",
    "Införande av Lunds ASK:s rankingsystem i Skånes Schackförbund, 1971",
    __name__,
    known_as="LASK-ranking (1970)",
)
