"""How a new pack is made: in a folder beside where it is to be, and it only gets there when it is without a fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import handhold
from handhold import limits
from handhold.cli.parser import UsageError
from handhold.golden.first_case import CASE, differences, first_case
from handhold.packs.checks.first_change import Idea, first_changes, more_ideas
from handhold.packs.storage.files import data_folder, is_portable
from handhold.packs.storage.folders import new_folder, write_files
from handhold.packs.storage.opening import find_parent
from handhold.packs.storage.shelves import find_pack, known_packs
from handhold.play.runs.made_up import Tried, tried_again, tried_events
from handhold.report.beginnings import Beginning, case_text, other_files, system_text, variant_text
from handhold.report.flow import OTHER_VALUES

_ID = re.compile(r"[a-z][a-z0-9_-]*")
_MOST = 12
"""Changes that are tried before one is taken that shows in no event."""


def checked_name(name: str) -> str:
    """The name, if a pack can be called so. Raises UsageError."""
    if not _ID.fullmatch(name) or len(name) > limits.ID_LENGTH:
        likely = re.sub(r"[^a-z0-9_]+", "-", Path(name).name.lower()).strip("-_0123456789")[: limits.ID_LENGTH]
        hint = "small letters a to z, digits, '-' and '_', beginning with a letter"
        if "/" in name or "\\" in name:
            hint = f"write the name alone, and the place with --in {Path(name).parent}"
        raise UsageError(f"'{name}' is no name for a pack", f"such as '{likely}': {hint}" if likely else hint)
    if name in OTHER_VALUES:
        raise UsageError(f"'{name}' is no name for a pack: YAML reads it as another value", f"such as 'my-{name}'")
    if not is_portable(name):
        raise UsageError(f"'{name}' is no name for a pack: on Windows no file can have it", f"such as 'my-{name}'")
    taken = dict(known_packs()).get(name)
    if taken is not None:
        raise UsageError(f"there is a pack '{name}' already", "take another name, so that each of them can be named")
    return name


def begin_system(new: Beginning, target: Path) -> tuple[str, ...]:
    """Writes a system of one event; gives the files. Raises OSError."""
    _look(target)
    with new_folder(target) as folder:
        write_files(folder, {"pack.yaml": system_text(new)})
        tried = tried_events(handhold.load(folder).checked)[0]
        return _finish(folder, new, system_text(new), first_case(tried))


def begin_variant(new: Beginning, target: Path, parent: handhold.Pack) -> tuple[str, ...]:
    """Writes a variant of the pack; gives the files. Raises UsageError, OSError."""
    _look(target)
    header = parent.checked.header
    last = header.variants[-1] if header.variants else header
    _look_for_parent(last.pack, parent.where, target)
    shipped = find_pack(last.pack, (data_folder("rulepacks"),))[0] is not None
    extends = f"{last.pack} {versions_like(last.version)}"
    new = replace(new, extends=extends, parent=last.title, shipped=shipped)
    with new_folder(target) as folder:
        first, tried, difference = _first_change(new, folder, parent)
        text = variant_text(new, [first], _others(new, folder, parent, first))
        return _finish(folder, new, text, first_case(tried, difference))


def versions_like(version: str) -> str:
    """The versions that keep to what a version has, as a range."""
    major, minor = (int(part) for part in version.split(".")[:2])
    return f">={major}.{minor},<{major + 1}" if major else f">=0.{minor},<0.{minor + 1}"


def _look(target: Path) -> None:
    """Sees to it that nothing is in the way."""
    for path in (target, target.with_name(f"{target.name}.yaml")):
        if path.is_symlink() or path.exists():
            raise FileExistsError(path)
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder '{target.parent}'", "make it first")


def _look_for_parent(id: str, where: str, target: Path) -> None:
    """Sees to it that what is extended is found by its name, as it will be looked for."""
    given, _ = find_pack(where)
    named = find_parent(id, target.parent)
    if named is None or given is None or not named.path.samefile(given.path):
        hint = "make the variant beside it with --in FOLDER, or add it by 'handhold pack add'"
        raise UsageError(f"a variant names what it extends, and '{id}' does not lead to {where} from here", hint)


def _first_change(new: Beginning, folder: Path, parent: handhold.Pack) -> tuple[Idea, Tried, tuple[str, object] | None]:
    """A change without a fault, an event, and what the change does to it, if any of the first changes does."""
    events = tried_events(parent.checked)
    if not events:
        raise UsageError(
            f"no event of '{parent.where}' can be tried with made-up inputs", "docs/variants.md shows how to begin"
        )
    words = [word for event in events for word in _words(event.given)]
    silent: tuple[Idea, Tried, tuple[str, object] | None] | None = None
    for number, idea in enumerate(first_changes(parent.checked, events[0].event, words)):
        if number >= _MOST and silent is not None:
            break
        pack = _right(new, folder, parent, [idea])
        if pack is None:
            continue
        for event in events:
            after = tried_again(pack.runner, event)
            if after is None:
                continue
            difference = next(differences(event, after), None)
            if difference is not None:
                return idea, after, difference
            silent = silent or (idea, after, None)
    assert silent is not None, "a title can be changed without a fault"
    return silent


def _right(new: Beginning, folder: Path, parent: handhold.Pack, ideas: Sequence[Idea]) -> handhold.Pack | None:
    """A variant that does all this, if nothing is wrong with it that is not wrong with its parent."""
    write_files(folder, {"pack.yaml": variant_text(new, ideas)})
    try:
        pack = handhold.load(folder)
    except handhold.PackError:
        return None
    known = {(found.code, found.message) for found in parent.diagnostics}
    return None if any((found.code, found.message) not in known for found in pack.diagnostics) else pack


def _others(new: Beginning, folder: Path, parent: handhold.Pack, first: Idea) -> list[Idea]:
    """Other things to try, such that nothing is wrong with the variant that does all of them; of lines that can be
    taken away, one.
    """
    kept: list[Idea] = []
    tried = 0
    for ideas in more_ideas(parent.checked, first):
        gone = ideas[0].key == "remove"
        if gone and (tried >= _MOST or any(idea.key == "remove" for idea in kept)):
            break
        tried += gone
        if _right(new, folder, parent, [first, *kept, *ideas]) is not None:
            kept += ideas
    return kept


def _words(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, str):
        yield value


def _finish(folder: Path, new: Beginning, text: str, case: Mapping[str, object]) -> tuple[str, ...]:
    files = {"pack.yaml": text, **other_files(new, case_text(CASE, case))}
    write_files(folder, files)
    return tuple(files)
