import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { fetchBaseQuery } from "@reduxjs/toolkit/query/react";
import type { Challenge } from "altcha-lib/types";
import { ProofQueue } from "./limit-proofs";
import { changed, type WithSite } from "./site-state";

/** Request timeout, in ms: a dead connection reports no error. */
const TIMEOUT_MS = 30_000;

const fetchText = fetchBaseQuery({
  baseUrl: globalThis.location.origin,
  credentials: "include",
  responseHandler: "text",
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers, { getState }) => {
    if ((getState() as WithSite).site.idle) headers.set("automatic-request", "1");
  },
});

/** Sends a request; the server renderer replaces the network by its own (src/server/first-view.tsx). */
export type Transport = typeof fetchText;

/** What calls need that is no state to show; each store has its own. Redux calls it the thunks' extra argument. */
export interface Sending {
  readonly transport: Transport;
  readonly proofs: ProofQueue;
  /** Keys of calls whose answers were lost: pressing the button again repeats the call instead of making another. */
  readonly keysOfLost: Map<string, string>;
}

export const createSending = (transport: Transport = fetchText): Sending => ({
  transport,
  proofs: new ProofQueue(),
  keysOfLost: new Map(),
});

/** Work that is dispatched like an action. */
export type Thunk<Result> = ThunkAction<Result, unknown, Sending, UnknownAction>;

/** Solves the challenge of a limit, and shows how far it is. Resolves with undefined if it cannot be solved here, or is given up. */
export const solveForLimit =
  (challenge: Challenge, signal: AbortSignal): Thunk<Promise<string | undefined>> =>
  (dispatch, _getState, { proofs }) =>
    proofs.solve(challenge, signal, (proof) => dispatch(changed({ proof })));

/** Gives up the proof of work that a call waits for. */
export const cancelProof =
  (): Thunk<void> =>
  (_dispatch, _getState, { proofs }) =>
    proofs.cancel();
