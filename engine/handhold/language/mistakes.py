"""What a person is told where a formula cannot be read: in the author's words, with what to write instead."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from handhold.language.faults import Fault
from handhold.language.functions import FUNCTIONS
from handhold.language.spellings import spelled
from handhold.language.words import MEANT, RESERVED

if TYPE_CHECKING:
    from lark import Token

_WORD = re.compile(r"\w+")
_UPPER_DICE = re.compile(r"[0-9]*[dD](?:[0-9]+|[fF])")

_NO_TEXTS = "there are no texts in formulas: write a row or key as a bare word"
_BARE = "a name stands without a sign before it"
_PRINT = "\u201c\u201d\u201e\u2018\u2019"
"""Quotes of print."""
_SIGNS = (
    ("&&", "write 'and'"),
    ("&", "write 'and'"),
    ("||", "write 'or'"),
    ("|", "write 'or'"),
    ("!", "write 'not'"),
    ("%", "for a share write 'x * 5 / 100'; what is left after dividing is 'a - a // b * b'"),
    ("^", "write 'x * x'"),
    ("?", "write 'if … then … else …'"),
    (":", "write a named part with '=', and a choice with 'if … then … else …'"),
    (";", "one formula is one value: give each a step of its own"),
    ("{", "write parentheses"),
    ("}", "write parentheses"),
    ("$", _BARE),
    ("@", _BARE),
    ('"', _NO_TEXTS),
    ("'", _NO_TEXTS),
    ("`", _NO_TEXTS),
    *((sign, _NO_TEXTS) for sign in _PRINT),
    ("«", _NO_TEXTS),
    ("»", _NO_TEXTS),
    ("≥", "write '>='"),
    ("≤", "write '<='"),
    ("≠", "write '!='"),
    ("×", "write '*'"),
    *((sign, "write '*'") for sign in "·•∙⋅∗"),
    ("÷", "write '/'"),
    ("−", "write '-'"),
    ("–", "write '-'"),
    ("—", "write '-'"),
    ("…", "write '..'"),
    ("½", "write '0.5'"),
    ("#", "a formula holds no comments"),
    ("_", "a name begins with a letter"),
)

# Kinds of token by what they do; these are names of the grammar and stay in here.
_ENDS = frozenset({"NAME", "NUMBER", "DIE", "TRUE", "FALSE", "NONE", "OLD", "RPAR"})
_BEGINS = frozenset({"NAME", "NUMBER", "DIE", "TRUE", "FALSE", "NONE", "OLD", "LPAR"})
_JOINS = frozenset({"COMPARISON", "IS", "IN", "AND", "OR", "OTHERWISE", "DOTS"})
_CONDITIONS = frozenset({"when", "unless", "provided"})
_ELSE_IF = frozenset({"elif", "elsif", "elseif"})
_CHOICE = "write 'if … then … else …'"


def wrong_character(text: str, at: int) -> Fault:
    """The fault for the character at offset `at`, which no formula holds."""
    if text[at] in "[]}":
        found = _bracket(text, at)
        if found is not None:
            return found
    known = spelled(text, at, at + 1)
    if text[at] in _PRINT and not text[:at].strip():
        known = "write the formula without quotes of print"
    for sign, hint in _SIGNS:
        if text.startswith(sign, at) and (sign != "_" or not _WORD.match(text, at + 1)):
            return Fault("formula-syntax", f"'{sign}' does not stand in formulas", at, at + len(sign), known or hint)
    character = text[at]
    start, end = _word_at(text, at)
    word = text[start:end]
    if word.isascii() and word:
        return _ascii_word(word, start, end, known)
    if word and word.isprintable() and not any(map(unicodedata.combining, word)):
        return _foreign_word(word, character, start, end, known)
    what = f"'{character}'" if _is_plain(character) else f"the character U+{ord(character):04X}"
    if character.isspace():
        return _syntax(f"{what} is no plain blank", at, at + 1, "type a blank in its place")
    if not character.isprintable():
        return _syntax(f"{what} cannot be seen and does not stand in formulas", at, at + 1, "delete it")
    return _syntax(f"{what} does not stand in formulas", at, at + 1)


def _bracket(text: str, at: int) -> Fault | None:
    """The fault for a bracket that formulas do not have; None for one that stands for a parenthesis."""
    sign = text[at]
    if sign in "]}" and "[{"["]}".index(sign)] not in text[:at]:
        return _syntax(f"this '{sign}' has no '{'[' if sign == ']' else '{'}'", at, at + 1, "take it away")
    if sign == "}":
        return None
    hint = "write 'name(key)' to look something up"
    before = text[:at].rstrip()
    inner = text[at + 1 :].partition("]")[0].strip() or "…"
    word = re.search(r"[a-z][a-z0-9_.]*$", before)
    if word is not None and word[0] == "in":
        hint = f"write 'is one of ({inner})' in place of 'in [{inner}]'"
    elif word is not None and word[0] not in RESERVED:
        hint = f"write '{word[0]}({inner})'"
    elif sign == "[":
        hint = "there are no lists in brackets: 'x is one of (a, b)' asks for one of several"
    return _syntax(f"'{sign}' does not stand in formulas", at, at + 1, hint)


def _word_at(text: str, at: int) -> tuple[int, int]:
    start = at
    while start > 0 and _WORD.match(text[start - 1]):
        start -= 1
    found = _WORD.match(text, start)
    return (start, found.end()) if found and found.end() > at else (at, at)


def _ascii_word(word: str, start: int, end: int, known: str) -> Fault:
    small = word.lower()
    if small in MEANT:
        return _syntax(f"there is no '{word}' in formulas", start, end, f"write '{MEANT[small]}'")
    if small in RESERVED:
        return _syntax(f"{_quoted(word)} is written in small letters", start, end, f"write '{small}'")
    if _UPPER_DICE.fullmatch(word):
        return _syntax("dice are written with a small d", start, end, f"write '{small.replace('df', 'dF')}'")
    if word[0].isdigit():
        hint = known or "a number has digits and one point only"
        return _syntax(f"{_quoted(word)} is neither a number nor a name", start, end, hint)
    hint = f"write '{small.strip('_')}'"
    return _syntax(f"{_quoted(word)} is no name: names have small letters, digits and '_'", start, end, hint)


def _foreign_word(word: str, character: str, start: int, end: int, known: str) -> Fault:
    plain = unicodedata.normalize("NFKC", word)
    hint = f"write '{plain}'" if plain != word and plain.isascii() else ""
    if character.isdecimal():
        return _syntax(f"'{character}' is no plain digit", start, end, hint)
    message = f"'{character}' does not stand in names: they have the letters a to z, digits and '_'"
    return _syntax(message, start, end, known or hint)


def _is_plain(character: str) -> bool:
    return character.isprintable() and not unicodedata.combining(character)


def wrong_token(text: str, seen: Sequence[Token]) -> Fault:
    """The fault for the last of the tokens seen, which cannot follow those before it."""
    bad, before = seen[-1], seen[:-1]
    start, end = _place(bad)
    message, hint = _mistake(bad, before, text[end : end + 20])
    return _syntax(message, start, end, spelled(text, start, end) or hint)


def unfinished(seen: Sequence[Token]) -> Fault:
    """The fault for a formula that ends too early: its place stands after the last token."""
    if not seen:
        return _syntax("the formula is empty", 0, 0)
    end = _place(seen[-1])[1]
    if seen[-1].type not in _ENDS:
        return _syntax("the formula ends where a value is expected", end, end, f"after {_quoted(seen[-1])}")
    message, hint = _missing(seen) or ("the formula is not complete", "")
    return _syntax(message, end, end, hint)


def _mistake(bad: Token, before: Sequence[Token], after: str) -> tuple[str, str]:
    """The message and hint for `bad` after the tokens `before`, when `after` is the text that follows it."""
    last = before[-1].type if before else ""
    wanted = _wanted_word(before)
    if wanted:
        return f"after {_quoted(before[-1])} comes {wanted}, not {_quoted(bad)}", ""
    if last == "DOT":
        return _after_dot(bad)
    if last not in _ENDS:
        return _no_value(bad, before, after)
    if bad.type in _BEGINS:
        return _no_operator(bad, before, after)
    return _too_much(bad, before, after)


def _wanted_word(before: Sequence[Token]) -> str:
    """What must come next, if that is no value."""
    kinds = [token.type for token in before[-2:]]
    if not kinds:
        return ""
    if kinds[-1] == "FOR":
        return "a name for the things in the list"
    if len(kinds) == 2 and kinds == ["FOR", "NAME"]:
        return "'in'"
    return {"ONE": "'of'", "OF": "'('"}.get(kinds[-1], "")


def _after_dot(bad: Token) -> tuple[str, str]:
    if bad in RESERVED:
        return f"{_quoted(bad)} is a word of formulas and cannot be a name", ""
    if bad.type == "DIE":
        return f"{_quoted(bad)} is dice and cannot be a name", ""
    hint = "a range is written with two points: 1..5" if bad.type == "NUMBER" else ""
    return f"after '.' comes a name, not {_quoted(bad)}", hint


def _no_value(bad: Token, before: Sequence[Token], after: str) -> tuple[str, str]:
    """Where a value is expected and none begins."""
    last = before[-1] if before else None
    if last is not None and last.type == "STAR" and bad.type == "STAR":
        return "there are no powers", "write 'x * x'"
    if last == "<" and bad == ">":
        return "'<>' is no comparison", "write '!='"
    if last is not None and last.type == "EQUAL" and bad.type in ("COMPARISON", "EQUAL"):
        return f"'{last}{bad}' is no comparison", f"write '{bad}='" if bad in ("<", ">") else "write '=='"
    if bad.type == "EQUAL" and last is not None and last.type in ("PLUS", "MINUS", "STAR", "SLASH"):
        return "a formula changes nothing", f"a step does: {{set: …, to: old {last} …}}"
    if bad.type == "IN" and last is not None and last.type == "IS":
        return "'is' and 'in' cannot stand together", "write 'in' alone"
    if bad.type == "EQUAL":
        return f"'{last}=' is no comparison" if last is not None else "a value is expected before '='", "write '=='"
    if bad.type in ("PLUS", "MINUS") and last is not None and last == bad and re.match(r"\s*(?:[),]|$)", after):
        return "a formula changes nothing", f"a step does: {{set: …, to: old {bad} 1}}"
    if bad.type == "MINUS":
        return "a '-' cannot stand here without parentheses", "put the negative value in parentheses: (-1)"
    if bad.type == "PLUS":
        return "a value is expected here, not '+'", "a number needs no '+' before it"
    if bad.type in ("IF", "NOT"):
        return f"{_quoted(bad)} cannot stand here without parentheses", f"write '({bad} …)'"
    decimals = re.match("[0-9]+", after)
    if bad.type == "DOT" and decimals is not None:
        return "a number begins with a digit", f"write '0.{decimals[0]}'"
    if bad.type == "DOTS":
        return "a range in a formula has two ends", "write '>=' or '<=' for one"
    if last is not None and last.type == "COMMA" and bad.type == "RPAR":
        return "a value is expected after ','", "take the last comma away"
    if last is not None and last.type == "LPAR" and bad.type == "RPAR":
        return "there is nothing between these parentheses", ""
    return f"a value is expected here, not {_quoted(bad)}", ""


def _hint_of_word(bad: Token, before: Sequence[Token], after: str) -> str:
    """What to write where a word of other languages follows a value; empty if it is none."""
    last = before[-1]
    if bad in _CONDITIONS:
        return f"a condition stands beside the formula: {{value: …, when: {'not …' if bad == 'unless' else '…'}}}"
    if bad in _ELSE_IF or last in _ELSE_IF:
        return "write 'else if'"
    if last in FUNCTIONS:
        return f"write '{last}({bad}{', …' if last in ('min', 'max') else ''})'"
    if last in ("roll", "throw"):
        return "dice are thrown in a step of their own: {roll: d6}"
    if last.type == "DIE" and bad in ("keep", "drop"):
        count = f"{before[-2]}" if len(before) > 1 and before[-2].type == "NUMBER" else ""
        number = re.match(r"\s*(?:the\s+)?(?:(?:highest|lowest)\s+)?([0-9]+)", after)
        ways = [f"{count}{last}{bad[0]}{end}{number[1] if number else 1}" for end in "hl"]
        return f"write '{ways[0]}' for the highest, '{ways[1]}' for the lowest"
    if last.type == "DIE" and bad in ("adv", "advantage", "dis", "disadvantage"):
        return f"write '2{last}k{'h' if bad[0] == 'a' else 'l'}1'"
    return ""


def _no_operator(bad: Token, before: Sequence[Token], after: str) -> tuple[str, str]:
    """Where one value follows another."""
    last = before[-1]
    missing = _missing(before)
    if missing and _open(before)[-1][0] in ("if", "then"):
        return (missing[0], "write 'else if'") if bad in _ELSE_IF else missing
    if bad.type == "DIE" and last.type == "NAME":
        return "the number of dice is a number or stands in parentheses", f"write '({last}){bad}'"
    if bad.type == "LPAR":
        hint = {
            "NUMBER": f"write '{last} * (…)'",
            "RPAR": "write '*' between two pairs of parentheses",
        }.get(last.type, "only a name can be asked like this: name(…)")
        return "something is missing before '('", hint
    message = f"an operator is missing between {_quoted(last)} and {_quoted(bad)}"
    if last.type == "NUMBER" and re.fullmatch("w[0-9]+", bad):
        return message, f"dice are written with a d: '{last}d{bad[1:]}'"
    if bad in ("mod", "div"):
        return message, "whole division is 'a // b', and what is left is 'a - a // b * b'"
    hint = _hint_of_word(bad, before, after)
    if hint:
        return message, hint
    if last in ("when", "case"):
        return message, _CHOICE
    opened = _open(before)
    at = before.index(opened[-1][1]) if opened else 0
    if at and opened[-1][0] == "(" and before[at - 1].type == "NAME" and at + 2 == len(before):
        return message, f"write '{before[at - 1]}({last}, {bad})'"
    if last.type == bad.type == "NAME":
        return message, f"write '{last}.{bad}' for a field of it"
    if last.type == "NUMBER" and bad.type == "NAME":
        return message, f"write '{last} * {bad}'"
    return message, ""


def _too_much(bad: Token, before: Sequence[Token], after: str) -> tuple[str, str]:
    """Where a value is complete, and what follows is no value either."""
    opened = [kind for kind, _ in _open(before)]
    inner = opened[-1] if opened else ""
    kind = bad.type
    if kind == "EQUAL" and after[:1] in ("<", ">"):
        return f"'={after[0]}' is no comparison", f"write '{after[0]}='"
    if kind == "EQUAL":
        return ("'=!' is no comparison", "write '!='") if after[:1] == "!" else ("'=' does not compare", "write '=='")
    if kind == "IF":
        return "an 'if' cannot follow a value", _CHOICE
    if kind == "NOT":
        return "'not' cannot follow a value", "write 'not x in list', or 'x is not y'"
    if kind == "THEN":
        return f"this 'then' has no 'if'{' of its own' if inner else ''}", _CHOICE
    if kind == "ELSE":
        return f"this 'else' has no '{'then' if inner == 'if' else 'if'}' before it", _CHOICE
    if inner in ("if", "then") and kind in ("RPAR", "COMMA", "FOR", "WHERE"):
        return f"'{'then' if inner == 'if' else 'else'}' is missing before this {_quoted(bad)}", _CHOICE
    if kind == "RPAR":
        return "this ')' has no '('", "take it away"
    if kind == "COMMA" and inner == "(" and _before_open(before) == "in":
        return "a comma stands only between the parts of a call", "write 'is one of (…)' in place of 'in (…)'"
    if kind == "COMMA":
        return "a comma stands only between the parts of a call", "numbers are written as 1000 and 2.5"
    if kind == "FOR":
        return "'for' stands only behind the first part of a call", "write 'count(x for x in list where …)'"
    if kind == "WHERE":
        return "this 'where' has no 'for'", "write 'count(x for x in list where …)'"
    if kind == "DOTS":
        return "a range cannot stand here", "it stands alone or after 'in'"
    if kind in ("COMPARISON", "IS", "IN") and inner != "for":
        return "comparisons cannot follow one another", "join two comparisons with 'and'"
    if kind in _JOINS:
        return f"{_quoted(bad)} cannot follow the list here", "put the list in parentheses"
    return f"{_quoted(bad)} cannot stand here", ""


def _missing(before: Sequence[Token]) -> tuple[str, str] | None:
    """What the innermost open construct still needs after a complete value."""
    opened = _open(before)
    if not opened:
        return None
    kind, _ = opened[-1]
    if kind == "if":
        return "'then' is missing after this 'if'", _CHOICE
    if kind == "then":
        return "'else' is missing after this 'if'", _CHOICE
    at = before.index(opened[-1][1])
    what = f"{before[at - 1]}(" if at and before[at - 1].type == "NAME" else f"({before[at + 1]}"
    return "a ')' is missing", f"the bracket of {_quoted(what)} is still open"


def _before_open(before: Sequence[Token]) -> str:
    """The word before the innermost parenthesis that is open."""
    at = before.index(next(token for kind, token in reversed(_open(before)) if kind == "("))
    return str(before[at - 1]) if at else ""


def _open(tokens: Sequence[Token]) -> list[tuple[str, Token]]:
    """What is open after the tokens, outermost first: "(", "if" (before its then), "then" (before its else), "for"."""
    found: list[tuple[str, Token]] = []
    for token in tokens:
        match token.type:
            case "LPAR":
                found.append(("(", token))
            case "RPAR":
                while found.pop()[0] != "(":
                    pass
            case "IF":
                found.append(("if", token))
            case "THEN":
                found[-1] = ("then", found[-1][1])
            case "ELSE":
                found.pop()
            case "FOR":
                found.append(("for", token))
            case "WHERE":
                found.pop()
            case _:
                pass
    return found


def _quoted(word: str) -> str:
    """The word in quotes, cut if nobody would read to its end."""
    return f"'{word}'" if len(word) <= 60 else f"'{word[:60]}…'"


def _place(token: Token) -> tuple[int, int]:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return token.start_pos, token.end_pos


def _syntax(message: str, start: int, end: int, hint: str = "") -> Fault:
    return Fault("formula-syntax", message, start, end, hint if len(hint) <= 200 else "")
