"""INGO 1960: Hößlinger's rules for working out tournament results in chess.

A percentages and performance · B levels of round robins and Swiss tournaments · C I first
numbers · C II all won or all lost · C III deviations · C IV short events · C V matches ·
C VI the limit of fifty degrees.
"""

from projections.rulebooks.document import Document

ingo = Document(
    "INGO",
    "Ingo-Regeln zur Berechnung der Turniererfolge im Schach, 1960",
    __name__,
    known_as="Ingo-Zahl (1960)",
)
