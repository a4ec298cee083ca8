"""The budgets: every size that a pack, a formula, a run or an odds run may reach, in one place."""

from __future__ import annotations

from typing import Final

WORDS: Final = 2_000
"""Words of one command."""
FILE_BYTES: Final = 1_000_000
"""Bytes of one file of a pack, with-file or case file."""
PACK_BYTES: Final = 2_000_000
"""Bytes of all files of one pack."""
PACK_FILES: Final = 200
"""YAML files of one pack."""
TESTS_FILES: Final = 1_000
"""Files of cases of one pack, and as many of whole results."""
GOLDEN_BYTES: Final = 10_000_000
"""Bytes of one golden file."""
TESTS_BYTES: Final = 20_000_000
"""Bytes of all files of cases of one pack, and as many of whole results."""
ARCHIVE_BYTES: Final = 25_000_000
"""Bytes of one zip with a pack."""
ARCHIVE_ENTRIES: Final = 3_000
"""Files and folders in one zip."""
ARCHIVE_NAME: Final = 200
"""Characters of the path of a file in a zip."""
ARCHIVE_DEPTH: Final = 20
"""Folders inside one another in a zip."""
ARCHIVE_UNPACKED: Final = 50_000_000
"""Bytes of all files in one zip, unpacked."""
CACHE_BYTES: Final = 4_000_000
"""Bytes of one file of the cache."""
CACHE_FILES: Final = 400
"""Files of the cache."""
LOCKED: Final = 1_000
"""Packs in one lock file."""
NODES: Final = 20_000
"""YAML nodes of one file, and of all files of one pack."""
ENTRIES: Final = 500
"""Entries of one mapping of a pack: of a section, the rows of a table, the fields of a sheet, the steps of a block."""
STEPS: Final = 400
"""Steps of one event, those of its blocks and loops included."""
CELLS: Final = 20_000
"""Rows times columns of one table."""
EDITS: Final = 2_000
"""Places of a pack that the variants of one stack touch."""
EDITS_LENGTH: Final = 20_000
"""Code points of all formulas with `inherited` in the variants of one stack, equal ones counted once."""
EDITS_WORK: Final = 20_000
"""Parts of formulas with `inherited` that the variants of one stack work out where values are written down."""
PLACES_PASSED: Final = 20_000
"""Places of a pack that the paths of the variants of one stack lead through."""
FAULTS: Final = 300
"""Faults of one pack that are looked for."""
NESTING: Final = 40
"""Levels of YAML nesting."""
LINE_LENGTH: Final = 20_000
"""Code points of one line of a file."""
ID_LENGTH: Final = 60
"""Characters of an id."""
TEXT_LENGTH: Final = 4_000
"""Code points of one text."""

FORMULAS: Final = 3_000
"""Formulas of one pack; a name in braces in a text is one."""
FORMULAS_WORDS: Final = 18_000
"""Words, numbers and signs of all formulas of one pack."""
FORMULA_LENGTH: Final = 4_000
"""Code points of one formula."""
FORMULA_DEPTH: Final = 60
"""Nested levels of one formula."""
FORMULA_TERMS: Final = 400
"""Operands of one chain (`a + b + c …`, `a and b …`)."""

DIGITS: Final = 60
"""Digits of any number written, given or computed (of numerator and denominator each)."""
DICE: Final = 100
"""Dice of one pool."""
SIDES: Final = 1_000
"""Sides of one die."""
POOLS: Final = 20
"""Pools joined in one dice value."""
EXTRA_THROWS: Final = 10
"""More dice that an exploding die may bring."""
FACES: Final = 50_000
"""Faces of one throw, rerolled ones included."""
REROLLS: Final = 5_000
"""Faces that the rerolls without end of one throw may ask for on average: so few that no throw comes to `FACES`."""
DICE_STEPS: Final = 5_000_000
"""Sums and products that the table of totals of one dice value may take."""
TABLES_KEPT: Final = 128
"""Tables of totals that are kept for the next use."""
TABLE_KEPT_STEPS: Final = 20_000
"""Steps above which a table of totals is not kept, for it may be large."""

BLOCK_DEPTH: Final = 8
"""Blocks and loops inside one another in one event."""
SHEET_DEPTH: Final = 20
"""Sheets inside one another."""
CHAIN_LEVELS: Final = 120
"""Levels of all formulas, computed fields and modifiers that use one another in a chain; each counts 2 more."""
CALL_DEPTH: Final = 30
"""Events that call one another in a chain, and the blocks and loops inside one another in each of them."""
NAMES: Final = 2_000
"""Names of one event, those of the events that it does included."""
STACK: Final = 20
"""Packs and variants that are put on one another."""
LIST_LENGTH: Final = 1_000
"""Elements of a list or members of a group."""
RANGE_LENGTH: Final = 10_000
"""Whole numbers of one range that is used as a list."""
EVENT_WORK: Final = 1_000_000_000
"""Steps that one event can take at the most, reckoned before it runs."""

FORMULA_WORK: Final = 50_000
"""Parts of one formula, those of the formulas that it uses counted at each use."""
RUN_WORK: Final = 1_000_000
"""Parts of formulas that one run may work out; each step counts for `STEP_WORK` more."""
STEP_WORK: Final = 20
"""Parts of formulas that a step of an event counts for."""
FACE_WORK: Final = 10
"""Parts of formulas that a die thrown counts for."""

RECKONING: Final = 50_000
"""Nodes of applied formulas that the reckoning of least and greatest numbers looks at in one pack."""

ODDS_STEPS: Final = 50_000_000
"""Pairs of state and face that one odds run may look at."""
ODDS_WORK: Final = 10_000_000
"""Parts of formulas in loops, lists and sub-events that one odds run may work out."""
ODDS_STATES: Final = 2_000_000
"""States alive at once in one odds run."""
ODDS_DIGITS: Final = 20_000
"""Digits of the common denominator of one odds run."""
MADE_UP_WORK: Final = 1_000_000
"""Parts of formulas of all runs that are tried to find a first case of a new pack."""
LED_WORK: Final = 1_000_000
"""Parts of formulas and faces of all runs that are tried to find dice that lead to a fault of odds."""
ROUNDS: Final = 10_000
"""Rounds that an event may be done again in one odds run."""
TABLE_CELLS: Final = 2_000
"""Cells of one table of odds."""
SAMPLES: Final = 10_000_000
"""Samples of one estimate."""
RULE_CASES: Final = 8
"""Cases of a rule that tells which answer to a choice is best."""
ODDS_KEPT: Final = 64
"""Ways of asking for odds that a pack keeps compiled."""
