"""Formulas that are refused: what is said, and the place it is said of, between ⟦ and ⟧."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handhold.language import core
from handhold.language.scope import Scope, Value
from handhold.language.types import FLAG, INTEGER, NUMBER, ListOf, Row, Type
from tests.language.formulas import SCOPE, checked

TABLE: list[tuple[str, str, str, str]] = [
    # names that are not there
    ("⟦nn⟧ + 1", "unknown-name", "no value named 'nn'", ""),
    ("who is ⟦on⟧", "unknown-name", "no value named 'on'", "write 'true'"),
    ("maybe is ⟦null⟧", "unknown-name", "no value named 'null'", "write 'none'"),
    ("⟦random(1, 6)⟧", "unknown-name", "nothing named 'random' can be asked like this", "such as '{roll: d6}'"),
    ("⟦numbrs⟧", "unknown-name", "no value named 'numbrs'", "did you mean 'numbers'?"),
    ("⟦old⟧ + 1", "unknown-name", "'old' is the value there before", ""),
    ("⟦medium⟧", "unknown-name", "no value named 'medium'", "write 'sizes.medium'"),
    ("⟦box_lid⟧", "unknown-name", "'box_lid' is a kind of sheet", ""),
    ("⟦settings.wat⟧ is up", "unknown-name", "no setting named 'wat'", "did you mean 'way'?"),
    ("settings.way is ⟦left⟧", "unknown-name", "settings.way has no option 'left'", "choose from: down, up"),
    ("⟦sizes.tiny⟧.share", "unknown-name", "the table 'sizes' has no row 'tiny'", "choose from: large, medium, small"),
    ("⟦size.weight⟧", "unknown-name", "the table 'sizes' has no column 'weight'", "choose from"),
    ("⟦box.colour⟧", "unknown-name", "a box has no field 'colour'", "choose from"),
    ("⟦box.key⟧", "unknown-name", "only a loop's variable over a group has a key", ""),
    ("⟦frob(n)⟧", "unknown-name", "nothing named 'frob' can be asked like this", ""),
    ("⟦doubl(n = 1)⟧", "unknown-name", "nothing named 'doubl'", "did you mean 'double'?"),
    ("double(⟦m = 1⟧)", "unknown-name", "'double' needs no 'm'", "choose from: n"),
    ("size is ⟦tiny⟧", "unknown-name", "no value named 'tiny'", ""),
    ("⟦secret⟧", "unknown-name", "'secret' cannot be used here", "it comes later"),
    # words of two meanings, names that hide
    ("size is ⟦large⟧", "ambiguous-name", "'large' is a row of 'sizes' and also a name here", "write 'sizes.large'"),
    ("⟦sum(n for n in numbers)⟧", "hidden-name", "'n' would hide another value of that name", "choose another name"),
    ("⟦sum(double for double in numbers)⟧", "hidden-name", "'double' would hide the formula or modifier", ""),
    ("⟦sum(1 for sizes in numbers)⟧", "hidden-name", "'sizes' would hide the table", ""),
    ("⟦sum(1 for count in numbers)⟧", "hidden-name", "'count' would hide the function", ""),
    ("⟦sum(1 for scene in numbers)⟧", "hidden-name", "'scene' would hide 'scene'", ""),
    # types
    ("n + ⟦yes⟧", "wrong-type", "this is a flag, where a number is needed", ""),
    ("⟦size⟧ * 2", "wrong-type", "this is a row of sizes, where a number is needed", ""),
    ("if ⟦n⟧ then 1 else 2", "wrong-type", "this is an integer, where a flag is needed", ""),
    ("yes and ⟦numbers⟧", "wrong-type", "this is a list of integer, where a flag is needed", ""),
    ("not ⟦n⟧", "wrong-type", "this is an integer, where a flag is needed", ""),
    ("⟦yes⟧ == true", "wrong-type", "'==' compares numbers, and this is a flag", "write 'is'"),
    ("n != ⟦size⟧", "wrong-type", "'!=' compares numbers, and this is a row of sizes", "write 'is not'"),
    ("⟦who⟧ < other", "wrong-type", "'<' compares numbers, and this is a key", ""),
    ("size < ⟦colour⟧", "wrong-type", "this is a row of colours, where a row of sizes is needed", ""),
    ("size is ⟦n⟧", "wrong-type", "a row of sizes is never an integer", "both sides of 'is'"),
    ("size is one of (small, ⟦n⟧)", "wrong-type", "a row of sizes is never an integer", ""),
    ("yes is ⟦1⟧", "wrong-type", "a flag is never an integer", ""),
    ("n in ⟦size⟧", "wrong-type", "'in' needs a list or a range, and this is a row of sizes", ""),
    ("⟦yes⟧ in numbers", "wrong-type", "a flag is never in a list of integer", ""),
    ("if yes then 1 else ⟦no⟧", "wrong-type", "this is a flag, and the other branch is an integer", ""),
    ("maybe otherwise ⟦yes⟧", "wrong-type", "this is a flag, and the other branch is an integer", ""),
    ("⟦n⟧ otherwise 1", "wrong-type", "'n' is always there", "leave out the 'otherwise'"),
    ("⟦n.share⟧", "wrong-type", "'n' is integer, and has no 'share'", ""),
    ("⟦round_up(yes)⟧", "wrong-type", "'round_up' takes a number, and is given a flag", ""),
    ("⟦sum(flags)⟧", "wrong-type", "'sum' takes a list of numbers", ""),
    ("⟦any(numbers)⟧", "wrong-type", "'any' takes a list of flags", ""),
    ("⟦join(numbers)⟧", "wrong-type", "'join' takes a list of lists", ""),
    ("⟦min(n)⟧", "wrong-type", "two or more numbers, or one list of numbers", ""),
    ("⟦max(n, yes)⟧", "wrong-type", "'max' takes numbers", ""),
    ("⟦lower(n)⟧", "wrong-type", "a row of an ordered table", ""),
    ("⟦successes(2d6, q)⟧", "wrong-type", "one pool of dice and the least face that counts", ""),
    ("⟦sum(x > 1 for x in numbers)⟧", "wrong-type", "'sum' takes a list of numbers, and is given a list of flag", ""),
    ("sum(x for x in ⟦n⟧)", "wrong-type", "'n' is no list", ""),
    ("sum(1 for x in 1..⟦q⟧)", "wrong-type", "this is a number, where an integer is needed", ""),
    ("⟦n(1)⟧", "wrong-type", "'n' is no group, loop or table", ""),
    ("boxes(⟦n⟧).kilos", "wrong-type", "this is an integer, where a key is needed", ""),
    ("double(n = ⟦q⟧)", "wrong-type", "this is a number, where an integer is needed", ""),
    ("(⟦q⟧)d6", "wrong-type", "this is a number, where an integer is needed", ""),
    # what may be absent
    ("⟦maybe⟧ + 1", "maybe-none", "'maybe' may be absent here", "write 'otherwise'"),
    ("n < ⟦there⟧", "maybe-none", "'there' may be absent here", "or test 'is not none' first"),
    ("if ⟦unsure⟧ then 1 else 2", "maybe-none", "'unsure' may be absent here", ""),
    ("⟦lost.share⟧ + 1", "maybe-none", "'lost.share' may be absent here", ""),
    ("min(n, ⟦maybe⟧)", "maybe-none", "'maybe' may be absent here", ""),
    ("sum(⟦x.likes.share⟧ for x in sizes)", "maybe-none", "'x.likes.share' may be absent here", ""),
    ("⟦first(numbers)⟧ + 1", "maybe-none", "may be absent here", ""),
    ("if maybe is not none or yes then ⟦maybe⟧ + 1 else 0", "maybe-none", "'maybe' may be absent here", ""),
    ("if maybe is not none then 0 else ⟦maybe⟧ + 1", "maybe-none", "'maybe' may be absent here", ""),
    ("⟦maybe⟧ > 3 and maybe is not none", "maybe-none", "'maybe' may be absent here", ""),
    ("⟦sure⟧", "maybe-none", "'sure' takes 'maybe' by name, and here that may be absent", "write sure(maybe = …)"),
    ("⟦maybe⟧ in numbers", "maybe-none", "'maybe' may be absent here", ""),
    ("sizes(⟦maybe⟧)", "maybe-none", "'maybe' may be absent here", ""),
    # parts of calls
    ("⟦abs(n, k)⟧", "wrong-arguments", "'abs' takes 1 part, and 2 are given", ""),
    ("⟦min()⟧", "wrong-arguments", "'min' takes 1 or more parts, and none are given", ""),
    ("⟦abs(n = 1)⟧", "wrong-arguments", "'abs' takes its parts by position", ""),
    ("double(⟦3⟧)", "wrong-arguments", "the parts of 'double' are named", "write name = value"),
    ("⟦sizes(1, 2)⟧", "wrong-arguments", "the table 'sizes' is looked up by one number", ""),
    ("⟦colours(1)⟧", "wrong-arguments", "the table 'colours' is not looked up by number", "its rows have no 'at'"),
    ("⟦boxes(who, who)⟧.kilos", "wrong-arguments", "'boxes' is looked up by one key", ""),
    ("⟦abs(x for x in numbers)⟧", "wrong-arguments", "'abs' cannot be used with 'for'", "use one of: "),
    ("count(⟦x > 1⟧ for x in numbers)", "wrong-arguments", "'count' counts elements", "behind 'where'"),
    ("⟦list(n)⟧", "wrong-arguments", "'list' takes a list", ""),
    # order
    ("⟦colour < blue⟧", "not-ordered", "the rows of 'colours' have no order", "the table needs 'ordered: true'"),
    ("⟦higher(colour)⟧", "not-ordered", "the rows of 'colours' have no order", ""),
    # dice
    ("⟦2d6 * 2⟧", "bad-dice", "dice take whole numbers and dice with", "roll them in a roll step first"),
    ("⟦d6 + 0.5⟧", "bad-dice", "dice take whole numbers", ""),
    ("⟦(-2)d6⟧", "bad-dice", "-2 dice cannot be thrown", ""),
    ("successes(3d6, ⟦0⟧)", "bad-dice", "the least number that counts is 1 or more", "write successes(5d6, 4)"),
    ("successes(3d6, ⟦-2⟧)", "bad-dice", "the least number that counts is 1 or more", ""),
    ("⟦successes(3d6 + 1, 2)⟧", "bad-dice", "successes are counted in one pool of dice", ""),
    ("⟦successes(-d6, 2)⟧", "bad-dice", "successes are counted in one pool of dice", ""),
    ("⟦successes(successes(3d6, 2), 1)⟧", "bad-dice", "successes are counted in one pool of dice", ""),
]  # fmt: skip
ROOM = replace(
    SCOPE.with_name("large", Value(core.Var("large", INTEGER))), hidden={"secret": "it comes later"}
)  # fmt: skip


@pytest.mark.parametrize(("marked", "code", "message", "hint"), TABLE, ids=[row[0] for row in TABLE])
def test_a_wrong_formula_has_one_fault_at_its_place(marked: str, code: str, message: str, hint: str) -> None:
    start = marked.index("⟦")
    end = marked.index("⟧") - 1
    faults = checked(marked.replace("⟦", "").replace("⟧", ""), scope=ROOM).faults
    assert [fault.code for fault in faults] == [code]
    fault = faults[0]
    assert (fault.start, fault.end) == (start, end)
    assert message in fault.message
    assert hint in fault.hint


def test_every_code_of_the_checker_is_in_the_table() -> None:
    assert {code for _, code, _, _ in TABLE} | {"missing-need"} == {
        "unknown-name", "ambiguous-name", "hidden-name", "wrong-type", "maybe-none", "wrong-arguments", "missing-need",
        "not-ordered", "bad-dice",
    }  # fmt: skip


def test_what_a_formula_needs_and_nobody_has_is_missing() -> None:
    faults = checked("1 + worth", scope=Scope({"n": SCOPE.names["n"]})).faults
    assert [(fault.code, fault.start, fault.end) for fault in faults] == [("missing-need", 4, 9)]
    assert faults[0].message == "'worth' needs 'box', and nothing here has that name"
    assert faults[0].hint == "write worth(box = …), or name a value 'box' before"


@pytest.mark.parametrize(
    ("text", "slot", "code"),
    [
        ("q", INTEGER, "wrong-type"),
        ("n", FLAG, "wrong-type"),
        ("maybe", INTEGER, "maybe-none"),
        ("none", NUMBER, "wrong-type"),
        ("halves", ListOf(INTEGER), "wrong-type"),
        ("red", Row("sizes"), "unknown-name"),
        ("found", Row("sizes"), "maybe-none"),
        ("if yes then red else small", Row("sizes"), "unknown-name"),
        ("colour", Row("sizes"), "wrong-type"),
        ("sum", INTEGER, "unknown-name"),
    ],
)
def test_a_value_has_to_fit_its_place(text: str, slot: Type, code: str) -> None:
    assert [fault.code for fault in checked(text, slot).faults] == [code]


def test_each_fault_is_reported_once_and_nothing_follows_from_it() -> None:
    for text in (
        "if nowhere + 1 > n then 2 else maybe",
        "size.bogus * 2 + n",
        "size.bogus is small",
        "size.bogus is one of (small, large)",
        "size.bogus < small",
        "settings.bogus is up",
        "sum(bogus for x in numbers) + 1",
        "count(x for x in bogus) > 1",
        "double(n = bogus) + half",
        "boxes(bogus).kilos + 1",
        "sizes(bogus).share",
        "min(n, bogus) in numbers",
        "(bogus)d6 + 2",
    ):
        assert [fault.code for fault in checked(text).faults] == ["unknown-name"], text
