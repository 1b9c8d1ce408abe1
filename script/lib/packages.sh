# shellcheck shell=bash
# What this machine lacks, and how apt or Homebrew installs it.
#
# A need is a word; needs_missing prints those that are not met, apt_packages and brew_formulas say what
# meets each. Needs common.sh.

LIBRARY_NEEDS="libmicrohttpd libwebsockets sqlite3 libsecp256k1 libpcre2-8 libpng libqrencode gnutls gmp libsodium zlib"

# Prints the unmet needs of the given groups (build, package, test, bench, rabbitmq), one on a line.
needs_missing() {
  local group
  for group in "$@"; do
    "missing_for_$group"
  done
}

missing_for_build() {
  local library
  # Chooses what of ICU's data goes into the program.
  [ "$(uname)" != Linux ] || have python3 || echo python3
  have pkg-config || echo pkg-config
  for library in $LIBRARY_NEEDS; do
    # Without pkg-config nothing is known about the libraries, so all of them are asked for.
    pkg-config --exists "$library" >/dev/null 2>&1 || echo "$library"
  done
}

missing_for_package() {
  have python3 || echo python3
  [ "$(uname)" != Linux ] || { have strip && have readelf; } || echo binutils
  # Has the program find the libraries that it is packaged with.
  [ "$(uname)" != Linux ] || have patchelf || echo patchelf
}

missing_for_test() {
  have curl || echo curl
  have openssl || echo openssl
  python_is_usable || echo python3
  have mandoc || echo mandoc
  # script/lint reads the shell scripts with it.
  have shellcheck || echo shellcheck
  # And the pages with it, and with tsc.
  have eslint || echo eslint
  # The tests of the archive and the image on a bare Debian; elsewhere they are skipped by name.
  if have apt-get; then
    have debootstrap || echo debootstrap
    # script/generate reads openapi/mock.yaml with it; elsewhere it uses that of .build/venv.
    python3 -c 'import yaml' >/dev/null 2>&1 || echo python3-yaml
    # Completions are held against the shells that read them.
    have zsh || echo zsh
    have fish || echo fish
  fi
  # The tests of pages; on macOS they are skipped by name without a browser.
  missing_browser
  if [ "$(uname)" = Linux ] && ! have firefox-esr && ! have firefox; then echo firefox-esr; fi
  # Has a browser of the tests trust a CA; skipped by name on macOS, where browsers share the user's keychain.
  if [ "$(uname)" = Linux ] && ! have certutil; then echo certutil; fi
  # The tests that call from another machine, which is a network namespace; skipped by name without root.
  if [ "$(uname)" = Linux ] && ! have ip; then echo iproute2; fi
  missing_for_kits
  # Each row of script/bench runs briefly.
  missing_for_bench
}

# Chromium, which the figures of the live page need too.
missing_browser() {
  if [ "$(uname)" = Linux ] && ! have chromium && ! have google-chrome; then echo chromium; fi
}

# What the tests of the kits need; what Homebrew does not have they skip by name.
missing_for_kits() {
  local jar
  have node || echo node
  have tsc || echo typescript
  javac -version >/dev/null 2>&1 || echo jdk
  if have apt-get; then
    for jar in junit4 junit-jupiter-api okhttp org.jetbrains.annotations-java8; do
      [ -e "/usr/share/java/$jar.jar" ] || echo "$jar"
    done
    have kotlinc || echo kotlin
    # The package does not go with a Node that is not the system's own.
    have jest || ! quietly_offers jest || echo jest
    # The sockets of tests below Node 22; the package goes with any Node.
    [ -d /usr/share/nodejs/ws ] || ! quietly_offers node-ws || echo node-ws
  fi
}

# Whether apt could install a package beside what is there.
quietly_offers() {
  apt-get install --simulate --no-install-recommends "$1" >/dev/null 2>&1
}

missing_for_bench() {
  have wrk || echo wrk
  have nginx || echo nginx
  # Stands in front of several servers; the tests need it, too.
  have haproxy || echo haproxy
  have cc || have clang || echo cc
  python_is_usable || echo python3
  missing_browser
}

missing_for_rabbitmq() {
  have rabbitmq-server || echo rabbitmq-server
}

python_is_usable() {
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

apt_packages() {
  case "$1" in
    libmicrohttpd | libwebsockets | libsecp256k1 | libpng | libqrencode | libsodium) echo "$1-dev" ;;
    gmp) echo libgmp-dev ;;
    zlib) echo zlib1g-dev ;;
    libpcre2-8) echo libpcre2-dev ;;
    sqlite3) echo libsqlite3-dev ;;
    gnutls) echo libgnutls28-dev ;;
    certutil) echo libnss3-tools ;;
    python3) echo python3 python3-venv ;;
    cc) echo gcc libc6-dev ;;
    node) echo nodejs ;;
    typescript) echo node-typescript ;;
    jdk) echo default-jdk-headless ;;
    junit-jupiter-api) echo junit5 ;;
    okhttp) echo libokhttp-java ;;
    org.jetbrains.annotations-java8) echo libjetbrains-annotations-java ;;
    *) echo "$1" ;;
  esac
}

brew_formulas() {
  case "$1" in
    sqlite3) echo sqlite ;;
    libsecp256k1) echo secp256k1 ;;
    libpcre2-8) echo pcre2 ;;
    libqrencode) echo qrencode ;;
    rabbitmq-server) echo rabbitmq ;;
    cc) echo gcc ;;
    jdk) echo openjdk ;;
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
  local need packages=() services=()
  have apt-get || die "there is no apt-get on this system; install by hand: $*"
  for need in "$@"; do
    case "$need" in nginx | haproxy | rabbitmq-server) services+=("$need") ;; esac
    # shellcheck disable=SC2207  # names without spaces
    packages+=($(apt_packages "$need"))
  done
  say "Installing with apt: ${packages[*]}"
  quietly as_root apt-get update -q
  for need in ${services[@]+"${services[@]}"}; do keep_from_starting "$need"; done
  quietly as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
    apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=120 "${packages[@]}"
  for need in ${services[@]+"${services[@]}"}; do leave_stopped "$need"; done
}

# Benchmark and tests run an nginx, a HAProxy and a RabbitMQ of their own; the system's services, which the packages would start
# and enable, have no business here. They were not installed before, so nobody uses them.
keep_from_starting() {
  ! runs_systemd || as_root systemctl mask --runtime --quiet "$1"
}

leave_stopped() {
  if runs_systemd; then
    as_root systemctl unmask --runtime --quiet "$1"
    as_root systemctl disable --now --quiet "$1" 2>/dev/null || true
  elif [ -x "/etc/init.d/$1" ]; then
    # RabbitMQ's script asks through Erlang, which leaves a name server behind; RUNLEVEL=1 kept it from starting.
    [ "$1" = rabbitmq-server ] || as_root "/etc/init.d/$1" stop >/dev/null 2>&1 || true
    ! have update-rc.d || as_root update-rc.d "$1" disable >/dev/null 2>&1 || true
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
