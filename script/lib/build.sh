# shellcheck shell=bash
# The release build that script/server and script/bench run. Needs common.sh.

# The options of the release build, one on a line. The paths that C code keeps of itself do not tell where this folder
# is, so that the same sources give the same program anywhere. On Linux the Swift runtime goes into the binary, so that it
# starts without looking for shared libraries.
release_options() {
  printf '%s\n' --package-path "$ROOT" --configuration release --product mock-api
  printf '%s\n' -Xcc "-fmacro-prefix-map=$ROOT/=" -Xcxx "-fmacro-prefix-map=$ROOT/="
  [ "$(uname -s)" = Linux ] || return 0
  echo --static-swift-stdlib
  # Nothing loads this program as a library: names that nobody asks for are a megabyte to read, and hold code that
  # nobody calls.
  printf '%s\n' -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -O2
  ! packs_relocations || printf '%s\n' -Xlinker -z -Xlinker pack-relative-relocs
  local cxx
  if cxx="$(static_cxx_folder)"; then printf '%s\n' -Xswiftc "-L$cxx"; fi
}

# A folder with the C++ library that the Swift runtime needs in its static form only, so that the linker takes that: the
# program needs little of it, and would load all of the shared one.
static_cxx_folder() {
  local library folder="$ROOT/.build/static-cxx"
  library="$(clang -print-file-name=libstdc++.a 2>/dev/null)" || return 1
  [ -f "$library" ] || return 1
  mkdir -p "$folder" && ln -sf "$library" "$folder/libstdc++.a" && echo "$folder"
}

# Whether the loader reads relocations of the packed kind, which are a fiftieth of the others: two MiB less to read and to
# keep. The C library does from 2.36 on.
packs_relocations() {
  local version
  version="$(getconf GNU_LIBC_VERSION 2>/dev/null)" || return 1
  version="${version##* }"
  [ "${version%%.*}" -gt 2 ] || [ "${version#*.}" -ge 36 ]
}

# Builds the server. All output goes to standard error, and there is none when nothing was to be done.
build_release() {
  local options=()
  while IFS= read -r option; do options+=("$option"); done < <(release_options)
  swift build "${options[@]}" 2>&1 | hold_back_routine >&2
}

# Prints the path of the built server.
release_binary() {
  local options=()
  while IFS= read -r option; do options+=("$option"); done < <(release_options)
  printf '%s/mock-api\n' "$(swift build "${options[@]}" --show-bin-path)"
}

# Drops the lines that the build prints even when everything is up to date.
hold_back_routine() {
  local line held="" busy=no
  while IFS= read -r line; do
    if [ "$busy" = no ] && is_routine "$line"; then
      held="$held$line"$'\n'
      continue
    fi
    [ "$busy" = yes ] || printf '%s' "$held"
    busy=yes
    printf '%s\n' "$line"
  done
}

is_routine() {
  case "$1" in
    "Building for "* | *"] Planning build" | *"] Write "* | "Build of product "*" complete!"* | "") return 0 ;;
    *) return 1 ;;
  esac
}
