"""By what wins a bet and the number of players: written by `python -m experiments.bet_calibration`."""

from .bet_calibration import Calibration

CALIBRATIONS: dict[str, dict[int, Calibration]] = {
    "out": {2: Calibration(0.97, -0.022, -4.56, 0.0), 3: Calibration(0.825, -0.139, -1.131, 0.0)},
    "points": {2: Calibration(1.042, -1.023, -0.968, 0.036), 3: Calibration(0.769, -0.582, 0.27, -0.125)},
}
