"""An index of names by their words: typed in any order, in any spelling, in part or with a slip.

It holds no more than the words and whose they are, and is changed entry by entry.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from sys import intern

from ledger.importing.matching.names import INSIDE, TypedName, fit_of_word, searched_words

MISSPELT = INSIDE + 1
"""The fit of a word with a typing error: worse than any fit of a :class:`TypedName`."""
ONE_EDIT, TWO_EDITS = 4, 7
"""The letters of a word from which one typing error is forgiven, and two."""
WordFits = Callable[[str], Iterator[tuple[str, int]]]


class WordIndex:
    """Keys by the words of the names that they stand for."""

    def __init__(self) -> None:
        self._words: dict[str, tuple[str, ...]] = {}
        self._keys: dict[str, list[str]] = {}

    def __len__(self) -> int:
        """The number of names."""
        return len(self._words)

    def enter(self, key: str, name: str) -> None:
        """Set the name of a key, replacing its previous one."""
        self.remove(key)
        words = tuple(map(intern, searched_words(name)))
        if words:
            self._words[key] = words
        for word in words:
            self._keys.setdefault(word, []).append(key)

    def remove(self, key: str) -> None:
        """Remove the name of a key, if it has one."""
        for word in self._words.pop(key, ()):
            keys = self._keys[word]
            keys.remove(key)
            if not keys:
                del self._keys[word]

    def find(self, text: str, *, forgiving: bool = True) -> Mapping[str, int]:
        """Return the keys of all names that fit a text, each with how it fits.

        ``forgiving``: typing errors are forgiven if nothing fits as typed.
        """
        typed = TypedName(text)
        found = self._find(typed, self._as_typed)
        return found or (self._find(typed, self._misspelt) if forgiving else found)

    def _find(self, typed: TypedName, fits: WordFits) -> dict[str, int]:
        found: dict[str, int] = {}
        for reading in typed.readings:
            for key, fit in self._of_all(reading, fits).items():
                found[key] = min(fit, found.get(key, fit))
        return found

    def _of_all(self, words: Iterable[str], fits: WordFits) -> Mapping[str, int]:
        """The keys that every word fits, each with the fit of the one that fits least."""
        found: dict[str, int] | None = None
        for word in words:
            own = self._of_word(fits(word))
            if found is None:
                found = own
            else:
                found = {key: max(fit, own[key]) for key, fit in found.items() if key in own}
            if not found:
                break
        return found or {}

    def _of_word(self, fitting: Iterator[tuple[str, int]]) -> dict[str, int]:
        found: dict[str, int] = {}
        for word, fit in sorted(fitting, key=lambda each: -each[1]):  # the best match is last
            found.update(dict.fromkeys(self._keys[word], fit))
        return found

    def _as_typed(self, word: str) -> Iterator[tuple[str, int]]:
        for other in [each for each in self._keys if word in each]:
            yield other, fit_of_word(word, other)

    def _misspelt(self, word: str) -> Iterator[tuple[str, int]]:
        """The words that fit as typed, and those of which a typing error makes the one typed."""
        from rapidfuzz import process  # noqa: PLC0415 - most searches have no typing error
        from rapidfuzz.distance import OSA  # noqa: PLC0415

        yield from self._as_typed(word)
        edits = (len(word) >= ONE_EDIT) + (len(word) >= TWO_EDITS)
        if edits and not word.isdigit():
            found = process.extract(
                word, self._keys.keys(), scorer=OSA.distance, score_cutoff=edits, limit=None
            )
            yield from ((other, MISSPELT + distance) for other, distance, _ in found if distance)
