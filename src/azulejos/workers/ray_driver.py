"""The process that Ray lives in: it hands out work and tells what comes of it.

It speaks with the process that started it through pipes and ends when that one does. Everything
else that it writes, or Ray for it, goes to a file.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep
from typing import IO, Any, NoReturn

from ..extras import MissingExtraError, importing
from . import ray_messages as messages
from .child_process import private_streams
from .identity import Identity
from .ray_messages import Key, Stopped
from .task import Reply, WorkerContext, perform_remotely

TRIES = 2  # that a piece of work has if its workers die
MOVES = 20  # that it has if the machines under them do, or run out of memory
LOOK_EVERY = 5.0  # seconds
CALLS = 3
PAUSE = 3.0  # seconds between them
MEMORY = 256 * 2**20  # bytes, for what waits in a Ray that is started here
PROBE = 60.0  # seconds for the machines to say which azulejos they have
# What no connection can be blamed for: told as it is.
BUGS = (AssertionError, AttributeError, LookupError, NameError, TypeError, ValueError)
NO_AZULEJOS = "its machines have no azulejos, or another one: install the same version on each"


def main() -> NoReturn:
    """Works until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = private_streams()
    connect: messages.Connect = pickle.load(source)
    try:
        with importing("ray"):
            import ray
    except MissingExtraError as error:
        _leave(sink, Stopped(str(error), there=False))
    driver = _Driver(ray, connect, sink)
    try:
        with importing("ray"):  # Ray's client has its own needs
            driver.connect()
        Thread(target=driver.listen, args=(source,), daemon=True).start()
        driver.work_on()
    except _StoppedError as error:
        driver.send(Stopped(str(error)))
    except MissingExtraError as error:
        strange = "azulejos" in str(error.data["why"])  # it met a server without us
        driver.send(Stopped(NO_AZULEJOS if strange else str(error), there=strange))
    except Exception as error:
        driver.send(Stopped(_sentence(error)))
    driver.close()
    os._exit(0)  # Threads of Ray's may hang on to a cluster that is gone.


def _leave(sink: IO[bytes], message: Stopped) -> NoReturn:
    pickle.dump(message, sink)
    sink.flush()
    os._exit(1)


def _sentence(error: BaseException) -> str:
    """Ray's are long, and some hold the story of another machine's."""
    text = " ".join(str(error).split())
    if "Traceback" in text:
        text = text.rpartition("Error: ")[2]
    return f"{type(error).__name__}: {text}"[:300]


def _hint() -> str:
    """What the sentence of a connection that is refused does not say."""
    if os.environ.get("RAY_AUTH_MODE") == "token":
        return ""
    return "; if it asks for a token, set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"


class _StoppedError(Exception):
    """No work can be done any more."""


class ProgressBoard:
    """How far work is that has killed a worker before; lives on the cluster."""

    def __init__(self) -> None:
        self._found: dict[Key, Any] = {}

    def put(self, key: Key, value: Any) -> None:
        self._found[key] = value

    def take(self, key: Key) -> Any:
        return self._found.pop(key, None)


def _post(ray: Any, board: Any, key: Key, value: Any) -> None:
    ray.get(board.put.remote(key, value))


def perform_watched(
    board: Any, key: Key, context: WorkerContext, function: bytes, item: bytes
) -> Reply:
    """On a worker: the work again, telling how far it is."""
    import ray

    return perform_remotely(context, function, item, partial(_post, ray, board, key))


@dataclass
class _Task:
    """An item under way."""

    function: Any
    item: bytes
    deaths: int = 0
    moves: int = 0


@dataclass
class _Driver:
    """One connection to Ray. All of Ray's functions are called by the main thread."""

    ray: Any
    options: messages.Connect
    sink: IO[bytes]
    events: SimpleQueue[tuple[str, Any]] = field(default_factory=SimpleQueue)
    tasks: dict[Key, _Task] = field(default_factory=dict)
    refs: dict[Key, Any] = field(default_factory=dict)
    processors: int = 0
    board: Any = None
    session: str = ""

    # Beginning and end

    def connect(self) -> None:
        options, ray = self.options, self.ray
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        os.environ.pop("RAY_ADDRESS", None)
        if options.address:
            self.join(options.address, quiet)
        else:
            context = ray.init(
                address="local",
                num_cpus=options.jobs,
                include_dashboard=False,
                object_store_memory=MEMORY,
                **quiet,
            )
            self.session = context.address_info["session_dir"]
        self.processors = self.count_processors()
        self.plain = ray.remote(num_cpus=1, max_retries=0)(perform_remotely)
        self.watched = ray.remote(num_cpus=1, max_retries=0)(perform_watched)
        self.send(messages.Ready(self.processors, self.machines()))

    def join(self, address: str, quiet: dict[str, Any]) -> None:
        """Connects; a cluster that has only just been started may not be able to answer yet."""
        for left in reversed(range(CALLS)):
            try:
                self.ray.init(address=address, **quiet)
                return
            except ConnectionAbortedError as error:
                if not left:
                    raise _StoppedError(_sentence(error)) from error
                sleep(PAUSE)
            except (ConnectionError, self.ray.exceptions.AuthenticationError) as error:
                raise _StoppedError(_sentence(error) + _hint()) from error

    def count_processors(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 0)))

    def machines(self) -> tuple[Identity, ...]:
        """Which azulejos each machine has."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On

        ask = self.ray.remote(num_cpus=0, max_retries=3)(_who)
        nodes = [node["NodeID"] for node in self.ray.nodes() if node["Alive"]]
        asked = [ask.options(scheduling_strategy=On(node, soft=True)).remote() for node in nodes]
        try:
            return tuple(self.ray.get(asked, timeout=PROBE))
        except self.ray.exceptions.GetTimeoutError:
            raise _StoppedError("its workers do not answer") from None
        except self.ray.exceptions.RayError as error:
            raise _strange(error) from error

    def close(self) -> None:
        with suppress(Exception):
            for ref in self.refs.values():
                self.ray.cancel(ref, force=True)
        with suppress(Exception):
            self.ray.shutdown()
        if self.session:
            shutil.rmtree(self.session, ignore_errors=True)

    # Talk

    def send(self, message: Any) -> None:
        with suppress(BrokenPipeError):  # The input ends then, too.
            pickle.dump(message, self.sink)
            self.sink.flush()

    def listen(self, source: IO[bytes]) -> None:
        """In a thread of its own."""
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                self.events.put(("message", pickle.load(source)))
        self.events.put(("end", None))

    # Work

    def work_on(self) -> None:
        """Until the end; what Ray raises that is not about a piece of work means the same."""
        try:
            self.work()
        except (_StoppedError, *BUGS):
            raise
        except Exception as error:
            raise _StoppedError(f"the connection was lost ({type(error).__name__})") from error

    def work(self) -> None:
        function = None
        while True:
            try:
                what, found = self.events.get(timeout=LOOK_EVERY)
            except Empty:
                self.look()
                continue
            if what == "end":
                return
            if what == "finished":
                self.finished(*found)
            elif isinstance(found, messages.SetFunction):
                function = self.ray.put(found.function)
            elif isinstance(found, messages.Submit):
                self.tasks[found.key] = _Task(function, found.item)
                self.start(found.key)

    def look(self) -> None:
        """Is it still there, and as large as it was?"""
        processors = self.count_processors()
        if processors != self.processors:
            self.processors = processors
            self.send(messages.Resized(processors))

    def start(self, key: Key) -> None:
        task = self.tasks[key]
        if task.deaths:
            if self.board is None:
                self.board = self.ray.remote(num_cpus=0, max_restarts=-1)(ProgressBoard).remote()
            ref = self.watched.remote(
                self.board, key, self.options.context, task.function, task.item
            )
        else:
            ref = self.plain.remote(self.options.context, task.function, task.item)
        self.refs[key] = ref
        ref.future().add_done_callback(lambda future: self.events.put(("finished", (key, future))))

    def finished(self, key: Key, future: Any) -> None:
        del self.refs[key]
        faults = self.ray.exceptions
        try:
            reply = future.result()
        except faults.WorkerCrashedError:
            return self.died(key)
        except (faults.NodeDiedError, faults.ObjectLostError, faults.LocalRayletDiedError):
            return self.moved(key, "its machine was lost")
        except faults.OutOfMemoryError:
            return self.moved(key, "its machine had no memory left")
        except faults.RayTaskError as error:  # ours, before any work: what that raises is a reply
            raise _strange(error) from error
        del self.tasks[key]
        self.send(messages.Finished(key, reply))
        return None

    def died(self, key: Key) -> None:
        """A worker has died; perhaps by the work."""
        task = self.tasks[key]
        task.deaths += 1
        how = "its worker died"
        if task.deaths < TRIES:
            self.send(messages.Retried(key, how))
            return self.start(key)
        del self.tasks[key]
        progress = None
        with suppress(self.ray.exceptions.RayActorError):
            progress = self.ray.get(self.board.take.remote(key))
        self.send(messages.WorkersDied(key, how, progress))
        return None

    def moved(self, key: Key, how: str) -> None:
        """The work can't be blamed."""
        task = self.tasks[key]
        task.moves += 1
        if task.moves == MOVES:
            raise _StoppedError(f"{how}, {MOVES} times for the same piece of work")
        self.send(messages.Retried(key, how))
        self.start(key)


def _strange(error: Exception) -> _StoppedError:
    """A worker can't even begin."""
    if "No module named 'azulejos" in str(error):
        return _StoppedError(NO_AZULEJOS)
    return _StoppedError(f"its workers fail: {_sentence(error)}")


def _who() -> Identity:
    from .identity import identity

    return identity()


if __name__ == "__main__":
    sys.exit("This is no program: azulejos.workers.ray_pool runs it.")
