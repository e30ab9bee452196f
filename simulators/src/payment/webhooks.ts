/** Sends webhooks: signed, and delayed, duplicated, reordered, dropped and retried as configured. */
import { createHash, randomUUID } from "node:crypto";
import { WEBHOOK_VERSION, signature, webhookBody } from "./entities.js";
import type { Delivery, WebhookEvent } from "./model.js";
import type { WebhookFacts, Store } from "./store.js";

/** Delivery controls, for all orders or one. */
export interface WebhookControls {
  /** Delay before the first delivery, in ms. */
  delayMs: number;
  /** Additional identical deliveries of each webhook. */
  duplicates: number;
  /** Hold a webhook back until the order's next one has been sent, at most `REORDER_WINDOW_MS`. */
  reorder: boolean;
  /** Drop all webhooks. */
  drop: boolean;
}

const DEFAULT_CONTROLS: Readonly<WebhookControls> = { delayMs: 0, duplicates: 0, reorder: false, drop: false };

/** The provider's default retry delays after any response but 200: 2, 10 and 30 minutes. */
const RETRY_WAITS_MS = [120_000, 600_000, 1_800_000] as const;

/** Maximum time a webhook is held back to be overtaken. */
const REORDER_WINDOW_MS = 3000;

/** Timeout of a delivery's response. */
const RESPONSE_TIMEOUT_MS = 30_000;

function delivery(dueAt: number, retried: boolean): Delivery {
  return { attempt: 1, dueAt, sentAt: null, status: null, error: null, retried };
}

/** The first delivery and its duplicates. `overtakes`: another webhook is held back for this one. */
function plannedDeliveries(controls: WebhookControls, now: number, overtakes: boolean): Delivery[] {
  const wait = controls.delayMs + (controls.reorder && !overtakes ? REORDER_WINDOW_MS : 0);
  return [
    delivery(now + wait, true),
    ...Array.from({ length: controls.duplicates }, () => delivery(now + wait, false)),
  ];
}

/** The retry of a delivery that failed at `now`; null if none is left. Any response but 200 is a failure. */
export function plannedRetry(done: Delivery, now: number, retryScale: number): Delivery | null {
  const wait = RETRY_WAITS_MS[done.attempt - 1];
  if (done.status === 200 || !done.retried || wait === undefined) return null;
  return { ...delivery(now + wait * retryScale, true), attempt: done.attempt + 1 };
}

interface WebhookSettings {
  secret: string;
  /** Webhook address of orders without their own. */
  defaultUrl: string | null;
  /** Sent there instead of the address's own origin. */
  origin: string | null;
  /** Scales the provider's delays between retries; 0.001 turns 2 minutes into 120 ms. */
  retryScale: number;
}

export class WebhookSender {
  private readonly timers = new Map<Delivery, NodeJS.Timeout>();
  private readonly stopping = new AbortController();
  private readonly inFlight = new Map<Delivery, Promise<void>>();
  /** Webhooks held back, by the one that must be answered first. */
  private readonly next = new Map<WebhookEvent, WebhookEvent>();
  private global: WebhookControls = DEFAULT_CONTROLS;
  private readonly perOrder = new Map<string, Partial<WebhookControls>>();
  private sequence = 0;

  constructor(
    private readonly store: Store,
    private readonly settings: WebhookSettings,
    private readonly now: () => number,
  ) {
    for (const event of store.events.values()) this.sequence = Math.max(this.sequence, event.sequence);
  }

  /** Resumes unfinished deliveries of an earlier run. */
  resume(): void {
    for (const event of this.store.events.values()) this.schedule(event);
  }

  private controlsOf(orderId?: string): WebhookControls {
    return { ...this.global, ...(orderId === undefined ? {} : this.perOrder.get(orderId)) };
  }

  /** Changes the controls of future webhooks, for one order or all. */
  control(change: Partial<WebhookControls>, orderId?: string): WebhookControls {
    if (orderId === undefined) this.global = { ...this.global, ...change };
    else this.perOrder.set(orderId, { ...this.perOrder.get(orderId), ...change });
    return this.controlsOf(orderId);
  }

  /** The webhooks of an order, oldest first. */
  eventsOf(orderId: string): WebhookEvent[] {
    return [...this.store.events.values()]
      .filter((event) => event.orderId === orderId)
      .sort((a, b) => a.sequence - b.sequence);
  }

  /** Sends a webhook to the shop according to the controls. */
  announce(facts: WebhookFacts): WebhookEvent {
    const now = this.now();
    const orderId = facts.order.orderId;
    const controls = this.controlsOf(orderId);
    const held = controls.reorder ? this.heldBack(orderId) : [];
    const event = this.newEvent(facts, now);
    event.dropped = controls.drop || event.url === null;
    if (!event.dropped) event.deliveries = plannedDeliveries(controls, now, held.length > 0);
    this.store.saveEvent(event);
    this.schedule(event);
    let ahead = event;
    for (const older of held) {
      for (const delivery of older.deliveries) clearTimeout(this.timers.get(delivery));
      this.next.set(ahead, older);
      ahead = older;
    }
    this.releaseNext(event);
    return event;
  }

  /** Sends a webhook immediately, ignoring the controls: an earlier one again, or a new one. */
  sendNow(event: WebhookEvent, times: number): void {
    for (let i = 0; i < times; i++) event.deliveries.push(delivery(this.now(), false));
    event.dropped = event.url === null;
    this.store.saveEvent(event);
    this.schedule(event);
  }

  /** Stores a webhook without sending it. */
  prepare(facts: WebhookFacts): WebhookEvent {
    const event = this.newEvent(facts, this.now());
    this.store.saveEvent(event);
    return event;
  }

  /** Resets the controls and cancels planned deliveries. */
  reset(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.next.clear();
    this.global = DEFAULT_CONTROLS;
    this.perOrder.clear();
  }

  /** Aborts deliveries in flight; the next run resumes unsent ones. */
  async stop(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.stopping.abort();
    await Promise.allSettled(this.inFlight.values());
  }

  private newEvent(facts: WebhookFacts, now: number): WebhookEvent {
    const { order } = facts;
    const body = webhookBody(facts, now);
    return {
      id: createHash("sha256").update(body).update(randomUUID()).digest("base64"),
      sequence: ++this.sequence,
      orderId: order.orderId,
      type: facts.type,
      url: order.notifyUrl ?? this.settings.defaultUrl,
      body,
      createdAt: now,
      dropped: false,
      deliveries: [],
    };
  }

  private heldBack(orderId: string): WebhookEvent[] {
    return this.eventsOf(orderId)
      .filter((event) => event.deliveries.some((delivery) => delivery.attempt === 1 && delivery.sentAt === null))
      .reverse();
  }

  private schedule(event: WebhookEvent): void {
    for (const delivery of event.deliveries) {
      if (delivery.sentAt !== null || this.inFlight.has(delivery)) continue;
      clearTimeout(this.timers.get(delivery));
      const timer = setTimeout(() => this.fire(event, delivery), Math.max(0, delivery.dueAt - this.now()));
      this.timers.set(delivery, timer);
    }
  }

  private fire(event: WebhookEvent, delivery: Delivery): void {
    this.timers.delete(delivery);
    const sending = this.send(event, delivery).finally(() => this.inFlight.delete(delivery));
    this.inFlight.set(delivery, sending);
  }

  /** Where a webhook is sent: its address, or the same path of another origin. */
  private destination(address: string): string {
    if (this.settings.origin === null) return address;
    const { pathname, search } = new URL(address);
    return new URL(pathname + search, this.settings.origin).href;
  }

  private async send(event: WebhookEvent, delivery: Delivery): Promise<void> {
    if (event.url === null) return;
    const timestamp = String(Date.now());
    const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    try {
      const response = await fetch(this.destination(event.url), {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          "user-agent": "payment-simulator",
          "x-webhook-signature": signature(this.settings.secret, timestamp, event.body),
          "x-webhook-timestamp": timestamp,
          "x-webhook-version": WEBHOOK_VERSION,
          "x-webhook-attempt": String(delivery.attempt),
          "x-idempotency-key": event.id,
        },
        body: event.body,
        signal: AbortSignal.any([timeout, this.stopping.signal]),
      });
      await response.arrayBuffer();
      delivery.status = response.status;
    } catch (error) {
      // Aborted by our own stop: counts as unsent, so the next run sends it (again).
      if (this.stopping.signal.aborted) return;
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      delivery.error = cause instanceof Error ? cause.message || cause.name : String(cause);
    }
    delivery.sentAt = this.now();
    // Deleted by a reset while it was in flight.
    if (this.store.events.get(event.id) !== event) return;
    const retry = plannedRetry(delivery, this.now(), this.settings.retryScale);
    if (retry) event.deliveries.push(retry);
    this.store.saveEvent(event);
    this.schedule(event);
    this.releaseNext(event);
  }

  /** Sends the webhook held back for this one, once this one is answered. */
  private releaseNext(event: WebhookEvent): void {
    const next = this.next.get(event);
    if (next === undefined || event.deliveries.some(({ attempt, sentAt }) => attempt === 1 && sentAt === null)) return;
    this.next.delete(event);
    for (const delivery of next.deliveries) if (delivery.sentAt === null) delivery.dueAt = this.now();
    this.store.saveEvent(next);
    this.schedule(next);
  }
}
