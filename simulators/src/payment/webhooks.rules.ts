/** When a webhook is sent, how often, and whether at all. Pure. */
import type { Delivery } from "./model.js";

/** How webhooks are treated, for all orders or one. */
export interface WebhookControls {
  /** Wait before the first sending, milliseconds. */
  delayMs: number;
  /** Further identical sendings of each webhook. */
  duplicates: number;
  /** Hold a webhook back until the order's next one has been sent, at most `REORDER_WINDOW_MS`. */
  reorder: boolean;
  /** Swallow all of them (true), or that many (a number, counted down). */
  drop: boolean | number;
  /** Multiplies the provider's waits between retries; 0.001 makes 2 minutes 120 ms. */
  retryScale: number;
}

export const DEFAULT_CONTROLS: Readonly<WebhookControls> = {
  delayMs: 0,
  duplicates: 0,
  reorder: false,
  drop: false,
  retryScale: 1,
};

/** The provider's default waits after a sending that was not answered with 200: 2, 10 and 30 minutes. */
export const RETRY_WAITS_MS = [120_000, 600_000, 1_800_000] as const;

/** How long a webhook waits to be overtaken when there is nothing to overtake it. */
export const REORDER_WINDOW_MS = 3000;

/** Between sendings that must arrive in a certain order. */
export const STEP_MS = 150;

function delivery(dueAt: number, retried: boolean): Delivery {
  return { attempt: 1, dueAt, sentAt: null, status: null, error: null, retried };
}

/** The first sending and its wilful duplicates. `overtakes`: something is held back for this webhook to pass. */
export function plannedDeliveries(controls: WebhookControls, now: number, overtakes: boolean): Delivery[] {
  const wait = controls.delayMs + (controls.reorder && !overtakes ? REORDER_WINDOW_MS : 0);
  return [
    delivery(now + wait, true),
    ...Array.from({ length: controls.duplicates }, () => delivery(now + wait, false)),
  ];
}

/** The retry after a sending that failed at `now`; null when there is none left. Anything but 200 is a failure. */
export function plannedRetry(done: Delivery, now: number, retryScale: number): Delivery | null {
  const wait = RETRY_WAITS_MS[done.attempt - 1];
  if (done.status === 200 || !done.retried || wait === undefined) return null;
  return { ...delivery(now + wait * retryScale, true), attempt: done.attempt + 1 };
}
