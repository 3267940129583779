"""An evaluation as one page of HTML: to be read, printed and heard, with nothing to load."""

from projections.documents.evaluation import Evaluation
from projections.documents.templates import page


def evaluation_as_html(evaluation: Evaluation) -> bytes:
    """The whole page, in UTF-8."""
    return page("evaluation.html", evaluation=evaluation).encode()
