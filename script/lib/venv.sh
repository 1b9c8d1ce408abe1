# shellcheck shell=bash
# The Python environment of the tests from outside. Needs common.sh.

VENV="$ROOT/.build/venv"
REQUIREMENTS="$ROOT/Tests/Interop/requirements.txt"
# Packages of which a file is used and no code, so that what they require is left out.
FILES_ONLY="$ROOT/Tests/Interop/requirements-files-only.txt"

# What Python keeps of modules that it has compiled, of the environment's and of the tests', so that nothing goes into
# the root.
PYTHON_CACHE="$ROOT/.build/pycache"

# Makes the environment, unless it is there with these requirements.
prepare_venv() {
  if "$VENV/bin/python" -c 'import pytest' 2>/dev/null && all_requirements | cmp -s - "$VENV/requirements.txt"; then
    return 0
  fi
  rm -rf "$VENV" "$PYTHON_CACHE"
  local pip=(python3 -m pip --disable-pip-version-check --python "$VENV/bin/python")
  python3 -m venv --without-pip "$VENV"
  if ! "${pip[@]}" --version >/dev/null 2>&1; then
    python3 -m venv "$VENV"
    pip=("$VENV/bin/python" -m pip --disable-pip-version-check)
  fi
  install_requirements "${pip[@]}"
  all_requirements >"$VENV/requirements.txt"
}

all_requirements() {
  cat "$REQUIREMENTS" "$FILES_ONLY"
}

# install_requirements PIP…: installs what the tests need. To choose a version's file, pip looks at those of all versions
# that there ever were, which takes it longer than all else: what it has chosen is kept for the next environment.
install_requirements() {
  local cache="${XDG_CACHE_HOME:-${HOME:-$ROOT/.build}/.cache}/mock-api-wheels" wheels made
  wheels="$cache/$({ all_requirements && "$VENV/bin/python" --version && uname -sm; } | cksum | tr ' ' -)"
  local kept=(--no-index --find-links "$wheels")
  ! [ -d "$wheels" ] || ! install_all "$@" -- "${kept[@]}" || return 0
  rm -rf "$cache" 2>/dev/null || true
  if ! mkdir -p "$cache" 2>/dev/null || ! [ -w "$cache" ]; then
    install_all "$@" --
    return
  fi
  made="$(mktemp -d "$cache/new.XXXXXX")"
  "$@" wheel --quiet --wheel-dir "$made" --requirement "$REQUIREMENTS"
  "$@" wheel --quiet --wheel-dir "$made" --no-deps --requirement "$FILES_ONLY"
  mv "$made" "$wheels"
  install_all "$@" -- "${kept[@]}"
}

# install_all PIP… -- [OPTION…]
install_all() {
  local install=()
  while [ "$1" != -- ]; do
    install+=("$1")
    shift
  done
  shift
  # What is compiled in the environment itself would not be read.
  install+=(install --quiet --no-compile)
  "${install[@]}" --requirement "$REQUIREMENTS" "$@" && "${install[@]}" --no-deps --requirement "$FILES_ONLY" "$@"
}

# Has Python compile what the tests from outside import, once for all processes that begin with it at the same time.
warm_venv() {
  run_pytest --collect-only Tests/Interop >/dev/null
  cached_python -m schemathesis.cli --version >/dev/null
}

# The environment's Python with its cache of compiled modules, whatever the caller's environment says of one: without it
# each process compiles for some four seconds.
cached_python() {
  PYTHONPYCACHEPREFIX="$PYTHON_CACHE" PYTHONDONTWRITEBYTECODE="" "$VENV/bin/python" "$@"
}

# Runs pytest; what it keeps goes below .build/. The plugins that come with schemathesis, which is run as a program here,
# are left out: loading them costs each process 2.5 s.
run_pytest() {
  cached_python -m pytest -q -rs -o "cache_dir=$ROOT/.build/pytest-cache" -p no:schemathesis -p no:hypothesispytest \
    -p no:anyio "$@"
}
