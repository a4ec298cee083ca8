"""`handhold play`: a scenario, one event after another on one state."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.cli.start import faulty
from handhold.cli.words import seed as seed_of

if TYPE_CHECKING:
    from handhold.play.runs.scenario import Scenario


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a YAML file with a pack and its entries")
    parser.add_argument("--pack", metavar="PACK", help="play it with another pack, such as a variant")
    parser.add_argument("--seed", metavar="N", help="throw the dice that are not given from this seed")
    parser.add_argument("--explain", action="store_true", help="show every step")
    parser.locked_option()
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Plays the scenario."""
    from handhold.play.chance import fresh_seed
    from handhold.play.runs.scenario import play
    from handhold.report.scenarios import entry_text, heading_text, scenario_json
    from handhold.report.sentence import left_out

    scenario = _read(arguments.scenario, shell)
    pack = shell.load(arguments.pack or scenario.pack)
    seed: int | str = fresh_seed() if scenario.seed is None else scenario.seed
    if arguments.seed is not None:
        seed = seed_of(arguments.seed)
    text = arguments.format == "text"
    results = []
    if text:
        heading_text(shell.out, scenario, pack.checked.header)
    for result in play(pack.runner, scenario, seed, traced=text or arguments.explain):
        results.append(result)
        if text:
            entry_text(shell.out, scenario, len(results), result, explain=arguments.explain)
            for line in left_out(result):
                shell.err.line(f"handhold: entry {len(results)}: {line}")
    if not text:
        scenario_json(shell.out, scenario, pack.checked.header, results, seed, trace=arguments.explain)
    elif any(result.seed is not None and result.rolls for result in results):
        shell.out.line()
        shell.out.line(shell.out.paint(f"the dice that were not given came from the seed {seed}", "faint"))
    return FINE


def _read(name: str, shell: Shell) -> Scenario:
    from handhold.packs.schemas.schema import validate
    from handhold.packs.storage.files import PackFile, read_file, shown_name
    from handhold.packs.yaml.document import plain, read_document
    from handhold.play.runs.scenario import scenario_of

    path = Path(name)
    file = read_file(path, shown_name(path))
    if not isinstance(file, PackFile):
        raise UsageError(f"{shown_name(path)}: {file.message}", file.hint)
    node, found = read_document(file.data, file.name)
    if node is not None and not found:
        found = validate(node, "scenario")
    if node is None or found:
        raise faulty(file, found, shell, "a scenario holds pack, given and entries")
    data = plain(node)
    assert isinstance(data, dict)
    return scenario_of(data)
