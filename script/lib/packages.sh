# shellcheck shell=bash
# What this machine lacks, and how apt or Homebrew installs it.
#
# A need is a word; needs_missing prints those that are not met, apt_packages and brew_formulas say what
# meets each. Needs common.sh.

LIBRARY_NEEDS="libmicrohttpd libwebsockets sqlite3 libsecp256k1"

# Prints the unmet needs of the given groups (build, test, bench), one on a line.
needs_missing() {
  local group
  for group in "$@"; do
    "missing_for_$group"
  done
}

missing_for_build() {
  local library
  have pkg-config || echo pkg-config
  for library in $LIBRARY_NEEDS; do
    # Without pkg-config nothing is known about the libraries, so all of them are asked for.
    pkg-config --exists "$library" >/dev/null 2>&1 || echo "$library"
  done
}

missing_for_test() {
  have curl || echo curl
  python_is_usable || echo python3
}

missing_for_bench() {
  have wrk || echo wrk
  have nginx || echo nginx
  python_is_usable || echo python3
}

python_is_usable() {
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1
}

apt_packages() {
  case "$1" in
    libmicrohttpd | libwebsockets | libsecp256k1) echo "$1-dev" ;;
    sqlite3) echo libsqlite3-dev ;;
    python3) echo python3 python3-venv ;;
    *) echo "$1" ;;
  esac
}

brew_formulas() {
  case "$1" in
    sqlite3) echo sqlite ;;
    libsecp256k1) echo secp256k1 ;;
    *) echo "$1" ;;
  esac
}

# Installs what meets the given needs with the system's package manager.
install_needs() {
  case "$(uname -s)" in
    Darwin) install_with_brew "$@" ;;
    Linux) install_with_apt "$@" ;;
    *) die "only Linux and macOS are supported; install by hand: $*" ;;
  esac
}

install_with_brew() {
  local need formulas=()
  have brew || die "Homebrew is not installed (https://brew.sh), and these are missing: $*"
  for need in "$@"; do
    # shellcheck disable=SC2207  # names without spaces
    formulas+=($(brew_formulas "$need"))
  done
  say "Installing with Homebrew: ${formulas[*]}"
  quietly env HOMEBREW_NO_AUTO_UPDATE=1 HOMEBREW_NO_ENV_HINTS=1 brew install "${formulas[@]}"
}

install_with_apt() {
  local need packages=() service=no
  have apt-get || die "there is no apt-get on this system; install by hand: $*"
  for need in "$@"; do
    [ "$need" != nginx ] || service=yes
    # shellcheck disable=SC2207  # names without spaces
    packages+=($(apt_packages "$need"))
  done
  say "Installing with apt: ${packages[*]}"
  quietly as_root apt-get update -q
  [ "$service" = no ] || keep_nginx_from_starting
  quietly as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
    apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=120 "${packages[@]}"
  [ "$service" = no ] || leave_nginx_stopped
}

# The benchmark runs an nginx of its own; the system's service, which the package would start and enable,
# has no business here. It was not installed before, so nobody uses it.
keep_nginx_from_starting() {
  ! runs_systemd || as_root systemctl mask --runtime --quiet nginx
}

leave_nginx_stopped() {
  if runs_systemd; then
    as_root systemctl unmask --runtime --quiet nginx
    as_root systemctl disable --now --quiet nginx 2>/dev/null || true
  elif [ -x /etc/init.d/nginx ]; then
    as_root /etc/init.d/nginx stop >/dev/null 2>&1 || true
    ! have update-rc.d || as_root update-rc.d nginx disable >/dev/null 2>&1 || true
  fi
}

runs_systemd() {
  [ -d /run/systemd/system ] && have systemctl
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    have sudo || die "installing needs root, and there is no sudo; run as root: $*"
    sudo "$@"
  fi
}

# Runs a command and shows what it printed only if it failed.
quietly() {
  local log command="$*"
  log="$(mktemp)"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    die "this command failed: ${command#as_root }"
  fi
  rm -f "$log"
}
