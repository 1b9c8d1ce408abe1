# shellcheck shell=bash
# The system libraries that a built program needs, and the packages that have them. Needs common.sh.

# Prints a line for each library that does not come with every system of this kind, a tab, and its package; first a
# comment with the system that it was made for. It asks the program and this machine, so that it cannot be out of date.
library_table() {
  echo "# made for $(this_system)"
  case "$(uname -s)" in
    Darwin) libraries_of_macos "$1" ;;
    *) libraries_of_linux "$1" ;;
  esac
}

this_system() {
  case "$(uname -s)" in
    Darwin) echo "macOS $(sw_vers -productVersion), $(uname -m)" ;;
    *) echo "$(. /etc/os-release && echo "${PRETTY_NAME:-Linux}"), $(uname -m)" ;;
  esac
}

libraries_of_linux() {
  local library path package
  for library in $(readelf --dynamic "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p' | LC_ALL=C sort -u); do
    case "$library" in
      # The C library and its loader; without them nothing runs at all.
      libc.so.* | libm.so.* | ld-linux*) continue ;;
    esac
    path="$(ldd "$1" | awk -v library="$library" '$1 == library { print $3 }')"
    [ -n "$path" ] || die "$library, which $1 needs, is not on this machine"
    package="$(package_with "$path")"
    printf '%s\t%s\n' "$library" "$package"
  done
}

# The Debian package with a file; nothing where there is no dpkg. The package may know the file by its place before
# /lib became a link to /usr/lib.
package_with() {
  local path real
  have dpkg-query || return 0
  real="$(realpath "$1")"
  for path in "$1" "$real" "${real#/usr}" "/usr${1#/usr}"; do
    dpkg-query --search "$path" 2>/dev/null | sed -n '1s/^\([^:]*\):.*/\1/p' | grep . && return 0
  done
  return 0
}

# Homebrew's libraries are under opt/FORMULA/lib; macOS has the others.
libraries_of_macos() {
  otool -L "$1" | sed -n 's|^[[:space:]]*\(/.*/opt/\([^/]*\)/lib/[^ ]*\) .*|\1\t\2|p' | LC_ALL=C sort -u
}
