"""A document as one page of HTML that needs nothing else: style inside, no program, no link.

The data lie in a script element that no browser runs.
"""

from projections.documents.document import Document
from projections.documents.templates import page


def html(document: Document) -> str:
    """The whole page."""
    return page("audit.html", document=document)
