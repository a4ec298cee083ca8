"""`handhold eval`: the value of a formula, or the odds of its dice."""

from __future__ import annotations

from handhold.cli import words
from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell
from handhold.report.evaluated import dice_json, dice_text, eval_json, value_only


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("pack", metavar="PACK", help="the name of a pack, or a path to one")
    parser.add_argument("formula", metavar="FORMULA", help="a formula, a table cell (table.row.column), a modifier")
    parser.add_argument("words", metavar="NAME=VALUE", nargs="*", help="names that the formula can use: climber.dex=14")
    parser.add_argument(
        "--type", action="append", default=[], metavar="NAME=TYPE", help="the type of a name, where it is not clear"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="SETTING=VALUE", help="change a setting of the pack"
    )
    parser.add_argument("--odds", action="store_true", help="give the exact odds of the dice that the formula gives")
    parser.locked_option()
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Works the formula out."""
    import handhold

    given = words.nested(arguments.words)
    types = words.pairs(arguments.type, "NAME=TYPE", lambda name, text: text)
    settings = words.pairs(arguments.set, "SETTING=VALUE", words.value)
    pack = shell.load(arguments.pack)
    value = handhold.evaluate(pack, arguments.formula, given, types=types, settings=settings)
    if arguments.odds:
        chances = handhold.dice_odds(pack, arguments.formula, given, types=types, settings=settings)
        if arguments.format == "json":
            dice_json(shell.out, pack.checked.header, arguments.formula, value, chances)
        else:
            dice_text(shell.out, chances)
    elif arguments.format == "json":
        eval_json(shell.out, pack.checked.header, arguments.formula, value)
    else:
        value_only(shell.out, value)
    return FINE
