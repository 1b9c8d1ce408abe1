# shellcheck shell=bash
# The release build that script/server, script/package, script/test and script/bench share. Needs common.sh.

# The options of the release build, one on a line. They are the same for the program and for the tests, since another
# option would compile everything anew. There is no debug information: it takes a tenth of the build's time, and
# backtraces name functions without it; the debug build has it. The paths that C code keeps of itself do not tell where
# this folder is, so that the same sources give the same program anywhere. On Linux the Swift runtime goes into the
# binary, so that it starts without looking for shared libraries.
release_options() {
  printf '%s\n' --package-path "$ROOT" --configuration release -debug-info-format none
  printf '%s\n' -Xcc "-fmacro-prefix-map=$ROOT/=" -Xcxx "-fmacro-prefix-map=$ROOT/="
  [ "$(uname -s)" = Linux ] || return 0
  local cache
  if cache="$(compiler_cache)"; then
    printf -- '-Xswiftc\n%s\n' -explicit-module-build -cache-compile-job -cas-path "$cache"
  fi
  echo --static-swift-stdlib
  # Nothing loads this program as a library: names that nobody asks for are a megabyte to read, and hold code that
  # nobody calls.
  printf '%s\n' -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -O2
  ! packs_relocations || printf '%s\n' -Xlinker -z -Xlinker pack-relative-relocs
  local cxx icu
  if cxx="$(static_cxx_folder)"; then printf '%s\n' -Xswiftc "-L$cxx"; fi
  if icu="$(reduced_icu_data)"; then printf -- '-Xlinker\n%s\n' "--wrap=$(<"$icu/symbol")" "$icu/data.o"; fi
}

# Prints the folder of the part of ICU's data that the server can use, made once for each toolchain: the program is 28 MB
# smaller than with the data of all languages, which it is linked with where this fails.
reduced_icu_data() {
  local folder archive
  archive="$(swift_resources)/../swift_static/linux/lib_FoundationICU.a"
  [ -f "$archive" ] && have python3 || return 1
  folder="$ROOT/.build/icu/$({ swiftc --version && cat "$ROOT/script/lib/icu_data.py"; } 2>/dev/null | cksum | tr ' ' -)"
  if [ ! -f "$folder/symbol" ]; then
    mkdir -p "$folder"
    python3 "$ROOT/script/lib/icu_data.py" "$archive" "$folder/data.o" >"$folder/symbol.new" || return 1
    mv "$folder/symbol.new" "$folder/symbol"
  fi
  echo "$folder"
}

# The folder of Swift's own modules and libraries.
swift_resources() {
  swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p'
}

# The folder in which the compiler keeps what it compiled, by the content of all that went in. Each later build finds there
# what is the same, in a folder of the same path: after a change of branches, without .build, in tomorrow's clone. Fails
# where there is none: elsewhere than on Linux, for compilers that cannot do it, without a place, and with
# MOCK_API_COMPILER_CACHE=off.
compiler_cache() {
  local folder="${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/mock-api-compiler"
  [ "$(uname -s)" = Linux ] && [ "${MOCK_API_COMPILER_CACHE:-on}" != off ] || return 1
  # Not `grep -q`, which would leave before the compiler has said all: a failure of the pipe.
  swiftc -help-hidden 2>/dev/null | grep -e -cache-compile-job >/dev/null || return 1
  mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] && echo "$folder"
}

# Begins the compiler's cache anew when it holds more than ten builds or so, or has lost the index of the tests.
bound_compiler_cache() {
  local folder
  folder="$(compiler_cache)" || return 0
  if [ ! -f "$folder/index/begun" ] || [ "$(du -sk "$folder" | cut -f 1)" -ge $((4 << 20)) ]; then
    rm -rf "${folder:?}"/*
    mkdir "$folder/index"
    date +%s.%N >"$folder/index/begun"
  fi
}

# Keeps the index of the tests in the compiler's cache. The package manager looks there for tests of XCTest, of which there
# are none, and fails where an object has no entry; but what comes from the cache writes none. Objects from before the index
# began have none either, and are made anew.
keep_index() {
  local folder built
  folder="$(compiler_cache)" || return 0
  built="$(release_build --show-bin-path)"
  cmp -s "$folder/index/begun" "$built/index/begun" && return 0
  rm -rf "${built:?}/index"
  mkdir -p "$built/index"
  find "$built" -path '*Tests.build/*' -name '*.o' -delete
  ln -s "$folder/index" "$built/index/store"
  cp "$folder/index/begun" "$built/index/begun"
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

# Builds the tests beside the program, from the same objects.
build_release_tests() {
  if [ "$(uname -s)" = Linux ]; then
    lend_testing_libraries
    bound_compiler_cache
    keep_index
  fi
  # The product of the tests alone: with --build-tests the tools of the dependencies would be built, too.
  release_build --product mock-apiPackageTests
}

# The static form of Swift's runtime, which the objects are compiled for, comes without the libraries for tests: those of
# the shared form are put where the build looks for modules and libraries first. The tests run with the shared runtime. So
# do the C parts of Foundation that there is no shared form of; nothing is taken from them, but the linker wants to find
# them.
lend_testing_libraries() {
  local built shared file name
  built="$(release_build --show-bin-path)"
  shared="$(swift_resources)/linux"
  [ -e "$shared/libTesting.so" ] || die "$shared has no libTesting.so; is the toolchain complete?"
  mkdir -p "$built/Modules"
  for file in "$shared"/*Testing*.swift* "$shared"/XCTest.swiftmodule; do
    ln -sfn "$file" "$built/Modules/${file##*/}"
  done
  for file in "$shared"/lib*Testing*.so "$shared"/libXCTest.so "$shared"/../../swift_static/linux/*.a; do
    name="${file##*/}"
    case "$name" in *.a) [ ! -e "$shared/${name%.a}.so" ] || continue ;; esac
    ln -sfn "$file" "$built/$name"
  done
  # So does it with curl, which FoundationNetworking names: an archive of nothing.
  printf '!<arch>\n' >"$built/libcurl.a"
}

# Runs the Swift tests of the release build; options are those of the test runner.
run_release_tests() {
  if [ "$(uname -s)" = Linux ]; then
    "$(release_tests)" --testing-library swift-testing "$@"
  else
    local options=()
    while IFS= read -r option; do options+=("$option"); done < <(release_options)
    swift test --skip-build --disable-xctest --disable-testable-imports "${options[@]}" "$@"
  fi
}

# Prints the path of the built tests, a program of their own on Linux.
release_tests() {
  printf '%s/mock-apiPackageTests.xctest\n' "$(release_build --show-bin-path)"
}

# run_release_tests_in COUNT: runs all Swift tests in so many processes, the suites dealt out in turn. Most tests that
# talk to a server wait for it, and hold one of the few threads meanwhile that Swift's runtime has: one for each core. On
# macOS, where the package manager runs the tests and only one at a time, it is one process.
run_release_tests_in() {
  if [ "$(uname -s)" != Linux ]; then
    run_release_tests
    return
  fi
  local folder index status=0 listed ran processes=()
  folder="$(mktemp -d)"
  run_release_tests --list-tests >"$folder/tests"
  listed="$(wc -l <"$folder/tests")"
  for ((index = 0; index < $1; index++)); do
    sed 's#/.*##; s#[.]#[.]#g' "$folder/tests" | sort -u |
      awk -v of="$1" -v mine="$index" 'NR % of == mine { names = names "|" $0 } END { print substr(names, 2) }' \
        >"$folder/suites.$index"
    run_release_tests --filter "^($(<"$folder/suites.$index"))/" >"$folder/$index.log" 2>&1 &
    processes+=("$!")
  done
  for index in "${!processes[@]}"; do
    wait "${processes[$index]}" || status=1
    cat "$folder/$index.log"
  done
  # A suite that no process took would be missed by nobody.
  ran="$(sed -nE 's/.*Test run with ([0-9]+) tests? .*/\1/p' "$folder"/*.log | awk '{ sum += $1 } END { print sum + 0 }')"
  rm -r "$folder"
  echo "Test run with $ran tests of $listed in $1 processes"
  [ "$ran" -eq "$listed" ] && [ "$status" -eq 0 ]
}

# Builds the server. All output goes to standard error, and there is none when nothing was to be done.
build_release() {
  bound_compiler_cache
  release_build --product mock-api 2>&1 | hold_back_routine >&2
}

# swift build with the options of the release build and the given ones.
release_build() {
  local options=()
  while IFS= read -r option; do options+=("$option"); done < <(release_options)
  swift build "${options[@]}" "$@"
}

# Prints the path of the built server.
release_binary() {
  printf '%s/mock-api\n' "$(release_build --show-bin-path)"
}

# Runs a build, and fails when it warns of our own code. The package manager's option for that would compile everything
# anew where the next build goes without it. What was warned of is touched, so that the next build warns of it again.
without_warnings() {
  local log status=0 place
  log="$(mktemp)"
  "$@" 2>&1 | tee "$log" || status=$?
  while IFS= read -r place; do
    say "$place"
    touch "${place%%:*}"
    status=1
    # A warning within a macro names its place in the line below.
  done < <(
    grep -aA 1 -E "^(macro expansion |($ROOT/)?(Sources|Tests)/)[^:]*:[0-9]+:[0-9]+: warning: " "$log" |
      sed -nE "s#^(\`- )?($ROOT/)?((Sources|Tests)/[^:]*:[0-9]+:[0-9]+: (warning|note: expanded).*)#\3#p" | sort -u
  )
  rm -f "$log"
  return "$status"
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
