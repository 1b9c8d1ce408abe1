# shellcheck shell=bash
# Runs the stages of script/test side by side, each as soon as those that it needs have ended well. Needs common.sh.
#
# Below .build/test-logs/ a stage leaves NAME.log, what it printed, and NAME.result: how it ended, the seconds that it
# took, and its seconds of processor time.

STAGE_LOGS="$ROOT/.build/test-logs"
STAGE_NAMES=()
STAGE_PIDS=()

# Forgets the last run; a run that is broken off ends what it began.
open_stages() {
  rm -rf "$STAGE_LOGS"
  mkdir -p "$STAGE_LOGS"
  # Each stage in a process group of its own, so that it can be ended with all that it started.
  set -m
  trap 'break_off 130' INT
  trap 'break_off 143' TERM
}

break_off() {
  local pid
  trap - INT TERM
  for pid in ${STAGE_PIDS[@]+"${STAGE_PIDS[@]}"}; do kill -TERM -- "-$pid" 2>/dev/null || true; done
  wait
  exit "$1"
}

# begin_stage NAME "NEEDED STAGES" COMMAND…: runs the command in the background.
begin_stage() {
  run_stage "$@" </dev/null &
  STAGE_NAMES+=("$1")
  STAGE_PIDS+=("$!")
}

run_stage() {
  local name="$1" needed="$2" other status end=ok start
  shift 2
  trap - INT TERM
  for other in $needed; do
    until [ -f "$STAGE_LOGS/$other.result" ]; do sleep 0.1; done
    case "$(cat "$STAGE_LOGS/$other.result")" in
      ok*) ;;
      *) tell_result "$name" SKIPPED 0 0 && return ;;
    esac
  done
  echo "==> $name"
  start=$SECONDS
  # A subshell with errexit on; in a condition the command would run with it off.
  set +e
  (set -e && "$@") >"$STAGE_LOGS/$name.log" 2>&1
  status=$?
  # By way of a file, since a subshell would tell of itself.
  times >"$STAGE_LOGS/$name.times"
  [ "$status" -eq 0 ] || end=FAILED
  tell_result "$name" "$end" "$((SECONDS - start))" "$(children_seconds <"$STAGE_LOGS/$name.times")"
  rm -f "$STAGE_LOGS/$name.times"
}

# Of what the shell's `times` prints, the seconds of what it ran and waited for.
children_seconds() {
  awk 'NR == 2 { split($1 "m" $2, part, /[ms]+/); printf "%d", 60 * (part[1] + part[3]) + part[2] + part[4] + 0.5 }'
}

# tell_result NAME END SECONDS PROCESSOR-SECONDS; the file appears as a whole.
tell_result() {
  local file="$STAGE_LOGS/$1.result"
  shift
  echo "$*" >"$file.new"
  mv "$file.new" "$file"
}

# Waits for all stages and tells of each when it ends; fails if one did not end well.
await_stages() {
  local index name waits=yes failed=no told=" "
  while [ "$waits" = yes ]; do
    waits=no
    for index in "${!STAGE_NAMES[@]}"; do
      name="${STAGE_NAMES[$index]}"
      case "$told" in *" $name "*) continue ;; esac
      if [ -f "$STAGE_LOGS/$name.result" ]; then
        told="$told$name "
        tell_end "$name" || failed=yes
      else
        waits=yes
        # One that was killed leaves no result.
        kill -0 "${STAGE_PIDS[$index]}" 2>/dev/null || [ -f "$STAGE_LOGS/$name.result" ] ||
          tell_result "$name" FAILED 0 0
      fi
    done
    [ "$waits" = no ] || sleep 0.1
  done
  sum_up
  [ "$failed" = no ]
}

# Prints how a stage ended, with the end of its log if it failed.
tell_end() {
  local name="$1" log="$STAGE_LOGS/$1.log" end seconds processor
  read -r end seconds processor <"$STAGE_LOGS/$name.result"
  case "$end" in
    ok)
      echo "    $name: ok after ${seconds}s"
      tell_notes "$log"
      ;;
    SKIPPED) echo "    $name: SKIPPED, since what it needs failed" && return 1 ;;
    *)
      [ ! -f "$log" ] || tail -n 80 "$log"
      [ ! -f "$log" ] || tell_failures "$log"
      echo "    $name: FAILED after ${seconds}s; the whole log: ${log#"$ROOT"/}"
      return 1
      ;;
  esac
}

# Prints what the test runners name as failed, since it may stand far from the end of the log, and the end is all that
# some services keep.
tell_failures() {
  grep -aE 'recorded an issue|^(FAILED|ERROR) |: error: ' "$1" | cut -c 1-600 | tail -n 20 || true
}

# Prints the line in which a test runner counts its tests, and which were skipped and why.
tell_notes() {
  grep -aE '^SKIPPED ' "$1" || true
  grep -aE 'Test run with [1-9][0-9]* tests?|^[0-9]+ (passed|failed)' "$1" | tail -n 1 || true
}

# Prints a line for each stage: how it ended, its seconds, and those of processors that it used.
sum_up() {
  local name end seconds processor
  echo
  for name in "${STAGE_NAMES[@]}"; do
    read -r end seconds processor <"$STAGE_LOGS/$name.result"
    printf '%-10s %-7s %4ss, %4ss of processor time\n' "$name" "$end" "$seconds" "$processor"
  done
  printf '%-10s %-7s %4ss\n' "all" "" "$SECONDS"
}

# Prints the slowest tests of the stages `unit` and `interop`.
tell_durations() {
  local log="$STAGE_LOGS/unit.log"
  if [ -f "$log" ]; then
    printf '\nThe slowest Swift tests\n'
    grep -aoE 'Test .* (passed|failed) after [0-9.]+ seconds' "$log" |
      sed -nE 's/^Test (.*) (passed|failed) after ([0-9.]+) seconds$/\3s \1/p' | sort -rn | sed -n 1,25p
  fi
  log="$STAGE_LOGS/interop.log"
  if [ -f "$log" ]; then
    printf '\nThe slowest tests from outside\n'
    sed -nE 's/^([0-9.]+s) +(call|setup|teardown) +(.*)$/\1 \2 \3/p' "$log" | sed -n 1,25p
  fi
}
