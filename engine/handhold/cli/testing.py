"""`handhold test`: the cases of packs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from handhold.cli.codes import FINDINGS, FINE, NOTHING, USAGE
from handhold.cli.failures import source_lines
from handhold.cli.goldens import choice_of, filters, names_of
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell

if TYPE_CHECKING:
    from collections.abc import Sequence

    import handhold
    from handhold.diagnostics import Diagnostic
    from handhold.golden.behind import Behind
    from handhold.golden.coverage import Coverage
    from handhold.golden.goldens import Goldens
    from handhold.golden.verdict import Verdict
    from handhold.packs.stacks.members import Reading
    from handhold.report.values import Json


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    filters(parser)
    parser.add_argument("--failed", action="store_true", help="only cases that failed last time")
    pending = "what becomes pending: nothing, what differs from its golden (new), any case without one too (always)"
    parser.add_argument("--update", choices=("no", "new", "always"), help=pending)
    parser.add_argument(
        "--coverage", action="store_true", help="list the rules that cases reach, and those that none does"
    )
    parser.add_argument(
        "--fail-under", type=_percent, metavar="N", help="fail if less than N %% of the rules are reached"
    )
    parser.add_argument("--junit", metavar="FILE", help="write a report in JUnit XML too")
    parser.locked_option()
    parser.format_option("github")


def run(arguments: Arguments, shell: Shell) -> int:
    """Runs the cases of each pack; one that is broken does not keep the others from theirs."""
    from handhold.golden.goldens import update_allowed
    from handhold.report.faults import hint

    least = arguments.fail_under
    if least is not None and not 0 <= least <= 100:
        raise UsageError("--fail-under needs a whole number from 0 to 100")
    tested = [_Tested(name, arguments, shell) for name in names_of(arguments.packs)]
    update = arguments.update or "new"
    if update != "no" and update_allowed():
        for each in tested:
            each.write(shell)
    elif arguments.update not in (None, "no"):
        hint(shell.err, "CI is set: nothing is written")
    _report(tested, arguments, shell)
    if arguments.junit:
        _junit(arguments.junit, tested)
    return _code(tested, least, arguments, shell)


def _code(tested: Sequence[_Tested], least: int | None, arguments: Arguments, shell: Shell) -> int:
    every = [verdict for each in tested for verdict in each.verdicts]
    faults = [fault for each in tested for fault in each.faults]
    if faults:
        return USAGE if any(fault.code == "no-such-pack" for fault in faults) else FINDINGS
    if not every:
        shell.err.line(f"handhold: {_nothing(arguments, tested)}")
        return NOTHING
    short = least is not None and any(each.coverage and each.coverage.percent < least for each in tested)
    return FINDINGS if short or not all(verdict.passed for verdict in every) else FINE


def _nothing(arguments: Arguments, tested: Sequence[_Tested]) -> str:
    """Why there was no case to run."""
    from handhold.packs.text import show

    asked = []
    if arguments.only is not None:
        asked.append(f"has '{show(arguments.only)}' in its id, or as one of its rules,")
    if arguments.tag is not None:
        asked.append(f"has the tag '{show(arguments.tag)}'")
    if arguments.failed:
        asked.append("failed last time")
    stack = next((each.pack for each in tested if "+" in each.name and each.pack is not None), None)
    if not asked and stack is not None and len(stack.checked.header.variants) > 1:
        packs = "+".join(each.pack for each in (stack.checked.header, *stack.checked.header.variants))
        return f"no case is for these together yet: a file of such cases begins with 'pack: {packs}'"
    if not asked:
        return "no case is written yet: they go into 'tests', in files that end in .yaml"
    return f"no case {' and '.join(asked)}".removesuffix(",")


def _percent(text: str) -> int:
    """A share in percent; -1 if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


class _Tested:
    """A pack whose cases were run; `faults` are of the pack, of its files of cases and of its goldens."""

    def __init__(self, name: str, arguments: Arguments, shell: Shell) -> None:
        import handhold

        self.name = name
        self.pack: handhold.Pack | None = None
        self.faults: Sequence[Diagnostic] = ()
        self.goldens: Goldens | None = None
        self.stale: list[str] = []
        """Goldens without a case, the file where it cannot be read; a run of some cases says nothing of them."""
        self.verdicts: list[Verdict] = []
        self.coverage: Coverage | None = None
        self.filtered = bool(arguments.only or arguments.tag or arguments.failed)
        try:
            self.pack = shell.load(name)
        except handhold.PackError as fault:
            self.faults = fault.diagnostics
        else:
            self._run(self.pack, shell.judged(name).reading, arguments)
        self._tell(shell, arguments)

    def _run(self, pack: handhold.Pack, reading: Reading, arguments: Arguments) -> None:
        from handhold.golden.cases import cases_of
        from handhold.golden.checks import check_goldens
        from handhold.golden.goldens import Goldens
        from handhold.golden.kept import GoldenFault
        from handhold.golden.orphans import orphans
        from handhold.golden.verdict import Judge

        cases, self.faults = cases_of(reading)
        try:
            self.goldens = Goldens(cases)
        except GoldenFault:
            self.faults = (*self.faults, *check_goldens(cases))
            return
        place = reading.place_of_cases
        if not self.filtered:
            self.stale += (id for file in self.goldens.files.values() for id in file.stale)
            for name, ids in (orphans(place, cases) if place is not None else {}).items():
                self.stale += ids or (name,)
        chosen = list(filter(choice_of(arguments), cases))
        if arguments.failed:
            known = self._last_failed()
            chosen = [case for case in chosen if case.id in known]
        judge = Judge(pack.checked)
        judge.covers = arguments.coverage or arguments.fail_under is not None
        self.verdicts = self.goldens.verdicts(judge, chosen, begin=arguments.update == "always")
        self.coverage = judge.reach.coverage(pack.diagnostics) if judge.covers else None

    def _tell(self, shell: Shell, arguments: Arguments) -> None:
        from handhold.report.checks import check_github
        from handhold.report.faults import diagnostics

        diagnostics(shell.err, self.faults, source_lines(shell.judged(self.name).reading))
        if arguments.format == "github":
            check_github(shell.out, self.faults)

    @property
    def _folders(self) -> list[Path]:
        places = () if self.goldens is None else self.goldens.places
        return [place.cases for place in places if not place.is_zip]

    def _last_failed(self) -> set[str]:
        from handhold.golden.failed import last_failed

        return {id for folder in self._folders for id in last_failed(folder)}

    def write(self, shell: Shell) -> None:
        """Keeps what has changed, to be accepted, and which cases failed."""
        from handhold.golden.failed import keep_failed
        from handhold.packs.storage.folders import Unwritable
        from handhold.report.faults import hint

        if self.goldens is None:
            return
        try:
            self.goldens.make_pending(self.verdicts, whole=not self.filtered)
            for folder in self._folders:
                run = [verdict for verdict in self.verdicts if verdict.case.file.place.cases == folder]
                failed = (verdict.case.id for verdict in run if not verdict.passed)
                keep_failed(folder, (verdict.case.id for verdict in run), failed, whole=not self.filtered)
        except Unwritable as fault:
            hint(shell.err, f"what has changed cannot be kept: {fault}")

    def why(self, verdict: Verdict, path: str) -> tuple[Behind, ...]:
        """What stands behind a leaf that a case expects otherwise."""
        from handhold.golden.behind import behind

        return () if self.pack is None else behind(self.pack.runner, verdict.case, path)


def _report(tested: Sequence[_Tested], arguments: Arguments, shell: Shell) -> None:
    from handhold.golden.checks import without_case
    from handhold.report import cases, coverage
    from handhold.report.faults import diagnostic_json
    from handhold.report.github import annotation
    from handhold.report.printable import printable

    covered = {each.name: each.coverage for each in tested if each.coverage is not None}
    if arguments.format == "json":
        more: dict[str, Json] = {
            "stale": [f"{each.name}: {id}" for each in tested for id in each.stale],
            "diagnostics": [diagnostic_json(fault) for each in tested for fault in each.faults],
        }
        if covered:
            more["coverage"] = coverage.coverage_json(covered)
        cases.cases_json(shell.out, [(each.name, each.verdicts) for each in tested], more)
        return
    for each in tested:
        if arguments.format == "github":
            for span, title, message in cases.notices(each.name, each.verdicts, each.why):
                annotation(shell.out, "error", title, span, message)
        else:
            cases.failures_text(shell.out, each.name, each.verdicts, each.why)
        if each.stale:
            told = printable(without_case(each.stale))
            shell.out.line(f"{printable(each.name)}: {told}; 'handhold prune' takes them away")
        kept = (verdict for verdict in each.verdicts if not verdict.case.file.place.is_zip)
        if any(verdict.changes or verdict.missing for verdict in kept):
            shell.out.line(f"'handhold review {printable(each.name)}' shows each change and asks whether it is right")
        reworded = sum(verdict.reworded for verdict in each.verdicts)
        if reworded:
            some = "1 golden" if reworded == 1 else f"{reworded} goldens"
            with_ = "rules read otherwise, with the same results"
            shell.out.line(f"'handhold accept {printable(each.name)}' brings {some} up to date: {with_}")
    filtered = any(each.filtered for each in tested)
    coverage.coverage_text(shell.out, covered, filtered=filtered, whole=arguments.coverage)
    cases.counts_text(shell.out, [verdict for each in tested for verdict in each.verdicts])


def _junit(name: str, tested: Sequence[_Tested]) -> None:
    from handhold.packs.storage.folders import Unwritable, replace_file
    from handhold.report.junit import Suite, junit

    suites = []
    for each in tested:
        errors = [fault for fault in each.faults if fault.severity == "error"]
        suites.append(Suite(each.name, errors, each.verdicts, each.why))
    path = Path(name)
    if path.is_file() and path.stat().st_size and not path.read_bytes().startswith(b"<?xml"):
        raise UsageError(f"what is at {name} is no XML, so it is left alone", "give another name with --junit")
    try:
        replace_file(path, junit(suites).encode("ascii"))
    except Unwritable as fault:
        raise UsageError(str(fault)) from None
