"""The levels that people choose from, the weakest first: how each of them plays.

How far they are apart is measured (`make strength`, docs/strength.md).
"""

from __future__ import annotations

from .person import Habits

PERSONS: dict[str, Habits] = {
    "beginner": Habits(worlds=2, noise=6.0, overlook=0.3, forget=0.8, courts=2.5, margin=12.0),
    "novice": Habits(worlds=3, noise=4.9, overlook=0.23, forget=0.7, courts=1.8, margin=10.0),
    "casual": Habits(worlds=4, noise=3.9, overlook=0.18, forget=0.5, courts=1.3, margin=8.0),
    "regular": Habits(worlds=6, noise=3.0, overlook=0.15, forget=0.4, courts=1.0),
    "careful": Habits(worlds=12, noise=2.0, forget=0.2, courts=-2.0, bombs=-4.0, passing=1.0, margin=10.0),
    "daring": Habits(
        worlds=12, noise=2.8, forget=0.2, courts=2.5, bombs=3.0, passing=-4.0, margin=-2.0, with_three=0.4
    ),
    "hoarder": Habits(worlds=12, noise=1.7, forget=0.2, courts=-1.0, bombs=-11.0),
}
SKILLED_NODES = 45
EXPERT_MILLIS = 1000
