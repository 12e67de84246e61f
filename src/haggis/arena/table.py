"""Plays one deal of a match in every seating.

Whose turn it is gets asked with its `View` and nothing else. Bets out of turn: at the start of a round,
and after every action of somebody else, each seat that may still bet and is not the one to play is
asked once for a bet, in the order of seats. (A bet placed so is seen by the seats after it; it starts
no new turn of questions.) Only a player that says that it `cheats` is shown the whole round, with
`peek`, before it is asked.
"""

from __future__ import annotations

import random
from time import perf_counter

from haggis.players import Clock, External, Player, cheats, make_player
from haggis.players.host import Fault, ask_bet, ask_turn
from haggis.rules import Bet, Game, Round, record

from .match import Match
from .tally import DealResult, Tally


class Chair:
    """A player in its seat, and where its results are counted."""

    def __init__(self, player: Player, tally: Tally, clock: Clock) -> None:
        self._player = player
        self._tally = tally
        self._clock = clock
        self._peek = player.peek if cheats(player) else None

    def play(self, game: Game, state: Round) -> Game:
        """The game after this seat's action."""
        if self._peek:
            self._peek(state)
        view = game.view(state.turn)
        start = perf_counter()
        answer = ask_turn(self._player, view, self._clock, state.verify)
        self._tally.millis.append(1000 * (perf_counter() - start))
        self._note(answer.fault)
        return game.apply_unchecked(answer.action)

    def bet(self, game: Game, state: Round, seat: int) -> Bet | None:
        if self._peek:
            self._peek(state)
        answer = ask_bet(self._player, game.view(seat), self._clock, state.verify)
        self._note(answer.fault)
        return answer.bet

    def _note(self, fault: Fault | None) -> None:
        if fault:
            self._tally.add_fault(fault.reason)
            self._tally.log = self._player.log if isinstance(self._player, External) else ""


class Table:
    """Players in their chairs, and a game between them."""

    def __init__(self, game: Game, chairs: list[Chair]) -> None:
        self.game = game
        self._chairs = chairs

    def play_round(self, rng: random.Random) -> Round:
        """Deal and play a round to its end."""
        self.game = self.game.deal(rng)
        actor = None
        while state := self.game.round:
            if state.rules.bets:
                state = self._offer_bets(state, actor)
            actor = state.turn
            self.game = self._chairs[actor].play(self.game, state)
        return self.game.finished[-1]

    def _offer_bets(self, state: Round, actor: int | None) -> Round:
        """The round after everybody who waits had a chance to bet."""
        for seat, chair in enumerate(self._chairs):
            if seat in (actor, state.turn) or state.bets[seat] is not None or not state.legal_bets(seat):
                continue
            bet = chair.bet(self.game, state, seat)
            if bet:
                self.game = self.game.apply_unchecked(bet)
                state = self.game.round or state
        return state


class Room:
    """Where a match is played. It keeps the match's external bots running from deal to deal."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._programs: dict[int, External] = {}

    def play_deal(self, deal: int) -> DealResult:
        """The deal in every seating."""
        result = DealResult.empty(deal, self.match.players)
        for seating in self.match.seatings(deal):
            self._sit(seating, result)
        return result

    def _sit(self, seating: tuple[int, ...], result: DealResult) -> None:
        names = tuple(self.match.shown_names[player] for player in seating)
        table = Table(Game.start(self.match.rules, names), self._chairs(seating, result))
        rng = self.match.cards(result.deal)
        while not table.game.finished or (self.match.whole_games and not table.game.over):
            result.add_round(table.play_round(rng), seating)
        _end(table.game, seating, result)
        if self.match.keep_records:
            result.records.append(record.write_line(table.game))

    def _chairs(self, seating: tuple[int, ...], result: DealResult) -> list[Chair]:
        players = [self._player(player, self.match.player_seed(result.deal, s)) for s, player in enumerate(seating)]
        tallies = [result.tallies[player] for player in seating]
        return [Chair(player, tally, self.match.clock) for player, tally in zip(players, tallies, strict=True)]

    def _player(self, number: int, seed: int) -> Player:
        """A new player for every seating, so that nothing is carried over; but a program runs on."""
        if number in self._programs:
            return self._programs[number]
        player = make_player(self.match.names[number], seed, arena=True)
        if isinstance(player, External):
            self._programs[number] = player
        return player

    def close(self) -> None:
        """End the external bots."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()


def _end(game: Game, seating: tuple[int, ...], result: DealResult) -> None:
    """Count the game, and compare its players."""
    result.games += 1
    result.compare(game.totals, seating)
    if game.winner is not None:
        result.tallies[seating[game.winner]].games_won += 1
