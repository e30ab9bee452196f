import type { Config } from "../platform/config/config.js";
import type { Database } from "../platform/database/database.js";
import type { PaymentProvider } from "../payments/provider/payment-provider.js";
import type { OpenRuns } from "./open-runs.js";

/** Something that breaks a rule. Ids and amounts only, never a name, email, phone or GST number. */
export interface Violation {
  /** The row: a booking, order, refund, invoice number, mail, workflow id … */
  readonly id: string;
  /** What is wrong with it. */
  readonly detail: string;
}

/** What the rules are measured by. */
export interface RuleSettings {
  /** How long what moves by itself may take: messages, mails, invoices, runs of Temporal. In seconds. */
  readonly graceSeconds: number;
  /** HOLD_SECONDS. */
  readonly holdSeconds: number;
  /** How long personal data is kept, in days. */
  readonly retention: Config["retention"];
  /** How many of the newest orders are compared with the payment provider. */
  readonly providerOrders: number;
}

interface RuleText {
  /** As it is shown and asked for, e.g. `stall-live-once`. */
  readonly name: string;
  /** What must hold. */
  readonly description: string;
  /** What a person does where it does not hold. */
  readonly resolution: string;
}

/** A rule over one snapshot of the database. */
export interface DatabaseRule extends RuleText {
  readonly over?: never;
  /** It speaks of what other processes still have to do, so it holds only after the grace period. */
  readonly moving?: true;
  /** A table that must exist for it, e.g. of the queue, which may be on Redis. */
  readonly table?: string;
  /** A query of what breaks it: rows of `id` and `detail`, both text. */
  readonly sql: (settings: RuleSettings) => string;
}

/** What the rules beyond the database read. */
export interface RuleContext {
  /** The snapshot that all rules of one run share. */
  readonly database: Pick<Database, "query">;
  readonly settings: RuleSettings;
  readonly runs: OpenRuns;
  readonly provider: PaymentProvider;
}

/** A rule that compares the database with Temporal or the payment provider. */
export interface OutsideRule extends RuleText {
  readonly over: "temporal" | "provider";
  readonly moving: true;
  /** @throws whatever keeps it from being checked */
  readonly find: (context: RuleContext) => Promise<readonly Violation[]>;
}

/** An invariant of the product. */
export type Rule = DatabaseRule | OutsideRule;

/** A moment so many seconds ago, by the database's clock. */
export function ago(seconds: number): string {
  return `(clock_timestamp() - ${Math.round(seconds)} * interval '1 second')`;
}
