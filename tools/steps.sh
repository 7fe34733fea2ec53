# What the scripts share: one clear line when something fails, --help, steps with their timings, and the packages of
# tools/packages.txt. Sourced by bash with `set -euo pipefail`; the packages want the root of the repository.
# shellcheck shell=bash

# fail LINE [CODE]: one clear line, and out.
fail() {
  printf '%s: %s\n' "$0" "$1" >&2
  exit "${2:-1}"
}

# only_help ARGUMENT...: for a script without options but --help, whose text its function `usage` prints.
only_help() {
  case "${1:-}" in
    -h | --help) usage; exit 0 ;;
    -*) fail "unknown option $1; --help tells more" 2 ;;
  esac
}

# step TITLE COMMAND...: says what is being done, does it, says how long it took.
step() {
  local title=$1 started=$SECONDS
  shift
  printf '\n== %s\n' "$title"
  "$@" || fail "failed: $title (after $((SECONDS - started)) s)"
  printf '== done: %s, %d s\n' "$title" "$((SECONDS - started))"
}

# packages_of GROUP...: their names from the list, one a line.
packages_of() {
  local group
  for group in "$@"; do
    awk -v group="$group" '$1 == group { print $2 }' tools/packages.txt
  done
}

# missing_of PACKAGE...: those that are not installed.
missing_of() {
  local package
  for package in "$@"; do
    case "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)" in
      *' installed') ;;
      *) printf '%s\n' "$package" ;;
    esac
  done
}

# as_root COMMAND...: directly, or with sudo where we are not root.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# install_packages GROUP...: installs what is missing of these groups. Touches nothing where all is there.
install_packages() {
  local wanted missing package log
  mapfile -t wanted < <(packages_of "$@")
  command -v dpkg-query >/dev/null ||
    fail "this system has no Debian packages; get these by hand: ${wanted[*]}" 3
  mapfile -t missing < <(missing_of "${wanted[@]}")
  if [ "${#missing[@]}" -eq 0 ]; then
    printf 'all %d packages are there\n' "${#wanted[@]}"
    return
  fi
  printf 'missing: %s\n' "${missing[*]}"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
    fail "root or sudo is needed to install: ${missing[*]}" 3
  log=$(mktemp)
  as_root apt-get -o DPkg::Lock::Timeout=120 update -q >"$log" 2>&1 </dev/null ||
    { tail -n 5 "$log" >&2; rm -f "$log"; fail "the package lists could not be refreshed; needed: ${missing[*]}" 3; }
  for package in "${missing[@]}"; do
    apt-cache show --no-all-versions "$package" >/dev/null 2>&1 ||
      { rm -f "$log"; fail "the package $package cannot be had: this system's package lists do not know it" 3; }
  done
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -q -y --no-install-recommends "${missing[@]}" \
    >"$log" 2>&1 </dev/null ||
    { tail -n 15 "$log" >&2; rm -f "$log"; fail "these packages could not be installed: ${missing[*]}" 3; }
  rm -f "$log"
  # apt-get may succeed and still leave something out.
  mapfile -t missing < <(missing_of "${wanted[@]}")
  [ "${#missing[@]}" -eq 0 ] || fail "these packages could not be installed: ${missing[*]}" 3
}
