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
    """Answers by the path of a choice, and those `in_turn` by the last part of it, one after another."""

    in_turn = {}

    def __contains__(self, path):
        return path in self.keys() or bool(self.in_turn.get(path.split(".")[-1]))

    def __missing__(self, path):
        return self.in_turn[path.split(".")[-1]].pop(0)

    def __bool__(self):
        return True


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
    *way, end = place.split("/")
    for part in way:
        tree = tree.setdefault(part, {})
    tree[end] = deepcopy(value)


def listed(tree):
    """Mappings by position made lists."""
    if isinstance(tree, dict) and tree and all(text(key).isdigit() for key in tree):
        return [listed(tree[n]) for n in sorted(tree, key=int)]
    return {key: listed(each) for key, each in tree.items()} if isinstance(tree, dict) else tree


def leaves(value, path=""):
    below = [leaf for key, each in parts(value).items() for leaf in leaves(each, f"{path}.{key}")]
    return below or ([] if value in ([], {}) else [path])


def worded(value, words):
    if isinstance(value, list):
        return [worded(each, words) for each in value]
    return next((word for pattern, word in parts(words).items() if fnmatchcase(text(value), pattern)), value)


def send(tree, words, forms, names):
    """Puts each word where its form says. The words that have no form come back."""
    for value, several in ((find(words, key), several) for key, several in forms.items()):
        for form in [] if value is None else several if isinstance(several, list) else [several]:
            form = {"to": form} if isinstance(form, str) else form or {}
            for n, (key, each) in enumerate(parts(value).items() if "each" in form else (), 1):
                element = {**(parts(each) or {"value": each}), "key": key, "number": n - 1}
                known = {"key": None, "number": None, **form["each"]}
                yield from send(tree, element, known, {**element, "n": n})
            sent = len(value) if "count" in form else worded(value, form.get("words", {}))
            if "to" in form and sent is not None:
                put(tree, form["to"].format(**names), sent)
    yield from (word[1:] for word in leaves(words) if not any(f"{word}.".startswith(f".{form}.") for form in forms))


@cache
def adapter_of(system):
    adapter = yaml.safe_load(Path(__file__).with_name(f"{system}.yaml").read_text("utf-8"))
    return adapter, handhold.load(adapter["pack"])


def answer(system, case, settings, tree=None):
    """What the pack makes of a case: a tree to find things in. The steps of a case run on one `tree` of what is given."""
    adapter, pack = adapter_of(system)
    act = {**case.get("act", {}), **{key: each for key, each in case.items() if key not in HEADINGS}}
    ask = adapter["asks"][case.get("op") or next(key for key in adapter["asks"] if find(act, key) is not None)]
    words = {**case.get("given", {}), **act}
    if not tree:
        tree = {"choices": {}, "in_turn": {}, "faces": {}, "given": {}}
        for place, value in {**adapter.get("constants", {}), **ask.get("constants", {})}.items():
            put(tree, place, value)
    tree, steps, docs = deepcopy(tree), words.pop(ask.get("steps"), []), {}
    unknown = [*send(tree, words, ask["given"], {})]
    for n, step in enumerate(steps, 1):
        unknown += send(tree, step.get("set", {}), ask["given"], {})
        docs[n] = answer(system, {"op": ask["as"], "given": step} if "as" in ask else step, settings, tree) | {"number": n}
        for place in ask["carry"]:
            put(tree, place, find(docs[n], place.replace("given/", "state/").replace("/", ".")))
    if docs:
        refusals = [refusal for doc in docs.values() for refusal in doc["refusals"]]
        return {**docs[n], "steps": docs, "ask": ask, "case": case, "unknown": unknown, "refusals": refusals}
    tree, event = listed(tree), pack.checked.events[ask["event"]]
    given = {need: value for need, value in tree["given"].items() if need in event.needs or need == "scene"}
    answers, faces = Answers(tree["choices"]), Faces(tree["faces"], ask.get("spare_dice"))
    answers.in_turn = {name: flat(each) for name, each in tree["in_turn"].items()}
    doc = {"ask": ask, "case": case, "unknown": unknown, "refusals": []}
    try:
        if "odds" in ask:
            return {**doc, "odds": handhold.odds(pack, event.id, given).outcomes}
        result = pack.runner.run(event.id, given, faces, choices=answers, settings=settings)
    except (handhold.DiceMismatch, handhold.InputError, handhold.RunError) as fault:
        code = adapter.get("faults", {}).get(type(fault).__name__)
        return {**doc, "refusals": [("", code)], "unknown": unknown if code else [*unknown, str(fault)]}
    doc |= {"outcome": result.outcome, "values": result.values, "state": result.state, "thrown": {}, "choosers": {}}
    doc["refusals"] = [(refusal.scope, refusal.code) for refusal in result.refusals]
    for path, rolled in faces.rolls.items():
        pool = rolled.dice.pools[0]
        kept = sorted(rolled.faces, reverse=pool.keep_which == "h")[: pool.keep if pool.keep_which else None]
        doc["thrown"] |= {"any": True, path.split(".")[-1]: sorted(kept)}
    for choice in choice_paths(pack.checked, event).values():
        if any(path.split(".")[-1] == choice.name for path in result.answers.asked):
            doc["choosers"][choice.name] = choice.by
    return doc


def read(system, doc, form, names):
    form = form if isinstance(form, dict) else {"at": form}
    doc = answer(system, doc["case"], form["settings"]) if "settings" in form else doc
    if "refused" in form:
        patterns = [pattern.format(**names) for pattern in form["refused"]]
        value = [code for scope, code in doc["refusals"] if any(fnmatchcase(scope, each) for each in patterns)]
        ...
