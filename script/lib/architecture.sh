# shellcheck shell=bash disable=SC2016  # the $0 in here is awk's
# The rules about who may import or name what. Each check prints its findings as file:line: message and
# fails if there are any. Runs in the repository's root.

MAXIMUM_LINES=600

swift_files() {
  find "$@" -name '*.swift' -type f 2>/dev/null | sort
}

# A target imports what Package.swift says that it depends on, and nothing else of the package's: there the layers are
# decided.
check_imports() {
  # It only reads, and need not wait for a build to end.
  swift package --ignore-lock dump-package | python3 script/lint.d/imports.py
}

# The clock, identifiers and chance come from the world, so that a run can be repeated. Each of these calls
# may stand in one file: the one that makes the world's.
check_chance() {
  local failed=0
  check_single_file 'Date()' '(^|[^A-Za-z0-9_])Date(\(\)|\.now)' || failed=1
  check_single_file 'UUID()' '(^|[^A-Za-z0-9_])UUID\(\)' || failed=1
  check_single_file '.random(' '\.random\(' || failed=1
  return "$failed"
}

# Commands say their names: a name made from the type's costs a search through all conformances, and with all of the
# commands a quarter of the time of a start.
check_command_names() {
  swift_files Sources/mock-api | tr '\n' '\0' | xargs -0 awk '
    function end_command() {
      if (place == "") return
      print place ": the command has no commandName"
      failed = 1
      place = ""
    }
    FNR == 1 || /: ParsableCommand \{/ { end_command() }
    /: ParsableCommand \{/ { place = FILENAME ":" FNR }
    /commandName: "/ { place = "" }
    END {
      end_command()
      exit failed
    }' /dev/null
}

check_single_file() {
  local hits
  hits="$(swift_files Sources | tr '\n' '\0' | xargs -0 grep -nE "$2" /dev/null |
    grep -vE '^[^:]*:[0-9]+:[[:space:]]*//' || true)"
  [ -n "$hits" ] || return 0
  [ "$(cut -d: -f1 <<<"$hits" | sort -u | wc -l)" -gt 1 ] || return 0
  cut -d: -f1,2 <<<"$hits" | sed "s/\$/: $1 may be called in one file only; ask the world for it/"
  return 1
}

check_file_lengths() {
  swift_files Sources | tr '\n' '\0' | xargs -0 awk -v limit="$MAXIMUM_LINES" '
    FNR == limit + 1 { printf "%s:%d: the file has more than %d lines\n", FILENAME, FNR, limit; failed = 1 }
    END { exit failed }' /dev/null
}
