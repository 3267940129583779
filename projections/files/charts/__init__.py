"""Charts: SVG drawn from numbers.

Pages, documents and the command line import it.
Begin with career.py, the chart of a card.
"""
