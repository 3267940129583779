"""DWZ: the rating rules of the German chess federation, in the editions of 1995, 2014 and 2026.

A module per chapter, numbered as in 1995, has the rule of each edition that has one, the newest
last.  ``editions`` says which of them are in force in which edition, ``procedure`` holds the order
of the work; the registers, sources and tables of an edition lie in the folder of its year.
"""

from projections.rulebooks.document import Document

dwz = Document(
    "DWZ",
    "Deutscher Schachbund, Wertungsordnung: Auszug der Berechnungsregeln, gültig ab 01.01.1995",
    __name__,
    folder="1995",
    known_as="DWZ (Wertungsordnung 1995)",
)
dwz_2014 = Document(
    "DWZ 2014",
    "Deutscher Schachbund, Wertungsordnung: Fassung vom 30.05.2014, beziffert wie 2017 bis 2022",
    __name__,
    earlier=dwz,
    folder="2014",
    known_as="DWZ (Wertungsordnung 2014)",
)
dwz_2026 = Document(
    "DWZ 2026",
    "Deutscher Schachbund, Wertungsordnung: Fassung vom 30.05.2026, gültig ab 08.06.2026",
    __name__,
    earlier=dwz_2014,
    folder="2026",
    known_as="DWZ (Wertungsordnung 2026)",
)
