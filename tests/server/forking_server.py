"""A process that has everything imported and forks a server for each line it reads.

Servers that are killed on purpose, twenty times over, should not have to import everything anew.
Each line is a JSON object with the port and the settings; the answer is the server's process id.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from pathlib import Path

from haggis.server.limits import Limits
from haggis.server.settings import Settings
from haggis.server.web.run import run


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)  # noqa: T201
    for line in sys.stdin:
        wish = json.loads(line)
        pid = os.fork()
        if pid == 0:
            serve(wish)
            os._exit(0)
        print(pid, flush=True)  # noqa: T201


def serve(wish: dict[str, object]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    limits = Limits() if wish.pop("limited") else Limits.none()
    port = int(str(wish.pop("port")))
    data = Path(str(wish.pop("data")))
    with contextlib.suppress(KeyboardInterrupt):  # stopped politely
        run(Settings(data=data, port=port, limits=limits, thinkers=1, **wish), lambda _port: None)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
