#!/usr/bin/env bash
# Draws sessions, lets a real kernel under User-Mode Linux answer them, and replays what it said against the simulated one.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tools/steps.sh"

usage() {
  printf 'usage: proptests/conformance/uml.sh [BUILD [COUNT [SEED]]]\n\nBUILD is a build folder, COUNT how many sessions are drawn (20), SEED that of the first (1). A session that differs is shown\n'
  printf 'at its first difference; its recording stays, and the line to replay it is printed last.\n'
  printf '\nExample:\n  taskset -c 0 proptests/conformance/uml.sh build/release 100 7\n'
  printf '\nExit codes: 0 the same bytes, 1 a difference or the kernel there failed, 2 usage, 3 the package is not installed.\n'
}
only_help "$@"

build=$(realpath "${1:-$here/../../build/release}")
count=${2:-20}
seed=${3:-1}
case "$count$seed" in *[!0-9]*) fail 'COUNT and SEED are numbers' 2 ;; esac
draw=$build/proptests/conformance/draw_sessions
[ -x "$draw" ] || fail "$draw is not there" 3

folder=$(mktemp -d)
mkdir "$folder/sessions" "$folder/recordings"
cd "$folder"
# That kernel has HZ 100 and pads (sockets-and-builds.md 2).
"$here/../../tools/uml/boot.sh" sh -ec '"$1" --family "$("$2" --family)" --seed "$3" --count "$4" sessions; "$2" --hz 100 --pad64 sessions recordings' \
  sh "$draw" "$here/record.py" "$seed" "$count" || { status=$?; rm -rf "$folder"; exit "$status"; }
if "$build/tools/ipvsim/ipvsim" replay --quiet recordings; then
  rm -rf "$folder"
else
  printf 'to replay: ipvsim replay %s/recordings\n' "$folder"
  exit 1
fi
