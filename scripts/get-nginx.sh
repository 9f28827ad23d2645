#!/usr/bin/env bash
# Prints the path of an nginx that starts, for the attack tests: $NGINX, else one on the PATH or in /usr/sbin, else Debian's
# unpacked into .cache (1 MB, once). Nothing is installed, so no service starts and root is not needed; apt checks the
# signatures. If none is available it prints the reason and exits with status 3.
set -euo pipefail

unavailable() {
  echo "no nginx for the tests: $1; set NGINX to one of your own" >&2
  exit 3
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=$root/.cache/nginx

if [ -n "${NGINX:-}" ]; then
  "$NGINX" -v >/dev/null 2>&1 || unavailable "NGINX does not start"
  echo "$NGINX"
  exit
fi
for found in "$(command -v nginx || true)" /usr/sbin/nginx; do
  if [ -x "$found" ]; then
    echo "$found"
    exit
  fi
done

if [ ! -x "$target/usr/sbin/nginx" ]; then
  [ "$(uname -s)" = Linux ] || unavailable "Debian's package runs on Linux only"
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || unavailable "apt-get and dpkg-deb are needed to unpack one"
  mkdir -p "$root/.cache"
  work=$(mktemp -d "$root/.cache/nginx.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  # with fresh lists where only root may read them
  apt-get -q download nginx >/dev/null 2>&1 ||
    { [ "$(id -u)" = 0 ] && apt-get -q update >/dev/null 2>&1 && apt-get -q download nginx >/dev/null 2>&1; } ||
    unavailable "apt could not fetch Debian's package"
  dpkg-deb -x nginx_*.deb tree
  tree/usr/sbin/nginx -v >/dev/null 2>&1 || unavailable "the unpacked one does not start on this machine"
  rm -rf "$target"
  mv tree "$target"
fi
echo "$target/usr/sbin/nginx"
