"""What choices are worth that are played for the best, in text and in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handhold.play.odds.rounds import RoundsOdds
from handhold.report import as_json
from handhold.report.chances import (
    chance_lines,
    heading,
    impossible,
    impossible_json,
    is_number,
    not_possible,
    texts,
    values,
    values_json,
)
from handhold.report.ends import ends, repeated
from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.report.rounds import AT_THE_END, ended, refused_later, stopped, when
from handhold.report.values import Json, number_text, percent, points

if TYPE_CHECKING:
    from handhold.play.odds.advice import Advice
    from handhold.play.odds.best import BestOdds


def best_text(out: Output, best: BestOdds) -> None:
    """The odds under the best choices, what they gain, and for each choice what is best."""
    odds = best.odds
    if not_possible(out, odds.pack, odds.event, odds.refusals):
        return
    again = repeated(odds.until, odds.rounds) if isinstance(odds, RoundsOdds) else ""
    heading(out, odds.pack, odds.event, f", played for {printable(best.goal)}{again}")
    stopped(out, odds)
    chance_lines(out, ends(odds), numbers=is_number(odds.event.outcome))
    impossible(out, odds, "outcome")
    if isinstance(odds, RoundsOdds):
        values(out, odds, AT_THE_END)
        when(out, odds)
    else:
        values(out, odds)
    out.line(f"{printable(best.goal)}: {percent(best.chance)}, and {_without(best)}")
    for advice in best.choices:
        _advice(out, advice)
    for path in best.fixed:
        out.line(f"  {printable(path)} keeps its default: it has more answers than can be tried")
    if not best.choices and not best.fixed:
        out.line("  No choice that is still open changes that.")


def _without(best: BestOdds) -> str:
    if best.usual_chance is None or best.gain is None:
        return "nothing without playing for it: a choice has no default"
    return f"{percent(best.usual_chance)} without playing for it ({points(best.gain)})"


def _advice(out: Output, advice: Advice) -> None:
    title = f": {printable(advice.title)}" if advice.title else ""
    alone = "" if advice.gain is None else f", alone {points(advice.gain)}"
    out.line(f"  {printable(advice.path)} ({advice.by}){title}{alone}")
    if advice.rule is None:
        out.line(f"    {_often(advice)}" if advice.times else "    never comes up with more than one answer")
    elif not advice.rule.name:
        out.line(f"    always {printable(advice.rule.cases[0][1])}")
    else:
        for values, answer in advice.rule.cases:
            out.line(f"    {printable(answer)} where {printable(advice.rule.name)} is {printable(values)}")


def _often(advice: Advice) -> str:
    shares = (f"{printable(answer)} in {percent(times / advice.times)}" for answer, times in advice.answers.items())
    return f"depends on several things: {', '.join(shares)} of the times"


def best_json(out: Output, best: BestOdds) -> None:
    """`odds-best/1`: every chance is a text."""
    odds = best.odds
    again: dict[str, Json] = {}
    if isinstance(odds, RoundsOdds):
        again = {
            "until": odds.until,
            "rounds": odds.rounds,
            "made": odds.made,
            "open": number_text(odds.open),
            "refused_later": refused_later(odds),
            "ended": ended(odds),
        }
    as_json.write(
        out,
        {
            "handhold": "odds-best/1",
            "pack": as_json.pack_name(odds.pack.header),
            "event": odds.event.id,
            "goal": best.goal,
            **again,
            "refused": {refusal.code: "1" for refusal in odds.refusals},
            "chance": number_text(best.chance),
            "usual_chance": None if best.usual_chance is None else number_text(best.usual_chance),
            "outcomes": texts(odds.outcomes),
            "usual_outcomes": None if best.usual is None else texts(best.usual.outcomes),
            "values": values_json(odds),
            "unresolved": number_text(odds.unresolved),
            "impossible": impossible_json(odds),
            "choices": [_advice_json(advice) for advice in best.choices],
            "fixed": list(best.fixed),
        },
    )


def _advice_json(advice: Advice) -> Json:
    rule: Json = None
    if advice.rule is not None:
        cases: list[Json] = [{"values": values, "answer": answer} for values, answer in advice.rule.cases]
        rule = {"name": advice.rule.name or None, "cases": cases}
    return {
        "choice": advice.path,
        "by": advice.by,
        "gain": None if advice.gain is None else number_text(advice.gain),
        "times": number_text(advice.times),
        "answers": {answer: number_text(times) for answer, times in advice.answers.items()},
        "rule": rule,
    }
