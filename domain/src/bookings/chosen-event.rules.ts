/** Which events a reserve names, by their slugs. */
export interface NamedEvents {
  /** The event to reserve in; absent for the current one. */
  readonly event?: string | undefined;
  /** The event whose floor plan the stall was chosen from; absent from clients that never saw a plan. */
  readonly planEvent?: string | undefined;
}

/**
 * Whether a stall was chosen from the floor plan of another event than the one that a reserve is about: numbers occur on
 * every plan, so the visitor would get a stall that she never looked at, on other days and in another city.
 *
 * @param current slug of the event that is reserved in if `event` names none
 */
export function isOtherPlan({ event, planEvent }: NamedEvents, current: string): boolean {
  return planEvent !== undefined && planEvent !== (event ?? current);
}
