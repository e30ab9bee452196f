#!/bin/sh
# Creates or migrates Temporal's tables in the databases created by deploy/postgres/sql/roles.sql.
set -eu

prepare() {
  tool="temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u temporal --db $1"
  # A database that has tables knows its version; a new one is set up first.
  $tool update-schema -d "$2" || {
    $tool setup-schema -v 0.0
    $tool update-schema -d "$2"
  }
}

prepare temporal /etc/temporal/schema/postgresql/v12/temporal/versioned
prepare temporal_visibility /etc/temporal/schema/postgresql/v12/visibility/versioned
