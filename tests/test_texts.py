"""The catalogues of texts agree with each other and with the code."""

import ast
import json
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import overtrick
from overtrick import texts

SOURCES = sorted(Path(overtrick.__file__).parent.rglob("*.py"))
FINDERS = {"Finding", "Invalid", "Illegal"}
ENGLISH = texts.catalogue("en")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def calls_of(names: Collection[str]) -> Iterator[tuple[str, ast.Call, ast.Module]]:
    """Every call of a function with one of the names, with where it is in the source."""
    for place, call, tree in all_calls():
        if isinstance(call.func, ast.Name) and call.func.id in names and call.args:
            yield place, call, tree


@cache
def all_calls() -> list[tuple[str, ast.Call, ast.Module]]:
    """Every call in the source, with where it is."""
    trees = [(path.name, ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCES]
    return [
        (f"{name}:{node.lineno}", node, tree)
        for name, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]


def finding_calls() -> Iterator[tuple[str, ast.Call, ast.Module]]:
    """Every call in the source that makes a finding, with where it is."""
    return calls_of(FINDERS)


def codes(call: ast.Call, tree: ast.Module, argument: int = 0) -> set[str]:
    """The texts that an argument of a call can be, by its literals or those of the variable that it is."""
    given = call.args[argument]
    values: list[ast.expr] = [given]
    if isinstance(given, ast.Name):
        name = given.id
        assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
        values = [a.value for a in assigned for t in a.targets if isinstance(t, ast.Name) and t.id == name]
    branches = [
        b for value in values for b in ([value.body, value.orelse] if isinstance(value, ast.IfExp) else [value])
    ]
    return {branch.value for branch in branches if isinstance(branch, ast.Constant) and isinstance(branch.value, str)}


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert texts.catalogue(language).keys() == ENGLISH.keys()


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_games_that_share_a_key_say_the_same(language: str) -> None:
    said: dict[str, str] = {}
    for file in sorted(Path(overtrick.__file__).parent.rglob(f"texts/{language}.json")):
        for key, text in json.loads(file.read_text(encoding="utf-8")).items():
            assert said.setdefault(key, text) == text, (file, key)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_all_languages_use_the_same_placeholders(language: str) -> None:
    catalogue = texts.catalogue(language)
    assert {key: placeholders(text) for key, text in catalogue.items()} == {
        key: placeholders(text) for key, text in ENGLISH.items()
    }


def test_every_code_in_the_source_has_a_text() -> None:
    used = {(place, code) for place, call, tree in finding_calls() for code in codes(call, tree)}
    assert {"bad-card", "card-twice", "card-dead", "illegal-card", "card-not-held"} <= {code for _, code in used}
    assert [(place, code) for place, code in sorted(used) if f"finding.{code}" not in ENGLISH] == []


def test_every_reason_of_a_score_has_a_text() -> None:
    used = {(place, reason) for place, call, tree in calls_of({"Part"}) for reason in codes(call, tree, 1)}
    assert {"tricks", "capot", "inside", "euchred", "slam"} <= {reason for _, reason in used}
    assert [(place, reason) for place, reason in sorted(used) if f"score.{reason}" not in ENGLISH] == []
    assert {f"score.{reason}" for _, reason in used} == {key for key in ENGLISH if key.startswith("score.")}


def test_every_call_that_names_its_values_gives_all_that_its_sentence_needs() -> None:
    checked, missing = 0, []
    for place, call, tree in finding_calls():
        if len(call.args) == 1 and all(keyword.arg for keyword in call.keywords):
            given = {keyword.arg for keyword in call.keywords}
            for code in codes(call, tree):
                checked += 1
                if lacking := placeholders(ENGLISH[f"finding.{code}"]) - given:
                    missing.append((place, code, lacking))
    assert checked > 10
    assert missing == []


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_sentences_begin_with_a_capital_and_end_with_a_full_stop(language: str) -> None:
    found = texts.catalogue(language)
    sentences = [found[key] for key in ENGLISH if key.startswith(("fault.", "finding.", "pin.", "why."))]
    assert len(sentences) > 200
    assert [sentence for sentence in sentences if not (sentence[0] in "'«{" or sentence[0].isupper())] == []
    assert [sentence for sentence in sentences if not sentence.endswith(".")] == []


def said_to_people(language: str) -> Iterator[tuple[str, str]]:
    """All texts of a language with where they are, those of lessons too."""
    folder = Path(overtrick.__file__).parent
    for file in sorted(folder.rglob(f"texts/{language}.json")):
        for key, text in json.loads(file.read_text(encoding="utf-8")).items():
            yield f"{file.parent.parent.name}: {key}", re.sub(r"\{\w+\}", "{}", text)
    for file in sorted(folder.rglob("lesson.json")):
        for number, step in enumerate(json.loads(file.read_text(encoding="utf-8"))["steps"]):
            yield from ((f"{file.parent.name}: step {number}", spoken[language]) for spoken in step.values())


@pytest.mark.parametrize(
    ("language", "others", "but"),
    [
        ("fr", r"(un|le|les|des) bots?", "robot"),
        ("fr", r"à (sans|tout) atout", "sans-atout, tout-atout"),
        ("fr", r"levées?", "pli, but in Bridge"),
        ("fr", r"sacs?", "pli en trop"),
        ("pt", r"você|vocês", "nothing, or o seu lugar"),
        ("pt", r"lances?|marcaç(ão|ões)", "licitação"),
        ("pt", r"(o|os|um|cada|do|seu) lados?", "parceria"),
        ("pt", r"estojos?", "carteira"),
    ],
)
def test_there_is_one_word_for_one_thing(language: str, others: str, but: str) -> None:
    """A translator may find another word as good: players who read both believe that these are two things."""
    found = [
        (where, text)
        for where, text in said_to_people(language)
        if re.search(rf"\b({others})\b", text, re.IGNORECASE) and not ("Bridge" in but and is_bridge(where))
    ]
    assert found == [], but


def is_bridge(where: str) -> bool:
    """Where players speak of Bridge; what its scores are called is said in Spades, too."""
    return where.startswith(("bridge:", "overtrick: puzzle.")) or where.endswith(": score.overtricks")


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    assert [where for where, text in said_to_people(language) if re.search(r"'\{\}'|’", text)] == []


def test_in_french_signs_stand_apart_from_their_words() -> None:
    assert [text for _, text in said_to_people("fr") if re.search(r"\w[;!?»]|«\w", text)] == []


@pytest.mark.parametrize(
    ("language", "one", "two", "three"),
    [("en", "2", "2 and 3", "2, 3 and 4"), ("fr", "2", "2 et 3", "2, 3 et 4"), ("pt", "2", "2 e 3", "2, 3 e 4")],
)
def test_lists_read_as_people_write_them(language: str, one: str, two: str, three: str) -> None:
    assert texts.listed(language, []) == ""
    assert texts.listed(language, ["2"]) == one
    assert texts.listed(language, ["2", "3"]) == two
    assert texts.listed(language, ["2", "3", "4"]) == three


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["zero", "six", "sixteen", "17"]),
        ("fr", ["zéro", "six", "seize", "17"]),
        ("pt", ["zero", "seis", "dezasseis", "17"]),
    ],
)
def test_small_numbers_are_words_and_others_digits(language: str, words: list[str]) -> None:
    assert [texts.number(language, value) for value in (0, 6, 16, 17)] == words


def test_a_language_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no texts in the language 'de'"):
        texts.catalogue("de")


def test_columns_of_a_table_have_equal_widths() -> None:
    rows = [("a", "1", "x"), ("long", "23")]
    assert texts.table_lines(rows, indent=" ") == [" a     1   x", " long  23"]
    assert texts.table_lines(rows, left=1) == ["a      1  x", "long  23"]
    assert texts.table_lines(rows, left=2) == ["a     1   x", "long  23"]
    assert texts.table_lines([]) == []
