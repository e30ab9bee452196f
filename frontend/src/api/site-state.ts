import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";

/** What the API's answers have told this tab of the site, whatever page is open. */
export interface SiteState {
  /** Current facts of the Mela and who runs it: database rows embedded in the page (decision 24). */
  readonly facts: PublicFacts;
  /** When an answer last reported the version of the facts, or they were asked for; ms since 1970. */
  readonly factsSeenAt: number;
  /** What is wrong with the site: the header's value (domain: site-status.rules.ts); empty if nothing is. */
  readonly status: string;
  /**
   * Offset of the server's clock from `performance.now()`, in ms. The largest value seen is the most accurate, since a slow
   * answer only makes it smaller. `performance.now()` cannot be set by the user; where it stops while the device sleeps, the
   * next answer yields a larger offset. Undefined before the first answer.
   */
  readonly clockOffset: number | undefined;
  /** "new" if the last request about a hold had no visitor cookie; see `useCookieCheck`. */
  readonly cookie: string | null;
  /** Nobody has used the dashboard lately: what it reads by itself does not extend the session. */
  readonly idle: boolean;
  /** The part of a proof of work that is done, 0 to 1; undefined while none is worked at. */
  readonly proof: number | undefined;
  /** The server pushes the changes of the floor plan that is shown. */
  readonly isPlanLive: boolean;
}

/** The part of the store's state that this file keeps. */
export interface WithSite {
  readonly site: SiteState;
}

/** What an answer says besides its data. */
export interface Answer {
  /** Version of the Mela's facts. */
  readonly version: string | null;
  readonly status: string | null;
  readonly cookie: string | null;
  /** `Date.now()` when it arrived. */
  readonly at: number;
  /** Offset of the server's clock from `performance.now()`; NaN if the answer has no time. */
  readonly offset: number;
}

export const siteSlice = createSlice({
  name: "site",
  initialState: (): SiteState => ({
    facts: {} as PublicFacts,
    factsSeenAt: Date.now(),
    status: "",
    clockOffset: undefined,
    cookie: null,
    idle: false,
    proof: undefined,
    isPlanLive: false,
  }),
  reducers: {
    answered: (state, { payload: { version, status, cookie, at, offset } }: PayloadAction<Answer>) => {
      if (version) state.factsSeenAt = at;
      state.status = status ?? "";
      if (cookie !== null) state.cookie = cookie;
      if (offset > (state.clockOffset ?? Number.NEGATIVE_INFINITY)) state.clockOffset = offset;
    },
    /** Facts have arrived; older ones, out of some cache, change nothing. */
    factsReceived: (state, { payload }: PayloadAction<PublicFacts>): SiteState =>
      payload.updatedAt > state.facts.updatedAt ? { ...state, facts: payload } : state,
    changed: (
      state,
      { payload }: PayloadAction<Partial<Pick<SiteState, "factsSeenAt" | "idle" | "proof" | "isPlanLive">>>,
    ): SiteState => ({ ...state, ...payload }),
  },
});

export const { answered, changed, factsReceived } = siteSlice.actions;
