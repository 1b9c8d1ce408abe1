# shellcheck shell=bash
# The Python environment of the tests from outside. Needs common.sh.

VENV="$ROOT/.build/venv"
REQUIREMENTS="$ROOT/Tests/Interop/requirements.txt"

# Makes the environment, unless it is there with these requirements.
prepare_venv() {
  if "$VENV/bin/python" -c 'import pytest' 2>/dev/null && cmp -s "$REQUIREMENTS" "$VENV/requirements.txt"; then
    return 0
  fi
  rm -rf "$VENV"
  python3 -m venv "$VENV"
  "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$REQUIREMENTS"
  cp "$REQUIREMENTS" "$VENV/requirements.txt"
}

# Runs pytest; what it keeps goes below .build/. The plugins that come with schemathesis, which is run as a program here,
# are left out: loading them costs each process 2.5 s.
run_pytest() {
  PYTHONPYCACHEPREFIX="$ROOT/.build/pycache" "$VENV/bin/python" -m pytest -q -rs -o "cache_dir=$ROOT/.build/pytest-cache" \
    -p no:schemathesis -p no:hypothesispytest -p no:anyio "$@"
}
