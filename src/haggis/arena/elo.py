"""Elo ratings from who beat whom, by the model of Bradley and Terry.

A player's strength is a number; the chance that a beats b is 1 / (1 + 10^((b - a) / 400)). The ratings
are the most likely ones, for all results at once. One drawn meeting is added for each pair that met,
so that somebody who won every time gets a high rating and not an infinite one. Only differences mean
something; the average is set to 1500.
"""

from __future__ import annotations

import math

import numpy as np

from .statistics import Numbers

AVERAGE = 1500.0
SCALE = 400 / math.log(10)
_STEPS = 100
_LONGEST_STEP = 1.0
_CLOSE = 1e-10


def ratings(wins: Numbers) -> Numbers:
    """Elo ratings from `wins[..., a, b]`, how often a beat b (a tie is half); leading axes are tables."""
    met = wins + np.swapaxes(wins, -1, -2)
    won = (wins + 0.5 * (met > 0)).sum(axis=-1)
    met = met + (met > 0)
    strength = np.zeros(won.shape)
    for _ in range(_STEPS):
        step = np.clip(_newton_step(strength, won, met), -_LONGEST_STEP, _LONGEST_STEP)
        strength += step
        if np.abs(step).max() < _CLOSE:
            break
    elo: Numbers = AVERAGE + SCALE * (strength - strength.mean(axis=-1, keepdims=True))
    return elo


def _newton_step(strength: Numbers, won: Numbers, met: Numbers) -> Numbers:
    """Towards the top of the log-likelihood, which is concave; its one flat direction is filled in."""
    chance = 1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None]))
    gradient = won - (met * chance).sum(axis=-1)
    weight = met * chance * (1 - chance)
    players = strength.shape[-1]
    curve = np.eye(players) * weight.sum(axis=-1)[..., None] - weight + 1 / players
    step: Numbers = np.linalg.solve(curve, gradient[..., None])[..., 0]
    return step
