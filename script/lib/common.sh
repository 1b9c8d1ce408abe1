# shellcheck shell=bash
# What every script shares: the repository's root, and messages on standard error.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
export ROOT

say() {
  printf '%s\n' "$*" >&2
}

die() {
  say "error: $*"
  exit 1
}

# Whether a command can be run. Debian and Homebrew keep daemons in folders that not every PATH has.
have() {
  PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin:/opt/homebrew/sbin" command -v "$1" >/dev/null 2>&1
}
