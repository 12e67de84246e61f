"""What study says in English, by key."""

from __future__ import annotations

from haggis.rules.sentences import Catalogue

say = Catalogue(
    {
        # --- records that can't be replayed ---
        "replay.at-line": "line {line}: {reason}",
        "replay.not-json": "this is not JSON ({reason} at column {column})",
        "replay.cut-off": "the file ends in the middle of a game",
        "replay.cut-off-round": "the file ends in the middle of round {round}, after {actions:action|actions}",
        "replay.not-ours": "this is not a game record: it must be a JSON object with the format {format!r}",
        "replay.empty": "there is no game in it",
        "replay.too-many-rounds": "a game of {given} rounds is too long: at most {most} are looked at",
        "replay.no-moment": "there is no action {action} in round {round}",
        # --- puzzles ---
        "puzzle.unknown": "there is no puzzle {given}",
        # --- review and hints ---
        "review.cancelled": "the review was stopped",
        "hint.nobody-asked": "a bet is placed before action {action} of round {round}: there is nothing to play",
        "hint.over": "nobody is asked before action {action} of round {round}",
        "level.like": "like {level}",
        "level.better": "a little better than {level}",
    }
)
