"""What a caller gives to a run, as it comes: looked at before anything is done with it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from handhold import limits
from handhold.language.dice import DiceValue
from handhold.packs.text import short, show
from handhold.play.chance import Chance, DiceMismatch, InOrder, Scripted, Seeded, fresh_seed
from handhold.play.inputs import NOTHING, InputError
from handhold.play.inputs import mapping as mapping

Faces = Mapping[str, object] | Sequence[int]
"""Faces by the path of the roll, or all in the order thrown."""

_GREATEST_SEED: Final = 10**limits.DIGITS - 1
_LISTED: Final = (list, tuple)


def text(given: object, what: str) -> str:
    """What is given as a text. Raises InputError if it is none."""
    if not isinstance(given, str):
        raise InputError(f"{what} is a text, and not {short(given)}")
    return given


def texts(given: Mapping[str, object] | None, what: str) -> Mapping[str, str]:
    """Texts given by name. Raises InputError if it is no mapping, or what it holds no text."""
    return {name: text(held, f"'{show(name)}' in '{what}'") for name, held in mapping(given, what).items()}


def formulas(given: Iterable[str]) -> tuple[str, ...]:
    """Formulas given in order. Raises InputError for what is none, or one text instead of several."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise InputError(f"formulas are given in a list, and this is {short(given)}")
    return tuple(text(each, "a formula") for each in given)


def frozen(data: object, what: str, levels: int = limits.NESTING) -> Hashable:
    """Plain data as a key that is equal for the same data only. Raises InputError for data of another kind, or
    nested too deeply.
    """
    if levels < 0:
        raise InputError(f"'{what}' is nested more than {limits.NESTING} levels deep")
    if isinstance(data, Mapping):
        named = mapping(data, what)
        return (dict, *((name, frozen(held, what, levels - 1)) for name, held in named.items()))
    if isinstance(data, list | tuple):
        return (list, *(frozen(each, what, levels - 1) for each in data))
    if not isinstance(data, int | Fraction | float | str | DiceValue | None):
        raise InputError(f"'{what}' holds numbers, texts, flags, lists and mappings, and {short(data)} is none")
    # 1 and true are equal in Python, and not the same answer
    return (data.__class__, data)


def settings_of(settings: Mapping[str, object] | None) -> Mapping[str, object]:
    """Settings given by id. Raises InputError for what no setting can be."""
    if not settings:
        return NOTHING
    for id, value in mapping(settings, "settings").items():
        if not isinstance(value, int | Fraction | str):
            raise InputError(f"the setting '{show(id)}' is a number, true or false, or a word")
    return settings


def chance_of(dice: Faces | None, seed: int | str | None) -> Chance:
    """Where dice come from: faces, else a seed, else a fresh seed. Raises InputError for both, DiceMismatch for no
    faces.
    """
    if seed is None and isinstance(dice, list):
        for face in dice:
            if face.__class__ is not int:
                raise _no_face(face)
        return InOrder(dice)
    if seed is not None:
        seed_of(seed)
    if dice is None:
        return Seeded(fresh_seed() if seed is None else seed)
    if seed is not None:
        raise InputError("dice come from faces or from a seed, not from both")
    if isinstance(dice, Mapping):
        return Scripted({path: _faces(faces) for path, faces in mapping(dice, "dice").items()})
    return InOrder(_faces(dice))


def seed_of(seed: int | str) -> int | str:
    """The seed itself. Raises InputError if it is none."""
    if not isinstance(seed, str) and (seed.__class__ is not int or abs(seed) > _GREATEST_SEED):
        raise InputError(
            f"a seed is a text, or a whole number of at most {limits.DIGITS} digits, and not {short(seed)}"
        )
    return seed


def _faces(faces: object) -> Sequence[int]:
    several: Sequence[int] = faces if isinstance(faces, _LISTED) else (faces,)
    for face in several:
        if face.__class__ is not int:
            raise _no_face(face)
    return several


def _no_face(face: object) -> DiceMismatch:
    return DiceMismatch(f"faces are whole numbers, and {short(face)} is none")
