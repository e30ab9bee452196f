#!/bin/sh
# Run once by PostgreSQL's image when it creates its data folder: creates the roles and databases of sql/roles.sql. The
# image ignores subfolders, so this script runs the SQL, with the passwords.
set -eu
psql --set ON_ERROR_STOP=1 --no-psqlrc --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set "owner_password=$DATABASE_OWNER_PASSWORD" \
  --set "app_password=$DATABASE_APP_PASSWORD" \
  --set "temporal_password=$TEMPORAL_DATABASE_PASSWORD" \
  --file /docker-entrypoint-initdb.d/sql/roles.sql
