"""`handhold pack`: packs of others, kept, handed on, and held to a lock file."""

from __future__ import annotations

from typing import Final

from handhold.cli.command import Commands

COMMANDS: Final[Commands] = {
    "add": ("handhold.cli.pack_add", "put a pack into your library or project"),
    "remove": ("handhold.cli.pack_remove", "take a pack out of your library or project"),
    "list": ("handhold.cli.pack_list", "the packs that have a name, and where they come from"),
    "lock": ("handhold.cli.pack_lock", "write down which packs the project uses, by content"),
    "verify": ("handhold.cli.pack_verify", "say which packs are not those of the lock file"),
    "build": ("handhold.cli.pack_build", "make the zip of a pack, to hand it on"),
}
