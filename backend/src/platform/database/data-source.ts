import type { DataSourceOptions } from "typeorm";
import { SnakeCaseNaming } from "./columns.js";
import type { EntityClass } from "./columns.js";
import { PreparingClient } from "./preparing-client.js";
import { Schema1764000027000 } from "./migrations/1764000027000-schema.js";
import { SearchWords1764000028000 } from "./migrations/1764000028000-search-words.js";
import { RefundBankReference1764000029000 } from "./migrations/1764000029000-refund-bank-reference.js";
import { EditionsToCome1764000029100 } from "./migrations/1764000029100-editions-to-come.js";
import { BookingsByOrder1764000030000 } from "./migrations/1764000030000-bookings-by-order.js";
import { NotifyAfterCommit1764000033000 } from "./migrations/1764000033000-notify-after-commit.js";
import { FewerQuestions1764000036000 } from "./migrations/1764000036000-fewer-questions.js";
import { PaymentsAtOnce1764000039000 } from "./migrations/1764000039000-payments-at-once.js";
import { StallOfAnEvent1764000042000 } from "./migrations/1764000042000-stall-of-an-event.js";

/** Every migration, in order; the first makes backend/assets/schema.sql. The schema is made by these only, in tests too. */
export const MIGRATIONS = [
  Schema1764000027000,
  SearchWords1764000028000,
  RefundBankReference1764000029000,
  EditionsToCome1764000029100,
  BookingsByOrder1764000030000,
  NotifyAfterCommit1764000033000,
  FewerQuestions1764000036000,
  PaymentsAtOnce1764000039000,
  StallOfAnEvent1764000042000,
];

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
