/** Statuses of an event. Only a published one sells; an archived one can be read and exported, never changed. */
export const EVENT_STATUSES = ["draft", "published", "archived", "cancelled"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** An operator's actions that change an event's status. */
export const EVENT_TRANSITIONS = {
  published: { from: ["draft"], to: "published" },
  archived: { from: ["published"], to: "archived" },
  /** Every sold booking is refunded. */
  cancelled: { from: ["published"], to: "cancelled" },
} as const satisfies Readonly<Record<string, { readonly from: readonly EventStatus[]; readonly to: EventStatus }>>;

/** Whether an action is allowed in a status. */
export function canChangeEvent(action: keyof typeof EVENT_TRANSITIONS, status: EventStatus): boolean {
  return EVENT_TRANSITIONS[action].from.some((from) => from === status);
}
