"""MGSZ 2011: the rating rules of the Hungarian Go Association, in force from 1 January 2012.

1 scope · 3 the committee's decisions · 4 the limits of the grades · 5 how a grade is won ·
6 the multiplier, the entries, the parts of long tournaments · 7 the new Elo · 8 game points.
"""

from projections.rulebooks.document import Document

mgsz = Document(
    "MGSZ",
    "A Magyar Gószövetség Minősítési Rendszere, 2011",
    __name__,
    known_as="MGSZ Minősítési Rendszer (2011)",
)
