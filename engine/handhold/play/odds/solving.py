"""Places of an event with choices solved: backwards what each is worth, forwards what comes of the best answers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import lcm

from handhold.language.types import FLAG, ListOf, Row, present
from handhold.packs import checked
from handhold.play.compiling.pieces import State
from handhold.play.compiling.units import Unit
from handhold.play.odds.advice import Made
from handhold.play.odds.asking import Asking
from handhold.play.odds.event import Odds, OddsRunner
from handhold.play.odds.layers import DONE, Chances, Edge, Frame, Layers, Place, sure
from handhold.play.odds.reckoner import Key, Reckoner, refusals_of
from handhold.play.odds.rounds import RoundsOdds
from handhold.play.progress import Progress
from handhold.play.refusal import Refused
from handhold.play.run_error import RunError


@dataclass(frozen=True, slots=True)
class Solution:
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


class Stopped(KeyboardInterrupt):
    """Interrupted after so many whole rounds; `so_far` is the solution for these."""

    def __init__(self, so_far: Solution, rounds: int) -> None:
        super().__init__(f"after round {so_far.made:,} of {rounds:,}")
        self.so_far = so_far


@dataclass(frozen=True, slots=True)
class Task:
    """An event to be played; `key` is equal for the same way of asking only."""

    runner: OddsRunner
    key: Hashable
    asking: Asking
    given: Mapping[str, object]
    until: str | None
    rounds: int

    def playable(self, choices: Mapping[str, checked.Choose]) -> tuple[frozenset[str], tuple[str, ...]]:
        """Those of the choices that matter for the goal: that can be played, and that have too many answers."""
        few = frozenset(path for path, choice in choices.items() if _few(choice))
        reckoner = self._reckoner(few)
        matter = frozenset(path for path in _read(reckoner.unit) if path in choices)
        return matter & few, tuple(sorted(matter - few))

    def solved(self, played: frozenset[str], progress: Progress | None = None) -> Solution:
        """What comes of it with these choices played for the best."""
        reckoner = self._reckoner(played)
        variables = reckoner.begin(self.given)
        args = tuple(variables[name] for name in reckoner.unit.inputs)
        first = 0 if self.until is None else 1
        refused = reckoner.row_from(variables, first).refused
        if refused is not None:
            return Solution(Fraction(0), {}, {}, {}, 1, {}, 0, refused)
        plan = reckoner.spread.plan(reckoner.unit)
        env, start = plan.begin(args)
        begin = (0, Frame(env), start)
        layers = Layers(reckoner, {begin})
        finish = _Finish(self, reckoner, args)
        try:
            while layers.now:
                layers.walk(plan.stages, 0)
                last = layers.round == self.rounds
                layers.forward(0, ("end", last), partial(finish, last=last))
                layers.round += 1
                if progress is not None:
                    progress(layers.round - 1, self.rounds)
            return _solution(layers, begin)
        except RunError as fault:
            raise reckoner.leading(fault, variables, first and layers.round) from None
        except KeyboardInterrupt:
            if self.until is None or layers.round == 1:
                raise
            layers.end_after(layers.round - 1, partial(finish, last=True))
            raise Stopped(_solution(layers, begin), self.rounds) from None

    def told(self, found: Solution) -> Odds | RoundsOdds:
        """The odds, as they are told elsewhere."""
        asking = self.asking
        refusals = () if found.refused is None else refusals_of(found.refused)
        if self.until is not None:
            return RoundsOdds(
                asking.pack, asking.event, self.until, asking.show, asking.types, self.rounds, found.made,
                found.ended, found.stopped, found.standing, found.den, refusals,
            )  # fmt: skip
        table = {key: weight for (_, key), weight in found.ended.items()}
        return Odds(asking.pack, asking.event, asking.show, asking.types, table, found.den, refusals)

    def _reckoner(self, played: frozenset[str]) -> Reckoner:
        again = self.until is not None
        return self.runner.kept((self.key, played), lambda: Reckoner.of(self.asking, played, again=again))


class _Finish:
    """What happens at the end of a round."""

    def __init__(self, task: Task, reckoner: Reckoner, args: State) -> None:
        self._again = task.until is not None
        self._reckoner = reckoner
        self._reader = reckoner.reader()
        self._args = args
        unit = reckoner.unit
        self._carried = [(unit.inputs.index(name), unit.exports.index(name)) for name in reckoner.carried]

    def __call__(self, frame: Frame, results: State, *, last: bool) -> Edge:
        """The places where the event is over hold what became of it, and whether that is the goal."""
        *lead, reached = self._reader.key(results)
        if not self._again:
            return sure((DONE, _END, ("ended", tuple(lead), reached)))
        *lead, over = lead
        if over:
            return sure((DONE, _END, ("ended", tuple(lead), reached)))
        if last:
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


def _solution(layers: Layers, begin: Place) -> Solution:
    return _forwards(layers, begin, _backwards(layers))


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


def _forwards(layers: Layers, start: Place, taken: list[dict[Place, int]]) -> Solution:
    """What comes of the best answers."""
    now: dict[Place, int] = {start: 1}
    den = 1
    done: list[tuple[int, int, State, int]] = []
    wholes: list[int] = []
    decisions: dict[str, list[Made]] = {}
    for at, (layer, best_here) in enumerate(zip(layers.layers, taken, strict=True)):
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
        wholes.append(whole)
        done.extend((at, layer.round, place[2], weight) for place, weight in after.items() if place[0] == DONE)
        now = {place: weight for place, weight in after.items() if place[0] != DONE}
    parts: dict[str, dict[tuple[int, Key], int]] = {"ended": {}, "standing": {}, "stopped": {}}
    goal = made = 0
    # multiplied up from the last layer: to divide the whole denominator for each end takes long where ends are many;
    # layers that add nothing to it share one number
    scales = [*accumulate(reversed(wholes), lambda scale, whole: scale if whole == 1 else scale * whole, initial=1)]
    for at, number, (how, key, reached), weight in done:
        assert isinstance(how, str)
        assert isinstance(key, tuple)
        scaled = weight * scales[len(wholes) - 1 - at]
        goal += scaled if reached else 0
        part = parts[how]
        # a round that is refused is one that was tried
        last = number + 1 if how == "stopped" else number
        made = max(made, last)
        part[last, key] = part.get((last, key), 0) + scaled
    standing = {key: weight for (_, key), weight in parts["standing"].items()}
    return Solution(Fraction(goal, den), parts["ended"], parts["stopped"], standing, den, decisions, made)  # type: ignore[arg-type]  # codes are texts


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
