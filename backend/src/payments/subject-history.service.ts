import type { Actor, PaymentEventKind } from "@sakhi/domain/payments/lifecycle.states";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import type { ReissuedInvoice } from "../invoices/invoices.service.js";
import { type Database, rows, type Tx } from "../platform/database/database.js";
import type { Values } from "../platform/database/statements.js";
import type { Outbox, WorkflowNudge } from "../platform/outbox/outbox.js";

/** An event in the history of an order's subject. */
export interface HistoryEvent<Kind extends string> {
  readonly kind: Kind;
  readonly actor: Actor;
  /** Short text, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
  /** Further facts; never a name, email, phone or GST number. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
  /** When it happened, if that is not now: of a history that is restored. */
  readonly at?: Date;
}

/** Options of a signal to a subject's workflow. */
export interface SignalOptions {
  /** Start a new run even if the last one completed; it records the remaining history and closes. */
  readonly evenIfCompleted?: boolean;
  /** The subject was just created, or has ended unpaid. If both happen before its workflow starts, none is started. */
  readonly at?: "begin" | "end";
  /** Relays the signal no earlier. */
  readonly notBefore?: Date | undefined;
}

/** Where a product's history is stored. */
interface HistoryTable {
  readonly events: "booking_events" | "listing_events";
  /** Column of the subject's id. */
  readonly subject: "booking_id" | "application_id";
}

/** The workflow that follows a subject, and what Temporal shows of it: no personal data. */
export type SubjectWorkflow = Pick<
  WorkflowNudge,
  "workflowType" | "workflowId" | "args" | "searchAttributes" | "summary"
>;

interface StoredEvent<Kind> {
  readonly id: string;
  readonly kind: Kind;
  readonly actor: Actor;
  readonly note: string | null;
  readonly at: Date;
}

/**
 * The history of a product's subjects (who did what, when and why), written in the transaction of the change and kept
 * indefinitely; and the signals that make a subject's workflow recheck it. A product declares its table and its workflow.
 */
export abstract class SubjectHistoryService<Subject extends { readonly id: string }, Kind extends string> {
  protected constructor(
    private readonly database: Database,
    protected readonly outbox: Outbox,
    private readonly table: HistoryTable,
  ) {}

  /** @param subject its state after the change */
  protected abstract workflowOf(subject: Subject): SubjectWorkflow;

  /** Notifies others of an event, in the transaction that records it. */
  protected abstract announce(tx: Tx, subjectId: string, event: HistoryEvent<Kind | PaymentEventKind>): Promise<void>;

  /** Adds an event to the history, in the transaction of the change it records. */
  async record(tx: Tx, subjectId: string, event: HistoryEvent<Kind | PaymentEventKind>): Promise<void> {
    const { text, values } = this.insertOf(subjectId, event);
    await Promise.all([
      rows(tx, { name: `record_${this.table.events}`, text }, values),
      this.announce(tx, subjectId, event),
    ]);
  }

  private insertOf(subjectId: string, event: HistoryEvent<Kind | PaymentEventKind>): { text: string; values: Values } {
    const { events, subject } = this.table;
    const { kind, actor, at } = event;
    return {
      text: `INSERT INTO ${events} (${subject}, kind, actor, detail, at)
             VALUES (:subjectId, :kind, :actor, :detail, coalesce(:at, clock_timestamp()))`,
      values: { subjectId, kind, actor, detail: detailOf(event), at: at ?? null },
    };
  }

  /** Records a correction's documents: the credit note that reverses the former invoice or debit note, and the new one. */
  async recordReissued(tx: Tx, subjectId: string, reissued: ReissuedInvoice): Promise<void> {
    const { kind, creditNote, invoice, replacedNumber } = reissued;
    await this.record(tx, subjectId, { kind: "credit_note_issued", actor: "system", note: creditNote.number });
    await this.record(tx, subjectId, {
      kind: "invoice_issued",
      actor: "system",
      note: invoice.number,
      detail: { replaces: replacedNumber, ...(kind === "debit_note" ? { debitNote: true } : {}) },
    });
  }

  /**
   * Records an event and signals the subject's workflow: one statement.
   *
   * @param subject its state after the change
   */
  async publish(
    tx: Tx,
    subject: Subject,
    event: HistoryEvent<Kind | PaymentEventKind>,
    options: SignalOptions = {},
  ): Promise<void> {
    const { text, values } = this.insertOf(subject.id, event);
    const recorded = { name: `publish_${this.table.events}`, sql: `changed AS (${text} RETURNING id)`, values };
    await Promise.all([
      this.outbox.nudgeIfChanged(tx, recorded, this.nudgeOf(subject, options), options.notBefore),
      this.announce(tx, subject.id, event),
    ]);
  }

  /** Starts the subject's workflow, or signals it to recheck the subject, once `tx` has committed. */
  signal(tx: Tx, subject: Subject, options: SignalOptions = {}): Promise<void> {
    return this.outbox.nudge(tx, this.nudgeOf(subject, options), options.notBefore);
  }

  /**
   * The subject's history after an event, oldest first.
   *
   * @param afterEvent id of the last known event, "0" for all
   */
  async since(
    subjectId: string,
    afterEvent = "0",
  ): Promise<{ readonly happened: HistoryEntry<Kind>[]; readonly lastEvent: string }> {
    const { events, subject } = this.table;
    const stored = await this.database.query<StoredEvent<Kind>>(
      `SELECT id, kind, actor, detail->>'note' AS note, at FROM ${events} WHERE ${subject} = $1 AND id > $2 ORDER BY id`,
      [subjectId, afterEvent],
    );
    return {
      happened: stored.map(({ kind, actor, note, at }) => ({
        what: kind,
        at: at.toISOString(),
        by: actor,
        ...(note === null ? {} : { note }),
      })),
      lastEvent: stored.at(-1)?.id ?? afterEvent,
    };
  }

  protected nudgeOf(subject: Subject, { evenIfCompleted = false, at }: SignalOptions): WorkflowNudge {
    return {
      ...this.workflowOf(subject),
      signal: RECHECK,
      ...(evenIfCompleted ? { evenIfCompleted } : {}),
      ...(at === "begin" ? { begins: true } : {}),
      ...(at === "end" ? { ends: true } : {}),
    };
  }
}

/** An event's `detail` column, as JSON text. */
export function detailOf({ detail, note }: HistoryEvent<string>): string {
  return JSON.stringify({ ...detail, ...(note === undefined ? {} : { note }) });
}
