import type { PaymentProvider } from "../payments/provider/payment-provider.js";
import type { PictureStore } from "../pictures/picture-store.js";
import type { Config } from "../platform/config/config.js";
import type { Database } from "../platform/database/database.js";
import type { OutsidePositionsService } from "../recovery/outside-positions.service.js";
import type { RecoveryService } from "../recovery/recovery.service.js";
import type { RunsOutsideService } from "../recovery/runs-outside.service.js";
import type { OpenRuns } from "./open-runs.js";

/** A row that breaks a rule. Ids and amounts only, never a name, email, phone or GST number. */
export interface Violation {
  /** The row: a booking, order, refund, invoice number, mail, workflow id … */
  readonly id: string;
  /** What is wrong with it. */
  readonly detail: string;
}

/** Parameters of the rules. */
export interface RuleSettings {
  /** How long asynchronous work (messages, mails, invoices, workflow runs) may take, in seconds. */
  readonly graceSeconds: number;
  /** HOLD_SECONDS. */
  readonly holdSeconds: number;
  /** Retention of personal data, in days. */
  readonly retention: Config["retention"];
  /** How many of the newest orders are compared with the payment provider. */
  readonly providerOrders: number;
}

interface RuleText {
  /** Name in reports and on the command line, e.g. `stall-live-once`. */
  readonly name: string;
  /** The invariant. */
  readonly description: string;
  /** What an operator does if it is broken. */
  readonly resolution: string;
}

/** A rule over one snapshot of the database. */
export interface DatabaseRule extends RuleText {
  readonly over?: never;
  /** Depends on asynchronous work, so it holds only after the grace period. */
  readonly moving?: true;
  /** Table that it needs, e.g. of the queue, which may be on Redis. Skipped if it does not exist. */
  readonly table?: string;
  /** Query of its violations: columns `id` and `detail`, both text. */
  readonly sql: (settings: RuleSettings) => string;
}

/** What rules beyond the database can read. */
export interface RuleContext {
  /** The snapshot that all rules of one run share. */
  readonly database: Pick<Database, "query">;
  readonly settings: RuleSettings;
  readonly runs: OpenRuns;
  readonly provider: PaymentProvider;
  readonly recovery: Pick<RecoveryService, "here">;
  readonly outside: Pick<OutsidePositionsService, "read">;
  readonly runsOutside: Pick<RunsOutsideService, "since">;
  readonly pictures: PictureStore;
}

/** A rule that compares the database with Temporal, the payment provider or the pictures' store. */
export interface OutsideRule extends RuleText {
  readonly over: "temporal" | "provider" | "pictures";
  readonly moving: true;
  /** @throws if the rule cannot be checked */
  readonly find: (context: RuleContext) => Promise<readonly Violation[]>;
}

/** An invariant of the product. */
export type Rule = DatabaseRule | OutsideRule;

/** SQL: the time some seconds ago, by the database's clock. */
export function ago(seconds: number): string {
  return `(clock_timestamp() - ${Math.round(seconds)} * interval '1 second')`;
}
