/** What a look at a waiting list has found and done. */
export interface WaitingListStep {
  /** Whether a place of it is not over: somebody waits, has an offer, or holds the stall that she was offered. */
  readonly isOpen: boolean;
  /** Offers that this look has made. */
  readonly offered: number;
  /** When to recheck at the latest, in ms: at the next end of an offer, or soon, because stalls are freed by many doors. */
  readonly recheckInMs: number;
}

/** Activities of the waiting-list workflow. All are idempotent: they do what the database's rows ask for. */
export interface WaitingListActivities {
  /** Ends what is over, and offers free stalls of the type to those who wait for it, in their order. */
  offerFreedStalls(eventId: number, stallType: string): Promise<WaitingListStep>;
}
