# shellcheck shell=bash disable=SC2016  # the $0 in here is awk's
# The rule about the version: Sources/Server/Version.swift states it, and whatever else shows it shows the same.
# Runs in the repository's root.

# Prints the version.
stated_version() {
  sed -n 's/.*static let text = "\(.*\)"$/\1/p' Sources/Server/Version.swift
}

# Prints each place that shows another version: after the program's name, in examples of the server's answers, and in the
# formula, whose address and test read it.
check_version() {
  local version
  version="$(stated_version)"
  [ -n "$version" ] || { echo "Sources/Server/Version.swift:1: states no version" && return 1; }
  find README.md docs docker openapi packaging -type f | LC_ALL=C sort | tr '\n' '\0' |
    xargs -0 awk -v version="$version" '
      function hold(pattern,   text, found) {
        text = $0
        while (match(text, pattern)) {
          found = substr(text, RSTART, RLENGTH)
          text = substr(text, RSTART + RLENGTH)
          sub(/^.*[^0-9.]/, "", found)
          if (found != version) {
            printf "%s:%d: shows version %s, but Sources/Server/Version.swift states %s\n", FILENAME, FNR, found, version
            failed = 1
          }
        }
      }
      { hold("mock-api[ /:-]v?[0-9]+[.][0-9]+[.][0-9]+") }
      FILENAME ~ /^openapi\/mock/ { hold("[ {]version: [0-9]+[.][0-9]+[.][0-9]+") }
      FILENAME ~ /[.]rb$/ { hold("version \"[0-9]+[.][0-9]+[.][0-9]+") }
      END { exit failed }'
}
