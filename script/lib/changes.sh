# shellcheck shell=bash
# What changed, for tests that are made after a change only. Needs common.sh; runs in the repository's root.

# Files of the packages, the image, the scripts that make and try them, and the parts of the kits that find the program.
# shellcheck disable=SC2034  # script/test reads it
PACKAGING='^(packaging/|docker/|\.github/|Tests/Packaging/|script/(package|install$|check-package$)|script/lib/(build|packages)\.sh$|\.dockerignore$|Package\.(swift|resolved)$|clients/(python/src/mock_api_testing/process\.py|javascript/src/process\.js|jvm/src/main/java/mockapi/testing/PackagedProgram\.java)$)'

# Files of the Swift package that other packages depend on.
# shellcheck disable=SC2034  # script/test reads it
SWIFT_PACKAGE='^(Package\.swift|clients/swift/(README\.md|Sources/.*))$'

# Prints the files that differ from the commit MOCK_API_TEST_FROM; without it, those that are not committed, else those of
# the last commit. Without git, or in a clone without that commit, every file counts as changed.
changed_files() {
  local from="${MOCK_API_TEST_FROM:-}" files
  if [ -z "$from" ]; then
    from=HEAD
    files="$(uncommitted_files HEAD)" || files=""
    [ -n "$files" ] || from=HEAD~1
  fi
  uncommitted_files "$from" 2>/dev/null || find . -path ./.build -prune -o -path ./.git -prune -o -type f -print | sed 's|^\./||'
}

uncommitted_files() {
  git rev-parse --quiet --verify "$1^{commit}" >/dev/null || return 1
  { git diff --name-only "$1" -- && git ls-files --others --exclude-standard; } | LC_ALL=C sort -u
}
