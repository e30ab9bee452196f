import type { DataSourceOptions } from "typeorm";
import { SnakeCaseNaming } from "./columns.js";
import type { EntityClass } from "./columns.js";
import { Booking1764000000000 } from "./migrations/1764000000000-booking.js";
import { Catalogue1764000001000 } from "./migrations/1764000001000-catalogue.js";
import { LiveListings1764000001100 } from "./migrations/1764000001100-live-listings.js";
import { Enquiries1764000002000 } from "./migrations/1764000002000-enquiries.js";
import { Listings1764000003000 } from "./migrations/1764000003000-listings.js";
import { Administration1764000004000 } from "./migrations/1764000004000-administration.js";
import { Organiser1764000005000 } from "./migrations/1764000005000-organiser.js";
import { Operations1764000006000 } from "./migrations/1764000006000-operations.js";
import { LapsedApplications1764000007000 } from "./migrations/1764000007000-lapsed-applications.js";
import { AuditedAccess1764000008000 } from "./migrations/1764000008000-audited-access.js";
import { Deeds1764000009000 } from "./migrations/1764000009000-deeds.js";
import { MailsToAddress1764000011000 } from "./migrations/1764000011000-mails-to-address.js";
import { OrderIdentity1764000012000 } from "./migrations/1764000012000-order-identity.js";
import { PaymentsOfOthers1764000012100 } from "./migrations/1764000012100-payments-of-others.js";
import { OrderMoney1764000013000 } from "./migrations/1764000013000-order-money.js";
import { NetworkHolds1764000016000 } from "./migrations/1764000016000-network-holds.js";
import { AccountSecurity1764000017000 } from "./migrations/1764000017000-account-security.js";
import { Production1764000018000 } from "./migrations/1764000018000-production.js";
import { PersonalData1764000019000 } from "./migrations/1764000019000-personal-data.js";
import { StallOffers1764000015000 } from "./migrations/1764000015000-stall-offers.js";
import { StandardNames1764000020000 } from "./migrations/1764000020000-standard-names.js";
import { VerificationRuns1764000021000 } from "./migrations/1764000021000-verification-runs.js";
import { OneStatementHolds1764000022000 } from "./migrations/1764000022000-one-statement-holds.js";
import { LayoutNotifications1764000023000 } from "./migrations/1764000023000-layout-notifications.js";
import { EventFacts1764000024000 } from "./migrations/1764000024000-event-facts.js";
import { MyBooking1764000025000 } from "./migrations/1764000025000-my-booking.js";
import { ReissuedInvoices1764000025500 } from "./migrations/1764000025500-reissued-invoices.js";
import { AcceptedPolicies1764000026000 } from "./migrations/1764000026000-accepted-policies.js";
import { ClosedRequests1764000027000 } from "./migrations/1764000027000-closed-requests.js";

/** Every migration, in order. The schema is made by these only, in tests too. */
export const MIGRATIONS = [
  Booking1764000000000,
  Catalogue1764000001000,
  LiveListings1764000001100,
  Enquiries1764000002000,
  Listings1764000003000,
  Administration1764000004000,
  Organiser1764000005000,
  Operations1764000006000,
  LapsedApplications1764000007000,
  AuditedAccess1764000008000,
  Deeds1764000009000,
  MailsToAddress1764000011000,
  OrderIdentity1764000012000,
  PaymentsOfOthers1764000012100,
  OrderMoney1764000013000,
  NetworkHolds1764000016000,
  AccountSecurity1764000017000,
  Production1764000018000,
  PersonalData1764000019000,
  StallOffers1764000015000,
  StandardNames1764000020000,
  VerificationRuns1764000021000,
  OneStatementHolds1764000022000,
  LayoutNotifications1764000023000,
  EventFacts1764000024000,
  MyBooking1764000025000,
  ReissuedInvoices1764000025500,
  AcceptedPolicies1764000026000,
  ClosedRequests1764000027000,
];

/**
 * How we connect to PostgreSQL.
 *
 * @param entities the tables' entities: backend/src/entities.ts, since platform knows no feature
 */
export function dataSourceOptions(
  url: string,
  entities: readonly EntityClass[],
  poolSize = 20,
): DataSourceOptions {
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
      // For a free connection of the pool, too: in a rush a visitor rather waits than is refused.
      connectionTimeoutMillis: 10_000,
      // No statement of ours may hold locks for long; a stuck client is ended by the server.
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 15_000,
      lock_timeout: 10_000,
    },
  };
}
