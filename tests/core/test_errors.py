"""Findings and the errors that carry them."""

import pickle

import pytest

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Illegal, Invalid, OvertrickError


@pytest.mark.parametrize("kind", [Invalid, Illegal])
def test_every_error_is_a_value_error_and_can_travel_between_processes(kind: type[OvertrickError]) -> None:
    error = kind(Finding("bad-card", {"text": "Xh"}).at(3, 4))
    assert isinstance(error, ValueError)
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.finding, str(copy)) == (kind, error.finding, str(error))


def test_an_error_says_where_it_is() -> None:
    finding = Finding("bad-card", {"text": "Xh"})
    sentence = "'Xh' is not a card: a rank and a suit were expected, such as Ah or Td."
    assert str(Invalid("bad-card", text="Xh")) == str(Invalid(finding)) == sentence
    assert str(Invalid(finding.at(3))) == f"{sentence} (line 3)"
    assert str(Invalid(finding.at(3, 4))) == f"{sentence} (line 3, column 4)"


def test_a_place_that_is_known_stays() -> None:
    assert Finding("empty").at(3, 4).at(5) == Finding("empty", line=3, column=4)


def test_a_finding_speaks_three_languages() -> None:
    finding = Finding("incomplete", {"tricks": 2, "all": 8})
    assert finding.message() == "The deal is not finished: 2 of 8 tricks are complete."
    assert finding.message("fr") == "La donne n'est pas finie (plis complets : 2 sur 8)."
    assert finding.message("pt") == "A mão não está terminada (vazas completas: 2 de 8)."


def test_what_there_is_is_listed_whole_and_an_input_is_not() -> None:
    known = ", ".join(find_game("coinche").house_rules)
    with pytest.raises(Invalid) as refused:
        find_game(f"coinche,{'x' * 300}=1")
    assert str(refused.value) == f"coinche has no house rule '{'x' * 199}…': it has {known}."


def test_braces_in_a_quoted_text_are_kept() -> None:
    assert "'{text}'" in Finding("bad-card", {"text": "{text}"}).message()
