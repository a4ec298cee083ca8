"""`handhold review`: what is pending, group by group, each with the question whether it is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from handhold.cli.codes import FINDINGS, FINE, NOTHING
from handhold.cli.goldens import among, choice_of, filters, goldens_of, names_of, pending_of, writable
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell

if TYPE_CHECKING:
    import handhold
    from handhold.golden.verdict import Group

_QUESTION: Final = "accept (a), reject (r), skip (s), accept or reject the rest (A, R), diff (d), trace (t), stop (q)? "
_HELP: Final = (
    "a  these results are right: take them into the goldens",
    "r  they are wrong: throw them away, and the goldens stay as they are",
    "s  leave them pending",
    "A, R  do so with this group and all that follow",
    "d  show each case of the group, leaf by leaf",
    "t  show the first case step by step",
    "q  leave this and all that follow pending",
)


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    filters(parser)


def run(arguments: Arguments, shell: Shell) -> int:
    """Shows each group of equal changes and does what is answered; at the end of the answers the rest is skipped."""
    writable()
    seen = 0
    left = 0
    for name in names_of(arguments.packs):
        review = _Review(name, arguments, shell)
        seen += len(review.groups) + review.outdated
        left += review.run()
    if not seen:
        shell.out.line("nothing is pending: 'handhold test' says what has changed")
        return NOTHING
    return FINDINGS if left else FINE


class _Review:
    def __init__(self, name: str, arguments: Arguments, shell: Shell) -> None:
        from handhold.golden.verdict import Judge, grouped

        self._name = name
        self._shell = shell
        self._pack: handhold.Pack = shell.load(name)
        judge = Judge(self._pack.checked)
        verdicts, outdated = pending_of(name, goldens_of(name, shell), judge, choice_of(arguments), shell)
        self.groups = grouped(verdicts)
        self.outdated = len(outdated)

    def run(self) -> int:
        """Goes through the groups, and gives how many were skipped, with what is out of date."""
        left = self.outdated
        for_all = ""
        for number, group in enumerate(self.groups, 1):
            self._show(group, number)
            answer = for_all or self._answer(group)
            if answer in ("A", "R"):
                for_all = answer.lower()
            if answer == "q":
                return left + len(self.groups) - number + 1
            left += not self._settle(group, answer.lower())
        return left

    def _show(self, group: Group, number: int) -> None:
        from handhold.report.cases import failure_lines, group_lines, group_text

        out = self._shell.out
        out.line()
        out.line(out.paint(f"{number} of {len(self.groups)}: {group_text(group)}", "strong"))
        several = len(group.verdicts) > 1
        for line in group_lines(group) if several else failure_lines(group.first, lambda verdict, path: ()):
            out.line(f"  {line}")

    def _answer(self, group: Group) -> str:
        while True:
            self._shell.out.raw(_QUESTION)
            self._shell.out.flush()
            typed = self._shell.stdin.readline()
            answer = typed.strip()
            if not typed:
                self._shell.out.line()
                return "q"
            if answer in ("a", "r", "s", "A", "R", "q"):
                return answer
            if answer == "d":
                self._diff(group)
            elif answer == "t":
                self._trace(group)
            else:
                for line in _HELP:
                    self._shell.out.line(f"  {line}")

    def _diff(self, group: Group) -> None:
        from handhold.report.cases import diff_lines
        from handhold.report.printable import printable

        for verdict in group.verdicts:
            self._shell.out.line(f"{printable(str(verdict.case.span))}: {verdict.case.id}")
            for line in diff_lines(verdict):
                self._shell.out.line(f"  {line}")

    def _trace(self, group: Group) -> None:
        from handhold.golden.compare import traced
        from handhold.report.runs import run_lines

        case = group.first.case
        result = traced(self._pack.runner, case)
        if set(case.expect) == {"odds"}:
            self._shell.out.line(f"{case.id} asks for odds alone, so no dice were thrown; 'd' shows the chances")
        elif result is None:
            self._shell.out.line(f"{case.id} cannot be run any more")
        else:
            run_lines(self._shell.out, result, f"{case.id} · {case.event}", explain=True)

    def _settle(self, group: Group, answer: str) -> bool:
        """Does what was answered to all cases of a group, and gives whether that settles it."""
        chosen = among(verdict.case.id for verdict in group.verdicts)
        goldens = goldens_of(self._name, self._shell)
        if answer == "a":
            goldens.accept(chosen)
        elif answer == "r":
            goldens.reject(chosen)
        return answer in ("a", "r")
