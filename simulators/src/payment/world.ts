/** What every part of the payment simulator works on. */
import type { Attempt, Order, Refund, RefundStatus, WebhookType } from "./model.js";
import type { Store } from "./store.js";

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

/** Something a webhook tells. */
export type News = { order: Order; type: WebhookType } & (
  { attempt: Attempt; refund?: undefined } | { refund: Refund; attempt?: undefined }
);

export interface World {
  readonly store: Store;
  readonly knobs: Knobs;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly minExpirySeconds: number;
  /** Tells the shop by webhook. */
  readonly announce: (publisher: News) => void;
  /** Asks to be looked at again (`settleDue`) at that time. */
  readonly wakeAt: (ms: number) => void;
}
