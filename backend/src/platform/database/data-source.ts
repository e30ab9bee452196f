import type { DataSourceOptions } from "typeorm";
import { SnakeCaseNaming } from "./columns.js";
import type { EntityClass } from "./columns.js";
import { PreparingClient } from "./preparing-client.js";
import { Schema1764000043000 } from "./migrations/1764000043000-schema.js";
import { CouponVersions1764000044000 } from "./migrations/1764000044000-coupon-versions.js";

/** Every migration, in order; the first makes backend/assets/schema.sql. The schema is made by these only, in tests too. */
export const MIGRATIONS = [Schema1764000043000, CouponVersions1764000044000];

/**
 * How we connect to PostgreSQL.
 *
 * @param entities the tables' entities: backend/src/entities.ts, since platform knows no feature
 */
export function dataSourceOptions(url: string, entities: readonly EntityClass[], poolSize = 10): DataSourceOptions {
  return {
    type: "postgres",
    url,
    entities: [...entities],
    namingStrategy: new SnakeCaseNaming(),
    migrations: MIGRATIONS,
    migrationsTransactionMode: "each",
    synchronize: false,
    logging: false,
    applicationName: "sakhi-bazaar",
    poolSize,
    extra: {
      Client: PreparingClient,
      // Connections stay once they are open: the next rush is not met by opening them.
      min: poolSize,
      // For a free connection of the pool, too: in a rush a visitor rather waits than is refused.
      connectionTimeoutMillis: 10_000,
      // Said once for a connection, not with each transaction; whatever the database's own default is.
      options: "-c default_transaction_isolation=read\\ committed",
      // No statement of ours may hold locks for long; a stuck client is ended by the server.
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      lock_timeout: 10_000,
    },
  };
}
