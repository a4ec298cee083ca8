"""Whether data keep to a schema, and nothing else: a quick yes for what is right.

A schema becomes functions, one for each keyword, that say yes or no exactly as jsonschema does of the plain data that
a file holds (text, int, Fraction, bool, None, lists, dicts with text keys). What is not right is left to jsonschema,
which finds the faults; most files are right, and need neither its time nor its import.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

Test = Callable[[object], bool]

NOTES: Final = frozenset({"$schema", "$id", "$defs", "title", "description", "examples"})
"""Keywords that ask for nothing."""

_CLASSES: Final[Mapping[str, frozenset[type]]] = MappingProxyType(
    {
        "string": frozenset({str}),
        "object": frozenset({dict}),
        "array": frozenset({list}),
        "boolean": frozenset({bool}),
        "null": frozenset({type(None)}),
        "integer": frozenset({int}),
        "number": frozenset({int, Fraction}),
    }
)


def accepts(schema: Mapping[str, object], data: object) -> bool:
    """Whether the data keep to the schema. Raises KeyError for a keyword that is not known here."""
    return _Schema(schema).test(schema)(data)


class _Schema:
    """Makes the tests of one schema; each definition once."""

    def __init__(self, schema: Mapping[str, object]) -> None:
        self._definitions = _mapping(schema.get("$defs", {}))
        self._made: dict[str, Test] = {}

    def test(self, schema: object) -> Test:
        """The test of a schema or a part of one."""
        if isinstance(schema, bool):
            return lambda data: schema
        held = _mapping(schema)
        tests = tuple(_KEYWORDS[keyword](self, value, held) for keyword, value in held.items() if keyword not in NOTES)
        if len(tests) == 1:
            return tests[0]

        def every(data: object) -> bool:
            # a generator would take twice the time
            for test in tests:
                if not test(data):
                    break
            else:
                return True
            return False

        return every

    def definition(self, reference: object) -> Test:
        """The test of a definition, made when it is first asked: it may lie within itself."""
        name = str(reference).rpartition("/")[2]

        def asked(data: object) -> bool:
            made = self._made.get(name)
            if made is None:
                made = self._made[name] = self.test(self._definitions[name])
            return made(data)

        return asked


_Maker = Callable[[_Schema, object, Mapping[str, object]], Test]
"""Makes the test of one keyword, from its value and the schema that it stands in."""


def _type(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    names = value if isinstance(value, list) else [value]
    classes = frozenset[type]().union(*(_CLASSES[str(name)] for name in names))
    return lambda data: data.__class__ in classes


def _enum(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    # 1 and true are equal in Python, and not in JSON
    known = frozenset((each.__class__, each) for each in _list(value))
    return lambda data: not isinstance(data, dict | list) and (data.__class__, data) in known


def _const(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    return _enum(schema, [value], held)


def _properties(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    known = {name: schema.test(inner) for name, inner in _mapping(value).items()}

    def test(data: object) -> bool:
        if isinstance(data, dict):
            for name, inner in data.items():
                found = known.get(name)
                if found is not None and not found(inner):
                    return False
        return True

    return test


def _additional(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    known = _mapping(held.get("properties", {})).keys()
    other = schema.test(value)

    def test(data: object) -> bool:
        if isinstance(data, dict):
            for name, inner in data.items():
                if name not in known and not other(inner):
                    return False
        return True

    return test


def _names(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    each = schema.test(value)
    return lambda data: not isinstance(data, dict) or all(map(each, data))


def _required(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    needed = frozenset(map(str, _list(value)))
    return lambda data: not isinstance(data, dict) or needed <= data.keys()


def _items(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    each = schema.test(value)
    return lambda data: not isinstance(data, list) or all(map(each, data))


def _pattern(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    search = re.compile(str(value)).search
    return lambda data: not isinstance(data, str) or search(data) is not None


def _least(kind: type[str] | type[list[object]] | type[dict[str, object]]) -> _Maker:
    def make(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
        assert isinstance(value, int)
        return lambda data: not isinstance(data, kind) or len(data) >= value

    return make


def _longest(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    assert isinstance(value, int)
    return lambda data: not isinstance(data, str) or len(data) <= value


def _not(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    test = schema.test(value)
    return lambda data: not test(data)


def _all_of(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    tests = [schema.test(each) for each in _list(value)]
    return lambda data: all(test(data) for test in tests)


def _any_of(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    tests = [schema.test(each) for each in _list(value)]
    return lambda data: any(test(data) for test in tests)


def _if(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    test, yes, no = (schema.test(each) for each in (value, held.get("then", True), held.get("else", True)))
    return lambda data: yes(data) if test(data) else no(data)


def _with_if(schema: _Schema, value: object, held: Mapping[str, object]) -> Test:
    """`then` and `else`, which are looked at where the `if` is."""
    return lambda data: True


_KEYWORDS: Final[Mapping[str, _Maker]] = MappingProxyType(
    {
        "$ref": lambda schema, value, held: schema.definition(value),
        "type": _type,
        "enum": _enum,
        "const": _const,
        "properties": _properties,
        "additionalProperties": _additional,
        "propertyNames": _names,
        "required": _required,
        "items": _items,
        "pattern": _pattern,
        "minLength": _least(str),
        "minItems": _least(list),
        "minProperties": _least(dict),
        "maxLength": _longest,
        "not": _not,
        "allOf": _all_of,
        "anyOf": _any_of,
        "if": _if,
        "then": _with_if,
        "else": _with_if,
    }
)


def _mapping(data: object) -> Mapping[str, object]:
    assert isinstance(data, dict)
    return data


def _list(data: object) -> list[object]:
    assert isinstance(data, list)
    return data
