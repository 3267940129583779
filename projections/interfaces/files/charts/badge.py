"""A player's figure as a small picture, to be shown on a page elsewhere."""

from markupsafe import escape

from ledger.events.characters import visible_directions

_LETTER = 7.2  # pixels, about as wide as a letter at 12 px gets


def badge_svg(name: str, figure: str, pool: str) -> str:
    """Name on the left, figure on the right."""
    said, title = visible_directions(name), visible_directions(f"{name}, {pool}: {figure}")
    left = round(len(said) * _LETTER + 18)
    right = round(len(figure) * _LETTER + 18)
    width = left + right
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="24" '
        f'viewBox="0 0 {width} 24" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="24" rx="4" fill="#39434d"/>'
        f'<path d="M{left} 0h{right - 4}a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H{left}z" fill="#0b5394"/>'
        '<g fill="#fff" font-family="system-ui,Verdana,sans-serif" font-size="12">'
        f'<text x="9" y="16.5">{escape(said)}</text>'
        f'<text x="{left + 9}" y="16.5" font-weight="bold">{escape(figure)}</text></g></svg>\n'
    )
