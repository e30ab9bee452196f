/** What a look at a move has found. */
export interface StallMoveStep {
  /** Whether it waits for its money, or its order is not final. */
  readonly isOpen: boolean;
  /** For Temporal's list of runs. */
  readonly state: "asked" | "paying" | "moved" | "lapsed" | "withdrawn";
  /** When to recheck at the latest, in ms. */
  readonly recheckInMs: number;
}

/** Activities of the move workflow. All are idempotent: they do what the database's rows ask for. */
export interface StallMoveActivities {
  /** Closes an order whose window has ended, and ends a move whose time is over or whose booking was cancelled. */
  checkStallMove(moveId: string): Promise<StallMoveStep>;
}
