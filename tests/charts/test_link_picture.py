"""The picture of a link, 1200 × 630: what is where, by the sizes of its text.

A line is 1¼ times as high as its letters, and a quarter of them follows the last line of a text.
"""

from collections.abc import Sequence
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from projections.files.charts.link_picture import is_drawn, link_picture

INK, SOFT, RED, WHITE = (28, 35, 41), (86, 97, 107), (255, 0, 0), (255, 255, 255)

pytestmark = pytest.mark.skipif(not is_drawn(), reason="no font of the system is known")


def drawn(title: str, *texts: str) -> Image.Image:
    return Image.open(BytesIO(link_picture(title, texts, "Ring", "#ff0000")))


def rows(picture: Image.Image, colour: tuple[int, int, int]) -> Sequence[int]:
    """The rows with a pixel of a colour below the bar at the top."""
    there = (np.asarray(picture)[20:] == colour).all(axis=2).any(axis=1)
    return [20 + int(y) for y in np.flatnonzero(there)]


def test_a_bar_in_the_colour_of_the_site_is_at_the_top() -> None:
    picture = drawn("Ring")
    assert [picture.getpixel((x, y)) for x in (0, 1199) for y in (0, 17)] == [RED] * 4
    assert [picture.getpixel((x, 25)) for x in (0, 1199)] == [WHITE] * 2


def test_title_texts_and_site_are_below_each_other() -> None:
    """A title has 68 pixels: 85 and 17; a number of ratings 92: 115 and 23; a text 40: 50 and 10.

    It begins at 72, so texts begin at 174; the site is written at 552, in the colour of its bar.
    """
    alone, second, large = (
        drawn("Ring", "Ring"),
        drawn("Ring", "", "Ring"),
        drawn("A", "1", "Ring"),
    )
    first = rows(alone, SOFT)[0]
    assert 72 < rows(alone, INK)[0] < rows(alone, INK)[-1] < 174 < first < 224
    assert rows(second, SOFT)[0] - first == 50 + 10
    assert rows(large, SOFT)[0] - first == 115 + 23
    assert rows(alone, RED)[0] - first == 552 - 174
    number = rows(large, RED)
    assert 174 < number[0] < 174 + 115
    two_lines = drawn("Ring " * 12, "Ring")
    assert rows(two_lines, SOFT)[0] - first == 85
    smaller = drawn("Ring " * 14, "Ring")  # not three lines but two, of 48 pixels: 60 each, and 12
    assert rows(smaller, SOFT)[0] == first - 85 - 17 + 2 * 60 + 12


def test_words_stay_within_the_margins_and_above_the_name_of_the_site() -> None:
    picture = drawn("Ring", "Ring " * 400)
    below = [y for y in (*rows(picture, SOFT), *rows(picture, INK)) if y >= 540]
    assert below == []
    assert rows(picture, SOFT)[-1] > 540 - 2 * 50
    pixels = picture.load()
    assert pixels is not None
    for x in (*range(70), *range(1132, 1200)):
        assert {pixels[x, y] for y in range(20, 540)} == {WHITE}
