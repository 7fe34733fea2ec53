#!/bin/sh
# Records drawn sessions under `ipvsim run` and replays them. Use: run_and_replay.sh IPVSIM DRAW_SESSIONS
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for seed in 1 2 3 4; do
  mkdir "$folder/$seed"
  "$2" --one-namespace --family 32 --steps 400 --seed "$seed" "$folder/$seed"
  mkdir -p "$folder/recordings"
  "$1" run --salt "$((seed * 16))" -- "$here/record.py" --here "$folder/$seed" "$folder/recordings"
done
"$1" replay "$folder/recordings"
[ "$(grep -lx 'salt 16' "$folder"/recordings/*)" = "$folder/recordings/1.nltrace" ]
