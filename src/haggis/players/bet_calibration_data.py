"""By the look and the number of players: written by `python -m experiments.bet_calibration`."""

from .bet_calibration import Calibration, Look

CALIBRATIONS: dict[Look, dict[int, Calibration]] = {
    "search": {2: Calibration(0.69, -0.3, -1.81, 0.0), 3: Calibration(0.735, -0.474, -1.171, 0.0)},
    "playouts": {2: Calibration(0.55, -0.063, -2.22, 0.0), 3: Calibration(0.628, -0.239, -1.339, 0.0)},
    "points": {2: Calibration(0.589, 1.041, -1.767, -0.368), 3: Calibration(0.541, 1.042, -0.962, -0.379)},
}
