"""The inputs of an event as JSON Schema: what a with-file for it may hold, with titles, limits, defaults and rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from handhold import limits
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    KEY,
    NUMBER,
    GroupOf,
    ListOf,
    OptionalOf,
    Row,
    Sheet,
    Type,
)
from handhold.language.world import NO_DEFAULT, SCENE, FieldInfo, Limits
from handhold.packs import checked, model
from handhold.play.inputs import choice_paths

Schema = dict[str, object]

_NUMBER: Final = {"type": ["number", "string"], "pattern": "^-?[0-9]+(/[1-9][0-9]*|\\.[0-9]+)?$"}
_KEY: Final = {"type": "string", "pattern": f"^[\\w-]{{1,{limits.ID_LENGTH}}}$"}
_FACES: Final = {
    "title": "faces",
    "description": "The faces thrown, dropped and exploded ones included.",
    "type": ["integer", "array"],
    "items": {"title": "face", "type": "integer"},
}


def input_schema(pack: checked.Pack, event: str) -> Schema:
    """The JSON Schema of a with-file for the event. It has no references to other files."""
    known = pack.events[event]
    return _Maker(pack).whole(known)


class _Maker:
    """Makes the schema of one event; sheets are defined once, where they are needed."""

    def __init__(self, pack: checked.Pack) -> None:
        self._pack = pack
        self._sheets: dict[str, Schema] = {}

    def whole(self, event: checked.Event) -> Schema:
        """The schema of a with-file."""
        header = self._pack.header
        title = event.meta.title or event.id
        given = self._given(event)
        properties: Schema = {
            "event": {"title": "event", "description": title, "const": event.id},
            "given": given,
            "choices": self._choices(event),
            "dice": {
                "title": "dice",
                "description": "The faces of the dice: for each roll by its path, or one list in the order thrown.",
                "type": ["object", "array"],
                "items": {"title": "face", "type": "integer"},
                "additionalProperties": _FACES,
            },
            "settings": self._settings(),
            "seed": {
                "title": "seed",
                "description": "The seed of the dice that are not given.",
                "type": ["integer", "string"],
            },
        }
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:handhold:given:{'+'.join(each.pack for each in (header, *header.variants))}:{event.id}",
            "title": f"{title}, in {header.title}",
            **_described(event.meta),
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
            **({"required": ["given"]} if "required" in given else {}),
            **({"$defs": self._sheets} if self._sheets else {}),
        }

    # -- what is given -------------------------------------------------------------------------------------------------

    def _given(self, event: checked.Event) -> Schema:
        declared = self._pack.source.events[event.id].needs
        made: Schema = {"title": "given", "description": "What the event needs.", **self._fields(event.needs, declared)}
        if SCENE in self._pack.sheets and SCENE not in event.needs:
            # it may be given, and nothing here reads it
            made["properties"] = {**_properties(made), SCENE: {"title": SCENE, "type": "object"}}
        return made

    def _fields(self, fields: Mapping[str, FieldInfo], declared: Mapping[str, model.Field]) -> Schema:
        properties = {name: self._field(known, declared.get(name)) for name, known in fields.items()}
        required = [name for name, known in fields.items() if self._is_required(known)]
        return {
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
            **({"required": required} if required else {}),
        }

    def _is_required(self, known: FieldInfo) -> bool:
        if known.default is not NO_DEFAULT or isinstance(known.type, OptionalOf | ListOf | GroupOf):
            return False
        if isinstance(known.type, Sheet):
            return any(map(self._is_required, self._pack.sheets[known.type.sheet].fields.values()))
        return True

    def _field(self, known: FieldInfo, declared: model.Field | None) -> Schema:
        made = {"title": known.id, **self._type(known.type), **_limited(known.limits)}
        if declared is not None:
            made |= _described(declared.meta)
            if declared.default is not None and not isinstance(declared.default.value, tuple | Mapping):
                made["default"] = _plain(declared.default.value)
        return made

    def _type(self, of: Type) -> Schema:
        match of:
            case OptionalOf(of=inner):
                return _or_none(self._type(inner))
            case ListOf(of=inner):
                items = self._type(inner)
                return {"type": ["array", "null"], "items": items, "maxItems": limits.LIST_LENGTH}
            case GroupOf(sheet=sheet):
                members = self._type(Sheet(sheet))
                return {
                    "type": ["object", "null"],
                    "propertyNames": _KEY,
                    "additionalProperties": members,
                    "maxProperties": limits.LIST_LENGTH,
                }
            case Sheet(sheet=sheet):
                self._define(sheet)
                return {"$ref": f"#/$defs/{sheet}"}
            case Row(table=table):
                info = self._pack.source.tables[table]
                about = "; ".join(f"{row.id}: {row.meta.title}" for row in info.rows.values() if row.meta.title)
                said = info.meta.title or f"a row of {table}"
                return {"description": f"{said} ({about})" if about else said, "enum": list(info.rows)}
            case _:
                return _plain_type(of)

    def _define(self, sheet: str) -> None:
        if sheet in self._sheets:
            return
        form = self._pack.source.sheets[sheet]
        self._sheets[sheet] = {}
        about = {"title": form.meta.title or sheet, **_described(form.meta)}
        self._sheets[sheet] = {**about, **self._fields(self._pack.sheets[sheet].fields, form.fields)}

    # -- choices and settings ------------------------------------------------------------------------------------------

    def _choices(self, event: checked.Event) -> Schema:
        paths = choice_paths(self._pack, event)
        made = {path: self._choice(choice) for path, choice in paths.items()}
        passes = {_with_passes(path): schema for path, schema in made.items() if "." in path}
        return {
            "title": "choices",
            "description": "The answers to the choices of the event, by their paths.",
            "type": "object",
            "properties": made,
            **({"patternProperties": passes} if passes else {}),
            "additionalProperties": False,
        }

    def _choice(self, choice: checked.Choose) -> Schema:
        who = {"player": "The player", "opponent": "The opponent", "gm": "The game master"}[choice.by]
        said = [choice.site.meta.title, f"{who} chooses.", choice.site.meta.note]
        return {
            "title": choice.site.id,
            **self._type(choice.type),
            "description": " ".join(f"{part.rstrip('.')}." for part in said if part),
        }

    def _settings(self) -> Schema:
        declared = self._pack.source.settings
        return {
            "title": "settings",
            "description": "Settings that are to differ from those of the pack.",
            "type": "object",
            "properties": {id: self._setting(setting) for id, setting in declared.items()},
            "additionalProperties": False,
        }

    def _setting(self, setting: model.Setting) -> Schema:
        value = self._pack.settings[setting.id]
        of: Schema = {"enum": list(setting.options)} if setting.options else _plain_type(value.type)
        said = " ".join(part for part in (setting.question, setting.reading) if part)
        return {"title": setting.id, **of, "description": said, "default": _plain(setting.value.value)}


def _properties(made: Schema) -> Schema:
    properties = made["properties"]
    assert isinstance(properties, dict)
    return properties


def _plain_type(of: Type) -> Schema:
    """The schema of a value without parts."""
    if of == NUMBER:
        return dict(_NUMBER)
    if of == KEY:
        return dict(_KEY)
    if of == DICE:
        return {"type": ["string", "integer"], "examples": ["d6", "2d20+1"]}
    return {"type": "integer" if of == INTEGER else "boolean" if of == FLAG else "string"}


def _or_none(made: Schema) -> Schema:
    """The schema of what may also be none."""
    if "enum" in made:
        rows = made["enum"]
        assert isinstance(rows, list)
        return {**made, "enum": [*rows, None]}
    if "$ref" in made:
        return {"anyOf": [{"type": "null"}, made]}
    types = made["type"]
    several = types if isinstance(types, list) else [types]
    return {**made, "type": list(dict.fromkeys([*several, "null"]))}


def _limited(limits: Limits) -> Schema:
    words = {
        "minimum": limits.min,
        "maximum": limits.max,
        "exclusiveMinimum": limits.above,
        "exclusiveMaximum": limits.below,
    }
    return {word: _plain(limit) for word, limit in words.items() if limit is not None}


def _plain(value: object) -> object:
    """A constant as JSON has it; a number that is not whole as it is compared there."""
    return float(value) if isinstance(value, Fraction) else value


def _described(meta: model.Meta) -> Schema:
    """The description of an entry: its title, note and place in the source."""
    parts: Iterable[str] = (meta.title, meta.note, f"({meta.cite})" if meta.cite else "")
    said = " ".join(part for part in parts if part)
    return {"description": said} if said else {}


def _with_passes(path: str) -> str:
    """The pattern of a path in which passes of loops may stand."""
    return "^" + r"(\.[^.]+)?\.".join(map(re.escape, path.split("."))) + r"(\.[^.]+)?$"
