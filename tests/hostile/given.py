"""What a stranger may give to a command beside a pack: arguments, with-files, scenarios, cases."""

from __future__ import annotations

from tests.shell import CLIMB

GIVEN = "event: climb\ngiven: {climber: {skill: 14}, wall: high}\n"

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "digits_of_a_face": ("--dice", "9" * 5000),
    "commas": ("--dice", "," * 5000),
    "full_width_face": ("--dice", "\uff11"),
    "superscript_face": ("--dice", "roll=\u00b2"),
    "many_dice": ("--dice", " ".join(f"r{n}=1" for n in range(9000))),
    "many_faces": ("--dice", ",".join(["1"] * 40_000)),
    "brackets_in_a_choice": ("--choose", "a=" + "[" * 5000),
    "choice_of_python": ("--choose", "__class__=1"),
    "path_of_a_choice": ("--choose", ".".join(["slow"] * 9000) + "=true"),
    "ansi_in_a_setting": ("--set", "a.b=\x1b[31m"),
    "bidi_in_a_setting": ("--set", "ground=\u202esoft\u2066"),
    "long_setting": ("--set", "x" * 100_000 + "=1"),
    "number_of_100_digits": ("climber.skill=" + "9" * 100,),
    "scientific": ("climber.skill=1e5",),
    "mapping_for_a_number": ("climber.skill={a: 1}",),
    "full_width_number": ("climber.skill=\uff11\uff14",),
    "zero_width_number": ("climber.skill=1\u200b4",),
    "tag": ("climber.skill=!!python/name:os.system",),
    "alias": ("climber.skill=*a",),
    "aliases": ("climber=[&a [x, x], &b [*a, *a]]",),
    "text_for_a_list": ("climber=" + "{" * 9000,),
    "quote_never_closed": ('climber="' + "\\" * 9001,),
    "long_name": ("a" * 100_000 + "=1",),
    "name_of_many_parts": (".".join("a" * 5000) + "=1",),
    "whole_and_in_parts": ("climber=1", "climber.dex=2"),
    "half_a_character": ("\udcff=1",),
    "links": ("climber.skill=\x1b]8;;http://x\x07y",),
    "endless_file": ("--with", "/dev/zero"),
    "folder_for_a_file": ("--with", "."),
    "long_name_of_a_file": ("--with", "x" * 5000),
    "file_with_a_zero": ("--with", "a\0b"),
    "unknown_option": ("--" + "x" * 100_000,),
    "many_words": tuple(f"k{n}=1" for n in range(9000)),
    "many_settings": tuple(word for n in range(4000) for word in ("--set", f"k{n}=1")),
    "many_choices": tuple(word for n in range(4000) for word in ("--choose", f"k{n}=1")),
}
"""By name: words after those of a run that is right. Each is refused."""

WITH_FILES: dict[str, str] = {
    "deep_choices": GIVEN + "choices: " + "{a: " * 3000 + "}" * 3000 + "\n",
    "deep_json": '{"event": "climb", "given": ' + '{"a": ' * 30 + "1" + "}" * 31,
    "digits_of_a_face": GIVEN + "dice: [" + "9" * 50 + "]\n",
    "faces_of_other_kinds": GIVEN + "dice: {roll: [true, 1.5, x]}\n",
    "mapping_for_faces": GIVEN + "dice: {roll: {a: 1}}\n",
    "list_for_a_seed": GIVEN + "seed: [1]\n",
    "list_for_a_setting": GIVEN + "settings: {a: [1]}\n",
    "list_for_given": "event: climb\ngiven: [1]\n",
    "many_keys": "event: climb\ngiven:\n" + "".join(f"  k{n}: 1\n" for n in range(9000)),
    "many_fields": "event: climb\ngiven:\n  wall: low\n  climber:\n" + "".join(f"    k{n}: 1\n" for n in range(9000)),
    "many_choices": GIVEN + "choices:\n" + "".join(f"  k{n}: 1\n" for n in range(9000)),
    "many_settings": GIVEN + "settings:\n" + "".join(f"  k{n}: 1\n" for n in range(9000)),
    "many_dice": GIVEN + "dice:\n" + "".join(f"  k{n}: 1\n" for n in range(9000)),
    "many_unknown_keys": GIVEN + "".join(f"k{n}: 1\n" for n in range(9000)),
    "choice_of_many_parts": GIVEN + f"choices: {{{'slow.' * 1000}slow: true}}\n",
    "other_kinds": "event: climb\ngiven: {climber: {skill: [1]}, wall: {a: 1}}\n",
    "numbers_as_keys": "event: climb\ngiven: {1: 2, climber: {2: 3}}\n",
    "list_for_an_event": "event: [climb]\n",
    "ansi": 'event: "cl\\e[31mimb\\u202e"\n',
    "no_character": 'event: "\\UFFFFFFFF"\n',
    "half_a_character": '{"event": "\\ud800"}',
    "state_of_a_run_as_list": '{"handhold": "run/1", "state": [1]}',
    "state_of_a_run_of_python": '{"handhold": "run/1", "state": {"climber": {"__class__": 14}}}',
    "answer_of_another_command": '{"handhold": "odds/1", "state": {}}',
    "zero": "event: climb\0\n",
    "blank": " \n" * 1000,
    "aliases": GIVEN + "choices: &a {b: *a}\n",
    "merge": "event: climb\ngiven: {<<: {climber: {skill: 4}}, wall: low}\n",
    "object": 'event: !!python/object/apply:os.system ["id"]\n',
    "full_width": "event: climb\ngiven: {climber: {skill: \uff11}, wall: low}\n",
    "zero_width": "event: cl\u200bimb\n",
    "bidi": "event: climb\u202e\n",
    "megabyte_line": f"event: climb\nnote: {'x' * 900_000}\n",
    "megabyte_name": f"event: climb\ngiven:\n  {'x' * 900_000}: 1\n",
    "nodes": "event: climb\ngiven: [" + "1, " * 200_000 + "1]\n",
    "not_utf8": "event: climb\nnote: \udcff\udcfe\n",
    "too_many_bytes": "event: climb\n" + "# x\n" * 250_000,
}
"""By name: a with-file of the pack `demo` that cannot be used."""

SCENARIOS: dict[str, str] = {
    "list_for_a_pack": "pack: [x]\nentries: {a: {event: climb}}\n",
    "pack_far_away": "pack: ../../../../etc/passwd\nentries: {a: {event: climb}}\n",
    "pack_here": "pack: .\nentries: {a: {event: climb}}\n",
    "entries_as_list": "entries: [1]\n",
    "brackets": "pack: x\nentries: " + "[" * 5000 + "\n",
    "many_entries": "pack: x\nentries:\n" + "".join(f"  F{n}: 1\n" for n in range(9000)),
    "many_events": "pack: lurasko\nentries:\n" + "".join(f"  - {{event: e{n}}}\n" for n in range(4000)),
    "no_character": '"\\UFFFFFFFF"',
    "aliases": "pack: x\nentries: &a [*a, *a]\n",
    "object": "pack: !!python/name:os.system\nentries: [{event: climb}]\n",
    "ansi": 'pack: "\\e[31m\\u202e"\nentries: [{event: climb}]\n',
    "zero": "pack: a\0b\nentries: []\n",
    "empty": "",
    "megabyte_line": f"pack: x\ntitle: {'x' * 900_000}\n",
}
"""By name: a scenario that cannot be played."""

CASES: dict[str, str] = {
    "unknown_events": "cases:\n" + "".join(f"  c{n}: {{event: nope{n}}}\n" for n in range(3000)),
    "brackets": "cases: " + "[" * 3000,
    "number_for_a_case": "cases: {a: 1}\n",
    "no_character": 'cases: {a: "\\UFFFFFFFF"}\n',
    "unknown_keys": "cases:\n" + "".join(f"  c{n}: {{event: climb, k{n}: 1}}\n" for n in range(3000)),
    "unknown_choices": "cases:\n  c:\n    event: climb\n    choices:\n"
    + "".join(f"      k{n}: 1\n" for n in range(9000)),
    "unknown_settings": "cases:\n  c:\n    event: climb\n    settings:\n"
    + "".join(f"      k{n}: 1\n" for n in range(9000)),
    "aliases": "cases: &a {b: *a}\n",
    "object": "cases: {a: !!python/name:os.system}\n",
    "zero": "cases: {a: {event: climb\0}}\n",
    "ansi": 'cases: {a: {event: "\\e[31m\\u202e"}}\n',
    "megabyte_name": f"cases: {{{'x' * 900_000}: 1}}\n",
    "expected_deep": "cases: {a: {event: climb, expect: " + "{a: " * 3000 + "}" * 3002,
}
"""By name: a file of cases of the pack `demo` that cannot be used."""

RIGHT = (CLIMB[0], "climber.skill=14", "wall=high")
"""The words of a run of the pack `demo` that is right."""
