"""Small packs made at random: values, rolls, choices, changes, blocks, loops, sub-events, groups."""

from __future__ import annotations

from random import Random

HEAD = """\
pack: made
format: 1
version: "1.0.0"
title: Made
license: CC0-1.0
tables:
  bands:
    columns: {worth: integer}
    rows: {low: {at: ..0, worth: -1}, middle: {at: 1..2, worth: 2}, high: {at: 3.., worth: 1}}
sheets:
  scene: {heat: {type: integer, default: 0, changes: true}}
  who:
    a: {type: integer, min: -9, max: 9, default: 0, changes: true}
    b: {type: integer, min: -9, max: 9, default: 1, changes: true}
    fixed: {type: integer, min: -9, max: 9, default: 2}
    both: {value: a + b}
  pair: {left: who, right: who}
formulas:
  gap: {needs: {who: who}, value: who.both - who.fixed}
modifiers:
  aid: {take: sum, needs: {who: who}, lines: {a: {when: who.a > 0, value: 1}, hot: {when: scene.heat > 1, value: -2}}}
  best: {take: highest, needs: {who: who}, lines: {a: {when: who.a > 1, value: who.a}, b: {value: who.b}}}
events:
"""
GIVEN = {
    "who": {"a": 1},
    "crew": {"x": {"a": 2, "b": -1}, "y": {"b": 3, "fixed": 0}},
    "pair": {"left": {"a": -1}, "right": {"b": 2}},
    "row": [{"a": 1}, {"b": 0}],
    "scene": {"heat": 1},
}
NEEDS = "{who: who, crew: group of who, pair: pair, row: list of who}"
PLACES = ("who", "pair.left", "pair.right")


class _Event:
    """Writes one event. `rolls` is how many more dice a run may throw."""

    def __init__(self, random: Random, prefix: str, subs: list[_Event], rolls: int) -> None:
        self.random, self.prefix, self.subs, self.rolls = random, prefix, subs, rolls
        self.lines: list[str] = []
        self.names = 0
        self.top: list[str] = []
        self.refuses = bool(not subs and random.random() < 0.6)

    def write(self) -> str:
        self.lines = [f"  {self.prefix}:", f"    needs: {NEEDS}", "    steps:"]
        numbers = [
            *(f"{place}.{field}" for place in PLACES for field in ("a", "b", "both")),
            "gap",
            "aid",
            "scene.heat",
        ]
        if self.refuses:
            self._line(
                6, f"{self.prefix}_may: {{refuse: {{{self.prefix}_no: {{when: {self._test(numbers)}, because: No.}}}}}}"
            )
        self.top = self._steps(6, numbers, self.random.randint(3, 6), 1, PLACES)
        # what was named before a block is seen, and so is what it leaves, as something that may be absent
        self._line(6, f"outcome: max(-4, min(4, {self._number(self.top)}))")
        return "\n".join(self.lines) + "\n"

    # -- parts ------------------------------------------------------------------------------------

    def _line(self, indent: int, text: str) -> None:
        self.lines.append(" " * indent + text)

    def _name(self, letter: str) -> str:
        self.names += 1
        return f"{self.prefix}_{letter}{self.names}"

    def _number(self, numbers: list[str]) -> str:
        pick = self.random.choice
        shape = pick(["{}", "{} + {}", "{} - {}", "max({}, {})", "abs({})", "if {} > {} then {} else {}", "{} // 2",
                      "bands({}).worth", "best + {}", "sum(m.a for m in crew) - {}", "1 + {}"])  # fmt: skip
        text = shape
        while "{}" in text:
            text = text.replace(
                "{}", pick(numbers) if self.random.random() < 0.8 else str(self.random.randint(0, 3)), 1
            )
        return f"({text})"

    def _test(self, numbers: list[str]) -> str:
        return self._number(numbers) + self.random.choice([" > ", " == ", " < "]) + self._number(numbers)

    def _steps(self, indent: int, numbers: list[str], count: int, times: int, places: tuple[str, ...]) -> list[str]:
        """Steps at one level; gives what can be read after them. `times` is how often they may run."""
        numbers = list(numbers)
        for _ in range(count):
            kind = self.random.choice(["value", "roll", "roll", "set", "choose", "block", "loop", "each", "do", "heat"])
            deep = indent > 12
            if kind == "roll" and self.rolls >= times:
                self.rolls -= times
                numbers.append(self._roll(indent, numbers))
            elif kind == "set":
                name = self._name("s")
                place = f"{self.random.choice(places)}.{self.random.choice('ab')}"
                self._line(indent, f'{name}: {{set: {place}, to: "max(-9, min(9, old + {self._number(numbers)}))"}}')
                numbers.append(name)
            elif kind == "heat":
                self._line(
                    indent, f'{self._name("h")}: {{set: scene.heat, to: "min(3, old + {self.random.randint(0, 1)})"}}'
                )
            elif kind == "choose":
                name = self._name("c")
                default = f"max(0, min(2, {self._number(numbers)}))"
                self._line(indent, f'{name}: {{choose: integer, by: player, among: 0..2, default: "{default}"}}')
                numbers.append(name)
            elif kind == "block" and not deep:
                name = self._name("k")
                self._line(indent, f"{name}:")
                self._line(indent + 2, f"when: {self._test(numbers)}")
                self._line(indent + 2, "steps:")
                inside = self._steps(indent + 4, numbers, 2, times, places)
                numbers += [f"({each} otherwise 0)" for each in inside if each not in numbers and "(" not in each]
            elif kind in ("loop", "each") and not deep:
                numbers += self._loop(indent, numbers, kind, times, places)
            elif kind == "do" and self.subs and self.rolls >= times:
                numbers += self._do(indent, numbers, times, places)
            else:
                name = self._name("v")
                self._line(indent, f"{name}: {self._number(numbers)}")
                numbers.append(name)
        return numbers

    def _roll(self, indent: int, numbers: list[str]) -> str:
        name = self._name("r")
        dice = self.random.choice(["d2", "d3", "d2 - 1", "2d2kh1"])
        if self.random.random() < 0.3:
            dice = f"(max(0, min(2, {self._number(numbers)})))d2"
        self._line(indent, f'{name}: {{roll: "{dice}"}}')
        return name

    def _loop(self, indent: int, numbers: list[str], kind: str, times: int, places: tuple[str, ...]) -> list[str]:
        name, track = self._name("l"), self._name("t")
        variable = f"{name}_e"
        inner, inside = places, [*numbers, track]
        if kind == "loop":
            self._line(indent, f"{name}:")
            self._line(indent + 2, "repeat: 2")
        else:
            source = self.random.choice(["crew", "row", "2..3", "bands"])
            self._line(indent, f"{name}:")
            self._line(indent + 2, f"each: {variable} in {source}")
            if source in ("crew", "row"):
                inner = (*places, variable)
                inside += [f"{variable}.a", f"{variable}.both", f"gap(who = {variable})"]
            else:
                inside.append(variable if source == "2..3" else f"{variable}.worth")
            times *= 3 if source == "bands" else 2
        times *= 2 if kind == "loop" else 1
        self._line(indent + 2, f"track: {{{track}: {self.random.randint(0, 2)}}}")
        if self.random.random() < 0.6:
            self._line(indent + 2, f"until: {track} > {self.random.randint(1, 4)}")
        self._line(indent + 2, "steps:")
        made = self._steps(indent + 4, inside, 2, times, inner)
        self._line(
            indent + 4, f'{self._name("u")}: {{set: {track}, to: "max(-9, min(9, old + {self._number(made)}))"}}'
        )
        kept = [each for each in made if each not in inside and "." not in each and "(" not in each]
        found = [track, f"count({name})"]
        if kept:
            found.append(f"sum(p.{kept[0]} for p in {name})")
        return found

    def _do(self, indent: int, numbers: list[str], times: int, places: tuple[str, ...]) -> list[str]:
        sub, name = self.random.choice(self.subs), self._name("d")
        go_on = ", if_refused: go_on" if sub.refuses else ""
        given = self.random.choice(places)
        # the same sheet may not be handed over twice
        handed = f", with: {{who: {given}}}" if given == "who" else ""
        self._line(indent, f"{name}: {{do: {sub.prefix}{handed}{go_on}}}")
        self.rolls -= times * 2
        leave = f"{name}.outcome"
        return [f"({leave} otherwise 0)" if sub.refuses else leave]


def made(random: Random, unread: str = "") -> str:
    """The text of a pack with the events `sub` and `whole`; `unread` are steps put first into the second."""
    sub = _Event(random, "sub", [], 2)
    text = HEAD + sub.write()
    whole = _Event(random, "whole", [sub], 4)
    written = whole.write()
    return text + written.replace("    steps:\n", f"    steps:\n{unread}", 1)
