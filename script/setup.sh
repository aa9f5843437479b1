#!/usr/bin/env bash
# Makes the virtual environment .venv with what is asked for; sourced by the other scripts.
# usage: setup EXTRAS ("" for playing, "dev" for testing). Does nothing if that is there already.

find_python() {
    for name in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python; do
        if [ -n "$name" ] && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    echo "azulejos needs Python 3.11 or newer; set PYTHON to one." >&2
    return 1
}

make_environment() {
    local python=$1
    "$python" -m venv .venv >/dev/null 2>&1 && return
    # Some systems ship Python without its venv parts: fetch them where we may, or use virtualenv.
    rm -rf .venv
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq >/dev/null && apt-get install -y -qq python3-venv >/dev/null
        "$python" -m venv .venv && return
    fi
    "$python" -m virtualenv .venv >/dev/null 2>&1 && return
    echo "Could not make a virtual environment: install your system's python3-venv package." >&2
    return 1
}

set_up() {
    local extras=${1:-} python stamp
    if [ ! -x .venv/bin/python ]; then
        python=$(find_python) || return 1
        make_environment "$python" || return 1
    fi
    stamp=".venv/installed-${extras:-play}"
    if [ -f "$stamp" ] && cmp -s pyproject.toml "$stamp"; then
        return
    fi
    echo "Setting up azulejos (once) …" >&2
    .venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --editable ".${extras:+[$extras]}" >&2 || return 1
    cp pyproject.toml "$stamp"
}
