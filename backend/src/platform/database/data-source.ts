import type { DataSourceOptions } from "typeorm";
import { SnakeCaseNaming } from "./columns.js";
import type { EntityClass } from "./columns.js";
import { PreparingClient } from "./preparing-client.js";
import { Schema1764000043000 } from "./migrations/1764000043000-schema.js";
import { CouponVersions1764000044000 } from "./migrations/1764000044000-coupon-versions.js";
import { TypedValues1764000053000 } from "./migrations/1764000053000-typed-values.js";

/** Every migration, in order; the first creates backend/assets/schema.sql. Tests build their schema from these too. */
export const MIGRATIONS = [Schema1764000043000, CouponVersions1764000044000, TypedValues1764000053000];

/**
 * Connection options for PostgreSQL.
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
      // Keep connections open, so that a burst does not wait for new ones.
      min: poolSize,
      // Also limits the wait for a free pool connection: in a burst, waiting is better than an error.
      connectionTimeoutMillis: 10_000,
      // Set once per connection instead of per transaction; overrides the database's default.
      options: "-c default_transaction_isolation=read\\ committed",
      // No statement may hold locks for long; the server disconnects a stuck client.
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      lock_timeout: 10_000,
    },
  };
}
