"""What formulas are worth: the rules for values, absence, lists, rounding and order, as a table."""

from __future__ import annotations

import pytest

from handhold.language.types import DICE, FLAG, INTEGER, NUMBER, ListOf, OptionalOf, Row
from tests.language.formulas import RunError, checked, value

VALUES = """
# numbers: whole where they are, exact always
n + k * 2  →  1
n - k - 1  →  9
2 - 3 - 4  →  -5
5 - 3 // 2  →  4
7 / 2  →  7/2
6 / 2  →  3
n / 2 * 2  →  7
1 / 3 + 1 / 3 + 1 / 3  →  1
0.1 + 0.2  →  3/10
-3 // 2  →  -1
(-3) // 2  →  -2
n // k  →  -3
q // 1  →  2
-q // 1  →  -2
(-q) // 1  →  -3
7 // 0.5  →  14
-n  →  -7
abs(k)  →  3
abs(q - 5)  →  5/2
2 * 3 / 4  →  3/2
2 / 3 * 3  →  2
# rounding
round_down(q)  →  2
round_up(q)  →  3
round_half_up(q)  →  3
round_half_even(q)  →  2
toward_zero(q)  →  2
round_down(-q)  →  -3
round_up(-q)  →  -2
round_half_up(-q)  →  -2
round_half_even(-q)  →  -2
toward_zero(-q)  →  -2
round_half_even(3.5)  →  4
round_half_up(0.5)  →  1
round_half_up(-0.5)  →  0
round_down(n)  →  7
round_half_up(2.4)  →  2
round_half_up(-2.6)  →  -3
# least and greatest
min(n, k)  →  -3
max(n, q, 9)  →  9
max(q, 2)  →  5/2
min(numbers)  →  1
max(halves)  →  2
min(empty)  →  none
max(x for x in numbers where x > 9)  →  none
min(x * x for x in -2..2)  →  0
# comparing
n == 7.0  →  true
n != 7  →  false
q == 5 / 2  →  true
n is 7  →  true
n is not 7  →  false
yes is true  →  true
no is yes  →  false
who is who  →  true
who is other  →  false
colour is red  →  true
colour is colours.blue  →  false
size < large  →  true
size >= sizes.medium  →  true
size <= small  →  false
lower(size) is small  →  true
lower(sizes.small) is none  →  true
higher(size) is large  →  true
higher(sizes.large) is none  →  true
settings.way is up  →  true
settings.way is not down  →  true
settings.way is one of (down, up)  →  true
settings.step + 1  →  3
size is one of (small, medium)  →  true
size is not one of (small, medium)  →  false
colour is small  →  false
size is small  →  false
# in a range, in a list
n in 1..7  →  true
n in 8..9  →  false
q in 2..3  →  true
q in 3..2  →  false
k in -3..-3  →  true
n in numbers  →  false
2 in numbers  →  true
colour in colours_seen  →  true
colours.small in colours_seen  →  false
2.0 in numbers  →  true
who in list(b.key for b in boxes)  →  true
n in empty  →  false
# what may be absent
lost is none  →  true
found is none  →  false
lost is small  →  false
lost is not small  →  true
found is large  →  true
lost is one of (small, large)  →  false
lost is not one of (small, large)  →  true
maybe otherwise 5  →  5
there otherwise 5  →  4
maybe otherwise there otherwise 6  →  4
maybe otherwise none  →  none
lost.share otherwise 0  →  0
found.share otherwise 0  →  5/2
found.likes.likes otherwise large  →  0
size.likes.likes  →  none
no_box.kilos  →  none
a_box.kilos  →  15/2
no_box.lid.thick  →  none
closed.lid.thick  →  4
no_box.heavy  →  none
a_box.heavy otherwise false  →  true
no_box.size.share  →  none
box.lid.thick otherwise 1  →  1
maybe is 4  →  false
there is 4  →  true
maybe is not 4  →  true
unsure is true  →  false
unsure is not true  →  true
# what is known where
if maybe is not none then maybe + 1 else 0  →  0
if there is not none then there + 1 else 0  →  5
if there is none then 0 else there + 1  →  5
maybe is not none and maybe > 3  →  false
maybe is none or maybe > 3  →  true
there is not none and yes and there > 3  →  true
if not (there is none) then there else 0  →  4
if there is none or no then 0 else there * 2  →  8
sum(x.likes.share for x in sizes where x.likes is not none)  →  3/2
if found is large then found.share else 0  →  5/2
if lost is one of (small, large) then lost.share else 9  →  9
if no_box is not none then no_box.kilos else 3  →  3
# only what is needed is worked out
no and 1 / zero > 1  →  false
yes or 1 / zero > 1  →  true
if yes then 1 else 1 // zero  →  1
there otherwise (1 // zero)  →  4
if no then boxes(other).kilos else 1  →  1
any(1 / x > 0 for x in 1..0)  →  false
any(6 // x == 6 for x in numbers where x < 2)  →  true
all(6 // (x - 2) > 6 for x in numbers)  →  false
first(6 // (x - 1) for x in numbers)  →  3
# lists
sum(numbers)  →  6
sum(empty)  →  0
sum(halves)  →  5/2
count(numbers)  →  3
count(empty)  →  0
any(flags)  →  true
all(flags)  →  false
any(x > 5 for x in empty)  →  false
all(x > 5 for x in empty)  →  true
first(empty)  →  none
last(empty)  →  none
first(numbers)  →  3
last(numbers)  →  2
list(1..3)  →  [1, 2, 3]
list(3..1)  →  []
reverse(numbers)  →  [2, 1, 3]
reverse(x for x in 1..3)  →  [3, 2, 1]
join(lists)  →  [1, 2, 3]
list(x * 2 for x in numbers where x > 1)  →  [6, 4]
list(sizes)  →  [0, 1, 2]
count(x for x in sizes where x.share > 0.5)  →  2
list(s for s in sizes where s > small)  →  [1, 2]
sum(sum(y for y in 1..x) for x in numbers)  →  10
last(x for x in numbers)  →  2
min(b.kilos for b in boxes)  →  1
list(b.key for b in boxes)  →  [ann, bob]
count(boxes)  →  2
sum(b.kilos for b in row_of_boxes)  →  15/2
last(list(y for y in 1..x) for x in 1..2)  →  [1, 2]
# rows, cells, lookups
size.share  →  1
sizes.large.share  →  5/2
sizes(0)  →  0
sizes(5)  →  1
sizes(6.5)  →  1
sizes(700)  →  2
sizes(k - 100)  →  0
sizes(n).likes is medium  →  true
boxes(who).kilos  →  15/2
boxes(who).size is medium  →  true
box.size.share * 2  →  2
box.heavy  →  true
boxes(who).heavy  →  true
# formulas and modifiers, by name and with parts replaced
double  →  14
double(n = k)  →  -6
half  →  7/2
half(n = q)  →  5/4
worth  →  11
worth(n = 1)  →  1
worth(box = closed)  →  21/2
sure(maybe = 4)  →  5
sum(double(n = x) for x in numbers)  →  12
sum(half(n = x) for x in halves)  →  5/4
# binding and short forms
yes or (no and no)  →  true
(yes or no) and no  →  false
not no and yes  →  true
if yes then 1 else 2 + 3  →  1
(if yes then 1 else 2) + 3  →  4
not n == 8  →  true
true  →  true
none  →  none
"""

TABLE = [tuple(line.split("  →  ")) for line in VALUES.splitlines() if line and not line.startswith("#")]


def written(found: object) -> str:
    """A value as the table writes it; rows are their place in their table, from 0."""
    match found:
        case None:
            return "none"
        case bool():
            return str(found).lower()
        case tuple():
            return f"[{', '.join(map(written, found))}]"
        case _:
            return str(found)


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_a_formula_has_the_value_that_the_rules_of_the_language_give(text: str, expected: str) -> None:
    assert written(value(text)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / zero", "a division by zero"),
        ("n // zero", "a division by zero"),
        ("sum(1 // (x - 2) for x in numbers)", "a division by zero"),
        ("yes and 1 / zero > 1", "a division by zero"),
        ("maybe otherwise (1 // zero)", "a division by zero"),
        ("boxes(other).kilos", "there is no member 'zoe'"),
        ("boxes(other).heavy", "there is no member 'zoe'"),
        ("holes(2)", "the table 'holes' has no row for 2"),
        ("sizes(6.75)", "the table 'sizes' has no row for 27/4"),
        ("count(x for x in 1..20000)", "a range of 20000 numbers is longer than the 10000 allowed"),
        ("1" + "0" * 40 + " * 1" + "0" * 40, "a number grows past 60 digits"),
        ("(k)d6", "-3 dice cannot be thrown"),
        ("(n - 7)d6kh1", "1 dice are kept of 0 thrown"),
        ("(n - 6)d6dl2", "2 dice are dropped of 1 thrown"),
        ("(n * 100)d6", "700 dice are more than the 100 allowed"),
        ("successes(3d6, k)", "successes are counted from a face of 1 or more, not from -3"),
        ("successes((n)d6 + n, 2)", "successes are counted in one pool of dice"),
        ("successes(size.dice - d4, 2)", "successes are counted in one pool of dice"),
        ("1 // zero + boxes(other).kilos", "a division by zero"),
        ("boxes(other).kilos + 1 // zero", "there is no member 'zoe'"),
    ],
)
def test_a_formula_without_an_answer_is_a_fault(text: str, message: str) -> None:
    with pytest.raises(RunError) as raised:
        value(text)
    assert raised.value.message == message


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("n + 1", INTEGER),
        ("n + 0.5", NUMBER),
        ("n / 1", NUMBER),
        ("n // 0.5", INTEGER),
        ("round_down(q)", INTEGER),
        ("q * 2", NUMBER),
        ("min(n, q)", NUMBER),
        ("max(numbers)", OptionalOf(INTEGER)),
        ("sum(halves)", NUMBER),
        ("abs(n)", INTEGER),
        ("abs(q)", NUMBER),
        ("if yes then 1 else 0.5", NUMBER),
        ("maybe otherwise q", NUMBER),
        ("if yes then 1 else none", OptionalOf(INTEGER)),
        ("found.share", OptionalOf(NUMBER)),
        ("lower(size)", OptionalOf(Row("sizes"))),
        ("found.likes", OptionalOf(Row("sizes"))),
        ("first(numbers)", OptionalOf(INTEGER)),
        ("list(1..2)", ListOf(INTEGER)),
        ("no_box.heavy", OptionalOf(FLAG)),
        ("2d6 + n", DICE),
        ("successes(2d6, 3)", DICE),
        ("sizes", ListOf(Row("sizes"))),
        ("if yes then sizes.small else large", Row("sizes")),
        ("if yes then small else sizes.large", Row("sizes")),
        ("found otherwise small", Row("sizes")),
        ("first(list(sizes)) otherwise small", Row("sizes")),
        ("n in 1..2", FLAG),
    ],
)
def test_a_formula_has_its_type(text: str, of: object) -> None:
    found = checked(text)
    assert not found.faults
    assert found.core.type == of
