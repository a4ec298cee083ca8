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


def read_yaml(path):
    return yaml.safe_load(Path(path).read_text("utf-8"))


@cache
def adapter_of(system):
    adapter = read_yaml(Path(__file__).with_name(f"{system}.yaml"))
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
    """Answers by the path of a choice, and one after another by the last part of it."""

    def __contains__(self, path):
        return path in self.keys() or bool(self.in_turn.get(last_of(path)))

    def __getitem__(self, path):
        return super().__getitem__(path) if path in self.keys() else self.in_turn[last_of(path)].pop(0)


def last_of(path):
    return path.rpartition(".")[2]


def flat(value):
    return [face for each in value for face in flat(each)] if isinstance(value, list) else [value]


def text(value):
    """A value as it is compared: numbers exact, flags small."""
    if isinstance(value, list | dict):
        return {key: text(each) for key, each in parts(value).items()}
    return str(value).lower() if isinstance(value, bool) else str(Fraction(str(value)) if isinstance(value, float) else value)


def parts(value):
    if isinstance(value, list):
        return {str(n): each for n, each in enumerate(value, 1)}
    return {text(key): each for key, each in value.items()} if isinstance(value, dict) else {}


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
    """What the pack makes of a case, or of the cases that it is made of, one after another on one state."""
    adapter, pack = adapter_of(system)
    act = {**case.get("act", {}), **{key: each for key, each in case.items() if key not in HEADINGS}}
    ask = adapter["asks"][case.get("op") or next(key for key in adapter["asks"] if find(act, key) is not None)]
    words = {**case.get("given", {}), **case.get("set", {}), **act}
    if "steps" in ask:
        return in_steps(system, ask, words, settings)
    tree = {"choices": {}, "in_turn": {}, "faces": {}, "settings": {}, "given": {}}
    for place, value in {**adapter.get("constants", {}), **dict(constants), **ask.get("constants", {})}.items():
        put(tree, place, value)
    doc = {"ask": ask, "case": case, "refusals": [], "foreign": send(tree, dict(base), ask["given"], {})}
    for place, value in dict(carried).items():
        put(tree, f"given.{place}", value)
    doc["unknown"] = send(tree, words, ask["given"], {})
    tree, event = listed(tree), pack.checked.events[ask["event"]]
    given = {need: value for need, value in tree["given"].items() if need in event.needs or need == "scene"}
    settings = {**tree["settings"], **settings}
    if "odds" in ask:
        return {**doc, "odds": handhold.odds(pack, event.id, given, settings=settings).outcomes}
    answers, faces = Answers(tree["choices"]), Faces(tree["faces"], ask.get("spare_dice"))
    answers.in_turn = {name: flat(each) for name, each in tree["in_turn"].items()}
    try:
        result = pack.runner.run(event.id, given, faces, choices=answers, settings=settings)
    except handhold.DiceMismatch:
        if "dice_fault" not in adapter:
            raise
        return {**doc, "refusals": [("", adapter["dice_fault"])]}
    doc |= {"outcome": result.outcome, "values": result.values, "state": result.state, "thrown": {}, "asked": {}}
    doc["refusals"] = [(refusal.scope, refusal.code) for refusal in result.refusals]
    for path, rolled in result.rolls.items():
        pool = rolled.dice.pools[0]
        kept = sorted(rolled.faces, reverse=pool.keep_which == "h")[: pool.keep if pool.keep_which else None]
        doc["thrown"] |= {"any": True, last_of(path): sorted(kept)}
    ...
