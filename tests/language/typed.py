"""Formulas for laws: texts that are right in every type, over the names of `formulas`."""

from __future__ import annotations

from hypothesis import strategies as st

Kind = str

_LEAVES: dict[Kind, tuple[str, ...]] = {
    "integer": ("0", "1", "2", "5", "(-3)", "n", "k", "zero", "settings.step"),
    "number": ("q", "0.5", "n", "size.share", "box.kilos", "boxes(who).kilos", "(worth)", "half", "2"),
    "flag": ("yes", "no", "true", "settings.open", "box.heavy", "settings.way is up", "boxes(who).heavy"),
    "row": ("size", "sizes.small", "sizes.large", "box.size"),
    "maybe_row": ("lost", "found", "size.likes", "no_box.size", "a_box.size", "found.likes.likes"),
    "maybe": ("maybe", "there", "no_box.lid.thick", "closed.lid.thick", "max(empty)"),
    "list": ("numbers", "empty", "list(1..3)", "list(2..1)", "list(-1..1)"),
}
_SHAPES: dict[Kind, tuple[tuple[str, ...], ...]] = {
    "integer": (
        ("({} + {})", "integer", "integer"),
        ("({} - {} - {})", "integer", "integer", "integer"),
        ("({} * {})", "integer", "integer"),
        ("({} // {})", "number", "number"),
        ("(-({}))", "integer"),
        ("abs({})", "integer"),
        ("round_down({})", "number"),
        ("round_up({})", "number"),
        ("round_half_up({} / 2)", "integer"),
        ("round_half_even({} / 2)", "integer"),
        ("toward_zero({})", "number"),
        ("min({}, {})", "integer", "integer"),
        ("sum({})", "list"),
        ("count({})", "list"),
        ("(if {} then {} else {})", "flag", "integer", "integer"),
        ("(({}) otherwise ({}))", "maybe", "integer"),
        ("double(n = {})", "integer"),
        ("sure(maybe = {})", "integer"),
        ("sum({} for VAR in {} where {})", "integer", "list", "flag"),
        ("sum(VAR for VAR in -1..2 where {})", "flag"),
        ("count(VAR for VAR in sizes where VAR is not {})", "row"),
        ("(if maybe is not none then maybe + {} else {})", "integer", "integer"),
        ("(if there is none or {} then {} else there * 2)", "flag", "integer"),
    ),
    "number": (
        ("({} / {})", "integer", "integer"),
        ("({} + {})", "number", "number"),
        ("({} * {})", "number", "integer"),
        ("({}).share", "row"),
        ("(({}).share otherwise ({}))", "maybe_row", "number"),
        ("max({}, {}, {})", "number", "integer", "number"),
        ("half(n = {})", "number"),
        ("worth(box = closed, n = {})", "integer"),
        ("(if {} then {} else {})", "flag", "number", "integer"),
        ("abs({})", "number"),
        ("sum(VAR.kilos + {} for VAR in boxes where VAR.heavy)", "number"),
    ),
    "flag": (
        ("({} < {})", "number", "integer"),
        ("({} >= {})", "integer", "number"),
        ("({} == {})", "integer", "number"),
        ("({} != {})", "integer", "integer"),
        ("({} is {})", "row", "row"),
        ("({} is not {})", "maybe_row", "row"),
        ("({} is one of (small, {}))", "maybe_row", "row"),
        ("({} < {})", "row", "row"),
        ("({} is none)", "maybe_row"),
        ("({} is not none)", "maybe"),
        ("({} is {})", "maybe", "integer"),
        ("({} in {}..{})", "number", "integer", "number"),
        ("({} in {})", "integer", "list"),
        ("({} and {} and {})", "flag", "flag", "flag"),
        ("({} or {})", "flag", "flag"),
        ("(not {})", "flag"),
        ("any({} for VAR in {})", "flag", "list"),
        ("all(VAR > {} for VAR in {})", "integer", "list"),
        ("(if {} then {} else {})", "flag", "flag", "flag"),
    ),
    "row": (
        ("sizes({})", "integer"),
        ("(({}) otherwise ({}))", "maybe_row", "row"),
        ("(if {} then {} else {})", "flag", "row", "row"),
        ("(first(VAR for VAR in sizes where {}) otherwise sizes.small)", "flag"),
    ),
    "maybe_row": (
        ("lower({})", "row"),
        ("higher({})", "row"),
        ("({}).likes", "row"),
        ("({}).likes", "maybe_row"),
        ("last(VAR for VAR in sizes where VAR >= {})", "row"),
        ("(if {} then {} else none)", "flag", "row"),
    ),
    "maybe": (
        ("min({})", "list"),
        ("first({})", "list"),
        ("last({})", "list"),
        ("(if {} then {} else none)", "flag", "integer"),
        ("max({} for VAR in {})", "integer", "list"),
        ("first(VAR for VAR in {} where {})", "list", "flag"),
    ),
    "list": (
        ("reverse({})", "list"),
        ("list({} for VAR in {} where {})", "integer", "list", "flag"),
        ("list({} for VAR in 0..2)", "integer"),
        ("join(list(list(VAR..{}) for VAR in -1..1))", "LOW"),
        ("(if {} then {} else {})", "flag", "list", "list"),
        ("reverse(VAR * 2 for VAR in {})", "list"),
    ),
}


@st.composite
def formulas(draw: st.DrawFn, kind: Kind | None = None, depth: int = 4, variables: int = 0) -> str:
    """A formula of that kind."""
    if kind is None:
        kind = draw(st.sampled_from(sorted(_SHAPES)))
    if kind == "LOW":
        return draw(st.sampled_from(["0", "1", "-2"]))
    leaves = _LEAVES[kind]
    if kind in ("integer", "number"):
        # variables over lists of whole numbers; those over rows and sheets are used in their own shapes only
        leaves = (*leaves, *(f"i{n}" for n in range(variables)))
    if depth == 0 or not draw(st.integers(0, 5)):
        return draw(st.sampled_from(leaves))
    shape, *parts = draw(st.sampled_from(_SHAPES[kind]))
    over_numbers = "VAR" in shape and "VAR in sizes" not in shape and "VAR in boxes" not in shape
    name = f"i{variables}" if over_numbers else f"r{depth}"
    filled = []
    for n, part in enumerate(parts):
        # a list is named before the variable that goes through it, and a test or value behind it sees the variable
        seen = variables + (over_numbers and not _is_source(shape, n))
        filled.append(draw(formulas(part, depth - 1, seen)))
    return shape.replace("VAR", name).format(*filled)


def _is_source(shape: str, n: int) -> bool:
    """Whether the n-th blank of the shape is the list that is gone through."""
    return shape.split("{}")[n].endswith(" in ")
