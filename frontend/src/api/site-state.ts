import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { inWords } from "./facts-in-words";

/** A message over the page. */
export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind: "success" | "error" | "info";
  /** Offers to reload the page, for code that could not be loaded. */
  readonly reload?: boolean;
}

/** The visible toast. */
export interface ShownToast extends Toast {
  readonly key: string;
}

/** What all pages share: what the API's answers say of the site, and what is shown over any page. */
export interface SiteState {
  /** Current facts of the Mela and who runs it: database rows embedded in the page (decision 24). */
  readonly facts: PublicFacts;
  /** When an answer last reported the version of the facts, or they were asked for; ms since 1970. */
  readonly factsSeenAt: number;
  /** What is wrong with the site: the header's value (domain: site-status.rules.ts); empty if nothing is. */
  readonly status: string;
  /**
   * Offset of the server's clock from `performance.now()`, in ms: the largest that was seen. `performance.now()` cannot be set by the user; where it stops while the device sleeps, the
   * next answer yields a larger offset. Undefined before the first answer.
   */
  readonly clockOffset?: number;
  /** "new" if the last request about a hold had no visitor cookie; see `useCookieCheck`. */
  readonly cookie?: string;
  /** Nobody has used the dashboard lately: what it reads by itself does not extend the session. */
  readonly idle?: boolean;
  /** The part of a proof of work that is done, 0 to 1; undefined while none is worked at. */
  readonly proof?: number | undefined;
  /** The endpoints of the calls that wait for their turn because many people are here; see overload.ts. */
  readonly waiting: readonly string[];
  /** The server pushes the changes of the floor plan that is shown. */
  readonly isPlanLive?: boolean;
  /** The page was opened without network, with what the device has kept (app/kept-store.ts). */
  readonly openedWithoutNetwork?: boolean;
  /** The visible toast; at most one is visible (T-240). */
  readonly toast?: ShownToast | undefined;
  /** When a tooltip closed last, by `performance.now()`. */
  readonly tooltipClosedAt?: number;
}

/** The part of the store's state that this file keeps. */
export interface WithSite {
  readonly site: SiteState;
}

export const siteSlice = createSlice({
  name: "site",
  initialState: (): SiteState => ({ facts: {} as PublicFacts, factsSeenAt: Date.now(), status: "", waiting: [] }),
  reducers: {
    /** Facts have arrived; older ones, out of some cache, change nothing. */
    factsReceived: (state, { payload }: PayloadAction<PublicFacts>): SiteState =>
      payload.updatedAt > state.facts.updatedAt ? { ...state, facts: inWords(payload) } : state,
    changed: (state, { payload }: PayloadAction<Partial<SiteState>>): SiteState => ({ ...state, ...payload }),
    /** The reason for a toast is gone: it goes too, if it is the one with this key, or without one any. */
    toastDismissed: (state, { payload: key }: PayloadAction<string | undefined>) => {
      if (key === undefined || state.toast?.key === key) delete state.toast;
    },
  },
});

export const { changed, factsReceived, toastDismissed } = siteSlice.actions;
