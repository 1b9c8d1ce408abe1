# shellcheck shell=bash
# Where things are, and how the tests are compiled; sourced by build, test and bench.

ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/.build/kits/jvm
JARS=${MOCK_API_JARS:-/usr/share/java}
# shellcheck disable=SC2034 # build writes it into the jar
VERSION=0.2.0

COMPILE_ONLY=(org.jetbrains.annotations-java8 junit4 junit-jupiter-api junit-platform-commons apiguardian-api
  opentest4j)
JUNIT=(junit4 hamcrest junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons
  junit-platform-engine junit-platform-launcher junit-platform-console junit-platform-reporting opentest4j
  apiguardian-api)
OKHTTP=(okhttp okio)

# Each program here lives for seconds: code that is compiled twice and garbage that many threads collect cost more than
# they give.
BRIEF=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC)
BRIEF_TOOL=("${BRIEF[@]/#/-J}")

# Prints the class path of the jars with these names; the first that is missing ends the script.
jars() {
  local name path=
  for name in "$@"; do
    [[ -e $JARS/$name.jar ]] || { echo "$JARS/$name.jar is missing; MOCK_API_JARS names another folder" >&2; return 1; }
    path=$path${path:+:}$JARS/$name.jar
  done
  echo "$path"
}

# The class path with which tests run.
test_path() {
  echo "$OUT/mock-api-testing.jar:$OUT/test-classes:$(jars "${JUNIT[@]}" "${OKHTTP[@]}")"
}

# Builds the jar, and compiles the tests against it.
compile_tests() {
  STRICT=1 "$HERE/build" >/dev/null
  rm -rf "$OUT/test-classes"
  mkdir -p "$OUT/test-classes"
  find "$HERE/src/test/java" -name '*.java' >"$OUT/test-sources"
  javac "${BRIEF_TOOL[@]}" --release 11 -encoding UTF-8 -Xlint:all,-classfile,-path -Werror -proc:none \
    -classpath "$(test_path):$(jars "${COMPILE_ONLY[@]}")" -d "$OUT/test-classes" "@$OUT/test-sources"
}
