import type { DataSourceOptions, Logger } from "typeorm";
import { SnakeCaseNaming } from "./columns.js";
import type { EntityClass } from "./columns.js";
import { Schema1764000043000 } from "./migrations/1764000043000-schema.js";
import { CouponVersions1764000044000 } from "./migrations/1764000044000-coupon-versions.js";
import { OneHeart1764000050000 } from "./migrations/1764000050000-one-heart.js";
import { BookingNetworks1764000051000 } from "./migrations/1764000051000-booking-networks.js";
import { MailRecipients1764000052000 } from "./migrations/1764000052000-mail-recipients.js";
import { LinkSessions1764000052100 } from "./migrations/1764000052100-link-sessions.js";
import { ListingClaims1764000052200 } from "./migrations/1764000052200-listing-claims.js";
import { TypedValues1764000053000 } from "./migrations/1764000053000-typed-values.js";
import { KeptRecords1764000056000 } from "./migrations/1764000056000-kept-records.js";
import { PartChecks1764000057000 } from "./migrations/1764000057000-part-checks.js";
import { RefundsByHand1764000057100 } from "./migrations/1764000057100-refunds-by-hand.js";
import { Invitations1764000057200 } from "./migrations/1764000057200-invitations.js";
import { OpenedLinks1764000058000 } from "./migrations/1764000058000-opened-links.js";
import { Recovery1764000059000 } from "./migrations/1764000059000-recovery.js";
import { Calendar1764000060000 } from "./migrations/1764000060000-calendar.js";
import { AuditedReads1764000060100 } from "./migrations/1764000060100-audited-reads.js";
import { OperatorRequests1764000060200 } from "./migrations/1764000060200-operator-requests.js";
import { Pictures1764000062000 } from "./migrations/1764000062000-pictures.js";
import { BrandPages1764000070000 } from "./migrations/1764000070000-brand-pages.js";
import { PublicPages1764000071000 } from "./migrations/1764000071000-public-pages.js";
import { CuratedCatalogue1764000072000 } from "./migrations/1764000072000-curated-catalogue.js";
import { PagesBeforeApproval1764000074000 } from "./migrations/1764000074000-pages-before-approval.js";
import { BrandEnquiries1764000074100 } from "./migrations/1764000074100-brand-enquiries.js";
import { BackupRuns1764000076000 } from "./migrations/1764000076000-backup-runs.js";
import { ManyEvents1764000080000 } from "./migrations/1764000080000-many-events.js";
import { Plans1764000094000 } from "./migrations/1764000094000-plans.js";
import { StallNumbers1764000094100 } from "./migrations/1764000094100-stall-numbers.js";
import { EventCancellations1764000096000 } from "./migrations/1764000096000-event-cancellations.js";
import { ObjectiveHours1764000099000 } from "./migrations/1764000099000-objective-hours.js";
import { Papers1764000100000 } from "./migrations/1764000100000-papers.js";
import { FormerStart1764000102500 } from "./migrations/1764000102500-former-start.js";
import { CertificateEnd1764000108000 } from "./migrations/1764000108000-certificate-end.js";
import { LockByKey1764000110000 } from "./migrations/1764000110000-lock-by-key.js";
import { DaysForReserve1764000200000 } from "./migrations/1764000200000-days-for-reserve.js";
import { SlugsOfEveryScript1764000230000 } from "./migrations/1764000230000-slugs-of-every-script.js";
import { OneUpload1764000240000 } from "./migrations/1764000240000-one-upload.js";
import { MailsDue1764000260000 } from "./migrations/1764000260000-mails-due.js";
import { MailsOfTheHour1764000260100 } from "./migrations/1764000260100-mails-of-the-hour.js";
import { EnquiryNetworks1764000260200 } from "./migrations/1764000260200-enquiry-networks.js";
import { LinksOfWeeks1764000270000 } from "./migrations/1764000270000-links-of-weeks.js";
import { PublicContacts1764000270100 } from "./migrations/1764000270100-public-contacts.js";
import { Disputes1764000280000 } from "./migrations/1764000280000-disputes.js";
import { DiskSpace1764000281000 } from "./migrations/1764000281000-disk-space.js";
import { ArchiveRuns1764000290000 } from "./migrations/1764000290000-archive-runs.js";
import { PooledClient } from "./pooled-client.js";

/** Every migration, in order; the first creates backend/assets/schema.sql. Tests build their schema from these too. */
export const MIGRATIONS = [
  Schema1764000043000,
  CouponVersions1764000044000,
  OneHeart1764000050000,
  BookingNetworks1764000051000,
  MailRecipients1764000052000,
  LinkSessions1764000052100,
  ListingClaims1764000052200,
  TypedValues1764000053000,
  KeptRecords1764000056000,
  PartChecks1764000057000,
  RefundsByHand1764000057100,
  Invitations1764000057200,
  OpenedLinks1764000058000,
  Recovery1764000059000,
  Calendar1764000060000,
  AuditedReads1764000060100,
  OperatorRequests1764000060200,
  Pictures1764000062000,
  BrandPages1764000070000,
  PublicPages1764000071000,
  CuratedCatalogue1764000072000,
  PagesBeforeApproval1764000074000,
  BrandEnquiries1764000074100,
  BackupRuns1764000076000,
  ManyEvents1764000080000,
  Plans1764000094000,
  StallNumbers1764000094100,
  EventCancellations1764000096000,
  ObjectiveHours1764000099000,
  Papers1764000100000,
  FormerStart1764000102500,
  CertificateEnd1764000108000,
  LockByKey1764000110000,
  DaysForReserve1764000200000,
  SlugsOfEveryScript1764000230000,
  OneUpload1764000240000,
  MailsDue1764000260000,
  MailsOfTheHour1764000260100,
  EnquiryNetworks1764000260200,
  LinksOfWeeks1764000270000,
  PublicContacts1764000270100,
  Disputes1764000280000,
  DiskSpace1764000281000,
  ArchiveRuns1764000290000,
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
