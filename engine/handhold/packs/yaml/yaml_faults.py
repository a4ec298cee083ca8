"""Why a file is not YAML, in an author's words.

PyYAML tells where it stopped and where the thing it was reading began; its sentences are left aside, since they speak
of tokens and contexts. What went wrong is read off the text around those two places, what people stumble over most
often first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from handhold.diagnostics import Diagnostic
from handhold.packs.text import show
from handhold.packs.yaml.file_text import FileText
from handhold.packs.yaml.nodes import Key

_QUOTE_ALL = "put quotes around the whole of it"
_KEY = re.compile(
    r"^\s*(?:- +)*(?P<key>[^\s:#'\"{}\[\],](?:[^:#]*[^\s:#])?|'[^']*'|\"[^\"]*\") *:(?= |$) *(?P<value>.*)$"
)
_NO_SPACE = re.compile(r"^\s*(?:- +)*(?P<key>[\w.-]+):(?P<value>[^\s:/].*)$")
_ITEM = re.compile(r"^\s*- +(?P<value>[^#].*)$")
_COMMENT = re.compile(r"(?<! ) +#.*$")
_BARE_WORD = re.compile(r"^\s*[^\s:#'\"{}\[\],-][^:#{}\[\]]*$")
_CHOICE = re.compile(r": +(?:if|case|when)\b| \? ")
"""What begins a choice in other languages, which go on with a colon."""
_IF = "write 'if … then … else …' for a choice"
_DENIED = re.compile(r"(?:: +|^ *- +)(!)[^,:\[\]{}]*$")
"""A value that begins with an exclamation mark, as far as it was read."""
_LEADS = {
    ">": "'>' at the beginning means a folded text on the lines below",
    "|": "'|' at the beginning means a text on the lines below",
    "&": "'&' at the beginning means an anchor of YAML",
    "*": "'*' at the beginning means an alias of YAML",
    "%": "'%' cannot stand at the beginning of a value",
    "@": "'@' cannot stand at the beginning of a value",
    "`": "a backtick cannot stand at the beginning of a value",
}


def blots(source: FileText, fault: Diagnostic, bracket: int | None) -> Iterator[range]:
    """What to take out of a file to read on behind a fault that ended it: the value of its line, with the space before.

    Where the innermost open bracket stands on a line before, the value of that line comes first.
    """
    assert fault.span is not None
    lines = [fault.span.line]
    if bracket is not None and source.place(bracket)[0] < fault.span.line:
        lines.insert(0, source.place(bracket)[0])
    for number in lines:
        line = _COMMENT.sub("", source.line(number))
        found = _NO_SPACE.match(line) or _KEY.match(line) or _ITEM.match(line)
        # in brackets the comma behind a value belongs to what is around it
        value = found.group("value").rstrip(" ,") if found else ""
        if found and value:
            begin = source.start_of(number) + found.start("value")
            yield range(begin - (line[found.start("value") - 1] == " "), begin + len(value))


def lead_hint(char: str) -> str:
    """What to type instead of a value that begins with a sign of YAML."""
    if char == "!":
        return "put quotes around a text; in a formula write 'not', and '!=' after its left side"
    if char == "|":
        return "put quotes around a text; in a formula 'abs(x)' is x without its sign"
    return f"put quotes around a text or formula that begins with {char}"


def tag(source: FileText, offset: int) -> Diagnostic:
    """An exclamation mark at the beginning of a value."""
    message = "'!' at the beginning means a tag of YAML, which packs do not use"
    return Diagnostic("yaml-feature", message, source.span(offset, offset + 1), lead_hint("!"))


def lead(source: FileText, offset: int) -> Diagnostic:
    """A value that begins with a sign of YAML."""
    char = source.text[offset]
    return _fault(source, offset, _LEADS[char], lead_hint(char))


def glued_colon(source: FileText, offset: int) -> Diagnostic:
    """A colon inside brackets with nothing, or another bracket, right behind it."""
    message = "a colon inside { } or [ ] has no space or value behind it"
    return Diagnostic(
        "yaml-syntax", message, source.span(offset, offset + 1), "write a space after the colon, and then the value"
    )


def nothing_below(key: Key, first: Key) -> Diagnostic:
    """A key whose value is missing, since what belongs to it stands as deep as it does."""
    name, other = show(str(key.value)), show(str(first.value))
    message = f"'{name}' has nothing below it: '{other}' stands as deep as it does"
    hint = f"put two more spaces before '{other}', and before all other lines that belong to '{name}'"
    return Diagnostic("wrong-kind", message, key.span, hint)


def explain(source: FileText, stopped: int, began: int | None) -> Diagnostic:
    """The fault at which reading stopped; `began` is where the quote, bracket or block text in question begins."""
    text = source.text
    end = len(text.rstrip())
    opener = text[began] if began is not None and began < len(text) else ""
    if began is not None and opener and opener in "\"'[{" and stopped >= end:
        return _never_closed(source, began)
    stopped = min(stopped, max(end - 1, 0))
    begin = text.rfind("\n", 0, stopped) + 1
    if denied := _DENIED.search(text[begin:stopped]):
        return tag(source, begin + denied.start(1))
    char = text[stopped : stopped + 1]
    if began is not None and opener == '"':
        escape = "\\" in text[began : stopped + 1]
        return bad_escape(source, stopped) if escape else _after_quote(source, stopped)
    if char == ":" and text[stopped + 1 : stopped + 2] in tuple(",[]{}") and opener not in ("", "{", "["):
        return glued_colon(source, stopped)
    if began is not None and opener and opener in "|>":
        return lead(source, began)
    if began is not None and opener == "!":
        return tag(source, began)
    if began is not None and opener and opener in "&*%" and stopped - began <= 80:
        return lead(source, began)
    if char in _LEADS:
        return lead(source, stopped)
    if began is not None and opener and opener in "[{":
        return _inside_brackets(source, stopped, began, char)
    return _in_block(source, stopped, began, char)


def _fault(source: FileText, offset: int, message: str, hint: str, length: int = 1) -> Diagnostic:
    return Diagnostic("yaml-syntax", message, source.span(offset, offset + length), hint)


def _never_closed(source: FileText, began: int) -> Diagnostic:
    char = source.text[began]
    if char in "[{":
        close = "]" if char == "[" else "}"
        return _fault(
            source, began, f"the bracket '{char}' is opened here and never closed", f"write the closing '{close}'"
        )
    message = f"the quote {char} is opened here and never closed"
    return _fault(source, began, message, f"write the closing {char}, or none at all")


def bad_escape(source: FileText, stopped: int) -> Diagnostic:
    """A backslash at or before `stopped` that begins no escape."""
    offset = source.text.rfind("\\", 0, stopped + 1)
    offset = stopped if offset < 0 else offset
    message = "a backslash in double quotes begins an escape, and this one does not exist"
    return _fault(source, offset, message, "write the text in single quotes, or without the backslash")


def _inside_brackets(source: FileText, stopped: int, began: int, char: str) -> Diagnostic:
    text = source.text
    before = text[max(0, stopped - 400) : stopped].rstrip(" ")
    first, _ = source.place(began)
    last, _ = source.place(stopped)
    close = "]" if text[began] == "[" else "}"
    if last > first and (before.endswith("\n") or _KEY.match(source.line(last)) or char == ":"):
        message = f"the bracket '{text[began]}' of line {first} is not closed before this line"
        return _fault(
            source, stopped, message, f"write the closing '{close}', or a comma at the end of the line before"
        )
    if char in tuple("[]{}"):
        message = f"'{char}' inside {text[began]} {close} is a bracket of YAML"
        return _fault(
            source, stopped, message, "put quotes around the text; formulas have no such brackets: a lookup is table(x)"
        )
    if char == ":":
        message = "a second ': ' in one value"
        hint = "put quotes around the text, or write the comma that is missing; a formula names parts with '='"
        if _CHOICE.search(before.rpartition("\n")[2]):
            hint = _IF
        return _fault(source, stopped, message, hint)
    if before[-1:] in tuple("'\""):
        return _after_quote(source, stopped)
    if before[-1:] in tuple("]}"):
        return _after_bracket(source, stopped)
    return _fault(source, stopped, f"a comma or the closing '{close}' is missing before this", _QUOTE_ALL)


def _after_quote(source: FileText, stopped: int) -> Diagnostic:
    message = "the text goes on after its closing quote"
    hint = "write an apostrophe inside single quotes twice (''), or put the other kind of quotes around the whole"
    return _fault(source, stopped, message, hint)


def _after_bracket(source: FileText, stopped: int) -> Diagnostic:
    hint = "take away what follows it, or put quotes around a formula or text that begins with [ or {"
    return _fault(source, stopped, "the text goes on after its closing bracket", hint)


def _in_block(source: FileText, stopped: int, began: int | None, char: str) -> Diagnostic:
    number, column = source.place(stopped)
    line = source.line(number)
    before = line[: column - 1]
    earlier = before.rstrip(" ")
    if char and char in "]}":
        hint = f"take it away; {_QUOTE_ALL} if it belongs to the text"
        if earlier.endswith(("]", "}")) and not _COMMENT.sub("", line[column:]).strip(" ]}"):
            hint = f"write '{show(earlier.lstrip())}'"
        return _fault(source, stopped, f"'{char}' closes a bracket that was never opened", hint)
    if earlier and earlier[-1] in "]}":
        return _after_bracket(source, stopped)
    if earlier and earlier[-1] in "'\"":
        return _after_quote(source, stopped)
    if char == "," and earlier and earlier[-1] in ",[{":
        return _fault(source, stopped, "a comma with nothing before it", "write one comma between two entries")
    if char == ",":
        return _fault(source, stopped, "a value cannot begin with a comma", _QUOTE_ALL)
    if char == "-" and earlier and earlier[-1] in ":,[{":
        hint = "write a negative number without a space (-5), quotes around a text, and a list on the lines below"
        return _fault(source, stopped, "'- ' begins an entry of a list, which needs a line of its own", hint)
    if char == ":":
        return _colon(source, stopped, number, before)
    return _line(source, stopped, number, began)


def _colon(source: FileText, stopped: int, number: int, before: str) -> Diagnostic:
    if _KEY.match(before):
        hint = "put quotes around the text after the first colon; a formula names parts with '='"
        if not source.line(number)[len(before) + 1 :].strip():
            hint = "take this colon away"
        elif _CHOICE.search(before):
            hint = _IF
        return _fault(source, stopped, "a second ': ' in one line", hint)
    above = _line_above(source, number)
    for candidate in (number, above):
        if found := _misspelt_key(source, candidate):
            return found
    if above:
        message = f"this line stands deeper than line {above}, which has its value already"
        begin = stopped - len(before.lstrip(" "))
        return _fault(
            source, begin, message, "begin it below the first letter of the line before", len(before.lstrip(" "))
        )
    return _fault(source, stopped, "a ':' that belongs to no key", _QUOTE_ALL)


def _line(source: FileText, stopped: int, number: int, began: int | None) -> Diagnostic:
    """A fault of a whole line: no colon, a list among keys, a depth that fits nothing."""
    line = source.line(number)
    above = source.line(_line_above(source, number))
    begin = source.start_of(number) + len(line) - len(line.lstrip(" "))
    if found := _misspelt_key(source, _line_above(source, number)):
        return found
    if " #" in above and begin > source.start_of(number):
        message = "the comment on the line above ends its text, so this line belongs to nothing"
        return _fault(
            source, begin, message, "put the comment on a line of its own, or quotes around the text", len(line.strip())
        )
    for candidate in (number, source.place(began)[0] if began is not None else number):
        if found := _misspelt_key(source, candidate):
            return found
    if line.lstrip().startswith("- "):
        return _fault(
            source, begin, "an entry of a list stands among keys", "begin the list on the line below its key", 1
        )
    message = "this line does not line up with the lines above"
    hint = "lines that belong together begin in the same column"
    return _fault(source, begin, message, hint, max(1, len(line.strip())))


def _misspelt_key(source: FileText, number: int) -> Diagnostic | None:
    line = _COMMENT.sub("", source.line(number))
    begin = source.start_of(number)
    if line.startswith("..."):
        return _fault(source, begin, "'...' ends the document of YAML", "delete it", 3)
    if found := _NO_SPACE.match(line):
        key = found.group("key")
        colon = begin + found.end("key")
        return _fault(
            source,
            colon,
            f"no space after the colon of '{show(key)}'",
            f"write '{show(key)}: {show(found.group('value'))}'",
        )
    if _BARE_WORD.match(line):
        word = line.strip()
        start = begin + len(line) - len(line.lstrip())
        return _fault(
            source, start, f"'{show(word)}' has no colon", "write 'key: value', a space after the colon", len(word)
        )
    return None


def _line_above(source: FileText, number: int) -> int:
    """The number of the line before that says something, 0 if there is none."""
    for candidate in range(number - 1, max(0, number - 200), -1):
        line = source.line(candidate).strip()
        if line and not line.startswith("#"):
            return candidate
    return 0
