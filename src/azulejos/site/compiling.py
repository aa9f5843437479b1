"""Core and search for the browser: Cython makes C of them, ziglang's Clang makes WebAssembly of it.

The settings are those of `setup.py`, so that the same files mean the same. Pyodide's modules are
shared libraries in Emscripten's form: position-independent, with whatever is not defined in them
imported; Emscripten itself is not needed for that, only CPython's headers with a `pyconfig.h` for
32 bits, which Pyodide's own library describes.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..core.sources import DIRECTIVES, FOLDERS, compiled_names, hash_of_files
from ..files import write_atomically
from .errors import SiteError
from .runtime import STANDARD_LIBRARY, release_for

EXTRA = "site"
ROOT = FOLDERS[0].parent.parent
"""The folder that the package lies in."""
COMPILE = ["-target", "wasm32-wasi", "-fPIC", "-O3", "-msimd128", "-g0", "-DNDEBUG", "-w"]
FEATURES = (  # what browsers and Node have had since 2022; no extended-const, which came later
    "mutable-globals,sign-ext,bulk-memory,simd128,nontrapping-fptoint,multivalue,reference-types"
)
LINK = [
    *("-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--no-entry"),
    *("-Bsymbolic", "--strip-all", "--no-check-features", f"--features={FEATURES}"),
]
FIX = """\
#ifndef CLOCK_THREAD_CPUTIME_ID  /* WASI has none; Emscripten's, for it has no threads here */
#define CLOCK_THREAD_CPUTIME_ID ((clockid_t)1)
#endif
"""
_DEFINED = re.compile(r"^\s*#\s*(?:define|undef)\s+(\w+)|^/\*\s*#undef\s+(\w+)\s*\*/", re.M)


def compiled_modules(runtime: Mapping[str, bytes], cache: Path) -> dict[str, bytes]:
    """By their paths in the package: `azulejos/core/offer.cpython-….so`; raises SiteError.

    What was compiled from the same files by the same tools is taken from the cache.
    """
    names = compiled_names()
    suffix, variables = _described(runtime[STANDARD_LIBRARY])
    folder = cache / f"compiled-{_made_from()}"
    if missing := [name for name in names if not (folder / f"{name}.so").exists()]:
        headers = Path(sysconfig.get_path("include"))
        if not (headers / "Python.h").exists():
            raise SiteError("site_no_headers", folder=str(headers))
        with TemporaryDirectory(prefix="azulejos-site-") as place:
            made = _Workshop(Path(place), headers, variables).compile(missing)
            for name, body in made:
                write_atomically(folder / f"{name}.so", body)
    return {
        f"azulejos/{name.replace('.', '/')}{suffix}": (folder / f"{name}.so").read_bytes()
        for name in names
    }


def _made_from() -> str:
    """A name for what decides how the modules come out."""
    tools = [version("cython"), version("ziglang"), release_for().version]
    settings = json.dumps([hash_of_files(), tools, DIRECTIVES, COMPILE, LINK, FIX])
    return hashlib.sha256(settings.encode()).hexdigest()[:16]


def _described(standard_library: bytes) -> tuple[str, dict[str, Any]]:
    """The suffix of extension modules, and all that Pyodide's Python was configured with."""
    with zipfile.ZipFile(io.BytesIO(standard_library)) as archive:
        name = next(each for each in archive.namelist() if each.startswith("_sysconfigdata_"))
        found: dict[str, Any] = {}
        exec(archive.read(name), found)
    variables = found["build_time_vars"]
    return str(variables["EXT_SUFFIX"]), variables


class _Workshop:
    """A folder with headers and sources, in which modules are compiled side by side."""

    def __init__(self, place: Path, headers: Path, variables: Mapping[str, Any]) -> None:
        self._place = place
        self._headers = place / "include"
        shutil.copytree(headers, self._headers)
        host = Path(sysconfig.get_config_h_filename()).read_text("utf-8")
        (self._headers / "pyconfig.h").write_text(_config_header(host, variables), "utf-8")
        self._fix = place / "fix.h"
        self._fix.write_text(FIX, "utf-8")

    def compile(self, names: Iterable[str]) -> list[tuple[str, bytes]]:
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            return list(threads.map(self._module, names))

    def _module(self, name: str) -> tuple[str, bytes]:
        source = ROOT / "azulejos" / f"{name.replace('.', '/')}.py"
        c, o, so = (self._place / f"{name}.{kind}" for kind in ("c", "o", "so"))
        settings = [f"--directive={key}={value}" for key, value in DIRECTIVES.items()]
        self._run(name, "cython", *settings, f"--output-file={c}", str(source))
        macro = f"-DSOURCE_HASH={hash_of_files()}ULL"
        given = ["-include", str(self._fix), "-I", str(self._headers), macro]
        self._run(name, "ziglang", "cc", *COMPILE, *given, "-c", str(c), "-o", str(o))
        entry = f"--export=PyInit_{name.rpartition('.')[2]}"
        self._run(name, "ziglang", "wasm-ld", *LINK, entry, str(o), "-o", str(so))
        return name, so.read_bytes()

    def _run(self, name: str, module: str, *arguments: str) -> None:
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            why = (done.stderr or done.stdout).strip()[-2000:] or f"exit code {done.returncode}"
            raise SiteError("site_no_compile", module=f"azulejos.{name}", why=why)


def _config_header(host: str, variables: Mapping[str, Any]) -> str:
    """`pyconfig.h` of Pyodide's Python: the names of ours, its values.

    Whatever is a number or a text in its settings is defined so, all else is not.
    """
    names = sorted({first or second for first, second in _DEFINED.findall(host)})
    lines = [
        f"#define {name} {variables[name]}"
        for name in names
        if variables.get(name) not in (None, "", 0)
    ]
    return "\n".join(["#pragma once", *lines, ""])
