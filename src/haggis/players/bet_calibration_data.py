"""By what wins a bet and the number of players: written by `python -m experiments.bet_calibration`."""

from .bet_calibration import Calibration

CALIBRATIONS: dict[str, dict[int, Calibration]] = {
    "out": {2: Calibration(1.0, 0.0, 0.0, 0.0), 3: Calibration(1.0, 0.0, 0.0, 0.0)},
    "points": {2: Calibration(1.0, 0.0, 0.0, 0.0), 3: Calibration(1.0, 0.0, 0.0, 0.0)},
}
