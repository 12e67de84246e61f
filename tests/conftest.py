"""The same conditions for every run, so that a failure is never a matter of luck.

Hypothesis looks for the same examples each time. Ctrl-C is heard, by us and by the programs that tests
start: a shell that runs something in the background makes it deaf, and deafness is inherited.
"""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")
signal.signal(signal.SIGINT, signal.default_int_handler)
