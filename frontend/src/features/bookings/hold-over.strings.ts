import type { UncheckedHold } from "@sakhi/domain/bookings/hold-over";

type Unchecked = (stallId: string, left: string) => readonly [known: string, unknown: string];

/** Of a hold without network: what the device knows, and what only the server can say. */
export const uncheckedStrings: Readonly<Record<UncheckedHold, Unchecked>> = {
  running: (stallId, left) => [
    `${stallId} is kept for you for ${left} more.`,
    "This device counts by itself. Whether the stall was released elsewhere, it sees only when it is connected. Your details are kept here; you can pay then.",
  ],
  over: (stallId) => [
    `Your ten minutes for ${stallId} are over.`,
    "Whether the stall is free again, this device sees only when it is connected. Your details are kept here.",
  ],
  paying: (stallId) => [
    `You started to pay for ${stallId}.`,
    "Whether the payment has arrived, this device sees only when it is connected. Please do not pay again: this page says it then.",
  ],
};

/** Texts about a hold that has ended. */
export const holdOverStrings = {
  label: "Your last reservation",
  ended: {
    time_over: (stallId: string) => `Your ten minutes for ${stallId} are over.`,
    payment_ended: (stallId: string) => `Your payment for ${stallId} has ended.`,
    released_early: (stallId: string) => `${stallId} is no longer kept for you.`,
  },
  now: {
    free: "It is free again.",
    // Without a number: a screen reader would read each second.
    resting: "For half a minute it is open to others first. Then you can reserve it again.",
    taken: "It is not free at the moment. Choose another stall, or wait for it.",
    sold: "It has been sold. Choose another stall.",
    unknown: "",
  },
  kept: "Your details are kept.",
  reserve: (stallId: string) => `Reserve ${stallId}`,
  /** Without network; see {@link uncheckedStrings}. */
  announced: {
    running: (stallId: string) => `${stallId} is kept for you.`,
    over: (stallId: string) => `Your ten minutes for ${stallId} are over.`,
    paying: (stallId: string) => `You started to pay for ${stallId}.`,
  },
  outcome: "See what became of it",
} as const;
