# shellcheck shell=bash
# The release build that script/server and script/bench run. Needs common.sh.

# The options of the release build, one on a line. On Linux the Swift runtime goes into the binary, so that
# it starts without looking for shared libraries.
release_options() {
  printf '%s\n' --package-path "$ROOT" --configuration release --product mock-api
  [ "$(uname -s)" != Linux ] || echo --static-swift-stdlib
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
