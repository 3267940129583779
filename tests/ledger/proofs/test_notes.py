"""Signed notes and checkpoints: published ones, and those of others' programs."""

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st
from sigstore._internal.rekor.checkpoint import SignedCheckpoint
from sigstore._internal.trust import Keyring, RekorKeyring
from sigstore._utils import KeyID
from sigstore.errors import VerificationError
from sigstore_models.common.v1 import PublicKey, PublicKeyDetails

from ledger.events.problems import Refused
from ledger.log.notes import (
    WITNESS,
    Checkpoint,
    SignedNote,
    SigningKey,
    VerifierKey,
    rotation,
    secret_key,
    verifier_key,
)

# https://sum.golang.org/latest as printed in google/trillian-examples, witness/golang.
GO_KEY = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
GO_CHECKPOINT = """go.sum database tree
15067302
gJyioq6dwR9n+NjEWORfYmH+ubeYm3kH42BBQ0bTpYI=

— sum.golang.org Az3grp1rvWOs5NKlr/xR4GLN/CDyzzakmt1o61uSxYKpK1SerqOP2ClbX/peKUZjYnyomH5Xz7GZG3TpB7OeKn4E2ww=
"""  # noqa: E501
LOG_KEY = SigningKey("ratings.example.org/club", 1, bytes(range(32)))
WITNESS_KEY = SigningKey("witness.example.org", WITNESS, bytes(range(32, 64)))
CHECKPOINT = Checkpoint.signed(530, bytes(range(64, 96)), LOG_KEY)
Change = Callable[[str], str]


def test_a_published_checkpoint_is_read_and_verified() -> None:
    found, key = Checkpoint.read(GO_CHECKPOINT), VerifierKey.read(GO_KEY)
    assert (found.origin, found.size) == ("go.sum database tree", 15_067_302)
    assert found.note.signers([key]) == [key]
    assert str(found.note) == GO_CHECKPOINT
    assert str(key) == GO_KEY


def test_sigstore_reads_and_verifies_a_checkpoint() -> None:
    public = Ed25519PublicKey.from_public_bytes(LOG_KEY.verifier.public)
    der = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    details = PublicKeyDetails.PKIX_ED25519
    keys = RekorKeyring(Keyring([PublicKey(raw_bytes=b64encode(der), key_details=details)]))
    theirs = SignedCheckpoint.from_text(str(CHECKPOINT.note))
    key_id = KeyID(LOG_KEY.verifier.id + bytes(28))
    theirs.signed_note.verify(keys, key_id)
    assert theirs.checkpoint.origin == "ratings.example.org/club"
    assert theirs.checkpoint.log_size == 530
    assert theirs.checkpoint.log_hash == CHECKPOINT.root.hex()
    forged = SignedCheckpoint.from_text(str(CHECKPOINT.note).replace("530", "531"))
    with pytest.raises(VerificationError):
        forged.signed_note.verify(keys, key_id)


def test_a_program_for_public_logs_verifies_checkpoint_and_cosignature() -> None:
    aics = pytest.importorskip("aics_tlog", reason="aics-tlog needs Python 3.12")
    cosigned = CHECKPOINT.note.with_signatures([WITNESS_KEY.sign(CHECKPOINT.note.text, 1_700_000)])
    log, witness = (aics.parse_vkey(str(each.verifier)) for each in (LOG_KEY, WITNESS_KEY))
    found = aics.verify_checkpoint(aics.parse_note(str(cosigned)), log, [witness], quorum=1)
    assert found.ok, found.error
    assert (found.origin, found.size) == ("ratings.example.org/club", 530)
    forged = aics.parse_note(str(cosigned).replace("\n530\n", "\n531\n"))
    assert not aics.verify_checkpoint(forged, log, [witness], quorum=1).ok


def test_a_cosignature_is_on_the_message_of_the_standard() -> None:
    """C2SP tlog-cosignature: header line, time line, the whole text; the time before it."""
    text = CHECKPOINT.note.text
    signature = WITNESS_KEY.sign(text, 1_679_315_147).signature
    # As in the example of the standard: jWbPPwAAAABkGFDL… after the four bytes of the key.
    assert signature[:8] == bytes.fromhex("00000000641850cb")
    message = f"cosignature/v1\ntime 1679315147\n{text}".encode()
    key = Ed25519PublicKey.from_public_bytes(WITNESS_KEY.verifier.public)
    key.verify(signature[8:], message)
    assert WITNESS_KEY.verifier.verifies(text, signature)
    assert not WITNESS_KEY.verifier.verifies(text, bytes(8) + signature[8:])
    assert not WITNESS_KEY.verifier.verifies(text, signature[:8])


CHANGES: dict[str, Change] = {
    "another size": lambda note: note.replace("\n530\n", "\n531\n"),
    "another root": lambda note: note.replace("\nQ", "\nR"),
    "another origin": lambda note: note.replace("/club\n", "/clab\n", 1),
    "a further line": lambda note: note.replace("\n\n", "\nmore\n\n"),
    "another signature": lambda note: (
        note[:-6] + ("AA" if note[-6:-4] != "AA" else "BB") + note[-4:]
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_checkpoint_has_a_false_signature(change: Change) -> None:
    changed = change(str(CHECKPOINT.note))
    assert changed != str(CHECKPOINT.note)
    with pytest.raises(ValueError, match=r"the signature of ratings\.example\.org/club is false"):
        SignedNote.read(changed).signers([LOG_KEY.verifier])


NO_CHECKPOINTS: dict[str, Change] = {
    "no signature": lambda note: note.partition("—")[0],
    "no empty line": lambda note: note.replace("\n\n", "\n"),
    "no end": lambda note: note[:-1],
    "a hyphen": lambda note: note.replace("—", "-"),
    "a tabulator": lambda note: note.replace("530", "530\t"),
    "a size with a zero": lambda note: note.replace("\n530", "\n0530"),
    "a size in other digits": lambda note: note.replace("\n530", "\n٥٣٠"),
    "a root that is too short": lambda note: note.replace("=\n\n", "\n\n"),
    "no text": lambda _: "",
}


@pytest.mark.parametrize("change", NO_CHECKPOINTS.values(), ids=NO_CHECKPOINTS)
def test_what_is_no_checkpoint_is_refused(change: Change) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has its own words
        Checkpoint.read(change(str(CHECKPOINT.note)))


@given(st.text(max_size=60))
def test_no_text_but_a_checkpoint_is_read(text: str) -> None:
    for kind in (Checkpoint, VerifierKey, SigningKey):
        with pytest.raises(ValueError):  # noqa: PT011
            kind.read(text)


def test_signatures_of_unknown_keys_are_ignored_also_of_the_same_name() -> None:
    other = SigningKey(LOG_KEY.name, 1, bytes(32))
    assert CHECKPOINT.note.signers([other.verifier, WITNESS_KEY.verifier]) == []


def test_a_key_signs_a_note_once() -> None:
    twice = CHECKPOINT.note.with_signatures(CHECKPOINT.note.signatures)
    assert twice == CHECKPOINT.note


def test_the_note_of_a_rotation_is_signed_by_the_old_key_and_is_no_checkpoint() -> None:
    new = SigningKey(LOG_KEY.name, 1, bytes(32)).verifier
    note = rotation(LOG_KEY, new)
    assert note.text == f"rating-ledger/key-rotation/v1\nratings.example.org/club\n{new}\n"
    assert note.signers([LOG_KEY.verifier, new]) == [LOG_KEY.verifier]
    with pytest.raises(ValueError, match="size"):
        Checkpoint.read(str(note))


class TestFiles:
    def test_a_secret_is_shown_by_nothing_but_its_file(self, tmp_path: Path) -> None:
        assert LOG_KEY.secret()[-20:] not in repr(LOG_KEY) + str(LOG_KEY)
        file = tmp_path / "key"
        file.write_text(LOG_KEY.secret() + "\n")
        assert secret_key(file) == LOG_KEY
        file.write_text(LOG_KEY.secret()[:-8] + "AAAAAAA=")
        with pytest.raises(Refused) as refused:
            secret_key(file)
        assert LOG_KEY.secret()[-30:-10] not in str(refused.value)

    def test_a_public_key_is_text_or_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "key.pub"
        file.write_text(f"{LOG_KEY.verifier}\n")
        assert verifier_key(str(file)) == verifier_key(str(LOG_KEY.verifier)) == LOG_KEY.verifier
        with pytest.raises(Refused, match="id"):
            verifier_key(str(LOG_KEY.verifier).replace("club", "clab"))
