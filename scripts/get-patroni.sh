#!/usr/bin/env bash
# Prints a folder with patroni, etcd, etcdctl and haproxy that start, and with PostgreSQL's programs, for
# npm run proof:failover: Debian 12's packages, unpacked into .cache (30 MB, once). Nothing is installed, so no service starts
# and root is not needed; apt checks the signatures. PostgreSQL is the machine's if it has one, in /usr/lib/postgresql. If
# something is missing it prints the reason and exits with status 3.
set -euo pipefail

packages=(patroni python3-cdiff python3-click python3-colorama python3-dateutil python3-dnspython python3-etcd
  python3-prettytable python3-psutil python3-psycopg2 python3-six python3-urllib3 python3-wcwidth python3-yaml
  python3-pkg-resources etcd-server etcd-client haproxy liblua5.3-0 libopentracing1 libopentracing-c-wrapper0 libpq5)
own_postgres=(postgresql-15 postgresql-client-15 libllvm14 libldap-2.5-0 libxslt1.1)

unavailable() {
  echo "no Patroni for the proof: $1" >&2
  exit 3
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=$root/.cache/patroni

# a folder of programs that has all that Patroni calls; the newest of the machine
postgres=$(for bin in /usr/lib/postgresql/*/bin; do
  if [ -x "$bin/postgres" ] && [ -x "$bin/pg_basebackup" ] && [ -x "$bin/pg_rewind" ]; then echo "$bin"; fi
done | sort -V | tail -n 1)
[ -n "$postgres" ] || packages+=("${own_postgres[@]}")

if [ ! -x "$target/bin/patroni" ]; then
  [ "$(uname -s)" = Linux ] || unavailable "Debian's packages run on Linux only"
  [ -x /usr/bin/python3 ] || unavailable "/usr/bin/python3 is missing"
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || unavailable "apt-get and dpkg-deb are needed to unpack them"
  mkdir -p "$root/.cache"
  work=$(mktemp -d "$root/.cache/patroni.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  chmod 755 "$work"
  mkdir "$work/deb" "$work/tree" "$work/tree/bin"
  cd "$work/deb"
  # with fresh lists where only root may read them
  apt-get -q download "${packages[@]}" >/dev/null 2>&1 ||
    { [ "$(id -u)" = 0 ] && apt-get -q update >/dev/null 2>&1 && apt-get -q download "${packages[@]}" >/dev/null 2>&1; } ||
    unavailable "apt could not fetch Debian's packages"
  for package in *.deb; do dpkg-deb -x "$package" "$work/tree"; done
  # each program finds its libraries and modules beside it, wherever the folder is moved
  for program in usr/bin/patroni usr/bin/patronictl usr/bin/etcd usr/bin/etcdctl usr/sbin/haproxy; do
    cat >"$work/tree/bin/${program##*/}" <<'RUN'
#!/bin/sh
tree=$(dirname "$(dirname "$(realpath "$0")")")
export LD_LIBRARY_PATH="$(echo "$tree"/usr/lib/*-linux-gnu)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PYTHONPATH="$tree/usr/lib/python3/dist-packages"
RUN
    case $program in
      */patroni | */patronictl) echo "exec /usr/bin/python3 \"\$tree/$program\" \"\$@\"" ;;
      *) echo "exec \"\$tree/$program\" \"\$@\"" ;;
    esac >>"$work/tree/bin/${program##*/}"
    chmod 755 "$work/tree/bin/${program##*/}"
  done
  for check in 'patroni --version' 'etcd --version' 'etcdctl version' 'haproxy -v'; do
    "$work"/tree/bin/$check >/dev/null 2>&1 || unavailable "the unpacked ${check%% *} does not start on this machine"
  done
  rm -rf "$target"
  mv "$work/tree" "$target"
fi
[ -n "$postgres" ] || postgres=$(echo "$target"/usr/lib/postgresql/*/bin)
[ -x "$postgres/postgres" ] || unavailable "PostgreSQL's programs are missing"
ln -sfn "$postgres" "$target/postgresql"
echo "$target"
