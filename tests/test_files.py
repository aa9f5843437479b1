"""Files that are whole or not there: written beside, synced, renamed, and the folder synced."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos.files import lock, make_private_folder, write_atomically
from synced import Watched

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folders")


@posix
def test_a_file_is_on_the_disk_before_it_gets_its_name_and_the_name_after(
    tmp_path: Path, watched: Watched
) -> None:
    for content in (b"one", b"two"):
        write_atomically(tmp_path / "file", content)
        assert [what for what, _ in watched.events] == ["sync file", "rename", "sync folder"]
        assert watched.is_durable(tmp_path / "file")
        assert (tmp_path / "file").read_bytes() == content
        watched.events.clear()
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@posix
def test_the_names_of_new_folders_are_on_the_disk_too(tmp_path: Path, watched: Watched) -> None:
    write_atomically(tmp_path / "a" / "b" / "file", b"content")
    for folder in (tmp_path, tmp_path / "a", tmp_path / "a" / "b"):
        assert watched.has_synced(folder)
    watched.events.clear()
    make_private_folder(tmp_path / "c")
    assert watched.has_synced(tmp_path)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_atomically(tmp_path / "file", b"old")

    def fails(_: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(type(error)):
        write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@posix
def test_a_folder_that_can_not_be_synced_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", only_files)
    write_atomically(tmp_path / "file", b"content")
    assert (tmp_path / "file").read_bytes() == b"content"


def test_two_writers_never_share_a_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second begins, and ends, while the first has written half."""
    real, busy = os.fsync, False

    def meanwhile(descriptor: int) -> None:
        nonlocal busy
        if not busy:
            busy = True
            write_atomically(tmp_path / "file", b"short")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    write_atomically(tmp_path / "file", b"a longer content")
    assert (tmp_path / "file").read_bytes() == b"a longer content"
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@posix
def test_drafts_follow_no_links(tmp_path: Path) -> None:
    """Whoever shares the folder can't have us write somewhere else."""
    (tmp_path / "precious").write_bytes(b"mine")
    (tmp_path / ".file.partial").symlink_to(tmp_path / "precious")
    write_atomically(tmp_path / "file", b"content")
    assert (tmp_path / "precious").read_bytes() == b"mine"


HOLDER = """
import os, sys, time
from azulejos.files import lock

assert lock(os.open(sys.argv[1], os.O_RDWR))
print("ours", flush=True)
time.sleep(60)
"""


@posix
def test_a_lock_ends_with_its_process_however_it_ends_and_leaves_the_file_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    descriptor = os.open(path, os.O_RDWR)
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ours\n"
        assert not lock(descriptor)
        holder.send_signal(signal.SIGKILL)
    assert lock(descriptor)
    os.close(descriptor)
    assert path.read_bytes() == b"content"
    assert list(tmp_path.iterdir()) == [path]
