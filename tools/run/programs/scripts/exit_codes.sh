#!/bin/sh
# What `ipvsim run` exits with, and what it says. Use: exit_codes.sh IPVSIM FIRST_TO_EXIT
ipvsim=$1 first_to_exit=$2 failed=0

# expect CODE OUTPUT COMMAND...: exit code, and standard output and error together.
expect() {
  code=$1 wanted=$2
  shift 2
  got=$("$@" 2>&1)
  result=$?
  if [ "$result" -ne "$code" ] || [ "$got" != "$wanted" ]; then
    printf '%s\n  exit code %s, not %s\n  printed: %s\n  wanted:  %s\n' "$*" "$result" "$code" "$got" "$wanted"
    failed=1
  fi
}

expect 0 '' "$ipvsim" run -- true
expect 7 '' "$ipvsim" run -- sh -c 'exit 7'
expect 143 '' "$ipvsim" run -- sh -c 'kill -TERM $$'
expect 137 '' "$ipvsim" run -- sh -c 'kill -KILL $$'
expect 127 'ipvsim run: ./nosuch: No such file or directory' "$ipvsim" run -- ./nosuch
expect 126 'ipvsim run: /dev/null: Permission denied' "$ipvsim" run -- /dev/null
expect 125 'ipvsim run: --link d0: must be NAME:MTU:ADDRESS/LEN' "$ipvsim" run --link d0 -- true
expect 125 'ipvsim run: no command behind --; for example: ipvsim run -- ipvsadm -Ln' "$ipvsim" run
expect 125 'ipvsim run: seccomp user notification cannot be had: this system lacks it, or we run under one already' \
  "$ipvsim" run -- "$ipvsim" run -- true
# Arguments reach the program as they are, also those that look like ours.
expect 0 '[a,b] -- --link {}' "$ipvsim" run -- echo '[a,b]' -- --link '{}'
# A signal sent to the run is the program's.
expect 3 '' "$ipvsim" run -- sh -c 'trap "exit 3" TERM; kill -TERM $PPID; while :; do sleep 0.01; done'
# The run ends with its last program, and its code is the first one's.
expect 7 '-A -t 10.0.0.1:80 -s rr' \
  "$ipvsim" run -- "$first_to_exit" sh -c 'ipvsadm -A -t 10.0.0.1:80 -s rr && ipvsadm -Sn'
exit $failed
