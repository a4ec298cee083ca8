"""Zips with packs, made byte by byte where a program that makes zips would not: good ones and those of strangers."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from handhold import limits

HEAD = 'pack: zipped\nformat: 1\nversion: "1.0.0"\ntitle: Zipped\nlicense: CC0-1.0\n'
BODY = HEAD + "events:\n  e:\n    steps:\n      outcome: 1\n"
CASE = "cases:\n  one:\n    event: e\n    expect: {outcome: 1}\n"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a zip, and what its entry says of it where that is not so. `kind` is that of its mode,
    `local` what stands before the file in place of what the list says."""

    name: bytes
    data: bytes = b""
    method: int = 8
    flags: int = 0
    kind: int = stat.S_IFREG
    size: int | None = None
    crc: int | None = None
    packed: bytes | None = None
    local: bytes | None = None
    extra: bytes = b""


def made(*entries: Entry, comment: bytes = b"", before: bytes = b"") -> bytes:
    """The bytes of a zip."""
    body, listed = before, b""
    for entry in entries:
        packed = entry.packed
        if packed is None:
            packed = zlib.compress(entry.data, 9)[2:-4] if entry.method == 8 else entry.data
        size = len(entry.data) if entry.size is None else entry.size
        crc = zlib.crc32(entry.data) if entry.crc is None else entry.crc
        shared = struct.pack("<HHHHHIIIHH", 20, entry.flags, entry.method, 0, 33, crc, len(packed), size,
                             len(entry.name), len(entry.extra))  # fmt: skip
        listed += struct.pack("<4sH", b"PK\1\2", 0x0314) + shared
        listed += struct.pack("<HHHII", 0, 0, 0, (entry.kind | 0o644) << 16, len(body)) + entry.name + entry.extra
        told = b"PK\3\4" + shared + entry.name + entry.extra
        body += (told if entry.local is None else entry.local) + packed
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, len(entries), len(entries), len(listed), len(body), len(comment))
    return body + listed + end + comment


def of(files: Mapping[str, str | bytes]) -> bytes:
    """A zip as any program makes it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


PACK = Entry(b"pack.yaml", BODY.encode())


def _pack_and(*others: Entry) -> Callable[[], bytes]:
    return lambda: made(PACK, *others)


def _link(name: bytes, to: bytes) -> Entry:
    return Entry(name, to, 0, kind=stat.S_IFLNK)


LISTED = Entry(b"pack.yaml", BODY.encode(), 0)


def _told_otherwise(other: Entry) -> Callable[[], bytes]:
    """A zip whose list has the pack, where something else stands before the file."""
    told = made(other)[: 30 + len(other.name) + len(other.extra)]
    return lambda: made(replace(LISTED, local=told))


_SECOND_NAME = struct.pack("<HHBI", 0x7075, 5 + 6, 1, zlib.crc32(b"pack.yaml")) + b"x.yaml"


def _bomb() -> bytes:
    """A zip whose files share one stream of a gigabyte of zeros, as far as a program that unpacks it can tell."""
    zeros = zlib.compressobj(9, wbits=-15)
    packed = b"".join(zeros.compress(bytes(1_000_000)) for _ in range(100)) + zeros.flush()
    return made(PACK, *(Entry(f"{n}.txt".encode(), packed=packed, size=100_000_000, crc=0) for n in range(10)))


def _hundredfold() -> bytes:
    """A file of a hundred megabytes that says that it has a hundred bytes."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = b"".join(packer.compress(b"#" * 1_000_000) for _ in range(100)) + packer.flush()
    return made(Entry(b"pack.yaml", packed=packed, size=100, crc=zlib.crc32(b"#" * 100)))


def _within() -> bytes:
    inner = of({"pack.yaml": BODY})
    for level in range(5):
        inner = of({f"inner{level}.zip": inner})
    return inner


HOSTILE: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "parent": ("unreadable", "leads out", _pack_and(Entry(b"../pack.yaml"))),
    "parent_inside": ("unreadable", "leads out", _pack_and(Entry(b"a/../../b.yaml"))),
    "absolute": ("unreadable", "leads out", _pack_and(Entry(b"/etc/cron.d/x.yaml"))),
    "drive": ("unreadable", "leads out", _pack_and(Entry(b"C:/x.yaml"))),
    "backslash": ("unreadable", "leads out", _pack_and(Entry(b"..\\x.yaml"))),
    "command": ("unreadable", "leads out", _pack_and(Entry(b"\n::error::x.yaml"))),
    **{
        f"windows_{n}": ("unreadable", "on some computers no file can have this name", _pack_and(Entry(name, b"")))
        for n, name in enumerate(
            (
                b"pack.yaml.",
                b"pack.yaml ",
                b"b. /c.yaml",
                b"CON",
                b"nul.yaml",
                b"tests/Com1.yaml",
                b"LPT9.a.b",
                b"a?.yaml",
                b"a|b.yaml",
                b'"a".yaml',
                b"<a>.yaml",
                b"*.yaml",
                b"a\tb.yaml",
                b"aux .yaml",
            )
        )
    },
    "nul": ("unreadable", "leads out", _pack_and(Entry(b"x.yaml\0.txt"))),
    "link": ("unreadable", "this is a link", lambda: made(_link(b"pack.yaml", b"/etc/passwd"))),
    "link_of_a_folder": ("unreadable", "this is a link", _pack_and(_link(b"tests", b"/etc"))),
    "pipe": ("unreadable", "neither a file nor", _pack_and(Entry(b"a.yaml", kind=stat.S_IFIFO))),
    "device": ("unreadable", "neither a file nor", _pack_and(Entry(b"a.yaml", kind=stat.S_IFCHR))),
    "socket": ("unreadable", "neither a file nor", _pack_and(Entry(b"a.yaml", kind=stat.S_IFSOCK))),
    "twice": ("unreadable", "stands twice", _pack_and(Entry(b"pack.yaml", b"other"))),
    "twice_with_a_dot": ("unreadable", "stands twice", _pack_and(Entry(b"./pack.yaml", b"other"))),
    "other_case": ("unreadable", "only in the case", _pack_and(Entry(b"Pack.yaml", b"other"))),
    "other_accents": (
        "unreadable",
        "only in the case",
        _pack_and(Entry("é.yaml".encode(), flags=0x800), Entry("e\u0301.yaml".encode(), flags=0x800)),
    ),
    "folder_in_other_case": (
        "unreadable",
        "only in the case",
        _pack_and(Entry(b"tests/a.yaml"), Entry(b"Tests/b.yaml")),
    ),
    "file_and_folder": ("unreadable", "stands twice", _pack_and(Entry(b"pack.yaml/a.yaml"))),
    "folder_and_file": ("unreadable", "stands twice", _pack_and(Entry(b"a/b.yaml"), Entry(b"a"))),
    "name_too_long": ("unreadable", "longer", _pack_and(Entry(b"n" * 201))),
    "name_of_a_megabyte": ("unreadable", "longer", _pack_and(Entry(b"a/" * 30_000))),
    "names_deep": ("unreadable", "leads deeper", _pack_and(*(Entry(b"%d/" % n * 40) for n in range(2_000)))),
    "encrypted": ("unreadable", "encrypted", lambda: made(Entry(b"pack.yaml", BODY.encode(), flags=1))),
    "encrypted_strongly": ("unreadable", "encrypted", _pack_and(Entry(b"a.yaml", flags=0x40))),
    "packed_by_bzip2": ("unreadable", "packed in a way", lambda: made(Entry(b"pack.yaml", b"BZh9", 12))),
    "packed_by_nothing": ("unreadable", "packed in a way", lambda: made(Entry(b"pack.yaml", b"x", 99))),
    "bomb": ("too-big", "unpacked, the zip", _bomb),
    "more_than_it_says": ("unreadable", "damaged", _hundredfold),
    "less_than_it_says": ("unreadable", "damaged", lambda: made(Entry(b"pack.yaml", BODY.encode(), size=9999))),
    "other_sum": ("unreadable", "damaged", lambda: made(Entry(b"pack.yaml", BODY.encode(), crc=7))),
    "no_stream": ("unreadable", "damaged", lambda: made(Entry(b"pack.yaml", packed=b"\xff" * 9, size=9))),
    "stream_goes_on": (
        "unreadable",
        "damaged",
        lambda: made(Entry(b"pack.yaml", BODY.encode(), packed=zlib.compress(BODY.encode())[2:-4] + b"more")),
    ),
    "file_too_big": ("too-big", "the file has", lambda: of({"pack.yaml": b"#" * (limits.FILE_BYTES + 1)})),
    "files_too_many": (
        "too-big",
        "the zip has more than",
        lambda: made(PACK, *(Entry(f"{n}".encode()) for n in range(limits.ARCHIVE_ENTRIES))),
    ),
    "files_a_hundred_thousand": (
        "too-big",
        "the zip has more than",
        lambda: made(Entry(b"x")).replace(b"PK\1\2", b"PK\1\2" * 100_000),
    ),
    "zip_too_big": ("too-big", "the file has", lambda: of({"pack.yaml": BODY}) + bytes(limits.ARCHIVE_BYTES)),
    "rules_too_many": ("too-big", "files", lambda: of({"pack.yaml": HEAD, **{f"{n}.yaml": "" for n in range(200)}})),
    "rules_too_big": (
        "too-big",
        "bytes",
        lambda: of({"pack.yaml": HEAD, **{f"{n}.yaml": "#" * 999_999 for n in range(3)}}),
    ),
    "cases_too_many": (
        "too-big",
        "files of cases",
        lambda: of({"pack.yaml": BODY, **{f"tests/{n}.yaml": CASE for n in range(limits.TESTS_FILES + 1)}}),
    ),
    "two_names": ("unreadable", "gives the file two names", _told_otherwise(replace(LISTED, name=b"Xack.yaml"))),
    "two_names_of_two_lengths": (
        "unreadable",
        "gives the file two names",
        _told_otherwise(replace(LISTED, name=b"../pack.yaml")),
    ),
    "two_spellings": ("unreadable", "gives the file two names", _told_otherwise(replace(LISTED, flags=0x800))),
    "second_name": ("unreadable", "a second name", _pack_and(Entry(b"a.yaml", extra=_SECOND_NAME))),
    "second_name_by_the_file": ("unreadable", "a second name", _told_otherwise(replace(LISTED, extra=_SECOND_NAME))),
    "two_packings": ("unreadable", "in two ways", _told_otherwise(replace(LISTED, method=8))),
    "two_sizes": ("unreadable", "in two ways", _told_otherwise(replace(LISTED, size=3))),
    "two_sums": ("unreadable", "in two ways", _told_otherwise(replace(LISTED, crc=3))),
    "encrypted_by_the_file": ("unreadable", "in two ways", _told_otherwise(replace(LISTED, flags=1))),
    "empty": ("not-a-pack", "the zip has no pack.yaml", lambda: of({})),
    "nothing": ("unreadable", "this is no zip", lambda: b""),
    "text": ("unreadable", "this is no zip", lambda: BODY.encode()),
    "cut": ("unreadable", "this is no zip", lambda: of({"pack.yaml": BODY})[:-9]),
    "cut_in_front": ("unreadable", "", lambda: of({"pack.yaml": BODY})[40:]),
    "list_cut": ("unreadable", "this is no zip", lambda: made(PACK).replace(b"PK\1\2", b"PK\1\3")),
    "no_local": ("unreadable", "damaged", lambda: made(PACK).replace(b"PK\3\4", b"PK\3\5")),
    "two_folders": (
        "not-a-pack",
        "the zip has no pack.yaml",
        lambda: of({"a/pack.yaml": BODY, "b/pack.yaml": BODY}),
    ),
    "deep": ("not-a-pack", "the zip has no pack.yaml", lambda: of({"a/b/pack.yaml": BODY})),
    "within_one_another": ("not-a-pack", "the zip has no pack.yaml", _within),
    "other_ending": ("not-a-pack", "the names of a pack's files", lambda: of({"pack.yaml": BODY, "more.yml": ""})),
    "name_that_cannot_be_shown": (
        "unknown-key",
        "",
        lambda: of({"pack.yaml": BODY, "a[31m%0A\u200b\u202e::x.yaml".replace(":", "\u2028"): "nonsense: 1\n"}),
    ),
    "name_of_control_characters": (
        "unreadable",
        "on some computers",
        lambda: of({"pack.yaml": BODY, "a\x1b[31m\n%0A|x\u202e.yaml": "nonsense: 1\n"}),
    ),
}
"""Zips that a stranger may send: the code and a part of the message of what is said of each."""

GOOD: dict[str, Callable[[], bytes]] = {
    "plain": lambda: of({"pack.yaml": BODY, "tests/a.yaml": CASE}),
    "stored": lambda: made(Entry(b"pack.yaml", BODY.encode(), 0), Entry(b"tests/a.yaml", CASE.encode(), 0)),
    "of_a_folder": lambda: of({"zipped/": "", "zipped/pack.yaml": BODY, "zipped/tests/a.yaml": CASE}),
    "with_dots": lambda: made(Entry(b"./pack.yaml", BODY.encode()), Entry(b"./tests/a.yaml", CASE.encode())),
    "by_the_finder": lambda: of(
        {
            "zipped/pack.yaml": BODY,
            "__MACOSX/zipped/._pack.yaml": b"\0\5",
            "zipped/tests/a.yaml": CASE,
            ".DS_Store": b"\0",
            "zipped/.DS_Store": b"\0",
            "__MACOSX/._zipped": b"\0",
        }
    ),
    "with_more": lambda: of(
        {
            "zipped-1.0/pack.yaml": BODY,
            "zipped-1.0/README.md": "Read me.",
            "zipped-1.0/map.png": b"\x89PNG",
            "zipped-1.0/old/pack.yaml": "nothing of the pack",
            "zipped-1.0/tests/a.yaml": CASE,
            "zipped-1.0/tests/old/b.yaml": "no case",
            "zipped-1.0/inner.zip": b"PK",
        }
    ),
    "with_a_comment": lambda: made(PACK, Entry(b"tests/a.yaml", CASE.encode()), comment=b"0123456789abcdef" * 4),
    "behind_a_program": lambda: b"#!/bin/sh\n" + of({"pack.yaml": BODY, "tests/a.yaml": CASE}),
    "sizes_behind": lambda: made(
        replace(PACK, local=made(replace(PACK, flags=8, size=0, crc=0))[: 30 + len(PACK.name)]),
        Entry(b"tests/a.yaml", CASE.encode()),
    ),
    "with_times": lambda: made(
        replace(PACK, extra=struct.pack("<HHB", 0x5455, 5, 3) + bytes(4)), Entry(b"tests/a.yaml", CASE.encode())
    ),
    "crlf": lambda: of({"pack.yaml": BODY.replace("\n", "\r\n"), "tests/a.yaml": CASE.replace("\n", "\r\n")}),
}
"""Zips of the same pack, as the programs that people have make them; each has one case."""
