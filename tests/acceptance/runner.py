"""One worked case: what it gives is handed to a pack, and every key that it expects is compared with the answer."""

from copy import deepcopy
from fnmatch import filter as matching
from fractions import Fraction
from functools import cache
from pathlib import Path

import yaml

import handhold
from handhold.play.chance import InOrder
from handhold.play.inputs import choice_paths

HEADINGS = {"id", "title", "rules", "interpretations", "note", "working", "calc", "op", "act", "given", "set", "expect"}


class Faces(dict):
    """Faces by the end of a roll's path, which need not be thrown; those without a name are for all other rolls."""

    def draw(self, path, short, dice):
        name = max((end for end in self if f".{path}".endswith(f".{end}" if end else "")), key=len, default="")
        return self.setdefault(name, InOrder(())).draw(path, short, dice)

    def finish(self):
        """Faces may be left over until all answers are given."""


def flat(value):
    return [each for inner in value for each in flat(inner)] if isinstance(value, list) else [value]


def parts(value):
    if isinstance(value, list):
        return {str(n): each for n, each in enumerate(value, 1)}
    return {text(key): each for key, each in value.items()} if isinstance(value, dict) else {}


def text(value):
    """A value as it is compared: by its parts, or its text with exact numbers and flags as YAML has them."""
    if isinstance(value, list | dict):
        return {key: text(each) for key, each in parts(value).items()}
    exact = Fraction(repr(value)) if isinstance(value, float) else value
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
    tree |= {} if value is None else {end: deepcopy(value)}


def listed(tree):
    if isinstance(tree, dict) and tree and all(text(key).isdigit() for key in tree):
        return [listed(tree[n]) for n in sorted(tree, key=int)]
    return {key: listed(each) for key, each in tree.items()} if isinstance(tree, dict) else tree


def leaves(value, path=""):
    if not parts(value):
        return [] if value in ([], {}) else [path]
    return [leaf for key, each in parts(value).items() for leaf in leaves(each, f"{path}.{key}")]


def worded(value, words):
    if isinstance(value, list):
        return [worded(each, words) for each in value]
    return next((word for pattern, word in parts(words).items() if matching([text(value)], pattern)), value)


def send(tree, words, forms, names):
    """Puts each word where its form says. What is wrong with the rest comes back."""
    for value, several in ((find(words, key), several) for key, several in parts(forms).items()):
        for form in [] if value is None else several if isinstance(several, list) else [several]:
            form = form if isinstance(form, dict) else {"to": form}
            for n, (key, each) in enumerate(parts(value).items() if "each" in form else (), 1):
                element = {**(parts(each) or {"value": each}), "key": key, "n": n, "before": n - 1}
                yield from send(tree, element, {"key": None, "n": None, "before": None, **form["each"]}, element)
            if form.get("to"):
                put(tree, form["to"].format(**names), worded(value, form.get("words", {})))
    strange = (word for word in leaves(words) if not any(f"{word}.".startswith(f".{form}.") for form in forms))
    yield from (f"{word[1:]}: no place is known for it" for word in strange)


@cache
def adapter_of(system):
    adapter = yaml.safe_load(Path(__file__).with_name(f"{system}.yaml").read_text("utf-8"))
    return adapter, handhold.load(adapter["pack"])


def answer(system, case, settings, tree=None):
    """What the pack makes of a case, as a tree to find things in; its steps run on one `tree` of what is given."""
    adapter, pack = adapter_of(system)
    act = {**case.get("act", {}), **{key: each for key, each in case.items() if key not in HEADINGS}}
    name = case.get("op") or next((key for key in adapter["asks"] if find(act, key) is not None), "")
    if (ask := adapter["asks"].get(name)) is None:
        return {"ask": {"expect": {}}, "case": case, "refusals": [], "faults": [f"op {name}: nothing answers it"]}
    words, tree, docs = {**case.get("given", {}), **act}, deepcopy(tree), {}
    if not tree:
        tree = {"choices": {}, "in_turn": {}, "faces": {}, "given": {}}
        for place, value in {**adapter.get("constants", {}), **ask.get("constants", {})}.items():
            put(tree, place, value)
    steps = words.pop(ask.get("steps"), [])
    doc = {"ask": ask, "case": case, "refusals": [], "faults": [*send(tree, words, ask["given"], {})]}
    for n, step in enumerate(steps, 1):
        doc["faults"] += send(tree, step.get("set", {}), ask["given"], {})
        step = {"op": ask["as"], "given": step} if "as" in ask else step
        docs[n] = answer(system, step, settings, tree) | {"number": n}
        for place in ask["carry"]:
            put(tree, place, find(docs[n], place.replace("given/", "state/").replace("/", ".")))
    if docs:
        return {**docs[n], **doc, "steps": docs, "refusals": flat([each["refusals"] for each in docs.values()])}
    tree, event = listed(tree), pack.checked.events[ask["event"]]
    given = {need: value for need, value in tree["given"].items() if need in event.needs or need == "scene"}
    in_turn = {name: flat(each) for name, each in tree["in_turn"].items()}
    try:
        if "odds" in ask:
            return {**doc, "odds": dict(handhold.odds(pack, event.id, given).outcomes)}
        path = None
        while path != "":
            faces = Faces({end: InOrder(flat(each)) for end, each in tree["faces"].items()})
            result = pack.runner.run(event.id, given, faces, choices=tree["choices"], settings=settings)
            asked = {path: path.split(".")[-1] for path in result.asked}
            path = next((path for path in asked if path not in tree["choices"] and in_turn.get(asked[path])), "")
            tree["choices"] |= {path: in_turn[asked[path]].pop(0)} if path else {}
        for each in (each for end, each in faces.items() if each.rolls or not end):
            each.finish()
    except (handhold.DiceMismatch, handhold.InputError, handhold.RunError) as fault:
        code = adapter.get("faults", {}).get(type(fault).__name__)
        return {**doc, "refusals": [("", code)], "faults": doc["faults"] + ([] if code else [str(fault)])}
    doc |= {"outcome": result.outcome, "values": result.values, "state": result.state, "thrown": {}}
    doc["refusals"] = [(refusal.scope, refusal.code) for refusal in result.refusals]
    for path, rolled in (roll for each in faces.values() for roll in each.rolls.items()):
        pool, name = rolled.dice.pools[0], path.split(".")[-1]
        kept = sorted(rolled.faces, reverse=pool.keep_which == "h")[: pool.keep if pool.keep_which else None]
        doc["thrown"] |= {"any": True, name: True, f"{name}_kept": sorted(kept)}
    choices = choice_paths(pack.checked, event).values()
    return doc | {"by": {choice.name: choice.by for choice in choices if choice.name in asked.values()}}


def read(system, doc, form, names, expected):
    doc = answer(system, doc["case"], form["settings"]) if "settings" in form else doc
    for kind in form.keys() & {"allowed", "refused", "among"}:
        scopes = [scope.format(**names) for scope in form[kind]]
        codes = [*{code: at for at, code in doc["refusals"] if any(matching([at], scope) for scope in scopes)}]
        return {"allowed": not codes, "refused": codes, "among": expected if expected in codes else codes}[kind]
    if "scope" in form:
        return next((word for at, word in form["scope"].items() if matching([s for s, _ in doc["refusals"]], at)), None)
    values = [find(doc, path.format(**names)) for path in flat(form.get("at", []))]
    if "where" in form:
        values = [value for value, holds in zip(flat(values), find(doc, form["where"]), strict=True) if holds]
    if "take" in form:
        values = [sum(filter(None, flat(values)))] if form["take"] == "sum" else flat(values)[::-1]
    if "any_order" in form and sorted(values[0] or []) == sorted(flat(expected)):
        return expected
    if "fields" in form:
        values = [[[find(each, field) for field in form["fields"]] for each in flat(values)]]
    return worded(next((value for value in values if value is not None), None), form.get("words", {}))


def compare(system, doc, forms, expected, names):
    for key, value in expected.items():
        form = form if isinstance(form := forms.get(key, forms.get("*", {})), dict) else {"at": form}
        if "each" in form and isinstance(value, dict):
            for member, its in (value if key in forms else {key: value}).items():
                known = form["each"] if find(doc, f"{form['in']}.{member}") is not None else {}
                yield from compare(system, doc, known, its, {"key": member})
        elif text(got := read(system, doc, form, names, value)) != text(value) or form.keys() <= {"each", "in"}:
            yield f"{'.'.join([*names.values(), key])}: expected {value}, got {got}"


def wrong_keys(system, case):
    """A line for each word of a case that has no place, and for each key that came out otherwise."""
    whole, lines = answer(system, case, {}), []
    for doc in (*whole.get("steps", {}).values(), whole):
        lines += [*doc["faults"], *compare(system, doc, doc["ask"]["expect"], doc["case"].get("expect", {}), {})]
    return [f"{case['id']} {line}" for line in lines]
