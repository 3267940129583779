"""DWZ 1995: the rating rules of the German chess federation, in force from 1 January 1995.

4.3 how many games · 4.4 residual games · 4.5–4.6 expectation · 4.7 first ratings, special
evaluation · 4.8 performance · 4.9 the next rating · 4.10 order and corrections · 6.1 validity
and other systems · 6.2 which tournaments count.  ``procedure`` holds the order of the work.
"""

from projections.rulebooks.document import Document

dwz = Document(
    "DWZ",
    "Deutscher Schachbund, Wertungsordnung: Auszug der Berechnungsregeln, gültig ab 01.01.1995",
    __name__,
)
