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

# purpose_of PACKAGE: what the list says it is for.
purpose_of() {
  awk -v package="$1" '$2 == package { sub(/^[^#]*# */, ""); print }' tools/packages.txt
}

# can_be_had PACKAGE: this system's package lists know it.
can_be_had() {
  apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}

# fetch_packages PACKAGE...: refreshes the package lists and installs, or fails with what could not be had.
fetch_packages() {
  local missing package log
  printf 'missing: %s\n' "$*"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
    fail "root or sudo is needed to install: $*" 3
  log=$(mktemp)
  as_root apt-get -o DPkg::Lock::Timeout=120 update -q >"$log" 2>&1 </dev/null ||
    { tail -n 5 "$log" >&2; rm -f "$log"; fail "the package lists could not be refreshed; needed: $*" 3; }
  for package in "$@"; do
    can_be_had "$package" ||
      { rm -f "$log"; fail "the package $package cannot be had: this system's package lists do not know it" 3; }
  done
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -q -y --no-install-recommends "$@" \
    >"$log" 2>&1 </dev/null ||
    { tail -n 15 "$log" >&2; rm -f "$log"; fail "these packages could not be installed: $*" 3; }
  rm -f "$log"
  # apt-get may succeed and still leave something out.
  mapfile -t missing < <(missing_of "$@")
  [ "${#missing[@]}" -eq 0 ] || fail "these packages could not be installed: ${missing[*]}" 3
}

# install_packages GROUP...: installs what is missing of these groups. Touches nothing where all is there.
install_packages() {
  local wanted missing
  mapfile -t wanted < <(packages_of "$@")
  command -v dpkg-query >/dev/null ||
    fail "this system has no Debian packages; get these by hand: ${wanted[*]}" 3
  mapfile -t missing < <(missing_of "${wanted[@]}")
  if [ "${#missing[@]}" -eq 0 ]; then
    printf 'all %d packages are there\n' "${#wanted[@]}"
  else
    fetch_packages "${missing[@]}"
  fi
}

# install_if_to_be_had GROUP...: the same for packages that not every Debian has. What is done without is said, and
# stands in `left_out`, one a line.
left_out=
install_if_to_be_had() {
  local wanted missing package had=()
  mapfile -t wanted < <(packages_of "$@")
  mapfile -t missing < <(missing_of "${wanted[@]}")
  for package in "${missing[@]}"; do
    if can_be_had "$package"; then
      had+=("$package")
    else
      left_out+="left out: $(purpose_of "$package") (this system has no package $package)"$'\n'
    fi
  done
  printf '%s' "$left_out"
  [ "${#had[@]}" -eq 0 ] || fetch_packages "${had[@]}"
}
