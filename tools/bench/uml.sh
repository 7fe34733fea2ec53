#!/usr/bin/env bash
# N+1 on a real kernel under User-Mode Linux beside N+1 on the simulated one: the same tables, the same client.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../steps.sh"

usage() {
  printf 'usage: tools/bench/uml.sh [IPVSIM [RUNS [SHAPE...]]]\n\nBoots the kernel of the Debian package user-mode-linux, as an ordinary user, on the files of this system; makes the\n'
  printf 'tables in its ip_vs, reads them with `ipvsim bench --kernel`, and prints both side by side. User-Mode Linux is up to ten\n'
  printf 'times faster when its processes share a processor (taskset -c 0 tools/bench/uml.sh) than on idle ones.\n'
  printf '\nExample:\n  tools/bench/uml.sh build/release/tools/ipvsim/ipvsim 5\n\nExit codes: 0 measured, 1 the kernel there failed, 2 usage, 3 the package is not installed.\n'
}
only_help "$@"

ipvsim=$(realpath "${1:-$here/../../build/release/tools/ipvsim/ipvsim}")
runs=${2:-5}
case "$runs" in '' | *[!0-9]*) fail "$runs is no number of runs" 2 ;; esac
shift $(($# < 2 ? $# : 2))
shapes=()
for shape in "$@"; do shapes+=(--shape "$shape"); done
[ -x "$ipvsim" ] || fail "$ipvsim is not there" 3

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$here/../uml/boot.sh" sh -c '"$@" >User-Mode-Linux' sh "$ipvsim" bench --kernel --runs "$runs" "${shapes[@]}" --format json
"$ipvsim" bench --way N+1 --runs "$runs" "${shapes[@]}" --against User-Mode-Linux | sed -n '1p;/^N+1, wall/,$p'
