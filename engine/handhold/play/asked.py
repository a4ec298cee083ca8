"""What a caller gives to a run, as it comes: looked at before anything is done with it."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from handhold import limits
from handhold.play.chance import Chance, DiceMismatch, InOrder, Scripted, Seeded, fresh_seed
from handhold.play.inputs import InputError

Faces = Mapping[str, object] | Sequence[int]
"""Faces by the path of the roll, or all in the order thrown."""

_GREATEST_SEED: Final = 10**limits.DIGITS - 1
NOTHING: Mapping[str, object] = {}


def mapping(given: Mapping[str, object] | None, what: str) -> Mapping[str, object]:
    """What is given by name. Raises InputError if it is no mapping."""
    if given is None:
        return NOTHING
    if not isinstance(given, Mapping):
        raise InputError(f"'{what}' holds names and values")
    for name in given:
        if not isinstance(name, str):
            raise InputError(f"'{what}' holds names and values, and a name is a text, not {short(name)}")
    return given


def short(value: object) -> str:
    """A value of any kind in a few words."""
    plain = isinstance(value, str | float | None) or (isinstance(value, int) and value.bit_length() < 200)
    return reprlib.repr(value) if plain else f"a {type(value).__name__}"


def settings_of(settings: Mapping[str, object] | None) -> Mapping[str, object]:
    """Settings given by id. Raises InputError for what no setting can be."""
    if not settings:
        return NOTHING
    for id, value in mapping(settings, "settings").items():
        if not isinstance(value, int | Fraction | str):
            raise InputError(f"the setting '{id}' is a number, true or false, or a word")
    return settings


def chance_of(dice: Faces | None, seed: int | str | None) -> Chance:
    """Where dice come from: faces, else a seed, else a fresh seed. Raises InputError for both, DiceMismatch for no
    faces.
    """
    if not isinstance(seed, str | None) and (seed.__class__ is not int or abs(seed) > _GREATEST_SEED):
        raise InputError(
            f"a seed is a text, or a whole number of at most {limits.DIGITS} digits, and not {short(seed)}"
        )
    if dice is None:
        return Seeded(fresh_seed() if seed is None else seed)
    if seed is not None:
        raise InputError("dice come from faces or from a seed, not from both")
    if isinstance(dice, Mapping):
        return Scripted({path: _faces(faces) for path, faces in dice.items()})
    return InOrder(_faces(dice))


def _faces(faces: object) -> Sequence[int]:
    several = faces if isinstance(faces, list | tuple) else (faces,)
    for face in several:
        if face.__class__ is not int:
            raise DiceMismatch(f"faces are whole numbers, and {short(face)} is none")
    return several
