"""Compiles core and search where they can be compiled, and installs without where they can't.

Everything else about the package is in pyproject.toml. In the environment:
AZULEJOS_COMPILE=0 does not try; AZULEJOS_COMPILE=1 fails if it does not work, as wheels must.
"""

import os
import re
import runpy
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# Where the repository can be read, without a slash at the end; empty while that is nowhere public.
# The one place to write it: links, and the readme's pictures on a package index, follow from it.
ADDRESS = ""
PAGES = {
    "Homepage": "",
    "Documentation": "/blob/main/docs/library.md",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Issues": "/issues",
}
PACKAGE = Path("src/azulejos")
WISH = os.environ.get("AZULEJOS_COMPILE", "")
if WISH not in ("", "0", "1"):
    sys.exit(f"AZULEJOS_COMPILE is 0 or 1, not {WISH!r}")
SOURCES = runpy.run_path(str(PACKAGE / "core/sources.py"))


class BuildCore(build_ext):
    """Builds all modules or none: a failure leaves the files, which run interpreted."""

    def run(self):
        homes = [Path(self.build_lib, "azulejos"), *([PACKAGE] if self.inplace else [])]
        try:
            super().run()
        except Exception as error:
            if WISH == "1":
                raise
            self.extensions = []
            for home in homes:
                for path in home.glob(f"*/*{sysconfig.get_config_var('EXT_SUFFIX')}"):
                    path.unlink()
            self.warn(f"the core was not compiled and will be slow: {error}")

    def build_extensions(self):
        microsoft = self.compiler.compiler_type == "msvc"
        for extension in self.extensions:
            extension.extra_compile_args = ["/O2"] if microsoft else ["-O3"]
            if not microsoft and "-g" not in os.environ.get("CFLAGS", "").split():
                # Symbols are three quarters of a module; whoever debugs asks for them: CFLAGS=-g.
                extension.extra_compile_args.append("-g0")
                extension.extra_link_args = ["-Wl,-x" if sys.platform == "darwin" else "-Wl,-s"]
            if sys.platform == "linux":
                # One game is a few thousand instructions in a row: calls cost.
                extension.extra_compile_args.append("-finline-limit=2000")
        super().build_extensions()


def extensions():
    from Cython.Build import cythonize

    sources = [str(path) for path in SOURCES["source_files"]()]
    modules = [
        Extension(
            f"azulejos.{name}",
            [str(PACKAGE / f"{name.replace('.', '/')}.py")],
            define_macros=[("SOURCE_HASH", f"{SOURCES['hash_of_files']()}ULL")],
            depends=sources,  # all are built from the same files, or none
        )
        for name in SOURCES["compiled_names"]()
    ]
    return cythonize(
        modules, build_dir="build/c", compiler_directives=SOURCES["DIRECTIVES"], quiet=True
    )


def extensions_if_possible():
    """Cython may be missing, or too new for these files."""
    try:
        return [] if WISH == "0" else extensions()
    except Exception as error:
        if WISH == "1":
            raise
        sys.stderr.write(f"azulejos: the core was not compiled and will be slow: {error}\n")
        return []


def readme_for_index(text, address):
    """The readme where no repository lies around it: links and pictures have whole addresses."""
    if not address:
        return text
    text = re.sub(r"(!\[[^]]*\]\(|<img src=\")(?=docs/)", rf"\1{address}/raw/main/", text)
    return re.sub(r"(?<=\]\()(?=(?:docs/|[A-Z]+\.md))", f"{address}/blob/main/", text)


if __name__ == "__main__":
    setup(
        ext_modules=extensions_if_possible(),
        cmdclass={"build_ext": BuildCore},
        long_description=readme_for_index(Path("README.md").read_text(encoding="utf-8"), ADDRESS),
        long_description_content_type="text/markdown",
        project_urls={name: ADDRESS + path for name, path in PAGES.items()} if ADDRESS else {},
    )
