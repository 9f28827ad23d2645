# Sourced by the scripts of this folder: which cluster of Debian's PostgreSQL they work on, and how they ask it.
export LC_ALL=C

fail() {
  echo "$*" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail 'run it as root'
version=$(pg_lsclusters --no-header | awk '$2 == "main" { print $1 }')
case $version in
  '') fail 'expected a cluster `main` of Debian: apt-get install postgresql' ;;
  *[!0-9]*) fail "expected one cluster \`main\`, found those of PostgreSQL $(echo "$version" | tr '\n' ' ')" ;;
esac
data=/var/lib/postgresql/$version/main
settings=/etc/postgresql/$version/main
programs=/usr/lib/postgresql/$version/bin
unit=postgresql@$version-main
standby_settings=$settings/conf.d/keyhold-standby.conf
password_file=/root/replication-password

as_postgres() {
  runuser -u postgres -- env --chdir=/ "$@"
}

# SQL from the arguments or from standard input, where no other user of the machine sees it
sql() {
  as_postgres psql --no-psqlrc --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 "$@"
}

# How this machine reaches the database of another one, with the password of ~postgres/.pgpass.
address_of() {
  echo "host=$1 user=replicator dbname=postgres connect_timeout=5 tcp_user_timeout=10000 application_name=$(hostname)"
}

# t, f, or nothing if the other machine's database does not answer
is_standby_at() {
  as_postgres timeout 15 psql --no-psqlrc --no-align --tuples-only --dbname "$(address_of "$1")" \
    --command 'select pg_is_in_recovery()' 2> /dev/null || true
}

# The identifier of a database and its copies: here on disk, and where another machine answers.
system_here() {
  as_postgres "$programs/pg_controldata" "$data" | sed -n 's/^Database system identifier: *//p'
}

system_at() {
  as_postgres psql --no-psqlrc --no-align --tuples-only --dbname "$(address_of "$1") replication=true" \
    --command 'IDENTIFY_SYSTEM' | cut -d '|' -f 1
}

check_name() {
  case $1 in
    '' | *[!a-zA-Z0-9.-]*) fail "expected the name of a machine, such as db2; found '$1'" ;;
  esac
}
