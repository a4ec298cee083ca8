"""One formula worked out by itself, from the values of its variables: for sentences and for tests."""

from __future__ import annotations

from collections.abc import Mapping

from handhold.language.core import Core
from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.play.compiling.alone import NOWHERE, Alone
from handhold.play.compiling.faulted import run_error
from handhold.source import Written


class Evaluator(Alone):
    """Works out formulas, each as a run of its own."""

    def value(self, tree: Core, env: Mapping[str, object], written: Written = NOWHERE) -> object:
        """The formula's value. Raises KeyError for a variable that is not there, RunError for a case without an
        answer.
        """
        self._program.meter.start()
        try:
            return self.raw(tree, env, written)
        except (RuleFault, DiceFault) as error:
            raise run_error(self._program, error) from None
