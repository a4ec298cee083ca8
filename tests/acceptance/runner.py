"""One worked case: what it gives is handed to a pack, and every key that it expects is compared with the answer."""

from copy import deepcopy
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from pathlib import Path

import handhold
import yaml
from handhold.play.chance import InOrder
from handhold.play.inputs import choice_paths

HEADINGS = {"id", "title", "rules", "interpretations", "note", "working", "calc", "op", "act", "given", "set", "expect"}


@cache
def adapter_of(system):
    adapter = yaml.safe_load(Path(__file__).with_name(f"{system}.yaml").read_text("utf-8"))
    return adapter, handhold.load(adapter["pack"])


class Faces:
    """Faces by the end of a roll's path; those under no name are for all other rolls in turn."""

    def __init__(self, given, may_spare):
        self.lists = {name: InOrder(flat(faces)) for name, faces in given.items()}
        self.may_spare, self.rolls = may_spare, {}

    def draw(self, path, short, dice):
        name = max((n for n in self.lists if not n or f".{path}".endswith(f".{n}")), key=len, default="")
        value = self.lists.setdefault(name, InOrder(())).draw(path, short, dice)
        self.rolls[path] = self.lists[name].rolls[path]
        return value

    def finish(self):
        for faces in self.lists.values():
            if faces.rolls or not self.may_spare:
                faces.finish()


class Answers(dict):
    """Answers by the path of a choice, or under `in_turn` by the last part of it, one after another."""

    def __contains__(self, path):
        return path in self.keys() or bool(self["in_turn"].get(path.split(".")[-1]))

    def __missing__(self, path):
        return self["in_turn"][path.split(".")[-1]].pop(0)

    def __iter__(self):
        return filter("in_turn".__ne__, self.keys())


def flat(value):
    return [each for inner in value for each in flat(inner)] if isinstance(value, list) else [value]


def parts(value):
    if isinstance(value, list):
        return {str(n): each for n, each in enumerate(value, 1)}
    return {text(key): each for key, each in value.items()} if isinstance(value, dict) else {}


def text(value):
    """A value as it is compared: lists and mappings by their parts, numbers exact, flags as YAML has them."""
    if isinstance(value, list | dict):
        return {key: text(each) for key, each in parts(value).items()}
    exact = Fraction(str(value)) if isinstance(value, float) else value
    return str(exact).lower() if isinstance(exact, bool) else str(exact)


def find(tree, path):
    """What stands at a dotted path. With a `*` in it, the list of what stands at each such path."""
    head, _, rest = path.partition(".")
    if head == "*":
        return [find(each, rest) if rest else each for each in parts(tree).values()]
    return find(parts(tree).get(head), rest) if rest else parts(tree).get(head)


def put(tree, place, value):
    kind, _, rest = place.partition(".")
    name, _, inner = rest.partition("/")
    way = [kind, *rest.split(".")] if kind == "given" else [kind, name, *filter(None, inner.split("."))]
    for part in way[:-1]:
        tree = tree.setdefault(part, {})
    tree[way[-1]] = deepcopy(value)


def listed(tree):
    """Mappings by position made lists."""
    if isinstance(tree, dict) and tree and all(text(key).isdigit() for key in tree):
        return [listed(tree[n]) for n in sorted(tree, key=int)]
    return {key: listed(each) for key, each in tree.items()} if isinstance(tree, dict) else tree


def strange(words, forms, above=""):
    for path, value in ((above + key, value) for key, value in parts(words).items()):
        if parts(value) and any(form.startswith(f"{path}.") for form in forms):
            yield from strange(value, forms, f"{path}.")
        elif path not in forms:
            yield path


def worded(value, words):
    if isinstance(value, list):
        return [worded(each, words) for each in value]
    return next((word for pattern, word in parts(words).items() if fnmatchcase(text(value), pattern)), value)


def send(tree, words, forms, names):
    """Puts each word where its form says. The words that have no form come back."""
    unknown = list(strange(words, forms))
    for value, several in ((find(words, key), several) for key, several in forms.items()):
        for form in [] if value is None else several if isinstance(several, list) else [several]:
            form = {"to": form} if isinstance(form, str) else form or {}
            for n, (key, each) in enumerate(parts(value).items() if "each" in form else (), 1):
                element = {**(parts(each) or {"value": each}), "key": key, "number": n - 1}
                unknown += send(tree, element, {"key": None, "number": None, **form["each"]}, {**element, "n": n})
            sent = len(value) if "count" in form else worded(value, form.get("words", {}))
            if "to" in form and sent is not None:
                put(tree, form["to"].format(**names), sent)
    return unknown


def answer(system, case, settings, base=(), carried=(), constants=()):
    """What the pack makes of a case, or of its steps on one state: `find` reads it."""
    adapter, pack = adapter_of(system)
    act = {**case.get("act", {}), **{key: each for key, each in case.items() if key not in HEADINGS}}
    ask = adapter["asks"][case.get("op") or next(key for key in adapter["asks"] if find(act, key) is not None)]
    words = {**case.get("given", {}), **case.get("set", {}), **act}
    if "steps" in ask:
        return in_steps(system, ask, words, settings)
    tree = {"choices": {}, "faces": {}, "given": {}}
    for place, value in {**adapter.get("constants", {}), **dict(constants), **ask.get("constants", {})}.items():
        put(tree, place, value)
    doc = {"ask": ask, "case": case, "refusals": [], "foreign": send(tree, dict(base), ask["given"], {})}
    for place, value in dict(carried).items():
        put(tree, f"given.{place}", value)
    doc["unknown"] = send(tree, words, ask["given"], {})
    tree, event = listed(tree), pack.checked.events[ask["event"]]
    given = {need: value for need, value in tree["given"].items() if need in event.needs or need == "scene"}
    if "odds" in ask:
        return {**doc, "odds": handhold.odds(pack, event.id, given).outcomes}
    in_turn = {name: flat(each) for name, each in tree.get("in_turn", {}).items()}
    answers, faces = Answers(tree["choices"], in_turn=in_turn), Faces(tree["faces"], ask.get("spare_dice"))
    try:
        result = pack.runner.run(event.id, given, faces, choices=answers, settings=settings)
    except handhold.DiceMismatch:
        if "dice_fault" not in adapter:
            raise
        return {**doc, "refusals": [("", adapter["dice_fault"])]}
    doc |= {"outcome": result.outcome, "values": result.values, "state": result.state, "thrown": {}, "open": {}}
    doc["refusals"] = [(refusal.scope, refusal.code) for refusal in result.refusals]
    for path, rolled in result.rolls.items():
        pool = rolled.dice.pools[0] if rolled.dice.pools else None
        kept = sorted(rolled.faces, reverse=pool.keep_which == "h")[: pool.keep if pool.keep_which else None]
        doc["thrown"] |= {"any": True, path.split(".")[-1]: sorted(kept)}
    for path, choice in choice_paths(pack.checked, event).items():
        if any(asked.split(".")[-1] == choice.name for asked in result.answers.asked):
            doc["open"][choice.name] = choice.by
    return doc


def in_steps(system, ask, words, settings):
    steps, docs, carried = words.pop(ask["steps"]), [], {}
    for step in steps:
        step = {"op": ask["as"], "given": step} if "as" in ask else step
        docs.append({**answer(system, step, settings, words, carried, ask.get("constants", {})), "number": len(docs) + 1})
        words |= step.get("set", {})
        carried |= {path: find(docs[-1], f"state.{path}") for path in ask["carry"] if find(docs[-1], f"state.{path}") is not None}
    ...
