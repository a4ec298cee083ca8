"""The plugin of pytest: the cases of a pack as tests, where pytest is started in the pack or is told of it.

A file is taken if it lies in the folder `tests` of a pack, has a section `cases`, and the folder of the pack, or of
the cases of a pack of one file, is what pytest was started in or was named to it, itself or something in it.
Nothing else of a project is looked at, and the engine is imported with the first file that is taken. Goldens are
compared and nothing is written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    import handhold
    from handhold.golden.behind import Behind
    from handhold.golden.cases import Case
    from handhold.golden.verdict import Verdict

_CASES: Final = re.compile(rb"^(?:\xef\xbb\xbf)?(['\"]?)cases\1 *:", re.MULTILINE)
_PACK: Final = re.compile(rb"^(?:\xef\xbb\xbf)?(['\"]?)pack\1 *:", re.MULTILINE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The cases of a file, if it is a file of cases of a pack that is asked for."""
    folder = file_path.parent
    if file_path.suffix != ".yaml" or folder.name != "tests" or not _asked_for(folder.parent, parent.config):
        return None
    if _pack_with(folder.parent) is None:
        return None
    if not _has_key(file_path, _CASES):
        return None
    cases: pytest.Collector = _File.from_parent(parent, path=file_path)
    return cases


def _pack_with(folder: Path) -> Path | None:
    """The pack whose cases lie in the folder: the folder itself, or the one file of that name beside it."""
    if (folder / "pack.yaml").is_file():
        return folder
    single = folder.parent / f"{folder.name}.yaml"
    return single if single.is_file() and _has_key(single, _PACK) else None


def _has_key(path: Path, key: re.Pattern[bytes]) -> bool:
    """Whether the key stands at the start of a line of a file."""
    from handhold import limits

    with path.open("rb") as stream:
        return key.search(stream.read(limits.FILE_BYTES)) is not None


def _asked_for(pack: Path, config: pytest.Config) -> bool:
    """Whether pytest was started in the folder of the pack, or with something in it."""
    here = config.invocation_params.dir
    # an argument whose links lead in a circle is for pytest to refuse, and not asked for here
    named = (Path(os.path.realpath(here / argument.partition("::")[0])) for argument in config.args)
    wanted = Path(os.path.realpath(pack))
    return any(path.is_relative_to(wanted) for path in named)


class _Pack:
    """A pack, read once for all its files of cases."""

    def __init__(self, place: Path) -> None:
        import handhold
        from handhold.golden.cases import cases_for
        from handhold.golden.goldens import Goldens
        from handhold.golden.verdict import Judge

        # where it can be, a relative path: what is said of it is shorter
        here = Path.cwd()
        near = place.relative_to(here) if place.is_relative_to(here) else place
        self.pack: handhold.Pack = handhold.load(near)
        cases, self.faults = cases_for(self.pack.where)
        self.goldens = Goldens(cases)
        self._judge = Judge(self.pack.checked)

    def cases(self, name: str) -> Iterator[Case]:
        """The cases of the file of that name."""
        return (case for case in self.goldens.cases if case.file.name == name)

    def verdict(self, case: Case) -> Verdict:
        """How a case goes."""
        return self.goldens.verdicts(self._judge, [case])[0]

    def why(self, verdict: Verdict, path: str) -> tuple[Behind, ...]:
        """What stands behind a leaf that a case expects otherwise."""
        from handhold.golden.behind import behind

        return behind(self.pack.runner, verdict.case, path)


_PACKS: Final = pytest.StashKey[dict[Path, _Pack]]()


class _File(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        """One test for each case."""
        pack = self._pack()
        for case in pack.cases(self.path.name):
            item: _Item = _Item.from_parent(self, name=case.id)
            item.case, item.pack = case, pack
            yield item

    def _pack(self) -> _Pack:
        import handhold
        from handhold.golden.kept import GoldenFault

        place = _pack_with(self.path.parent.parent)
        assert place is not None
        packs = self.config.stash.setdefault(_PACKS, {})
        try:
            if place not in packs:
                packs[place] = _Pack(place)
        except (handhold.PackError, GoldenFault) as fault:
            raise self.CollectError(str(fault)) from None
        # what is wrong with another file is told where that one is collected
        own = [fault for fault in packs[place].faults if not fault.span or self._is(fault.span.file)]
        if own:
            raise self.CollectError("\n".join(map(str, own)))
        return packs[place]

    def _is(self, file: str) -> bool:
        return file.rpartition("/")[2] == self.path.name


class _Item(pytest.Item):
    """One case."""

    case: Case
    pack: _Pack

    def runtest(self) -> None:
        """Runs the case. Raises _Failed."""
        verdict = self.pack.verdict(self.case)
        if not verdict.passed:
            raise _Failed(verdict)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The same text as that of `handhold test`."""
        from handhold.report.cases import failure_lines

        if not isinstance(excinfo.value, _Failed):
            return str(super().repr_failure(excinfo))
        return "\n".join(failure_lines(excinfo.value.verdict, self.pack.why))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case is, the line counted from 0."""
        return self.path, self.case.span.line - 1, f"{self.pack.pack.id}: {self.case.id}"


class _Failed(Exception):
    """A case is not as expected."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.case.id)
        self.verdict = verdict
