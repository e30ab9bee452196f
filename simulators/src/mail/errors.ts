/** How the catcher misbehaves when told to. Pure but for its own counter. */

/**
 * - `temporary`: 451, try again later
 * - `permanent`: 550, never
 * - `drop-after-data`: the message is stored, then the connection is cut before the answer, so that a sender that
 *   retries makes the one duplicate SMTP cannot prevent
 */
export const REFUSALS = ["none", "temporary", "permanent", "drop-after-data"] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface RefusalOrder {
  reject: Refusal;
  /** How many messages it still meets; null = all until changed. */
  times: number | null;
  /** Only messages with this recipient; null = all. */
  to: string | null;
}

const NONE: Readonly<RefusalOrder> = { reject: "none", times: null, to: null };

export class Refusals {
  private order: RefusalOrder = { ...NONE };

  current(): RefusalOrder {
    return { ...this.order };
  }

  set(order: RefusalOrder): void {
    this.order = order.reject === "none" || order.times === 0 ? { ...NONE } : { ...order };
  }

  /** What meets a message to these recipients; counted down. */
  take(recipients: readonly string[]): Refusal {
    const { reject, times, to } = this.order;
    if (reject === "none") return "none";
    if (to !== null && !recipients.some((address) => address.toLowerCase() === to.toLowerCase()))
      return "none";
    if (times !== null) this.set({ reject, times: times - 1, to });
    return reject;
  }
}
