"""Lines of events with a few bytes changed."""

from hypothesis import strategies as st


@st.composite
def mutations(draw: st.DrawFn, original: bytes) -> bytes:
    """The line with a few bytes changed, left out, doubled or put elsewhere."""
    text = bytearray(original)
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3]))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 1, 2, 12])))
        piece = draw(
            st.one_of(
                st.binary(max_size=2),
                st.sampled_from([b"", b'"', b":", b"0", b".0", b"e1", b"-", b"null", b"\\u0030"]),
                st.just(bytes(text[start:end]) * 2),
            )
        )
        text[start:end] = piece
    return bytes(text)
