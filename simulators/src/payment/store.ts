/** The simulator's state, in memory and (with a path) in an append-only file of JSON lines. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type {
  Attempt,
  Dispute,
  Order,
  Payout,
  Refund,
  RefundStatus,
  StoredResponse,
  WebhookEvent,
  WebhookType,
} from "./model.js";

/** Settings that the control API can change at runtime; a restart resets them. */
export interface SimulatorSettings {
  refundDelayMs: number;
  /** A refund's status after the delay. */
  refundOutcome: RefundStatus;
  /** Return TERMINATION_REQUESTED first, even if no attempt is pending. */
  terminationRequested: boolean;
  /** Delay before such a termination completes. */
  terminationDelayMs: number;
  /** Treat order ids as case-insensitive. The provider's behaviour is not documented. */
  ignoreCase: boolean;
}

export const DEFAULT_SETTINGS: Readonly<SimulatorSettings> = {
  refundDelayMs: 2000,
  refundOutcome: "SUCCESS",
  terminationRequested: false,
  terminationDelayMs: 1000,
  ignoreCase: false,
};

/** Content of a webhook. */
export type WebhookFacts = { order: Order } & (
  | { type: WebhookType; attempt: Attempt; refund?: undefined; dispute?: undefined; data?: undefined }
  | { type: WebhookType; refund: Refund; attempt?: undefined; dispute?: undefined; data?: undefined }
  | { type: WebhookType; dispute: Dispute; attempt?: undefined; refund?: undefined; data?: undefined }
  /** An event of any other kind, with its `data` as sent. */
  | { type: string; data: Record<string, unknown>; attempt?: undefined; refund?: undefined; dispute?: undefined }
);

/** State and services of a simulator. */
export interface World {
  readonly store: Store;
  readonly settings: SimulatorSettings;
  /** Epoch ms. */
  readonly now: () => number;
  readonly minExpirySeconds: number;
  /** Sends a webhook to the shop. */
  readonly announce: (facts: WebhookFacts) => void;
  /** Schedules `settleDue` at a time. */
  readonly wakeAt: (ms: number) => void;
}

type Line =
  | { kind: "order"; id: string; value: Order }
  | { kind: "payout"; id: string; value: Payout }
  | { kind: "event"; id: string; value: WebhookEvent }
  | { kind: "answer"; id: string; value: StoredResponse };

/**
 * Every change appends a line, and a record's last line is current, so `kill -9` loses at most the line being written.
 * Opening compacts the file atomically to one line per record.
 */
export class Store {
  readonly orders = new Map<string, Order>();
  readonly payouts = new Map<string, Payout>();
  readonly events = new Map<string, WebhookEvent>();
  readonly responses = new Map<string, StoredResponse>();
  /** Ids of orders with an attempt or refund that ends automatically. */
  readonly waiting = new Set<string>();
  /** Duration of the last request to create each order, in ms; lost at a restart. */
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

  /** A unique number of 16 digits, across runs, for the provider's `cf_…_id`s. */
  nextNumber(): string {
    this.lastNumber = Math.max(this.lastNumber + 1, Date.now() * 1000);
    return String(this.lastNumber);
  }

  orderBySession(sessionId: string): Order | undefined {
    const orderId = this.bySession.get(sessionId);
    return orderId === undefined ? undefined : this.orders.get(orderId);
  }

  saveOrder(order: Order): void {
    this.indexOrder(order);
    this.append({ kind: "order", id: order.orderId, value: order });
  }

  savePayout(payout: Payout): void {
    this.payouts.set(payout.payoutId, payout);
    this.append({ kind: "payout", id: payout.payoutId, value: payout });
  }

  saveEvent(event: WebhookEvent): void {
    this.events.set(event.id, event);
    this.append({ kind: "event", id: event.id, value: event });
  }

  saveResponse(id: string, response: StoredResponse): void {
    this.responses.set(id, response);
    this.append({ kind: "answer", id, value: response });
  }

  /** Deletes everything. */
  clear(): void {
    this.orders.clear();
    this.payouts.clear();
    this.events.clear();
    this.responses.clear();
    this.waiting.clear();
    this.creationMs.clear();
    this.bySession.clear();
    if (this.path !== null) this.rewrite(this.path);
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  private indexOrder(order: Order): void {
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
        // Cut short by a kill while it was written, so its response was never sent.
        continue;
      }
      switch (line.kind) {
        case "order":
          this.indexOrder(line.value);
          break;
        case "payout":
          this.payouts.set(line.id, line.value);
          break;
        case "event":
          this.events.set(line.id, line.value);
          break;
        case "answer":
          this.responses.set(line.id, line.value);
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
    for (const [id, value] of this.payouts) write({ kind: "payout", id, value });
    for (const [id, value] of this.events) write({ kind: "event", id, value });
    for (const [id, value] of this.responses) write({ kind: "answer", id, value });
    renameSync(next, path);
    // The descriptor follows the renamed file.
    this.file = file;
  }
}
