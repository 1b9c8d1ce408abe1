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

# Whether a command can be run. Debian keeps daemons such as nginx in a folder that only root's PATH has.
have() {
  PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" command -v "$1" >/dev/null 2>&1
}
