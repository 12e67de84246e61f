"""`haggis verify`: replay game records and compute every score anew; with `--fair` also the deals."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from haggis.rules import BadRecord, Game, NotationError, record
from haggis.rules.sentences import plural
from haggis.shuffle.proof import Proof, Witness, check

from . import files, options
from .names import shown_name


class _Line(NamedTuple):
    """What should be a game."""

    file: Path
    place: int
    """Among the games of its file."""
    number: int
    """Among its lines."""
    text: str


class Verified(NamedTuple):
    """A game that holds, and with `--fair` whose shares made its deals."""

    name: str
    game: Game
    proof: Proof | None


def verify(
    file: Annotated[list[Path], typer.Argument(help="Game records, one JSON object a line; - for standard input.")],
    fair: Annotated[bool, typer.Option("--fair", help="Also check that nobody chose the deals.")] = False,
    share: Annotated[
        str | None, typer.Option(help="My own share, which must be in every game; with it --fair.")
    ] = None,
    commitment: Annotated[
        str | None, typer.Option(help="The server's commitment as my page showed it; with it --fair.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Replay games and compute every score anew; exit 1 at the first game that doesn't hold, and say why."""
    witness = Witness(share, commitment) if fair or share or commitment else None
    done: list[Verified] = []
    bad: dict[str, Any] | None = None
    lines = [
        _Line(each, place, number, line)
        for each in file
        for place, (number, line) in enumerate(files.read_text_lines(each), 1)
    ]
    for line in options.with_progress(lines, "Replaying"):
        name = f"game {line.place}" + (f" of {line.file}" if len(file) > 1 else "")
        try:
            done.append(_verified(name, files.parse_json(line.text, line.number), witness))
        except (BadRecord, NotationError) as error:
            bad = {"file": str(line.file), "game": line.place, **_describe(error)}
            break
    _report(done, bad, several=len(file) > 1, as_json=as_json)
    raise typer.Exit(0 if bad is None else 1)


def _verified(name: str, written: Any, witness: Witness | None) -> Verified:
    game = record.read(written)
    return Verified(name, game, None if witness is None else check(written, witness))


def _describe(error: BadRecord | NotationError) -> dict[str, Any]:
    said: dict[str, Any] = {"sentence": str(error)}
    if isinstance(error, BadRecord):
        said |= {"round": error.round_number, "action": error.action_number, "reason": error.reason}
    return said


def _report(done: list[Verified], bad: dict[str, Any] | None, *, several: bool, as_json: bool) -> None:
    rounds = [played for _, game, _ in done for played in (*game.finished, *([game.round] if game.round else []))]
    actions = sum(len(played.actions) for played in rounds)
    proofs = [proof for *_, proof in done if proof is not None]
    if as_json:
        counts = {"games": len(done), "rounds": len(rounds), "actions": actions}
        shares = [{"given": list(proof.given), "left_out": list(proof.left_out)} for proof in proofs]
        options.print_json({"ok": bad is None, **counts, **({"shares": shares} if proofs else {}), "first_bad": bad})
    elif bad:
        where = f" of {bad['file']}" if several else ""
        options.err.print(f"game {bad['game']}{where} does not hold: {bad['sentence']}", markup=False)
    else:
        counted = (plural(len(done), "game"), plural(len(rounds), "round"), plural(actions, "action"))
        typer.echo(f"Every game holds: {', '.join(counted)}.")
        _report_proofs(done)


def _report_proofs(done: list[Verified]) -> None:
    """How many shares left nobody a choice, and whose are missing though they were promised."""
    proofs = [(name, game, proof) for name, game, proof in done if proof is not None]
    if not proofs:
        return
    given = sum(len(proof.given) for _, _, proof in proofs)
    typer.echo(f"Nobody chose the deals: they follow from secrets settled before and from {plural(given, 'share')}.")
    for name, game, proof in proofs:
        for seat in proof.left_out:
            typer.echo(f"{name}: the share of {shown_name(game.names[seat])} came too late and was left out.")
