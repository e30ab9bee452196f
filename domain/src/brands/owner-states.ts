/**
 * What the owner makes of a product that is on the site, at once and without a review, since nothing new is shown by it. `paused`: it
 * stays with the words that it is not available now; `hidden`: nobody finds it, and it comes back as it was.
 */
export const OWNER_STATES = ["shown", "paused", "hidden"] as const;
export type OwnerState = (typeof OWNER_STATES)[number];
