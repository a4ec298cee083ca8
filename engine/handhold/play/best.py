"""Choices played for the best: what each is worth, and the odds that come of it.

A player chooses so that the goal is as likely as can be, an opponent so that it is as unlikely; what a game master
chooses, and what is answered already, stays as it is. Found exactly, from the end backwards; of answers that are
worth the same the default is taken, else the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from handhold import limits
from handhold.language.types import FLAG, INTEGER, ListOf, OptionalOf, Row, present
from handhold.packs import checked
from handhold.play.advice import Advice, Made, advice
from handhold.play.asked import mapping
from handhold.play.asking import Asking, Question
from handhold.play.inputs import InputError, choice_paths, event_of
from handhold.play.layers import DONE, Chances, Edge, Frame, Layers, Place, sure
from handhold.play.odds import Odds
from handhold.play.pieces import State
from handhold.play.reckoner import Key, Reckoner, refusals_of
from handhold.play.refusal import Refused
from handhold.play.rounds import Progress, RoundsOdds
from handhold.play.units import Unit


@dataclass(frozen=True)
class BestOdds:
    """What comes of choices that are played for the goal.

    `odds` are those under the best choices, `usual` those without: by the answers, policies and defaults. `chance`
    and `usual_chance` are those of the goal. `choices` says of each choice that is played what is best; `fixed` are
    the paths of those that keep their default, since they have more answers than can be tried: lists, and numbers
    without options.
    """

    goal: str
    odds: Odds | RoundsOdds
    usual: Odds | RoundsOdds
    chance: Fraction
    usual_chance: Fraction
    choices: tuple[Advice, ...]
    fixed: tuple[str, ...]

    @property
    def gain(self) -> Fraction:
        """What all the choices together are worth."""
        return self.chance - self.usual_chance


def best(
    pack: checked.Pack,
    question: Question,
    given: Mapping[str, object] | None,
    goal: str,
    *,
    until: str | None = None,
    rounds: int = 1,
    progress: Progress | None = None,
) -> BestOdds:
    """The odds with every choice that is not answered played for the goal: an outcome, or a condition.

    With `until`, the event is done again and again as `odds_over_rounds` has it, and the goal is looked at in the
    round of the end. Raises InputError, RunError, OddsBudget.
    """
    if rounds.__class__ is not int or not 1 <= rounds <= limits.ROUNDS:
        raise InputError(f"the rounds are a whole number from 1 to {limits.ROUNDS:,}")
    event = event_of(pack, question.event)
    flags = (_condition(pack, event, goal),) if until is None else (until, _condition(pack, event, goal))
    asking = Asking.of(pack, question, flags)
    task = _Task(asking, mapping(given, "given"), until, rounds)
    open_choices = {
        path: choice
        for path, choice in choice_paths(pack, event).items()
        if path not in asking.answers and choice.by != "gm"
    }
    usual = task.solved(frozenset())
    if usual.refused is not None:
        told = usual.told(asking, until, rounds)
        return BestOdds(goal, told, told, Fraction(0), Fraction(0), (), ())
    played, fixed = task.playable(open_choices)
    found = task.solved(played, progress)
    alone = {path: found.chance if len(played) == 1 else task.solved(frozenset({path})).chance for path in played}
    return BestOdds(
        goal,
        found.told(asking, until, rounds),
        usual.told(asking, until, rounds),
        found.chance,
        usual.chance,
        tuple(
            advice(pack, open_choices[path], path, found.decisions.get(path, []), alone[path] - usual.chance)
            for path in sorted(played)
        ),
        fixed,
    )


def _condition(pack: checked.Pack, event: checked.Event, goal: str) -> str:
    """The goal as a condition, where it names an outcome."""
    kind = None if event.outcome is None else present(event.outcome)
    there = "outcome is not none and " if isinstance(event.outcome, OptionalOf) else ""
    if isinstance(kind, Row) and goal in pack.tables[kind.table].rows:
        return f"outcome is {goal}"
    if kind == FLAG and goal in ("true", "false"):
        return f"{there}outcome" if goal == "true" else f"{there}not outcome"
    if kind == INTEGER and goal.removeprefix("-").isdecimal():
        return f"{there}outcome == {goal}"
    return goal


@dataclass(frozen=True, slots=True)
class _Solution:
    """What was found: the chance of the goal; the rounds' ends, refusals and what is open in weights over `den`;
    the decisions by path.
    """

    chance: Fraction
    ended: Mapping[tuple[int, Key], int]
    stopped: Mapping[tuple[int, tuple[str, ...]], int]
    standing: Mapping[Key, int]
    den: int
    decisions: Mapping[str, list[Made]]
    made: int = 1
    refused: Refused | None = None

    def told(self, asking: Asking, until: str | None, rounds: int) -> Odds | RoundsOdds:
        """The odds, as they are told elsewhere."""
        refusals = () if self.refused is None else refusals_of(self.refused)
        if until is not None:
            return RoundsOdds(
                asking.pack, asking.event, until, asking.show, rounds, self.made,
                self.ended, self.stopped, self.standing, self.den, refusals,
            )  # fmt: skip
        types = tuple(of for _, of in asking.names[:-1])
        table = {key: weight for (_, key), weight in self.ended.items()}
        return Odds(asking.pack, asking.event, asking.show, types, table, self.den, refusals)


@dataclass(frozen=True, slots=True)
class _Task:
    """An event to be played."""

    asking: Asking
    given: Mapping[str, object]
    until: str | None
    rounds: int

    def playable(self, choices: Mapping[str, checked.Choose]) -> tuple[frozenset[str], tuple[str, ...]]:
        """Those of the choices that matter for the goal: that can be played, and that have too many answers."""
        few = frozenset(path for path, choice in choices.items() if _few(choice))
        reckoner = Reckoner.of(self.asking, few, again=self.until is not None)
        matter = frozenset(path for path in _read(reckoner.unit) if path in choices)
        return matter & few, tuple(sorted(matter - few))

    def solved(self, played: frozenset[str], progress: Progress | None = None) -> _Solution:
        """What comes of it with these choices played for the best."""
        reckoner = Reckoner.of(self.asking, played, again=self.until is not None)
        variables = reckoner.begin(self.given)
        args = tuple(variables[name] for name in reckoner.unit.inputs)
        refused = reckoner.row(args).refused
        if refused is not None:
            return _Solution(Fraction(0), {}, {}, {}, 1, {}, 0, refused)
        plan = reckoner.spread.plan(reckoner.unit)
        env, start = plan.begin(args)
        layers = Layers(reckoner, {(0, Frame(env), start)})
        finish = _Finish(self, reckoner, args)
        while layers.now:
            layers.walk(plan.stages, 0)
            layers.forward(0, ("end", layers.round == self.rounds), lambda frame, state: finish(state, layers.round))
            layers.round += 1
            if progress is not None:
                progress(min(layers.round - 1, self.rounds), self.rounds)
        return _forwards(layers, (0, Frame(env), start), _backwards(layers))


class _Finish:
    """What happens at the end of a round."""

    def __init__(self, task: _Task, reckoner: Reckoner, args: State) -> None:
        self._again = task.until is not None
        self._last = task.rounds
        self._reckoner = reckoner
        self._reader = reckoner.reader()
        self._args = args
        unit = reckoner.unit
        self._carried = [(unit.inputs.index(name), unit.exports.index(name)) for name in reckoner.carried]

    def __call__(self, results: State, number: int) -> Edge:
        """The places where the event is over hold what became of it, and whether that is the goal."""
        *lead, reached = self._reader.key(results)
        if not self._again:
            return sure((DONE, _END, ("ended", tuple(lead), reached)))
        *lead, over = lead
        if over:
            return sure((DONE, _END, ("ended", tuple(lead), reached)))
        if number == self._last:
            return sure((DONE, _END, ("standing", tuple(lead), False)))
        after = list(self._args)
        for place, at in self._carried:
            after[place] = results[at]
        args = tuple(after)
        refused = self._reckoner.row(args).refused
        if refused is not None:
            codes = tuple(ground.code for ground in refused.grounds)
            return sure((DONE, _END, ("stopped", codes, False)))
        env, start = self._reckoner.spread.plan(self._reckoner.unit).begin(args)
        return sure((0, Frame(env), start))


_END = Frame(())


def _backwards(layers: Layers) -> list[dict[Place, int]]:
    """For each layer which of its answers is best at each place where somebody chooses."""
    worth: dict[Place, int] = {}
    den = 1
    taken: list[dict[Place, int]] = []
    for layer in reversed(layers.layers):
        whole = lcm(*{edge.den for edge in layer.moves.values() if isinstance(edge, Chances)})
        before = {place: worth[place] * whole for place in layer.waiting}
        best_here: dict[Place, int] = {}
        for place, edge in layer.moves.items():
            if isinstance(edge, Chances):
                total = sum(_worth(worth, den, to) * weight for to, weight in edge.places)
                before[place] = total * (whole // edge.den)
            else:
                worths = [_worth(worth, den, to) for _, _, to in edge.answers]
                wanted = min(worths) if edge.stage.choice.by == "opponent" else max(worths)
                best_here[place] = worths.index(wanted)
                before[place] = wanted * whole
        taken.append(best_here)
        worth, den = before, layers.reckoner.spread.meter.denominator(den * whole)
    taken.reverse()
    return taken


def _worth(worth: Mapping[Place, int], den: int, place: Place) -> int:
    return worth[place] if place[0] != DONE else den if place[2][2] else 0


def _forwards(layers: Layers, start: Place, taken: list[dict[Place, int]]) -> _Solution:
    """What comes of the best answers."""
    now: dict[Place, int] = {start: 1}
    den = 1
    done: list[tuple[int, State, int, int]] = []
    decisions: dict[str, list[Made]] = {}
    for layer, best_here in zip(layers.layers, taken, strict=True):
        whole = lcm(*{edge.den for place, edge in layer.moves.items() if isinstance(edge, Chances) and place in now})
        after: dict[Place, int] = {}
        for place, weight in now.items():
            edge = layer.moves.get(place)
            if edge is None:
                _add(after, place, weight * whole)
            elif isinstance(edge, Chances):
                for to, share in edge.places:
                    _add(after, to, weight * share * (whole // edge.den))
            else:
                answer, seen, to = edge.answers[best_here[place]]
                stage = edge.stage
                if len(edge.answers) == 1:
                    _add(after, to, weight * whole)
                    continue
                decision = Made(stage.event, stage.seen, seen, layer.round, answer, Fraction(weight, den))
                decisions.setdefault(stage.path, []).append(decision)
                _add(after, to, weight * whole)
        den *= whole
        done.extend((layer.round, place[2], weight, den) for place, weight in after.items() if place[0] == DONE)
        now = {place: weight for place, weight in after.items() if place[0] != DONE}
    parts: dict[str, dict[tuple[int, Key], int]] = {"ended": {}, "standing": {}, "stopped": {}}
    goal = 0
    for number, (how, key, reached), weight, of in done:
        assert isinstance(how, str)
        assert isinstance(key, tuple)
        scaled = weight * (den // of)
        goal += scaled if reached else 0
        part = parts[how]
        at = (number + 1 if how == "stopped" else number, key)
        part[at] = part.get(at, 0) + scaled
    standing = {key: weight for (_, key), weight in parts["standing"].items()}
    made = max((number for number, _, _, _ in done), default=0)
    return _Solution(Fraction(goal, den), parts["ended"], parts["stopped"], standing, den, decisions, made)  # type: ignore[arg-type]  # codes are texts


def _add(weights: dict[Place, int], place: Place, weight: int) -> None:
    weights[place] = weights.get(place, 0) + weight


def _few(choice: checked.Choose) -> bool:
    """Whether all answers to a choice can be tried."""
    kind = present(choice.type)
    if isinstance(kind, ListOf):
        return False
    return choice.options is not None or kind == FLAG or isinstance(kind, Row)


def _read(unit: Unit) -> Iterator[str]:
    """The paths of the choices of a unit whose answers are read."""
    nodes = list(unit.nodes)
    while nodes:
        node = nodes.pop()
        if isinstance(node.statement, checked.Choose) and node.statement.name in node.live:
            yield node.path
        nodes.extend(node.body)
        if node.unit is not None:
            nodes.extend(node.unit.nodes)
