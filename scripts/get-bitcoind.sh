#!/usr/bin/env bash
# Prints the path of a bitcoind that starts, for the tests: $BITCOIND, else one on the PATH, else Debian's bitcoin-knots
# unpacked with its libraries into .cache (20 MB, some seconds, once). The machine's apt and dpkg state stays unchanged, root
# is not needed, and apt checks the signatures. If none is available it prints the reason and exits with status 3.
set -euo pipefail

release=trixie-backports
packages=(bitcoin-knots/$release libc6 libstdc++6 libgcc-s1 libevent-core-2.1-7t64 libevent-extra-2.1-7t64
  libevent-pthreads-2.1-7t64 libsqlite3-0 libzmq5 libsodium23 libpgm-5.3-0t64 libnorm1t64 libgssapi-krb5-2 libkrb5-3
  libk5crypto3 libkrb5support0 libcom-err2 libkeyutils1 libprotobuf32t64 libminiupnpc18 libxml2 liblzma5 zlib1g
  libssl3t64 libzstd1)

unavailable() {
  echo "no bitcoind for the tests: $1; set BITCOIND to one of your own" >&2
  exit 3
}

# A failing download may take long, and each test file runs this script, so the result is kept for ten minutes.
unavailable_for_now() {
  echo "$1" >"$root/.cache/bitcoind.unavailable"
  unavailable "$1"
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=$root/.cache/bitcoind

if [ -n "${BITCOIND:-}" ]; then
  "$BITCOIND" -version >/dev/null 2>&1 || unavailable "BITCOIND does not start"
  echo "$BITCOIND"
  exit
fi
if command -v bitcoind >/dev/null; then
  command -v bitcoind
  exit
fi

if [ ! -x "$target/run" ]; then
  [ "$(uname -s)" = Linux ] || unavailable "Debian's package runs on Linux only"
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || unavailable "apt-get and dpkg-deb are needed to unpack one"
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [ -r $keyring ] || unavailable "Debian's keyring is missing"
  mirror=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | grep -v security | sort -u | head -n 1 || true)
  [ -n "$mirror" ] || unavailable "apt names no mirror"
  mkdir -p "$root/.cache"
  # With two concurrent test runs, the second waits for the first and then uses its result.
  exec 9>"$root/.cache/bitcoind.lock"
  flock 9
fi

if [ ! -x "$target/run" ]; then
  if [ -n "$(find "$root/.cache/bitcoind.unavailable" -mmin -10 2>/dev/null)" ]; then
    unavailable "$(cat "$root/.cache/bitcoind.unavailable")"
  fi
  echo "unpacking Debian's bitcoin-knots into .cache, once" >&2
  work=$(mktemp -d "$root/.cache/bitcoind.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work"/apt/{lists/partial,cache/archives/partial,deb} "$work/tree/root"
  : >"$work/apt/status"
  for suite in trixie "$release"; do
    echo "deb [signed-by=$keyring] ${mirror%/} $suite main"
  done >"$work/apt/sources.list"
  apt_options=(-o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::State::Lists="$work/apt/lists" -o Dir::State::status="$work/apt/status" -o Dir::Cache="$work/apt/cache"
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none
    -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 -o Debug::NoLocking=1)
  apt-get "${apt_options[@]}" -q update >"$work/apt/log" 2>&1 || unavailable_for_now "apt could not read Debian's package lists"
  cd "$work/apt/deb"
  # A library missing from the mirror may not be needed: below, only whether bitcoind starts decides.
  apt-get "${apt_options[@]}" -q download "${packages[@]}" >>"$work/apt/log" 2>&1 ||
    for package in "${packages[@]}"; do
      apt-get "${apt_options[@]}" -q download "$package" >>"$work/apt/log" 2>&1 || true
    done
  ls bitcoin-knots_*.deb >/dev/null 2>&1 || unavailable_for_now "bitcoin-knots could not be fetched from the mirror's $release"
  for package in *.deb; do dpkg-deb -x "$package" "$work/tree/root"; done
  cat >"$work/tree/run" <<'RUN'
#!/usr/bin/env bash
root=$(dirname "$(realpath "$0")")/root
triplet=$(basename "$(dirname "$(ls "$root"/usr/lib/*/libevent_core-*.so* | head -n 1)")")
loader=$(ls "$root"/usr/lib64/ld-linux-*.so.* "$root"/usr/lib/ld-linux-*.so.* "$root/usr/lib/$triplet"/ld-linux-*.so.* 2>/dev/null | head -n 1)
exec "$loader" --library-path "$root/usr/lib/$triplet:$root/lib/$triplet" "$root/usr/bin/bitcoind" "$@"
RUN
  chmod +x "$work/tree/run"
  "$work/tree/run" -version >/dev/null 2>&1 || unavailable_for_now "the unpacked one does not start on this machine"
  rm -rf "$target"
  mv "$work/tree" "$target"
fi
echo "$target/run"
