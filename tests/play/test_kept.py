"""Events that were kept: what comes of them is what comes of the pack, and nothing else can be made of them."""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

import pytest

from handhold.language import types
from handhold.language.dice import DiceFault, DiceValue, Pool
from handhold.language.runtime import RuleFault
from handhold.language.types import GroupOf, ListOf, Names, OptionalOf, Passes, Row, Sheet, Type, Word
from handhold.language.world import NO_DEFAULT, FieldInfo, Limits
from handhold.packs import checked
from handhold.play.chance import Chance, DiceMismatch, InOrder, Scripted, Seeded
from handhold.play.compiling.program import Program, Settings
from handhold.play.inputs import Answers, InputError, choice_paths, kinds_of
from handhold.play.keeping.codec import Data, NotKept, field_data, field_of, type_data, type_of, value_data, value_of
from handhold.play.keeping.instructions import code_data, code_of
from handhold.play.keeping.keeping import kept_event
from handhold.play.keeping.kept import Kept, event_of
from handhold.play.made import located
from handhold.play.result import Result
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from handhold.play.runs.running import Running, run_ready
from handhold.report.output import Output
from handhold.report.runs import run_json, run_text
from tests.fixtures import shipped
from tests.play.given import given, settings, value

PACKS = ("futile-kingdoms", "infinity", "lurasko", "trench-crusade", "woin")
EVENTS = [(name, event) for name in PACKS for event in shipped(name).events]


def told(result: Result) -> list[str]:
    """All that can be said of a result."""
    found = []
    for explain in (False, True):
        stream = io.StringIO()
        out = Output(stream, {})
        run_text(out, result, "again", explain=explain)
        run_json(out, result, trace=explain)
        out.flush()
        found.append(stream.getvalue())
    return found


def answer(kept: Kept, data: dict[str, object], chance: Chance, choices: dict[str, object] | None) -> Result:
    answers = Answers(choices, kept.ready.kinds) if choices else None
    return run_ready(kept.ready, data, chance, answers, "", Running)


@pytest.mark.parametrize(("name", "id"), EVENTS, ids=[f"{name}-{event}" for name, event in EVENTS])
def test_a_kept_event_tells_what_the_pack_tells(name: str, id: str) -> None:
    pack = shipped(name)
    event, random = pack.events[id], Random(f"kept {name} {id}")
    usual = event_of(kept_event(pack, event, {}))
    runner = Runner(pack)
    paths = choice_paths(pack, event)
    assert usual.choices == tuple(paths)
    for turn in range(6):
        house = settings(random, pack) if turn == 5 else {}
        kept = event_of(kept_event(pack, event, house)) if house else usual
        data = given(random, pack, event)
        choices = {path: value(random, pack, each.type) for path, each in paths.items() if random.random() < 0.3}
        try:
            wanted = runner.run(id, data, Seeded(turn), choices=choices, settings=house, traced=True)
        except (InputError, RunError):
            # the kept event has no words for it, but it does not answer either
            with pytest.raises((InputError, RuleFault, DiceFault)):
                answer(kept, data, Seeded(turn), choices)
            continue
        found = answer(kept, data, Seeded(turn), choices)
        assert told(found) == told(wanted)
        faces = {path: rolled.faces for path, rolled in wanted.rolls.items()}
        assert told(answer(kept, data, Scripted(faces), choices)) == told(
            runner.run(id, data, Scripted(faces), choices=choices, settings=house, traced=True)
        )
        if faces:
            with pytest.raises(DiceMismatch):
                answer(kept, data, InOrder((*sum(faces.values(), ()), 1)), choices)


# -- code --------------------------------------------------------------------------------------------------------------


def functions(pack: checked.Pack) -> Iterator[ast.FunctionDef]:
    """Every function of a pack's events."""
    for event in pack.events.values():
        program = Program(pack, Settings.of(pack, {}), traced=True)
        program.trees = {}
        program.unit_function(program.units.whole(event.id))
        yield from program.trees.values()


@pytest.mark.parametrize("name", PACKS)
def test_code_comes_back_as_it_was(name: str) -> None:
    for made in functions(shipped(name)):
        again = code_of(made.name, json.loads(json.dumps(code_data(made))))
        assert ast.dump(again.body[0]) == ast.dump(located(made))


HOSTILE: list[Sequence[Data]] = [
    [],
    ["give"],
    ["n", "os"],
    ["n", "__import__", "c", "os", "call", 1, "do"],
    ["n", "v0", "attribute", "__class__", "do"],
    ["run", "__class__", "do"],
    ["run", "chance", "do"],
    ["n", "run", "class", "do"],
    ["n", "run", "class", "is", "__builtins__", "do"],
    ["c", 9, "c", 9, "**", "do"],
    ["c", 9, "c", 9, "*", "do"],
    ["c", 9, "c", 9, "%", "do"],
    ["c", ["t"], "do"],
    ["c", 1, "set", ["__builtins__"]],
    ["c", 1, "set", [["a.b"]]],
    ["c", 1, "set", 1],
    ["c", 1, "add", "run.given"],
    ["c", 1, "call", -1, "do"],
    ["c", 1, "call", 10**9, "do"],
    ["c", 1, "call", True, "do"],
    ["pass", "call", 0, "do"],
    ["c", 1, "when", 1, 0],
    ["pass", "pass", "when", 1, 0],
    ["pass", "pass", "try", 1, 1, "Exception", None],
    ["pass", "pass", "try", 1, 1, "Missing", "__name__"],
    ["c", 1, "lambda", "x y"],
    ["c", 1, "lambda", None],
    ["import", "os"],
    ["def", "f"],
    ["global", "x"],
    ["yield"],
    [None],
    [7],
    [["n", "v0"]],
    ["compare", ["=="]],
    ["c", 1, "c", 1, "compare", ["≈"]],
    ["n", "\uff4f\uff53", "do"],
    ["n", "v0\n", "do"],
]


@pytest.mark.parametrize("words", HOSTILE, ids=repr)
def test_no_other_code_can_be_made(words: Sequence[Data]) -> None:
    with pytest.raises((NotKept, TypeError, ValueError, SyntaxError)):
        compile(code_of("e1", [["run"], list(words)]), "<rules>", "exec")


def test_code_however_long_is_no_danger() -> None:
    deep: list[Data] = ["n", "v0", *["neg"] * 200_000, "give"]
    with pytest.raises((RecursionError, MemoryError, SyntaxError, ValueError)):
        compile(code_of("e1", [["v0"], deep]), "<rules>", "exec")


@pytest.mark.parametrize("name", ["__builtins__", "a b", "", "a-b", "e" * 90, "É1", None, 3])
def test_a_function_has_a_name_that_the_engine_gives(name: str) -> None:
    with pytest.raises((NotKept, SyntaxError, ValueError)):
        compile(code_of(name, [["run"], ["pass"]]), "<rules>", "exec")


# -- values, types, fields ---------------------------------------------------------------------------------------------

DICE = DiceValue((Pool(3, 6, "ro", 2), Pool(2, 0, keep=1, keep_which="h", sign=-1)), -4)
VALUES = [None, True, 0, -7, 10**59, "", "ein Wort →", Fraction(-25, 2), (), (1, (True, None)), DICE, NO_DEFAULT]
NAMES = Names("the step 'check'", (("a", types.INTEGER), ("b", OptionalOf(Row("walls")))))
TYPES: list[Type] = [
    *types.WRITABLE.values(), types.NONE, types.UNKNOWN, Row("walls"), Sheet("climber"), Word("rule"),
    GroupOf("climber"), ListOf(Row("walls")), OptionalOf(ListOf(types.DICE)), NAMES, Passes(types.KEY, NAMES, True),
]  # fmt: skip


@pytest.mark.parametrize("known", VALUES, ids=range(len(VALUES)))
def test_a_value_comes_back_as_it_was(known: object) -> None:
    found = value_of(json.loads(json.dumps(value_data(known))))
    assert (found, found.__class__) == (known, known.__class__)
    if isinstance(found, DiceValue):
        assert [pool.__class__ for pool in found.pools] == [Pool, Pool]


@pytest.mark.parametrize("known", TYPES, ids=str)
def test_a_type_comes_back_as_it_was(known: Type) -> None:
    assert type_of(json.loads(json.dumps(type_data(known)))) == known


def test_a_field_comes_back_as_it_was() -> None:
    known = FieldInfo("dex", types.NUMBER, Limits(min=1, above=Fraction(1, 3)), Fraction(3, 2), True)
    assert field_of(json.loads(json.dumps(field_data(known)))) == known


WRONG: list[Data] = [
    ["f", 1, 0], ["f", "1", 2], ["f"], ["d", 1, [1]], ["d", 1, [1, 6, "xx", 0, False, -1, "", 0, 1]],
    ["x"], [], ["-", 1],
]  # fmt: skip


@pytest.mark.parametrize("data", WRONG, ids=repr)
def test_nothing_else_is_a_value(data: Data) -> None:
    with pytest.raises(NotKept):
        value_of(data)


@pytest.mark.parametrize("data", [None, "integers", ["row"], ["row", 1], ["names", "x", [["a"]]], ["list", "x"], 3])
def test_nothing_else_is_a_type(data: Data) -> None:
    with pytest.raises(NotKept):
        type_of(data)


def test_what_is_no_value_of_the_language_is_not_kept() -> None:
    for held in (1.5, b"", object(), {1: 2}, [1]):
        with pytest.raises(NotKept):
            value_data(held)


def test_kinds_are_those_that_the_event_knows() -> None:
    pack = shipped("lurasko")
    kept = event_of(kept_event(pack, pack.events["climb"], {}))
    whole = kinds_of(pack)
    assert dict(kept.ready.kinds.sheets).items() <= dict(whole.sheets).items()
    assert all(known.rows == whole.tables[id].rows for id, known in kept.ready.kinds.tables.items())
