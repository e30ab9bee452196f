#!/bin/sh
# Continuous archiving of PostgreSQL by pgBackRest (docs/decisions/0094-continuous-archiving.md): each write leaves the machine
# within some 15 seconds, and the database can be restored to any second. It covers Temporal's databases, which are in the same server.
#
#   archive server postgres …   runs the server, as the image does, with the settings of the archive
#   archive schedule            makes a base backup each night, and tries a restore (the service archive)
#   archive backup              makes a base backup now, and tries a restore
#   archive info                what is archived
#   archive restore [moment]    restores into an empty volume, e.g. "2026-12-03 10:03:29+05:30"; the newest without one
#   archive resume              archives again after a restore
set -eu

export PGBACKREST_STANZA="${ARCHIVE_NAME:-sakhi}" PGBACKREST_PG1_PATH="$PGDATA" PGBACKREST_PG1_SOCKET_PATH=/var/run/postgresql
export PGBACKREST_REPO1_PATH=/archive PGBACKREST_REPO1_RETENTION_FULL=2
export PGBACKREST_COMPRESS_TYPE=zst PGBACKREST_START_FAST=y PGBACKREST_LOCK_PATH=/tmp/pgbackrest
export PGBACKREST_LOG_LEVEL_FILE=off PGBACKREST_LOG_LEVEL_CONSOLE=warn PGBACKREST_IO_TIMEOUT=30
# A segment that cannot be stored within this time is tried again.
export PGBACKREST_ARCHIVE_TIMEOUT=60

# Written into the volume by a restore: nothing is archived until a person says which machine continues.
PAUSED=$PGDATA/archive.paused
# How the last base backup and its trial went; the service backup reads it.
STATE=/archive-state/run
# A full base backup after so many days; a differential one on the others.
FULL_DAYS=7

fail() {
  echo "$*" >&2
  exit 1
}

# Without a bucket the archive is in a volume: it survives a mistake, but not the machine.
store() {
  case "${BACKUP_BUCKET_URL:-}" in
  "") ;;
  https://*/*)
    place=${BACKUP_BUCKET_URL#https://}
    host=${place%%/*} bucket=${place#*/}
    export PGBACKREST_REPO1_TYPE=s3 PGBACKREST_REPO1_S3_URI_STYLE=path
    export PGBACKREST_REPO1_S3_ENDPOINT="${host%%:*}" PGBACKREST_REPO1_S3_BUCKET="${bucket%/}"
    export PGBACKREST_REPO1_S3_REGION="${BACKUP_BUCKET_REGION:-auto}"
    export PGBACKREST_REPO1_S3_KEY="${BACKUP_BUCKET_KEY_ID:-}" PGBACKREST_REPO1_S3_KEY_SECRET="${BACKUP_BUCKET_SECRET:-}"
    case "$host" in *:*) export PGBACKREST_REPO1_STORAGE_PORT="${host##*:}" ;; esac
    [ -n "${ARCHIVE_KEY:-}" ] || fail "ARCHIVE_KEY is not set: nothing leaves this machine unencrypted (openssl rand -hex 32)."
    ;;
  *) fail "BACKUP_BUCKET_URL must be https and end with the bucket's name." ;;
  esac
  if [ -n "${ARCHIVE_KEY:-}" ]; then
    export PGBACKREST_REPO1_CIPHER_TYPE=aes-256-cbc PGBACKREST_REPO1_CIPHER_PASS="$ARCHIVE_KEY"
  fi
}

# note <yes|no> <sentence>: replaces the state in one step.
note() {
  printf 'at=%s\nok=%s\nproblem=%s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" "$2" > "$STATE.new"
  mv "$STATE.new" "$STATE"
}

# The last word on what went wrong, on one line.
last_error() {
  sed -n 's/.*ERROR: *//p' "$1" | tail -n 1 | tr -d '\r' | cut -c 1-300
}

# Whether the day's base backup is still to be made: from BACKUP_HOUR on in India.
due() {
  today=$(TZ=Asia/Kolkata date +%F) hour=$(TZ=Asia/Kolkata date +%H)
  last=$(cat /archive-state/last 2> /dev/null || true)
  [ -z "$last" ] || { [ "$last" != "$today" ] && [ "${hour#0}" -ge "${BACKUP_HOUR:-2}" ]; }
}

backup() {
  # One at a time: a person's waits for the night's.
  exec 9> /tmp/archive.lock
  flock 9
  today=$(TZ=Asia/Kolkata date +%F)
  kind="diff"
  full=$(cat /archive-state/full 2> /dev/null || true)
  if [ -z "$full" ] || [ $(($(date +%s) - full)) -ge $((FULL_DAYS * 86400)) ]; then kind=full; fi
  pgbackrest --type="$kind" backup
  if [ "$kind" = full ]; then date +%s > /archive-state/full; fi
  pgbackrest verify
  drill
  echo "$today" > /archive-state/last
}

live() { psql -XqAt -h /var/run/postgresql -U postgres -c "$1"; }
restored() { psql -XqAt -h /drill -p 5433 -U postgres -d "${2:-postgres}" -c "$1"; }

# Restores the newest of the archive beside the running server, starts a server on it, and compares: it must know what was
# committed when the trial began.
drill() {
  rm -rf /drill/data
  mkdir -m 700 /drill/data
  # Two transactions: the first is committed before the segment ends.
  newest=$(live "SELECT txid_current()")
  segment=$(live "SELECT pg_walfile_name(pg_switch_wal())")
  waited=0
  until [ "$(live "SELECT coalesce(last_archived_wal >= '$segment', false) FROM pg_stat_archiver")" = t ]; do
    waited=$((waited + 1))
    [ "$waited" -le 60 ] || fail "ERROR: the write-ahead log was not archived within a minute"
    sleep 1
  done
  pgbackrest --pg1-path=/drill/data --archive-mode=off restore
  # Without hot_standby it need not have the server's own limits.
  postgres -D /drill/data -c listen_addresses= -c unix_socket_directories=/drill -c port=5433 -c archive_mode=off \
    -c hot_standby=off -c shared_buffers=64MB -c autovacuum=off > /drill/log 2>&1 &
  server=$!
  # However the trial ends: a server that is left would hold the folder of the next one.
  trap 'kill -INT "$server" 2> /dev/null || true' EXIT
  until [ "$(restored "SELECT NOT pg_is_in_recovery()" 2> /dev/null)" = t ]; do
    kill -0 "$server" 2> /dev/null || fail "ERROR: the restored server ended: $(grep -m 1 FATAL /drill/log || tail -n 1 /drill/log)"
    sleep 1
  done
  # Every database can be read, and nothing that was committed before the trial is missing.
  for database in $(restored "SELECT datname FROM pg_database WHERE datallowconn"); do
    restored "SELECT count(*) FROM pg_class" "$database" > /dev/null
  done
  known=$(restored "SELECT txid_current() > $newest")
  kill -INT "$server"
  wait "$server" || true
  rm -rf /drill/data
  [ "$known" = t ] || fail "ERROR: the restored server does not know the newest transaction"
}

# One base backup with its trial, noted for the metrics; the schedule continues whatever happens.
noted_backup() {
  log=/tmp/archive.log
  if "$0" unnoted > "$log" 2>&1; then
    cat "$log"
    note yes ""
  else
    cat "$log" >&2
    note no "$(last_error "$log")"
    return 1
  fi
}

# PostgreSQL's checkpointer closes a segment after archive_timeout; but after a start it may first sleep for five minutes.
close_segments() {
  while :; do
    live "SELECT pg_switch_wal() FROM pg_stat_archiver
           WHERE coalesce(last_archived_time, '-infinity') < clock_timestamp() - interval '12 seconds'
             AND NOT EXISTS (SELECT FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready')" > /dev/null 2>&1 || true
    sleep 3
  done
}

schedule() {
  until pg_isready -q -h /var/run/postgresql; do sleep 2; done
  # Does nothing where it exists; another installation's is refused, and nothing is written there.
  until pgbackrest stanza-create > /tmp/archive.log 2>&1; do
    cat /tmp/archive.log >&2
    note no "$(last_error /tmp/archive.log)"
    sleep 60
  done
  close_segments &
  while :; do
    if [ ! -e "$PAUSED" ] && due; then noted_backup || sleep 600; fi
    sleep 30
  done
}

restore() {
  [ ! -s "$PGDATA/PG_VERSION" ] || fail "There is a database already. Stop the product and remove it first:" \
    "docker compose down, then docker volume rm sakhi-bazaar_database."
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  if [ $# -eq 0 ]; then
    pgbackrest --log-level-console=info restore
  else
    pgbackrest --log-level-console=info --type=time --target="$1" --target-action=promote restore
  fi
  # Nobody is let in before all is read: migrate would find a server that cannot write yet.
  echo "hot_standby = off" >> "$PGDATA/postgresql.auto.conf"
  # The product pauses the sales until a person has compared what happened after it (backend/src/recovery).
  echo "sakhi.restored = '$(date -u +%Y-%m-%dT%H:%M:%SZ)'" >> "$PGDATA/postgresql.auto.conf"
  touch "$PAUSED"
  echo "Restored. Start the server (docker compose up -d postgres), then put back pictures and record: restore.js files."
  echo "Nothing is archived until: docker compose exec archive archive resume (docs/operations/questions/the-machine-is-lost.md)."
}

verb=${1:-}
[ $# -eq 0 ] || shift
case "$verb" in
server)
  store
  # Ten seconds of waiting, and what storing a segment takes. The command runs in the data folder.
  exec docker-entrypoint.sh "$@" -c archive_mode=on -c archive_timeout=10 \
    -c "archive_command=test ! -e archive.paused && pgbackrest archive-push %p"
  ;;
schedule)
  store
  schedule
  ;;
backup)
  store
  noted_backup
  ;;
unnoted)
  store
  backup
  ;;
info)
  store
  exec pgbackrest info
  ;;
restore)
  store
  restore "$@"
  ;;
resume)
  rm -f "$PAUSED"
  rm -f /archive-state/last /archive-state/full
  echo "Archiving continues; a full base backup begins within half a minute."
  ;;
*)
  sed -n '5,11s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
