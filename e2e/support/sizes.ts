/** The window of every journey that asks for no other: a desktop. */
export const WIDE = { width: 1440, height: 900 } as const;

/** A small phone. */
export const NARROW = { width: 360, height: 780 } as const;

/** For journeys whose subject is what moves, or what is pressed while it does; the others do without. */
export const WITH_MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;
