#!/usr/bin/env bash
# N+1 on a real kernel under User-Mode Linux beside N+1 on the simulated one: the same tables, the same client.
set -euo pipefail

case "${1:-}" in
  -h | --help)
    printf 'usage: tools/bench/uml.sh [IPVSIM [RUNS [SHAPE...]]]\n\nBoots the kernel of the Debian package user-mode-linux, as an ordinary user, on the files of this system; makes the\n'
    printf 'tables in its ip_vs, reads them with `ipvsim bench --kernel`, and prints both side by side. User-Mode Linux is up to ten\n'
    printf 'times faster when its processes share a processor (taskset -c 0 tools/bench/uml.sh) than on idle ones.\n'
    printf '\nExample:\n  tools/bench/uml.sh build/release/tools/ipvsim/ipvsim 5\n\nExit codes: 0 measured, 1 the kernel there failed, 2 usage, 3 the package is not installed.\n'
    exit 0
    ;;
  -*) printf 'uml.sh: unknown option %s; --help tells more\n' "$1" >&2; exit 2 ;;
esac

here=$(cd "$(dirname "$0")" && pwd)
ipvsim=$(realpath "${1:-$here/../../build/release/tools/ipvsim/ipvsim}")
runs=${2:-5}
case "$runs" in '' | *[!0-9]*) printf 'uml.sh: %s is no number of runs\n' "$runs" >&2; exit 2 ;; esac
shift $(($# < 2 ? $# : 2))
shapes=()
quoted=
for shape in "$@"; do
  shapes+=(--shape "$shape")
  quoted+=" --shape '$shape'"
done

command -v linux.uml >/dev/null || { printf 'uml.sh: skipped: the package user-mode-linux is not installed\n' >&2; exit 3; }
modules=(/usr/lib/uml/modules/*)
[ -e "${modules[0]}/modules.dep" ] || { printf 'uml.sh: skipped: no modules in /usr/lib/uml/modules\n' >&2; exit 3; }
[ -x "$ipvsim" ] || { printf 'uml.sh: %s is not there\n' "$ipvsim" >&2; exit 3; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The first program in there. Its files are this system's; what it says on its console is kept for when it fails.
cat >"$folder/init" <<INIT
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
python3 '$here/uml_kernel.py' '${modules[0]}' &&
  '$ipvsim' bench --kernel --runs $runs$quoted --format json >'$folder/result' &&
  mv '$folder/result' '$folder/User-Mode-Linux'
echo o >/proc/sysrq-trigger
sleep 60
INIT
chmod +x "$folder/init"

HOME=$folder TMPDIR=$folder linux.uml mem=1G rootfstype=hostfs rootflags=/ rw init="$folder/init" con=null con0=fd:0,fd:1 quiet \
  </dev/null >"$folder/console" 2>&1 || true
if [ ! -e "$folder/User-Mode-Linux" ]; then
  printf 'uml.sh: the kernel under User-Mode Linux measured nothing; its last words:\n' >&2
  tail -5 "$folder/console" >&2
  exit 1
fi
cd "$folder"
"$ipvsim" bench --way N+1 --runs "$runs" "${shapes[@]}" --against User-Mode-Linux | sed -n '1p;/^N+1, wall/,$p'
