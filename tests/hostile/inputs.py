"""Hostile packs: each a name and the text of a file. None may crash, print a traceback or outlast a child's limits."""

from __future__ import annotations

HEAD = 'pack: hostile\nformat: 1\nversion: "1.0.0"\ntitle: Hostile\nlicense: CC0-1.0\n'


def _event(formula: str, needs: str = "") -> str:
    return f"{HEAD}events:\n  e:\n    needs: {{{needs}}}\n    steps:\n      outcome: '{formula}'\n"


def _formulas(lines: list[str], last: str) -> str:
    return HEAD + "formulas:\n" + "".join(lines) + f"events:\n  e:\n    steps:\n      outcome: {last}\n"


def _events(count: int) -> str:
    chain = "".join(f"  e{n}:\n    steps: {{next: {{do: e{n + 1}}}, outcome: 'true'}}\n" for n in range(count))
    return f"{HEAD}events:\n{chain}  e{count}:\n    steps: {{outcome: 'true'}}\n"


PLANTED = "<script>alert(1)</script> ]]> ::stop-commands::x %0A::error:: =HYPERLINK(1) | \\u001b[31m \\u202e \\u200b"

PACKS = {
    "brackets": _event("(" * 20_000 + "1" + ")" * 20_000),
    "terms": _event(" + ".join(["1"] * 20_000)),
    "minus_signs": _event("-" * 20_000 + "1"),
    "nots": _event("not " * 20_000 + "true"),
    "ifs": _event("if true then " * 3_000 + "1" + " else 1" * 3_000),
    "digits": _event("9" * 100_000),
    "dice": _event("9999999d9999999"),
    "explosions": f"{HEAD}events:\n  e:\n    steps:\n      r: {{roll: 100d1000!}}\n      outcome: r > 1\n",
    "rerolls": f"{HEAD}events:\n  e:\n    steps:\n      r: {{roll: 100d1000rr<=999}}\n      outcome: r > 1\n",
    "squares": _formulas(
        ["  s0: {needs: {}, value: 99999}\n", *(f"  s{n}: {{value: s{n - 1} * s{n - 1}}}\n" for n in range(1, 41))],
        "s40",
    ),
    "doublings": _formulas(
        ["  d0: {value: 1}\n", *(f"  d{n}: {{value: d{n - 1} + d{n - 1}}}\n" for n in range(1, 60))], "d59"
    ),
    "long_chain": _formulas(
        ["  c0: {value: 1}\n", *(f"  c{n}: {{value: c{n - 1}}}\n" for n in range(1, 5_000))], "c4999"
    ),
    "event_chain": _events(3_000),
    "circle": _formulas([f"  c{n}: {{value: c{(n + 1) % 500}}}\n" for n in range(500)], "c0"),
    "loops": (
        f"{HEAD}events:\n  e:\n    steps:\n      a: {{repeat: 9999, track: {{n: 1}}, steps: "
        "{b: {repeat: 9999, steps: {c: {set: n, to: old * 3}}}}}\n      outcome: n > 1\n"
    ),
    "growing": (
        f"{HEAD}events:\n  e:\n    steps:\n      a: {{repeat: 9999, track: {{n: 2}}, "
        "steps: {c: {set: n, to: old * old}}}\n      outcome: n > 1\n"
    ),
    "yaml_depth": HEAD + "note: " + "[" * 50_000,
    "yaml_indent": HEAD + "".join(" " * n + "a:\n" for n in range(2_000)),
    "aliases": HEAD + "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(100)),
    "merge": HEAD + "a: &a {b: 1}\nc: {<<: *a}\n",
    "rows": HEAD
    + "tables:\n  t:\n    columns: {c: integer}\n    rows:\n"
    + "".join(f"      r{n}: {{c: {n}}}\n" for n in range(20_000)),
    "errors": HEAD + "formulas:\n" + "".join(f"  f{n}: {{value: nothing{n} + }}\n" for n in range(10_000)),
    "unknown_keys": HEAD + "".join(f"key{n}: 1\n" for n in range(10_000)),
    "long_line": HEAD + "note: " + "x" * 900_000 + "\n",
    "long_name": HEAD + "formulas:\n  " + "a" * 500_000 + ": {value: 1}\n",
    "python": (
        f"{HEAD}events:\n  __class__:\n    steps: {{outcome: 'true'}}\n  lambda:\n    needs: {{exec: integer}}\n"
        "    steps: {outcome: exec.__class__ > 1}\n"
    ),
    "planted": f'{HEAD}events:\n  e:\n    title: "{PLANTED}"\n    steps: {{outcome: "true"}}\n',
    "planted_fault": f'{HEAD}"{PLANTED}": 1\nevents: {{e: {{steps: {{outcome: "{PLANTED}"}}}}}}\n',
    "full_width": _event("１ + ２"),
    "zero_width": _event("n\u200bn"),
    "tags": HEAD + "note: !!python/object/apply:os.system [id]\n",
}
