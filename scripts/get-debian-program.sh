#!/usr/bin/env bash
# Prints the path of a program of Debian's that starts, for the tests: get-debian-program.sh PACKAGE PATH VERSION_OPTION, such as
# `nginx usr/sbin/nginx -v`. It is the one named by the variable of the program's name in capitals ($NGINX), else one on the PATH or
# in its usual place, else Debian's, unpacked into .cache once. Nothing is installed, so no service starts and root is not
# needed; apt checks the signatures. If none is available it prints the reason and exits with status 3.
set -euo pipefail

package=$1 path=$2 version_option=$3
name=$(basename "$path")
variable=${name^^}

unavailable() {
  echo "no $name for the tests: $1; set $variable to one of your own" >&2
  exit 3
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=$root/.cache/$package

if [ -n "${!variable:-}" ]; then
  "${!variable}" "$version_option" >/dev/null 2>&1 || unavailable "$variable does not start"
  echo "${!variable}"
  exit
fi
for found in "$(command -v "$name" || true)" "/$path"; do
  if [ -x "$found" ]; then
    echo "$found"
    exit
  fi
done

# A program whose libraries are not installed gets them beside it, and a script in its place that names their folder.
unpack_libraries() {
  local libraries folder
  libraries=$(apt-cache depends --recurse --important "$package" 2>/dev/null | grep '^lib' | grep -vE '^lib(c6|gcc-s1|stdc\+\+6|crypt1)$') || return 1
  # shellcheck disable=SC2086
  apt-get -q download $libraries >/dev/null 2>&1 || return 1
  for library in lib*.deb; do dpkg-deb -x "$library" tree; done
  folder=$(dirname "$(find tree/usr/lib -name 'lib*.so.*' | head -n 1)")
  mv "tree/$path" "tree/$path.bin"
  printf '#!/bin/sh\nexec env LD_LIBRARY_PATH="$(dirname "$0")/%s" "$0.bin" "$@"\n' \
    "$(realpath --relative-to="tree/$(dirname "$path")" "$folder")" >"tree/$path"
  chmod +x "tree/$path"
}

if [ ! -x "$target/$path" ]; then
  [ "$(uname -s)" = Linux ] || unavailable "Debian's package runs on Linux only"
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || unavailable "apt-get and dpkg-deb are needed to unpack one"
  mkdir -p "$root/.cache"
  work=$(mktemp -d "$root/.cache/$package.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  # with fresh lists where only root may read them
  apt-get -q download "$package" >/dev/null 2>&1 ||
    { [ "$(id -u)" = 0 ] && apt-get -q update >/dev/null 2>&1 && apt-get -q download "$package" >/dev/null 2>&1; } ||
    unavailable "apt could not fetch Debian's package"
  dpkg-deb -x "$package"_*.deb tree
  "tree/$path" "$version_option" >/dev/null 2>&1 || { unpack_libraries && "tree/$path" "$version_option" >/dev/null 2>&1; } ||
    unavailable "the unpacked one does not start on this machine"
  rm -rf "$target"
  mv tree "$target"
fi
echo "$target/$path"
