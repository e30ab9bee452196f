/** The default window: a desktop. */
export const WIDE = { width: 1440, height: 900 } as const;

/** A small phone. */
export const NARROW = { width: 360, height: 780 } as const;

/** Turns animations on, for journeys that test movement. */
export const WITH_MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;
