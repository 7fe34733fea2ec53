#!/usr/bin/env bash
# Runs a command as the first program of a real kernel with IPVS: that of the Debian package user-mode-linux, booted as an
# ordinary user on the files of this system.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../steps.sh"

usage() {
  printf 'usage: tools/uml/boot.sh COMMAND [ARGUMENT...]\n\nWhat the command prints goes nowhere: let it write files. The kernel lives as long as the command.\n'
  printf '\nExample:\n  tools/uml/boot.sh sh -c '\''ipvsadm -A -t 10.0.0.1:80 && ipvsadm -Ln >table'\''\n'
  printf '\nExit codes: 0 the command succeeded, 1 it did not, 2 usage, 3 the package is not installed.\n'
}
only_help "$@"
[ $# -gt 0 ] || fail 'a command is wanted; --help tells more' 2

command -v linux.uml >/dev/null || fail 'skipped: the package user-mode-linux is not installed' 3
modules=(/usr/lib/uml/modules/*)
[ -e "${modules[0]}/modules.dep" ] || fail 'skipped: no modules in /usr/lib/uml/modules' 3

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/init" <<INIT
#!/bin/bash
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
cd ${PWD@Q}
python3 ${here@Q}/kernel.py ${modules[0]@Q} && ${*@Q} && touch ${folder@Q}/succeeded
echo o >/proc/sysrq-trigger
sleep 60
INIT
chmod +x "$folder/init"

HOME=$folder TMPDIR=$folder linux.uml mem=1G rootfstype=hostfs rootflags=/ rw init="$folder/init" con=null con0=fd:0,fd:1 quiet \
  </dev/null >"$folder/console" 2>&1 || true
[ -e "$folder/succeeded" ] && exit 0
fail "the command failed in there; the last words:
$(tail -5 "$folder/console")"
