"""Notices between the servers of one database, by Redis: that a table has something new, never what.

One that gets lost costs a look at the database, nothing else. A Redis that goes away is tried again and again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from haggis.rules import HaggisError

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

log = logging.getLogger(__name__)
CONNECT_SECONDS, ANSWER_SECONDS = 2.0, 2.0
LOOK_SECONDS = 1.0
RETRY_SECONDS = 0.5
STOP_SECONDS = 2.0
MOST_WAITING = 10_000
EVERYBODY = "haggis:nodes"
"""The channel that all nodes listen to."""


class BadRedis(HaggisError):
    """A Redis that can't be used."""


class Notices:
    """Sends and hears notices on one channel a table. Without a URL nothing is sent and nothing heard."""

    def __init__(self, url: str | None, hear: Callable[[str, Any], None], connected: Callable[[], None]) -> None:
        self._url = url
        self._hear = hear
        self._on_connected = connected
        self._channels = {EVERYBODY}
        self._outgoing: asyncio.Queue[tuple[str, str]] = asyncio.Queue(MOST_WAITING)
        self._pubsub: PubSub | None = None
        self._stopped = False
        self._lost = False
        """Whether Redis has not answered lately: then a silent connection is not believed any more."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def connected(self) -> bool:
        return self._pubsub is not None

    def start(self) -> None:
        if self._url:
            redis = _client(self._url)
            self._begin(self._listen_forever(redis))
            self._begin(self._send_forever(redis))

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work, name="haggis-notices")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Send what waits, if that is quick."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RETRY_SECONDS if self.connected else 0):
                await self._outgoing.join()
        self._lost = self._stopped = True  # a task that does not hear its cancelling ends by this
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)

    def tell(self, channel: str, notice: object) -> None:
        """Send it if Redis is there; never waits."""
        if self.connected and not self._outgoing.full():
            self._outgoing.put_nowait((channel, json.dumps(notice)))

    def watch(self, channel: str) -> None:
        self._channels.add(channel)
        if self._pubsub:
            self._begin(self._ask(self._pubsub.subscribe, channel))

    def forget(self, channel: str) -> None:
        self._channels.discard(channel)
        if self._pubsub:
            self._begin(self._ask(self._pubsub.unsubscribe, channel))

    async def _ask(self, order: Callable[[str], Any], channel: str) -> None:
        from redis import RedisError  # noqa: PLC0415

        with contextlib.suppress(RedisError, OSError):  # the listener finds out, and subscribes to all anew
            await order(channel)

    async def _send_forever(self, redis: Redis) -> None:
        from redis import RedisError  # noqa: PLC0415

        while True:
            waiting = [await self._outgoing.get()]
            while not self._outgoing.empty():
                waiting.append(self._outgoing.get_nowait())
            try:
                async with redis.pipeline(transaction=False) as pipeline:
                    for channel, notice in waiting:
                        pipeline.publish(channel, notice)
                    await pipeline.execute()
            except (RedisError, OSError) as error:
                self._lost = True
                log.warning("notices were not sent: %s", type(error).__name__)
            except Exception as error:  # noqa: BLE001
                self._lost = True
                log.error("sending notices failed: %s", type(error).__name__)
            for _ in waiting:
                self._outgoing.task_done()

    async def _listen_forever(self, redis: Redis) -> None:
        from redis import RedisError  # noqa: PLC0415

        try:
            while not self._stopped:
                try:
                    await self._listen(redis)
                except (RedisError, OSError) as error:
                    log.warning("Redis is away: %s", type(error).__name__)
                except Exception as error:  # noqa: BLE001  # whatever it is, the other nodes must be heard again
                    log.error("listening to notices failed: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            await redis.aclose()

    async def _listen(self, redis: Redis) -> None:
        async with redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            try:
                await pubsub.subscribe(*self._channels)
                self._pubsub, self._lost = pubsub, False
                self._on_connected()
                while not self._lost:
                    message = await pubsub.get_message(timeout=LOOK_SECONDS)
                    if message is not None:
                        self._heard(message["channel"], message["data"])
            finally:
                self._pubsub = None

    def _heard(self, channel: bytes, data: bytes) -> None:
        try:
            name, notice = channel.decode(), json.loads(data)
        except (ValueError, RecursionError):  # whatever another program says there: no notice of ours
            log.warning("a notice can't be read")
            return
        self._hear(name, notice)


def _client(url: str) -> Redis:
    """A client that gives up soon: trying again is our business."""
    from redis.asyncio import Redis  # noqa: PLC0415
    from redis.asyncio.retry import Retry  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415

    return Redis.from_url(
        url,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        health_check_interval=LOOK_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )


async def check_redis(url: str) -> None:
    """Refuse in words a Redis that can't be used."""
    try:
        from redis import RedisError  # noqa: PLC0415

        redis = _client(url)
    except ModuleNotFoundError as error:
        raise BadRedis("the library redis is not installed: pip install 'haggis[cluster]'") from error
    except ValueError as error:
        raise BadRedis("Redis must be a URL, like redis://127.0.0.1:6379/0") from error
    try:
        await redis.publish(EVERYBODY, "[]")
    except (RedisError, OSError) as error:
        said = (str(error).splitlines() or ["it gives no answer"])[0][:120]
        raise BadRedis(f"Redis can't be reached: {said}") from error
    except TypeError as error:  # connections are made with the options, whatever they are
        raise BadRedis("Redis can't be used with the options of its URL") from error
    finally:
        await redis.aclose()
