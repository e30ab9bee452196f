/** How often the gate's page asks whether a walk-in has paid, in ms. */
export const WALK_IN_POLL_MS = 3_000;

/**
 * How a sale at the gate stands: its payment has not started yet; she can pay; it is being ended, but money may still arrive; the
 * stall is hers; nothing was paid and the stall is free; or money came when the stall was no longer hers.
 */
export const WALK_IN_STATES = ["unopened", "paying", "ending", "sold", "free", "late"] as const;
export type WalkInState = (typeof WALK_IN_STATES)[number];

/** Whether nothing has come of it yet, so that the page asks again and a further one counts. */
export const isWalkInOpen = (state: WalkInState): boolean =>
  state === "unopened" || state === "paying" || state === "ending";
