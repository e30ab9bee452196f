#!/bin/sh
# Run once by PostgreSQL's image, when its data folder is made: the roles and databases of sql/roles.sql. The image does
# not look into folders, so the SQL itself is run from here, with the passwords.
set -eu
psql --set ON_ERROR_STOP=1 --no-psqlrc --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set "owner_password=$DATABASE_OWNER_PASSWORD" \
  --set "app_password=$DATABASE_APP_PASSWORD" \
  --set "temporal_password=$TEMPORAL_DATABASE_PASSWORD" \
  --file /docker-entrypoint-initdb.d/sql/roles.sql
