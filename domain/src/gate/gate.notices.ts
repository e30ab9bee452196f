/** A tick as every phone sees it. */
interface SeenTick {
  readonly tickId: string;
  readonly at: string;
  readonly by: string;
}

/** An arrival as every phone sees it. */
export interface SeenArrival extends SeenTick {
  readonly bookingId: string;
  readonly again: readonly SeenTick[];
}

/** What a phone shows about one of its ticks. */
export interface TwiceNotice {
  readonly bookingId: string;
  /** Of this phone. */
  readonly tickId: string;
  /** Whether this phone's tick counts. */
  readonly first: boolean;
  /** The other tick: of who came second, or first. */
  readonly other: SeenTick;
}

/**
 * What a phone shows when another phone ticked the same arrival: both show it, the one whose tick counts and the one whose does
 * not.
 *
 * @param own ids of the phone's ticks
 */
export function twiceNotices(own: ReadonlySet<string>, arrivals: readonly SeenArrival[]): readonly TwiceNotice[] {
  return arrivals.flatMap(({ bookingId, again, ...first }): TwiceNotice[] => {
    const { tickId } = first;
    const [second] = again.filter((tick) => !own.has(tick.tickId));
    if (own.has(tickId)) return second === undefined ? [] : [{ bookingId, tickId, first: true, other: second }];
    return again
      .filter((tick) => own.has(tick.tickId))
      .map((tick) => ({ bookingId, tickId: tick.tickId, first: false, other: first }));
  });
}
