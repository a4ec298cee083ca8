"""YAML to data with places: with `writing`, which goes the other way, the only module that knows PyYAML.

PyYAML's events are taken, not its nodes or objects: anchors, aliases and tags are seen before anything is built,
depth is counted without recursion, and no code of PyYAML decides what a value is. Both its loaders must lead to the
same answers, so places are taken from the text wherever they differ.
"""

from __future__ import annotations

import re
from typing import Any, Final

from handhold.diagnostics import Diagnostic, not_too_many
from handhold.packs.scalars import STYLES
from handhold.packs.yaml import yaml_faults
from handhold.packs.yaml.file_text import FileText, decode
from handhold.packs.yaml.nodes import Key, Mapping, Node, Scalar, Sequence, plain
from handhold.packs.yaml.tree import Stop, Tree

__all__ = ["Key", "Mapping", "Node", "Scalar", "Sequence", "plain", "read_document"]

_FIRST_LINE = re.compile(r"^(?! *(?:#|$))", re.MULTILINE)
_AGAIN: Final = 100_000
"""A file of at most so many characters that the loader in C stops at is read again in Python, which has the last
word: the two do not always stop at the same place. In a longer one that would take too long.
"""

_BEYOND: Final = 60_000
"""So many characters of a file are read once more, all in all, to see what is wrong beyond what is no YAML."""

_NO_CHARACTER = re.compile(r"\\U(?!000[0-9A-Fa-f]|0010)")
_STAND_IN = "\ue000"
"""What the loaders see for a question mark: it can begin a key in YAML, and they disagree on where. In packs it is a
letter like any other. No file that is read holds this one.
"""

_EMPTY_HINT = "begin with 'pack:', 'format:', 'version:', 'title:' and 'license:'"


def read_document(
    data: bytes, file: str, pack: str = "", variant: str = "", *, pure: bool = False
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Reads one YAML file.

    `file` is the name shown in messages, `pack` the id of the pack that it belongs to, `variant` the same if
    that is a variant. `pure` chooses PyYAML's loader in Python over the one in C, which is taken where it is there.
    Gives the root, or None where the file cannot be read to its end, and everything that is wrong; never raises for
    what is in `data`.
    """
    source, found = decode(data, file, pack, variant)
    if source is None:
        return None, found
    if not source.text.endswith("\n"):
        # The loaders count the end of a file differently when its last line has no end.
        source = FileText(source.text + "\n", file, pack, variant)
    tree = Tree(source)
    readable = _feed(tree, source.text, pure)
    if tree.ended is not None and not pure and len(source.text) <= _AGAIN:
        tree = Tree(source)
        readable = _feed(tree, source.text, pure=True)
    if not readable:
        tree, readable = _read_on(tree)
    root = tree.root
    if readable and (root is None or (isinstance(root, Scalar) and root.value is None and not root.faulty)):
        tree.report("not-a-pack", "the file is empty", 0, 0, _EMPTY_HINT)
        readable = False
    return (root if readable else None), not_too_many(tree.found)


def _read_on(tree: Tree) -> tuple[Tree, bool]:
    """Reads a file beyond the values that are no YAML: one after the other is blotted out, and the file read again.

    Gives the last tree that got further than the one before, with the faults that ended those, and whether it is whole.
    """
    text = tree.source.text
    blots: list[range] = []
    earlier: list[Diagnostic] = []
    letters = 0
    whole = False
    while (ended := tree.ended) is not None and (letters := letters + len(text)) <= _BEYOND:
        for blot in yaml_faults.blots(tree.source, ended, tree.innermost_bracket()):
            blotted = text[: blot.start] + " " + "x" * (len(blot) - 1) + text[blot.stop :]
            further = Tree(tree.source, (*blots, blot))
            whole = _feed(further, blotted, pure=True)
            if whole or (further.ended is not None and _line(further.ended) > _line(ended)):
                break
        else:
            break
        text = blotted
        blots.append(blot)
        earlier.append(ended)
        tree = further
    tree.found.extend(earlier)
    tree.found.sort(key=_line)
    return tree, whole


def _line(fault: Diagnostic) -> int:
    return 1 if fault.span is None else fault.span.line


def _feed(tree: Tree, text: str, pure: bool) -> bool:
    """Gives the tree all events of `text`, which stands for its file's; whether it could be read to its end."""
    import yaml

    source = tree.source
    first = _FIRST_LINE.search(text)
    if first and text.startswith("%", first.start()):
        message = "a line that begins with '%' is a directive of YAML"
        tree.report("yaml-feature", message, first.start(), first.start() + 1, "delete it")
        return False
    text = text.replace("?", _STAND_IN)
    loader: Any = yaml.SafeLoader if pure else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    documents = 0
    try:
        events: Any = yaml.parse(text, Loader=loader)
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                start = event.start_mark.index
                faulty = _refuse_extras(tree, event)
                tree.scalar(
                    event.value.replace(_STAND_IN, "?"), start, event.end_mark.index, STYLES[event.style or ""], faulty
                )
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                _refuse_extras(tree, event)
                tree.open(kind is yaml.MappingStartEvent, bool(event.flow_style), event.start_mark.index)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                tree.close(event.end_mark.index)
            elif kind is yaml.AliasEvent:
                start = event.start_mark.index
                message = "'*' at the beginning means an alias of YAML, which packs do not use"
                tree.report("yaml-feature", message, start, start + 1, yaml_faults.lead_hint("*"))
                tree.scalar("", start, event.end_mark.index, "plain", faulty=True)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    start = event.start_mark.index
                    message = "a second document begins here"
                    tree.report("yaml-feature", message, start, start + 3, "put it into a file of its own")
                    return False
    except yaml.MarkedYAMLError as fault:
        _stopped(tree, fault)
        return False
    except (OverflowError, ValueError):
        # the loader in Python makes a character of any number
        escape = _NO_CHARACTER.search(source.text)
        tree.end_with(yaml_faults.bad_escape(source, escape.start() if escape else 0))
        return False
    except yaml.YAMLError:
        tree.report("yaml-syntax", "the file cannot be read as YAML", 0, 0, "look for unusual characters")
        return False
    except Stop:
        return False
    return True


def _refuse_extras(tree: Tree, event: Any) -> bool:
    """Reports an anchor or tag; whether there was one. Raises Stop for a tag: the loaders disagree on its end."""
    start = event.start_mark.index
    if event.tag is not None:
        tree.end_with(yaml_faults.tag(tree.source, tree.source.text.find("!", start)))
        raise Stop
    if event.anchor is not None:
        message = "'&' at the beginning means an anchor of YAML, which packs do not use"
        tree.report("yaml-feature", message, start, start + 1, yaml_faults.lead_hint("&"))
    return event.anchor is not None


def _stopped(tree: Tree, fault: Any) -> None:
    """Reports where PyYAML stopped; of its error only the two places are taken."""
    text = tree.source.text
    mark = fault.problem_mark or fault.context_mark
    at = mark.index if mark else 0
    began = fault.context_mark.index if fault.context_mark else None
    bracket = tree.innermost_bracket()
    if bracket is not None and not text[at:].strip() and (began is None or text[began : began + 1] not in ("'", '"')):
        began = bracket
    tree.end_with(yaml_faults.explain(tree.source, at, began))
