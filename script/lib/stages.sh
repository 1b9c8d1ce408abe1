# shellcheck shell=bash
# Runs the stages of script/test: each with a heading, its duration, and a log that is shown only if it fails.
# Needs common.sh.

STAGE_LOGS="$ROOT/.build/test-logs"
STAGE_SUMMARY=""

# stage NAME COMMAND…: runs the command; if it fails, shows the end of its log, sums up and exits.
stage() {
  local name="$1" log="$STAGE_LOGS/$1.log" start=$SECONDS status
  shift
  mkdir -p "$STAGE_LOGS"
  echo "==> $name"
  # A subshell with errexit on; as the condition of an `if` the command would run with it off.
  set +e
  (set -e && "$@") >"$log" 2>&1 </dev/null
  status=$?
  set -e
  if [ "$status" -ne 0 ]; then
    tail -n 80 "$log"
    tell_failures "$log"
    finish_stage "$name" FAILED "$((SECONDS - start))"
    echo "The whole log: ${log#"$ROOT"/}"
    sum_up
    exit 1
  fi
  tell_notes "$log"
  finish_stage "$name" ok "$((SECONDS - start))"
}

# Prints what the test runners name as failed, since it may stand far from the end of the log, and the end is all that
# some services keep.
tell_failures() {
  grep -aE 'recorded an issue|^(FAILED|ERROR) |: error: ' "$1" | cut -c 1-600 | tail -n 20 || true
}

finish_stage() {
  local line
  line="$(printf '%-10s %-7s %4ss' "$1" "$2" "$3")"
  STAGE_SUMMARY="$STAGE_SUMMARY$line"$'\n'
  echo "    $2 after $3s"
}

# Prints the line in which a test runner counts its tests, and which were skipped and why.
tell_notes() {
  grep -E '^SKIPPED ' "$1" || true
  grep -E 'Test run with [1-9][0-9]* tests?|Executed [1-9][0-9]* tests?,|^[0-9]+ (passed|failed)' "$1" |
    tail -n 1 || true
}

sum_up() {
  printf '\n%s' "$STAGE_SUMMARY"
}
