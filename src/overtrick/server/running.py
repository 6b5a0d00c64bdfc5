"""A server as a process of its own, which runs until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from overtrick.server.server import Server, ServerSettings

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def serve(settings: ServerSettings, ready: Callable[[Server], object]) -> None:
    """Run a server until SIGTERM or SIGINT; `ready` is called when its ports are open.

    Raises `OSError` where they cannot be opened.
    """
    _raise_file_limit()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, ready))


async def _serve(settings: ServerSettings, ready: Callable[[Server], object]) -> None:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in SIGNALS:
        with suppress(NotImplementedError):  # there, an interrupt cancels this task
            loop.add_signal_handler(number, stopped.set)
    server = Server(settings)
    try:
        await server.start()
        _tune()
        ready(server)
        await stopped.wait()
    finally:
        await server.stop()
        for number in SIGNALS:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
                signal.signal(number, signal.SIG_IGN)  # the process is about to end in good order


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where it is installed."""
    try:
        from uvloop import new_event_loop
    except ModuleNotFoundError:
        return None
    return new_event_loop


def _tune() -> None:
    """Fit the interpreter to a server: little garbage has cycles, and the thread that stores must not wait long."""
    gc.collect()
    gc.freeze()  # what is here now stays
    gc.set_threshold(100_000, 50, 100)
    sys.setswitchinterval(0.002)


def _raise_file_limit() -> None:
    """Have as many files open as the system allows: every connection is one."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
