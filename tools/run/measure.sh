#!/usr/bin/env bash
# What `ipvsim run` costs: a short command, a compile job that never touches netlink, a large table listed by N+1.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../steps.sh"

usage() {
  printf 'usage: tools/run/measure.sh [IPVSIM]\n\nMeasures side by side, with hyperfine: `ipvsim run -- ipvsadm -Ln` on an empty table against\n'
  printf '`ipvsadm --version`; a compile job with and without `ipvsim run`; `ipvsadm -Sn` of 16 000 services x 1 destination.\n'
  printf '\nExample:\n  tools/run/measure.sh build/release/tools/ipvsim/ipvsim\n\nExit codes: 0 measured, 1 a measurement failed, 2 usage, 3 something is not installed.\n'
}
only_help "$@"

ipvsim=${1:-$here/../../build/release/tools/ipvsim/ipvsim}
for program in hyperfine ipvsadm gcc python3 "$ipvsim"; do
  command -v "$program" >/dev/null || fail "$program is not there" 3
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# compare NAME ROUNDS RUNS PLAIN UNDER: rounds of hyperfine, in each of which both commands run; the machine's speed may
# drift from one to the next, so the ratio is the median of the rounds' ratios.
compare() {
  local name=$1 rounds=$2 runs=$3 plain=$4 under=$5 round
  rm -f "$folder"/round-*
  for ((round = 0; round < rounds; ++round)); do
    # Without the module even `ipvsadm --version` fails, after it has tried.
    hyperfine --ignore-failure --style none --shell=none --warmup 1 --runs "$runs" --export-json "$folder/round-$round" "$plain" "$under" >/dev/null 2>"$folder/warnings" ||
      fail "hyperfine failed: $(tail -3 "$folder/warnings")"
  done
  python3 - "$name" "$folder"/round-* <<'PYTHON'
import json
import statistics
import sys
rounds = [[result["median"] * 1000 for result in json.load(open(file, encoding="utf-8"))["results"]] for file in sys.argv[2:]]
plain, under = (statistics.median(column) for column in zip(*rounds))
ratio = statistics.median(under / plain for plain, under in rounds)
print(f"{sys.argv[1]}: {plain:.2f} ms plain, {under:.2f} ms under ipvsim run: {ratio:.2f} x, {100 * (ratio - 1):+.1f} %")
PYTHON
}

printf '%s\n' '#!/bin/sh' "for file in $here/programs/*.c; do gcc -O2 -c \"\$file\" -o $folder/object; done" >"$folder/job"
chmod +x "$folder/job"
python3 - "$folder/table" <<'PYTHON'
import sys
with open(sys.argv[1], "w", encoding="ascii") as table:
    for i in range(16000):
        service = f"10.{i >> 8}.{i & 255}.1:80"
        table.write(f"-A -t {service} -s rr\n-a -t {service} -r 192.168.{i >> 8}.{i & 255}:80 -m -w 1\n")
PYTHON

compare 'ipvsadm --version / -Ln of an empty table' 20 10 'ipvsadm --version' "$ipvsim run -- ipvsadm -Ln"
compare 'a compile job' 11 2 "$folder/job" "$ipvsim run -- $folder/job"
hyperfine --style none --shell=none --runs 3 --export-json "$folder/result" "$ipvsim run --restore $folder/table -- ipvsadm -Sn" >/dev/null
python3 -c "
import json
result = json.load(open('$folder/result', encoding='utf-8'))['results'][0]
print(f'ipvsadm -Sn of 16 000 x 1, with the restoring of the table: {result[\"median\"]:.2f} s, {result[\"min\"]:.2f} to {result[\"max\"]:.2f}')"
