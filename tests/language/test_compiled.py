"""Laws of compiled formulas: they are worth what a plain walk says, faults included, and keep it when printed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hypothesis import assume, given, settings

from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.printer import show
from handhold.play.run_error import RunError
from tests.language.formulas import VALUES, WORLD, checked, worked_out
from tests.language.reference import NoAnswer, walk
from tests.language.typed import formulas


def plain(value: object) -> object:
    """A value with the types told apart that the language tells apart: flags from numbers, none from both."""
    match value:
        case bool() | None:
            return ("flag or none", value)
        case int() | Fraction():
            return Fraction(value)
        case str():
            return value
        case _:
            return [plain(item) for item in value]  # type: ignore[attr-defined]  # a list


def told(work: Callable[[], object]) -> object:
    """What a formula is worth, or why there is no answer."""
    try:
        return plain(work())
    except (NoAnswer, RunError) as fault:
        return f"no answer: {fault.args[0]}"


@settings(max_examples=max(400, settings.default.max_examples))
@given(formulas())
def test_a_compiled_formula_is_worth_what_a_plain_walk_says(text: str) -> None:
    found = checked(text)
    unneeded = [fault for fault in found.faults if fault.message.endswith("is always there")]
    assert list(found.faults) == unneeded
    assume(not unneeded)
    assert told(lambda: worked_out(found.core)) == told(lambda: walk(found.core, VALUES, WORLD))


@given(formulas())
def test_a_formula_printed_and_read_again_is_checked_alike(text: str) -> None:
    tree = parse(text)
    assert not isinstance(tree, Fault)
    one, two = checked(text), checked(show(tree))
    assert one.core == two.core
    assert [fault.code for fault in one.faults] == [fault.code for fault in two.faults]
