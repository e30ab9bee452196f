import type { DataSourceOptions, Logger } from "typeorm";
import { SnakeCaseNaming } from "./columns.js";
import type { EntityClass } from "./columns.js";
import { Baseline1764000291000 } from "./migrations/1764000291000-baseline.js";
import { SellsFood1764000310000 } from "./migrations/1764000310000-sells-food.js";
import { OwnerState1764000311000 } from "./migrations/1764000311000-owner-state.js";
import { BrandStalls1764000312000 } from "./migrations/1764000312000-brand-stalls.js";
import { Messages1764000320000 } from "./migrations/1764000320000-messages.js";
import { Gate1764000330000 } from "./migrations/1764000330000-gate.js";
import { GateRolesValidated1764000331000 } from "./migrations/1764000331000-gate-roles-validated.js";
import { DatedPrices1764000350000 } from "./migrations/1764000350000-dated-prices.js";
import { PictureFocus1764000360000 } from "./migrations/1764000360000-picture-focus.js";
import { WaitingList1764000370000 } from "./migrations/1764000370000-waiting-list.js";
import { GstMonths1764000390000 } from "./migrations/1764000390000-gst-months.js";
import { Whatsapp1764000410000 } from "./migrations/1764000410000-whatsapp.js";
import { TeamRoles1764000420000 } from "./migrations/1764000420000-team-roles.js";
import { TeamRolesValidated1764000421000 } from "./migrations/1764000421000-team-roles-validated.js";
import { Payouts1764000430000 } from "./migrations/1764000430000-payouts.js";
import { DisputeStages1764000431000 } from "./migrations/1764000431000-dispute-stages.js";
import { AdministratorMails1764000440000 } from "./migrations/1764000440000-administrator-mails.js";
import { AccessTokens1764000450000 } from "./migrations/1764000450000-access-tokens.js";
import { OutgoingWebhooks1764000451000 } from "./migrations/1764000451000-outgoing-webhooks.js";
import { StallMoves1764000460000 } from "./migrations/1764000460000-stall-moves.js";
import { DebitNotesValidated1764000461000 } from "./migrations/1764000461000-debit-notes-validated.js";
import { MoveOrdersIndex1764000462000 } from "./migrations/1764000462000-move-orders-index.js";
import { ArrivalAndFiles1764000470000 } from "./migrations/1764000470000-arrival-and-files.js";
import { SeveralStalls1764000480000 } from "./migrations/1764000480000-several-stalls.js";
import { FirstHolds1764000481000 } from "./migrations/1764000481000-first-holds.js";
import { DebitNotesReissued1764000490000 } from "./migrations/1764000490000-debit-notes-reissued.js";
import { DebitNotesReissuedValidated1764000491000 } from "./migrations/1764000491000-debit-notes-reissued-validated.js";
import { DebitNotesReissuedIndex1764000492000 } from "./migrations/1764000492000-debit-notes-reissued-index.js";
import { WalkIns1764000500000 } from "./migrations/1764000500000-walk-ins.js";
import { Languages1764000510000 } from "./migrations/1764000510000-languages.js";
import { EventTranslations1764000511000 } from "./migrations/1764000511000-event-translations.js";
import { EventRefundsOfSeveralStalls1764000520000 } from "./migrations/1764000520000-event-refunds-of-several-stalls.js";
import { PooledClient } from "./pooled-client.js";

/** Every migration, in order; the first creates backend/assets/baseline.sql. Tests build their schema from these too. */
export const MIGRATIONS = [
  Baseline1764000291000,
  SellsFood1764000310000,
  OwnerState1764000311000,
  BrandStalls1764000312000,
  Messages1764000320000,
  Gate1764000330000,
  GateRolesValidated1764000331000,
  DatedPrices1764000350000,
  PictureFocus1764000360000,
  WaitingList1764000370000,
  GstMonths1764000390000,
  Whatsapp1764000410000,
  TeamRoles1764000420000,
  TeamRolesValidated1764000421000,
  Payouts1764000430000,
  DisputeStages1764000431000,
  AdministratorMails1764000440000,
  AccessTokens1764000450000,
  OutgoingWebhooks1764000451000,
  StallMoves1764000460000,
  DebitNotesValidated1764000461000,
  MoveOrdersIndex1764000462000,
  ArrivalAndFiles1764000470000,
  SeveralStalls1764000480000,
  FirstHolds1764000481000,
  DebitNotesReissued1764000490000,
  DebitNotesReissuedValidated1764000491000,
  DebitNotesReissuedIndex1764000492000,
  WalkIns1764000500000,
  Languages1764000510000,
  EventTranslations1764000511000,
  EventRefundsOfSeveralStalls1764000520000,
];

const nothing = (): void => undefined;
/**
 * TypeORM logs nothing: it would print a failed migration's message, which may quote values, among a command's sentences
 * and in our log. What catches the error says it.
 */
const SILENT: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

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
    logger: SILENT,
    applicationName: "sakhi-bazaar",
    poolSize,
    extra: {
      Client: PooledClient,
      // Statements are sent without waiting for the answers of those before them (`rows`, database.ts).
      pipeline: true,
      // Keep connections open, so that a burst does not wait for new ones.
      min: poolSize,
      // Also limits the wait for a free pool connection: in a burst, waiting is better than an error.
      connectionTimeoutMillis: 10_000,
      // Set once per connection instead of per transaction; overrides the database's default. Our processes notify the
      // floor plan's listeners after the commit, so the triggers do not (docs/decisions/0036).
      options: "-c default_transaction_isolation=read\\ committed -c sakhi.notify=off",
      // No statement may hold locks for long; the server disconnects a stuck client.
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      lock_timeout: 10_000,
    },
  };
}
