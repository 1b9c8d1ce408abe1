# shellcheck shell=bash
# Where things are, and how the kit is built for a single run; sourced by test and bench, which set HERE.

ROOT="$(cd "$HERE/../.." && pwd)"
SCRATCH="$ROOT/.build/kits/swift"

if [ -z "${MOCK_API_BINARY:-}" ] && ! command -v mock-api >/dev/null; then
  export MOCK_API_BINARY="$ROOT/.build/release/mock-api"
fi
export MOCK_API_SEEDS="${MOCK_API_SEEDS:-$ROOT/Seeds}" MOCK_API_OPENAPI="${MOCK_API_OPENAPI:-$ROOT/openapi}"
mkdir -p "$SCRATCH/tmp"
export TMPDIR="$SCRATCH/tmp"

# Without debug information, and each module as a whole: in under half the time.
# shellcheck disable=SC2034 # test and bench use it
QUICK=(--package-path "$HERE" --scratch-path "$SCRATCH" -debug-info-format none
  -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
