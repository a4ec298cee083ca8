"""`python -m tests.rules` writes `docs/rules.md`."""

from __future__ import annotations

from tests.rules.table import DOCUMENT, document

if __name__ == "__main__":
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(document(), encoding="utf-8")
