import type { ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { fetchBaseQuery } from "@reduxjs/toolkit/query/react";
import about from "@sakhi/domain/generated/messages/en/language";
import { useDispatch } from "react-redux";
import type { WithSite } from "./site-state";

/** Request timeout, in ms: a dead connection reports no error. */
const TIMEOUT_MS = 30_000;

const fetchText = fetchBaseQuery({
  baseUrl: globalThis.location.origin,
  credentials: "include",
  responseHandler: "text",
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers, { getState }) => {
    // The page's language: the browser would send its own.
    headers.set("accept-language", about.code);
    if ((getState() as WithSite).site.idle) headers.set("automatic-request", "1");
  },
});

/** Sends a request; the server renderer replaces the network by its own (src/server/first-view.tsx). */
export type Transport = typeof fetchText;

/** What calls need that is no state to show; each store has its own. Redux calls it the thunks' extra argument. */
export interface Sending {
  readonly transport: Transport;
  /** Proofs of work, one at a time, since each uses every thread: the end of the last one, and what gives it up. */
  readonly proofs: { turn: Promise<unknown>; current?: AbortController };
  /** Keys of calls whose answers were lost: pressing the button again repeats the call instead of making another. */
  readonly keysOfLost: Map<string, string>;
  /** Calls that wait for their turn because many people are here; the store shows their endpoints (`waiting`). */
  readonly waiting: Set<WaitingCall>;
}

/** A call that is repeated by itself. */
export interface WaitingCall {
  /** Name of its endpoint. */
  readonly endpoint: string;
  /** Gives up; the call then fails with the server's message. */
  readonly stop: () => void;
}

export const createSending = (transport: Transport = fetchText): Sending => ({
  transport,
  proofs: { turn: Promise.resolve() },
  keysOfLost: new Map(),
  waiting: new Set(),
});

/** Work that is dispatched like an action. */
export type Thunk<Result> = ThunkAction<Result, unknown, Sending, UnknownAction>;

/** Dispatches such work from a component. */
export const useThunks = () => useDispatch<ThunkDispatch<unknown, Sending, UnknownAction>>();
