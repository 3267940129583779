"""FIDE Handbook C.07: the tie-breaks of individual tournaments, evaluated in a stated order.

It is not a rating system: it puts the players of one tournament in order.
Begin with p04_order.py, the order of work; codes.py reads a code as files write it.  One module
per article: p06_direct_encounter, p07_own_record, p08_buchholz, p09_sonneborn_berger,
p10_ratings, p14_modifiers, p15_unplayed_rounds and p16_swiss.  table.py has the players' rounds,
go the tie-breaks of go beside them.
"""

from projections.rulebooks.document import Document

c07 = Document("C.07", "FIDE Handbook C.07: Play-Off and Tie-Break Regulations", __name__)
