/** What the simulator remembers, in memory and (with a path) in an append-only file of JSON lines. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Attempt, Order, Refund, RefundStatus, StoredAnswer, WebhookEvent, WebhookType } from "./model.js";

/** Settings that the control API can change while the simulator runs; a restart returns to the defaults. */
export interface Knobs {
  refundDelayMs: number;
  /** What a refund comes to after the delay. */
  refundOutcome: RefundStatus;
  /** Answer TERMINATION_REQUESTED first even when no attempt is pending. */
  terminationRequested: boolean;
  /** How long such a request stays a request. */
  terminationDelayMs: number;
  /** Take order ids that differ in case only as the same. Whether the real provider does is not documented. */
  ignoreCase: boolean;
}

export const DEFAULT_KNOBS: Readonly<Knobs> = {
  refundDelayMs: 2000,
  refundOutcome: "SUCCESS",
  terminationRequested: false,
  terminationDelayMs: 1000,
  ignoreCase: false,
};

/** What a webhook reports. */
export type WebhookFacts = { order: Order; type: WebhookType } & (
  | { attempt: Attempt; refund?: undefined }
  | { refund: Refund; attempt?: undefined }
);

export interface World {
  readonly store: Store;
  readonly knobs: Knobs;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly minExpirySeconds: number;
  /** Sends a webhook to the shop. */
  readonly announce: (facts: WebhookFacts) => void;
  /** Asks to be looked at again (`settleDue`) at that time. */
  readonly wakeAt: (ms: number) => void;
}

type Line =
  | { kind: "order"; id: string; value: Order }
  | { kind: "event"; id: string; value: WebhookEvent }
  | { kind: "answer"; id: string; value: StoredAnswer };

/**
 * Each change of a record is one appended line and the last line of a record counts, so `kill -9` costs at most the
 * line being written. Opening rewrites the file (to another name, then renamed) with one line per record.
 */
export class Store {
  readonly orders = new Map<string, Order>();
  readonly events = new Map<string, WebhookEvent>();
  readonly answers = new Map<string, StoredAnswer>();
  /** Orders with an attempt or a refund that ends by itself at some time. */
  readonly waiting = new Set<string>();
  /** How long the answer to the last request to create an order took, in ms; forgotten at a restart. */
  readonly creationMs = new Map<string, number>();
  private readonly bySession = new Map<string, string>();
  private readonly path: string | null;
  private file: number | null = null;
  private lastNumber = 0;

  constructor(path: string | null) {
    this.path = path;
    if (path === null) return;
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) this.read(path);
    this.rewrite(path);
  }

  /** A number of 16 digits never given before, also not by an earlier run: the provider's `cf_…_id`s. */
  nextNumber(): string {
    this.lastNumber = Math.max(this.lastNumber + 1, Date.now() * 1000);
    return String(this.lastNumber);
  }

  orderBySession(sessionId: string): Order | undefined {
    const orderId = this.bySession.get(sessionId);
    return orderId === undefined ? undefined : this.orders.get(orderId);
  }

  saveOrder(order: Order): void {
    this.keepOrder(order);
    this.append({ kind: "order", id: order.orderId, value: order });
  }

  saveEvent(event: WebhookEvent): void {
    this.events.set(event.id, event);
    this.append({ kind: "event", id: event.id, value: event });
  }

  saveAnswer(id: string, answer: StoredAnswer): void {
    this.answers.set(id, answer);
    this.append({ kind: "answer", id, value: answer });
  }

  /** Forgets everything. */
  clear(): void {
    this.orders.clear();
    this.events.clear();
    this.answers.clear();
    this.waiting.clear();
    this.creationMs.clear();
    this.bySession.clear();
    if (this.path !== null) this.rewrite(this.path);
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private keepOrder(order: Order): void {
    this.orders.set(order.orderId, order);
    this.bySession.set(order.sessionId, order.orderId);
    const unfinished = [...order.attempts, ...order.refunds].some((part) => part.due !== null);
    if (unfinished) this.waiting.add(order.orderId);
    else this.waiting.delete(order.orderId);
  }

  private append(line: Line): void {
    if (this.file !== null) writeSync(this.file, `${JSON.stringify(line)}\n`);
  }

  private read(path: string): void {
    for (const text of readFileSync(path, "utf8").split("\n")) {
      if (text === "") continue;
      let line: Line;
      try {
        line = JSON.parse(text) as Line;
      } catch {
        // Cut off by a kill while it was written: its answer was never sent either.
        continue;
      }
      switch (line.kind) {
        case "order":
          this.keepOrder(line.value);
          break;
        case "event":
          this.events.set(line.id, line.value);
          break;
        case "answer":
          this.answers.set(line.id, line.value);
          break;
      }
    }
  }

  private rewrite(path: string): void {
    this.close();
    const next = `${path}.next`;
    const file = openSync(next, "w");
    const write = (line: Line) => writeSync(file, `${JSON.stringify(line)}\n`);
    for (const [id, value] of this.orders) write({ kind: "order", id, value });
    for (const [id, value] of this.events) write({ kind: "event", id, value });
    for (const [id, value] of this.answers) write({ kind: "answer", id, value });
    renameSync(next, path);
    // The descriptor follows the renamed file.
    this.file = file;
  }
}
