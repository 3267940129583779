"""Names in the spellings of organisers, federations and keyboards."""

from ledger.importing.matching.names import fold, folded_words, has_same_words
from tests.tables import every


@every(
    ("spellings", "form"),
    [
        (("König, Konrad", "Konrad König", "KONIG KONRAD", "Koenig,Konrad"), "konig konrad"),
        (("Groß, Jürgen", "Gross, Juergen", "Jurgen GROSS"), "gross jurgen"),
        (("Meier-Schulz, Anna", "Anna Meier Schulz", "Meier–Schulz Anna"), "anna meier schulz"),
        (("Ågren, Åsa", "Aagren, Aasa", "Agren, Asa"), "agren asa"),
        (("Nagy, Ödön", "Nagy Ődőn", "Nagy, Odon"), "nagy odon"),
        (("Sørensen, Bjørn", "Soerensen, Bjoern", "Sorensen, Bjorn"), "bjorn sorensen"),
        (("O'Brien, Pat", "O’Brien, Pat", "OBrien, Pat"), "obrien pat"),
        (("Łukasz Wójcik", "WOJCIK, Lukasz"), "lukasz wojcik"),
        (("Yılmaz, Işıl", "Yilmaz, Isil", "YILMAZ IŞIL", "İşil Yilmaz"), "isil yilmaz"),
        (("Məmmədov, Rauf", "Mammadov, Rauf"), "mammadov rauf"),
        (("Ħili, Ġorġ", "Hili, Gorg"), "gorg hili"),
        (("Đoković, Đorđe", "Djokovic, Djordje", "Dokovic, Dorde"), "dokovic dorde"),
    ],
)
def test_all_spellings_of_a_name_have_one_form(spellings: tuple[str, ...], form: str) -> None:
    assert {fold(each) for each in spellings} == {form}


def test_words_keep_their_order_for_what_is_typed() -> None:
    assert folded_words("Konrad Köni") == ["konrad", "koni"]


@every("other", ["Konrad König", "KÖNIG, KONRAD", "König Konrad"])
def test_case_comma_and_order_do_not_make_another_name(other: str) -> None:
    assert has_same_words("König, Konrad", other)


@every(
    ("one", "other"),
    [
        ("König, Konrad", "Koenig, Konrad"),
        ("König, Konrad", "Konig, Konrad"),
        ("Groß, Eva", "Gross, Eva"),
        ("Martin, Peter", "Peter, Martin"),
        ("Meier-Schulz, Anna", "Meier, Anna"),
    ],
)
def test_a_name_that_is_spelt_otherwise_is_not_written_alike(one: str, other: str) -> None:
    assert not has_same_words(one, other)
