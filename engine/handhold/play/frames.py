"""What stands in the frames of generated code when an exception has passed through them."""

from __future__ import annotations

from collections.abc import Mapping

FILE = "<rules>"
"""What generated code names as its file."""


def outermost_locals(error: BaseException, variables: Mapping[str, Mapping[str, str]]) -> Mapping[str, object]:
    """The variables of the outermost function of generated code, by name; `variables` are those of each function by
    their identifiers.
    """
    at = error.__traceback__
    while at is not None:
        frame = at.tb_frame
        if frame.f_code.co_filename == FILE:
            known = variables.get(frame.f_code.co_name, {})
            return {known[name]: value for name, value in frame.f_locals.items() if name in known}
        at = at.tb_next
    return {}
