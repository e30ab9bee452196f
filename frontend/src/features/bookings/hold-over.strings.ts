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
  outcome: "See what became of it",
} as const;
