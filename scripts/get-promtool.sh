#!/usr/bin/env bash
# Prints the path of a promtool that starts, for the tests of alert rules: $PROMTOOL, else one on the PATH, else that of
# Debian's prometheus, unpacked into .cache (95 MB, once). Nothing is installed, so no service starts and root is not needed; apt checks the
# signatures. If none is available it prints the reason and exits with status 3.
set -euo pipefail

unavailable() {
  echo "no promtool for the tests: $1; set PROMTOOL to one of your own" >&2
  exit 3
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=$root/.cache/prometheus

if [ -n "${PROMTOOL:-}" ]; then
  "$PROMTOOL" --version >/dev/null 2>&1 || unavailable "PROMTOOL does not start"
  echo "$PROMTOOL"
  exit
fi
if command -v promtool >/dev/null; then
  command -v promtool
  exit
fi

if [ ! -x "$target/usr/bin/promtool" ]; then
  [ "$(uname -s)" = Linux ] || unavailable "Debian's package runs on Linux only"
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || unavailable "apt-get and dpkg-deb are needed to unpack one"
  mkdir -p "$root/.cache"
  work=$(mktemp -d "$root/.cache/prometheus.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  # with fresh lists where only root may read them
  apt-get -q download prometheus >/dev/null 2>&1 ||
    { [ "$(id -u)" = 0 ] && apt-get -q update >/dev/null 2>&1 && apt-get -q download prometheus >/dev/null 2>&1; } ||
    unavailable "apt could not fetch Debian's package"
  dpkg-deb -x prometheus_*.deb tree
  tree/usr/bin/promtool --version >/dev/null 2>&1 || unavailable "the unpacked one does not start on this machine"
  rm -rf "$target"
  mv tree "$target"
fi
echo "$target/usr/bin/promtool"
