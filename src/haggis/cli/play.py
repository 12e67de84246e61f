"""`haggis play`: the game in the terminal, against the computer."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.markup import escape
from rich.table import Table

from haggis.players import AS_IT_LIKES, PLAYERS, Player, make_player
from haggis.players.host import ask_turn
from haggis.rules import Action, Game, HaggisError, Play, Round, View, parse_action, record
from haggis.rules.words import action_words, event_words, line_words

from . import files, options
from .card_text import show_table

HELP = """[bold]What you can type[/bold]
  3r 4r 5r            play these cards (r o y g b are the suits, T is ten, J Q K your court cards)
  3r J Q as 3x1:3     ... and say what they are, where they could be several things
  pass                when you are not on the lead
  bet 15              before your first card; bet 0 says "no bet"
  give 2              who captures a trick that you won with a bomb (three players)
  moves               what you could play now
  quit                stop; the game so far is kept with --record"""


class Quit(Exception):
    """The player has had enough."""


def play(
    opponent: Annotated[str, typer.Option(help=f"Who plays against you: {', '.join(PLAYERS)}.")] = "greedy",
    name: Annotated[str, typer.Option(help="Your name.")] = "Guest",
    players: options.Players = None,
    preset: options.Preset = "standard",
    rule: options.Rule = None,
    seed: Annotated[int | None, typer.Option(help="The same number deals the same cards.")] = None,
    record_file: Annotated[Path | None, typer.Option("--record", help="Add the game's record to this file.")] = None,
) -> None:
    """Play a game in the terminal. One round or many: `--rule rounds=1`, `--rule target=250`."""
    rules = options.ruleset(preset, players, rule)
    rng = random.Random(secrets.randbits(64) if seed is None else seed)
    bots = {seat: make_player(opponent, rng.getrandbits(32)) for seat in range(1, rules.players)}
    names = (name, *(f"{opponent} {seat}" if len(bots) > 1 else opponent for seat in bots))
    with files.opened(record_file, "a") as lines:
        _play(_Table(Game.start(rules, names), bots, rng), lines)


def _play(table: _Table, lines: TextIO | None) -> None:
    rules = table.game.rules
    options.out.print(
        f"[bold]Haggis[/bold], {rules.preset} rules, {rules.describe_end()}. Type [bold]help[/bold] for help."
    )
    try:
        table.play()
    except (Quit, EOFError, KeyboardInterrupt):
        options.out.print("\nStopped here.")
    finally:
        if lines:
            _keep(table.game, lines)


def _keep(game: Game, lines: TextIO) -> None:
    line = record.write_line(game)
    with files.or_printed(line, Path(lines.name)):
        files.write_now(lines, line)
    options.out.print(f"The game is recorded in {escape(lines.name)}.")


class _Table:
    """The person at seat 0, bots at the others, and the game between them."""

    def __init__(self, game: Game, bots: dict[int, Player], rng: random.Random) -> None:
        self.game = game
        self.bots = bots
        self.rng = rng

    def play(self) -> None:
        while not self.game.over:
            self.game = self.game.deal(self.rng)
            options.out.rule(f"Round {len(self.game.finished) + 1}")
            while self.game.round:
                self._step(self.game.round)
            self._show_scores(self.game.finished[-1])

    def _step(self, state: Round) -> None:
        bot = self.bots.get(state.turn)
        view = self.game.view(state.turn)
        action = self._let_think(bot, view) if bot else self._ask(view)
        self.game = self.game.apply(action)
        played = (self.game.last_round or state).actions[-1]
        self._tell(action_words(played, self.game.names))
        for event in self.game.events:
            self._tell(event_words(event, self.game.names))

    def _let_think(self, bot: Player, view: View) -> Action:
        answer = ask_turn(bot, view, AS_IT_LIKES, self.game.verify)
        if answer.fault:  # without its words: they may name cards
            self._tell(f"{view.names[view.seat]} made a fault ({answer.fault.place}); the table acts for it")
        return answer.action

    def _tell(self, sentence: str) -> None:
        options.out.print(f"  {escape(sentence)}.")

    def _ask(self, view: View) -> Action:
        """The person's action: asked again until it can be read and is allowed."""
        show_table(view)
        while True:
            typed = options.out.input("[bold]> [/bold]").strip()
            try:
                action = _understand(typed, view)
                if action:
                    return self.game.verify(action)
            except HaggisError as error:
                options.out.print(f"  [red]{escape(str(error))}[/red]")

    def _show_scores(self, done: Round) -> None:
        table = Table("", "this round", "why", "total", title=f"Round {len(self.game.finished)}")
        for seat, name in enumerate(self.game.names):
            why = "\n".join(line_words(line, self.game.names) for line in done.lines if line.seat == seat)
            table.add_row(escape(name), str(done.scores[seat].total), escape(why), str(self.game.totals[seat]))
        options.out.print(table)


def _understand(typed: str, view: View) -> Action | None:
    """The action that was typed; None after a question that has been answered."""
    match typed.split():
        case [] | ["help" | "?"]:
            options.out.print(HELP)
        case ["q" | "quit" | "exit"]:
            raise Quit
        case ["moves"]:
            _show_moves(view)
        case ["pass" | "bet" | "give", *_]:
            return parse_action(f"{view.seat} {typed}")
        case _:
            return parse_action(f"{view.seat} play {typed}")
    return None


def _show_moves(view: View) -> None:
    for action in (*view.legal_actions(), *view.legal_bets()):
        if isinstance(action, Play):
            options.out.print(f"  {action.combo}", markup=False)
        else:
            options.out.print(f"  {str(action).partition(' ')[2]}", markup=False)
