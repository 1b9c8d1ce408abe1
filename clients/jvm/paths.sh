# Where things are; sourced by build, test and bench.

ROOT=$(cd "$HERE/../.." && pwd)
OUT=$ROOT/.build/kits/jvm
JARS=${MOCK_API_JARS:-/usr/share/java}
VERSION=0.2.0

COMPILE_ONLY=(org.jetbrains.annotations-java8 junit4 junit-jupiter-api junit-platform-commons apiguardian-api opentest4j)
# shellcheck disable=SC2034 # test and bench use these.
JUNIT=(junit4 hamcrest junit-jupiter-api junit-jupiter-engine junit-platform-commons junit-platform-engine
  junit-jupiter-params junit-platform-launcher junit-platform-console junit-platform-reporting opentest4j
  apiguardian-api)
# shellcheck disable=SC2034
OKHTTP=(okhttp okio)

# Prints the class path of the jars with these names; the first that is missing ends the script.
jars() {
  local name path=
  for name in "$@"; do
    [[ -e $JARS/$name.jar ]] || { echo "$JARS/$name.jar is missing; MOCK_API_JARS names another folder" >&2; return 1; }
    path=$path${path:+:}$JARS/$name.jar
  done
  echo "$path"
}
