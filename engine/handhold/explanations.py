"""What each code of check is about: why it is a fault, and the smallest example of it beside one that is right.

An example is a part of a pack (its header is left out unless the fault is there), but for `no-such-pack`, where it
is a command, and `bad-case`, where it is a file of cases of the pack `CASES_OF`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a code is a fault, an example that has it and nothing else, and one that is right."""

    why: str
    bad: str
    good: str


CASES_OF: Final = """\
events:
  climb:
    needs: {skill: integer}
    steps:
      margin: skill - 10
"""
"""The part of a pack whose cases stand as examples."""

_VARIANT: Final = """\
pack: hard-climbs
format: 1
version: "1.0.0"
title: Hard climbs
license: CC0-1.0
extends: lurasko
change:
"""
_HEADER_LEFT: Final = "format: 1\ntitle: My rules\nlicense: CC0-1.0\ntables: {walls: {rows: {low: {}, high: {}}}}\n"

EXPLANATIONS: Final[Mapping[str, Explanation]] = MappingProxyType(
    {
        # reading files
        "no-such-pack": Explanation(
            "A pack is asked for by the name of its folder in 'rulepacks', or by a path, which has a '/' or ends in "
            "'.yaml'. 'handhold list' shows the names there are.",
            "handhold check lurask\n",
            "handhold check lurasko\n",
        ),
        "unreadable": Explanation(
            "A pack is text in UTF-8, which most editors offer when a file is saved. In another encoding a letter such "
            "as é would be a different one on the next machine. (The wrong example is saved as Latin-1.)",
            "note: The café on the wall.\n",
            "note: The café on the wall.\n",
        ),
        "not-a-pack": Explanation(
            "A pack is a folder with a file 'pack.yaml', or one file that ends in '.yaml'. It holds keys and values, "
            "and begins with five keys that say what it is; what it is about stands below them.",
            "- climb\n- fall\n",
            'pack: my-rules\nversion: "1.0.0"\n' + _HEADER_LEFT,
        ),
        "not-locked": Explanation(
            "With '--locked' a pack is used only if it is the one that the project's handhold.lock names, by version "
            "and content, so that nothing changes unseen. 'handhold pack verify' shows every difference; 'handhold "
            "pack lock' writes down what is here now.",
            "handhold check lurasko --locked\n",
            "handhold pack lock lurasko\nhandhold check lurasko --locked\n",
        ),
        "too-big": Explanation(
            "Packs may come from strangers, so everything in them has a greatest size: files, texts, numbers, levels "
            "inside one another. No rule of a game comes near it; a pack that does can be split or written flatter.",
            "settings:\n  far:\n    value: 1" + "0" * 60 + "\n    reading: Far away.\n",
            "settings:\n  far:\n    value: 1000000\n    reading: Far away.\n",
        ),
        # YAML
        "yaml-syntax": Explanation(
            "Packs are written in YAML: a key, a colon, a space, a value; what belongs to a key stands below it, two "
            "spaces further in. A text with a colon, a bracket or a quote of its own stands in quotes.",
            "note: Climbing: the hard way\n",
            'note: "Climbing: the hard way"\n',
        ),
        "yaml-feature": Explanation(
            "YAML can do things that packs do not use: anchors (&), aliases (*), tags (!), merge keys (<<), several "
            "documents in a file. A text that only begins with such a sign stands in quotes.",
            "note: *important\n",
            'note: "*important"\n',
        ),
        "duplicate-key": Explanation(
            "A key stands once among its neighbours, whichever file of the pack they are in: of two, one would "
            "silently win.",
            "tables:\n  walls:\n    rows:\n      low: {}\n      low: {}\n",
            "tables:\n  walls:\n    rows:\n      low: {}\n      high: {}\n",
        ),
        "bad-key": Explanation(
            "A name is made of small letters a to z, digits and '_', and begins with a letter, since formulas use it. "
            "Words of formulas (if, one, of …), words that YAML reads as flags (on, yes …) and what looks like dice "
            "(d6) are taken.",
            "sheets:\n  climber:\n    Max Height: integer\n",
            "sheets:\n  climber:\n    max_height: integer\n",
        ),
        "look-alike": Explanation(
            "Some values are not what they look like: other tools read 1:30 as a time or as 90, 007 as another number "
            "and yes as a flag, and some characters cannot be seen at all. A pack means the same everywhere.",
            "settings:\n  harsh:\n    value: yes\n    reading: It is harsh.\n",
            "settings:\n  harsh:\n    value: true\n    reading: It is harsh.\n",
        ),
        "cut-formula": Explanation(
            "Between { and } a comma ends a value, and ' #' begins a comment everywhere: YAML cuts the formula there. "
            "In quotes, or on a line of its own, it stays whole.",
            "formulas:\n  worst: {needs: {dex: integer}, value: min(dex, 3)}\n",
            'formulas:\n  worst: {needs: {dex: integer}, value: "min(dex, 3)"}\n',
        ),
        # shape
        "unknown-key": Explanation(
            "Each thing has its own keys, and a key that is not among them would be passed over in silence, mostly a "
            "misspelt one.",
            "sheets:\n  climber:\n    dex: {type: integer, mni: 0}\n",
            "sheets:\n  climber:\n    dex: {type: integer, min: 0}\n",
        ),
        "missing-key": Explanation(
            "Some keys must be there: a pack has a license and something below its header, a setting says how the text "
            "is read, every row of a table fills every column that has no default.",
            "settings:\n  step: {value: 1}\n",
            "settings:\n  step: {value: 1, reading: One step at a time.}\n",
        ),
        "wrong-kind": Explanation(
            "Where keys and values are needed, a list or a text cannot stand, and the other way round. A text that "
            "looks like a number needs quotes.",
            "note: 2024\n",
            'note: "2024"\n',
        ),
        "bad-value": Explanation(
            "The value is of the right kind, and yet none that can stand here: not one of the few words allowed, "
            "beyond the limits that are set beside it, or a range that holds nothing.",
            "sheets:\n  climber:\n    dex: {type: integer, min: 1, default: 0}\n",
            "sheets:\n  climber:\n    dex: {type: integer, min: 1, default: 1}\n",
        ),
        "bad-header": Explanation(
            "The header says which pack this is and which version: the id in small letters, the version as three "
            "numbers in quotes, the format that the pack is written for.",
            'pack: My Rules\nversion: "1.0.0"\n' + _HEADER_LEFT,
            'pack: my-rules\nversion: "1.0.0"\n' + _HEADER_LEFT,
        ),
        # variants
        "bad-path": Explanation(
            "'change' and 'remove' name what is there, 'add' what is not. A path begins with a section and has every "
            "name on the way; a path that leads nowhere would change nothing, and nobody would see it.",
            _VARIANT + "  tables.distances.rows.lang.exhaustion: 30\n",
            _VARIANT + "  tables.distances.rows.long.exhaustion: 30\n",
        ),
        "no-change": Explanation(
            "The change brings what stands there already. Either the number is not the one that was meant, or the pack "
            "that is extended has come to say the same, and the change can go.",
            _VARIANT + "  tables.distances.rows.long.exhaustion: 25\n",
            _VARIANT + "  tables.distances.rows.long.exhaustion: 30\n",
        ),
        # formulas
        "formula-syntax": Explanation(
            "A formula is read as it stands, and this one cannot be. '==' compares numbers and 'is' all else, a choice "
            "is 'if … then … else …', and names have small letters only.",
            "formulas:\n  strong: {needs: {dex: integer}, value: dex => 10}\n",
            "formulas:\n  strong: {needs: {dex: integer}, value: dex >= 10}\n",
        ),
        "formula-too-big": Explanation(
            "A formula has a greatest length and depth. A long one is easier to read, and to explain at the table, "
            "when its parts have names of their own.",
            "formulas:\n  far: {needs: {dex: integer}, value: dex + 1" + "0" * 60 + "}\n",
            "formulas:\n  far: {needs: {dex: integer}, value: dex + 1000000}\n",
        ),
        "bad-dice": Explanation(
            "Dice are written as 2d6, d%, 3d6kh2 (keep the highest two), d6! (throw again on the highest), 2d6ro<=1 "
            "(throw low ones again, once). What other tools read in different ways is not allowed. Numbers can be "
            "added to dice; anything more is done with the roll.",
            "events:\n  climb:\n    steps:\n      roll: {roll: 3d6k2}\n",
            "events:\n  climb:\n    steps:\n      roll: {roll: 3d6kh2}\n",
        ),
        "unknown-name": Explanation(
            "A formula knows the needs of where it stands, the steps above it, and the tables, formulas and modifiers "
            "of the pack; a field is read as climber.dex, a setting as settings.step, a row as walls.low.",
            "formulas:\n  half: {needs: {dex: integer}, value: dxe // 2}\n",
            "formulas:\n  half: {needs: {dex: integer}, value: dex // 2}\n",
        ),
        "ambiguous-name": Explanation(
            "A row may be written without its table where it is clear which table is meant. When something else has "
            "the same name, write the table too.",
            "tables:\n  walls:\n    rows: {low: {}, high: {}}\n"
            "formulas:\n  easy: {needs: {wall: walls, low: flag}, value: low and wall is low}\n",
            "tables:\n  walls:\n    rows: {low: {}, high: {}}\n"
            "formulas:\n  easy: {needs: {wall: walls, low: flag}, value: low and wall is walls.low}\n",
        ),
        "hidden-name": Explanation(
            "A new name must not be that of a table, a formula, a function or another value of the same place: which "
            "of the two is meant would be a riddle.",
            "formulas:\n  most: {needs: {max: integer}, value: max + 1}\n",
            "formulas:\n  most: {needs: {limit: integer}, value: limit + 1}\n",
        ),
        "wrong-type": Explanation(
            "Every value has a type: a number, a flag (true or false), dice, a row of a table, a sheet. Flags cannot "
            "be added, a row is no number, and both branches of a choice give the same.",
            "formulas:\n  total: {needs: {skill: integer, lame: flag}, value: skill - lame}\n",
            "formulas:\n  total: {needs: {skill: integer, lame: flag}, value: if lame then skill - 1 else skill}\n",
        ),
        "maybe-none": Explanation(
            "An optional value may not be there, as may what a step with 'when' gives. Say what then: with 'otherwise' "
            "and a value, or by asking 'is not none' first.",
            "formulas:\n  total: {needs: {bonus: optional integer}, value: 10 + bonus}\n",
            "formulas:\n  total: {needs: {bonus: optional integer}, value: 10 + (bonus otherwise 0)}\n",
        ),
        "wrong-arguments": Explanation(
            "A function takes its parts by position, a formula or modifier by name (gap(total = roll)), and a table "
            "that has 'at' rows one number.",
            "formulas:\n  size: {needs: {dex: integer}, value: 'abs(dex, 2)'}\n",
            "formulas:\n  size: {needs: {dex: integer}, value: abs(dex)}\n",
        ),
        "missing-need": Explanation(
            "A formula, modifier or event that is used takes each of its needs from the value of that name. If there "
            "is none, say what it is: half(dex = skill).",
            "formulas:\n  half: {needs: {dex: integer}, value: dex // 2}\n"
            "  total: {needs: {skill: integer}, value: skill + half}\n",
            "formulas:\n  half: {needs: {dex: integer}, value: dex // 2}\n"
            "  total: {needs: {skill: integer}, value: skill + half(dex = skill)}\n",
        ),
        "not-ordered": Explanation(
            "The rows of a table can be compared with < and >, and have one above and below, only where the table says "
            "that their order means something.",
            "tables:\n  walls:\n    rows: {low: {}, high: {}}\n"
            "formulas:\n  hard: {needs: {wall: walls}, value: wall > low}\n",
            "tables:\n  walls:\n    ordered: true\n    rows: {low: {}, high: {}}\n"
            "formulas:\n  hard: {needs: {wall: walls}, value: wall > low}\n",
        ),
        "gap": Explanation(
            "A table is looked up by number, and a number that can come up has no row: the rules would have no answer "
            "for it. Widen a range, add a row, or give what the number depends on a 'min' and 'max'.",
            "tables:\n  ends:\n    rows: {success: {at: 1..}, fall: {at: ..-1}}\n"
            "formulas:\n  end: {needs: {margin: integer}, value: ends(margin)}\n",
            "tables:\n  ends:\n    rows: {success: {at: 0..}, fall: {at: ..-1}}\n"
            "formulas:\n  end: {needs: {margin: integer}, value: ends(margin)}\n",
        ),
        "overlap": Explanation(
            "Two rows of one table are found by the same number, and only one of them can be right.",
            "tables:\n  ends:\n    rows: {success: {at: 0..}, fall: {at: ..0}}\n",
            "tables:\n  ends:\n    rows: {success: {at: 0..}, fall: {at: ..-1}}\n",
        ),
        "unreachable": Explanation(
            "Something stands in the pack and can never happen: a row that no number finds, a line behind one that "
            "always holds, a test of what was asked before, a sentence for an outcome that never comes.",
            "modifiers:\n  help:\n    take: first\n    lines: {usual: {value: 1}, never: {value: 2}}\n",
            "modifiers:\n  help:\n    take: first\n    needs: {rope: flag}\n"
            "    lines: {roped: {when: rope, value: 2}, usual: {value: 1}}\n",
        ),
        "not-covered": Explanation(
            "An event has a sentence for some of its outcomes, and can come to another one. That one has no title "
            "either, so a player would read its id. Say something for it too, or give its row a title.",
            "tables:\n  ends: {rows: {success: {}, fall: {}}}\nevents:\n  climb:\n    needs: {end: ends}\n"
            "    steps: {outcome: end}\n    says: {success: You make it.}\n",
            "tables:\n  ends: {rows: {success: {}, fall: {title: a fall}}}\nevents:\n  climb:\n    needs: {end: ends}\n"
            "    steps: {outcome: end}\n    says: {success: You make it.}\n",
        ),
        "may-fault": Explanation(
            "What can go wrong at the table is told before: a number that may be 0 cannot divide, fewer dice than none "
            "cannot be thrown, a number past its limits cannot be kept. A 'min' or 'max' where the number comes from, "
            "max(…, …) around it, or a condition that is asked before makes it safe.",
            "formulas:\n  share: {needs: {climbers: integer}, value: 12 // climbers}\n",
            'formulas:\n  share: {needs: {climbers: integer}, value: "12 // max(1, climbers)"}\n',
        ),
        "unused": Explanation(
            "Something is declared and no formula, step or text uses it: a column, a field, a choice on whose answer "
            "nothing depends, options that nothing tells apart. It may be left over, or the place that should use it "
            "names something else.",
            "events:\n  climb:\n    needs: {dex: integer, rope: flag}\n    steps: {margin: dex - 10}\n",
            "events:\n  climb:\n    needs: {dex: integer, rope: flag}\n"
            "    steps: {margin: if rope then dex - 8 else dex - 10}\n",
        ),
        # events
        "bad-set": Explanation(
            "A step changes a field of a sheet that says 'changes: true', or a 'track' name of the loop around it. "
            "Everything else stays what it is; another value gets another name.",
            "sheets:\n  climber: {tired: integer}\n"
            "events:\n  climb:\n    needs: {climber: climber}\n"
            "    steps: {tire: {set: climber.tired, to: old + 1}}\n",
            "sheets:\n  climber: {tired: {type: integer, default: 0, changes: true}}\n"
            "events:\n  climb:\n    needs: {climber: climber}\n"
            "    steps: {tire: {set: climber.tired, to: old + 1}}\n",
        ),
        "bad-choice": Explanation(
            "A choice must be one that can be answered and whose odds can be reckoned: a number among given ones, no "
            "sheet that changes, and a default to fall back to where an answer can be refused.",
            "events:\n  climb:\n    steps:\n      bid: {choose: integer, by: player}\n",
            "events:\n  climb:\n    steps:\n      bid: {choose: integer, by: player, among: 1..6}\n"
            "      paid: bid * 2\n",
        ),
        "refusal-too-late": Explanation(
            "An event is refused as a whole, so before anything has happened: once dice are thrown or a sheet has "
            "changed, there is no going back.",
            "events:\n  climb:\n    needs: {hands: integer}\n    steps:\n      roll: {roll: d20}\n"
            "      may: {refuse: {no_hand: {when: hands < 1, because: No hand is free.}}}\n",
            "events:\n  climb:\n    needs: {hands: integer}\n    steps:\n"
            "      may: {refuse: {no_hand: {when: hands < 1, because: No hand is free.}}}\n      roll: {roll: d20}\n",
        ),
        "same-place": Explanation(
            "An event that changes two things is handed the same one twice, and what the first change does would show "
            "in the second.",
            "sheets:\n  climber: {tired: {type: integer, default: 0, changes: true}}\n"
            "events:\n  pull:\n    needs: {helper: climber, helped: climber}\n"
            "    steps: {tire: {set: helper.tired, to: old + helped.tired}}\n"
            "  climb:\n    needs: {leader: climber}\n"
            "    steps: {pull: {do: pull, with: {helper: leader, helped: leader}}}\n",
            "sheets:\n  climber: {tired: {type: integer, default: 0, changes: true}}\n"
            "events:\n  pull:\n    needs: {helper: climber, helped: climber}\n"
            "    steps: {tire: {set: helper.tired, to: old + helped.tired}}\n"
            "  climb:\n    needs: {leader: climber, other: climber}\n"
            "    steps: {pull: {do: pull, with: {helper: leader, helped: other}}}\n",
        ),
        "unbounded-loop": Explanation(
            "A loop ends, and how many passes it can make at most is known before: give the number that it depends on "
            "a 'max', or go through a list.",
            "events:\n  climb:\n    needs: {turns: integer}\n"
            "    steps: {legs: {repeat: turns, steps: {roll: {roll: d6}}}}\n",
            "events:\n  climb:\n    needs: {turns: {type: integer, max: 20}}\n"
            "    steps: {legs: {repeat: turns, steps: {roll: {roll: d6}}}}\n",
        ),
        "cycle": Explanation(
            "To work one thing out the other is needed, and the other way round, so that neither has a beginning. One "
            "of them must do without.",
            "formulas:\n  height: {value: reach + 1}\n  reach: {value: height * 2}\n",
            "formulas:\n  height: {value: 3 + 1}\n  reach: {value: height * 2}\n",
        ),
        "too-much-work": Explanation(
            "How much work an event can make at most is reckoned before it runs, loops inside loops multiplied. A "
            "smaller 'max' on what the loops depend on brings it down. It is a warning where dice can be thrown, and "
            "are too many for exact odds.",
            "events:\n  climb:\n    needs: {turns: {type: integer, max: 1000000}}\n"
            "    steps: {legs: {repeat: turns, steps: {roll: {roll: d6}}}}\n",
            "events:\n  climb:\n    needs: {turns: {type: integer, max: 100}}\n"
            "    steps: {legs: {repeat: turns, steps: {roll: {roll: d6}}}}\n",
        ),
        "bad-text": Explanation(
            "A sentence of 'says' belongs to an outcome of its event, and what stands in { } is a value of it: a step, "
            "or a field of a sheet.",
            "events:\n  climb:\n    needs: {dex: integer}\n    steps: {margin: dex - 10}\n"
            '    says: "You have {magin} to spare."\n',
            "events:\n  climb:\n    needs: {dex: integer}\n    steps: {margin: dex - 10}\n"
            '    says: "You have {margin} to spare."\n',
        ),
        # cases and given values
        "bad-case": Explanation(
            "A case or with-file asks an event of the pack, gives what the event needs, answers choices that it has, "
            "names settings of the pack, and expects what the event can come to.",
            "cases:\n  easy:\n    event: clmb\n    given: {skill: 12}\n    expect: {values: {margin: 2}}\n"
            "    authority: The margin is what is above 10.\n",
            "cases:\n  easy:\n    event: climb\n    given: {skill: 12}\n    expect: {values: {margin: 2}}\n"
            "    authority: The margin is what is above 10.\n",
        ),
        "bad-golden": Explanation(
            "What cases came to is kept in NAME.golden.json beside them, which is written by 'handhold accept' and by "
            "nobody else. A file that was edited by hand, or that a merge has put together from two, cannot be read: "
            "restore it, or delete it and accept it anew.",
            '<<<<<<< ours\n{"handhold": "golden/1", "cases": {}, "reached": {}, "rules": []}\n',
            '{"handhold": "golden/1", "cases": {}, "reached": {}, "rules": []}\n',
        ),
        "stale-golden": Explanation(
            "What a case came to is kept in NAME.golden.json beside the file NAME.yaml that holds the case. Where a "
            "case was taken out or has got another id, or its file was emptied, renamed or deleted, what is kept "
            "belongs to nothing: 'handhold prune' takes it away. Put the case back if it was not meant to go.",
            '{"handhold": "golden/1", "cases": {"gone": {}}, "reached": {}, "rules": []}\n',
            '{"handhold": "golden/1", "cases": {}, "reached": {}, "rules": []}\n',
        ),
    }
)
"""For each code of `diagnostics.CODES`, in their order."""
