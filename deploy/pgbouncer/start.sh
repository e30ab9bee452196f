#!/bin/sh
# Writes the one role that may connect, with its password, to a file in memory, and starts PgBouncer.
set -eu
umask 077
printf '"sakhi_app" "%s"\n' "$DATABASE_APP_PASSWORD" > /run/pgbouncer/userlist.txt
unset DATABASE_APP_PASSWORD
exec pgbouncer /etc/sakhi-pgbouncer/pgbouncer.ini
