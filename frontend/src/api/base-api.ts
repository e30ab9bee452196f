import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
import type { BaseQueryFn, FetchArgs } from "@reduxjs/toolkit/query/react";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { PROOF_HEADER } from "@sakhi/domain/site/limit-proof.rules";
import { updateFacts, eventFacts } from "./event-facts";
import { type Failure, isUnanswered } from "./failure";
import { limitChallengeOf, MAX_LIMIT_ROUNDS, proofHeader, solveForLimit } from "./limit-proofs";
import { isOverloaded } from "./overload";
import { isIdle } from "./page-use";
import { noteSiteStatus } from "./site-status";

/** Reads are cached for 1 minute (specification 2, section 7); in seconds. */
const CACHE_SECONDS = 60;

/** Request timeout, in ms: a dead connection reports no error. */
const TIMEOUT_MS = 30_000;

const fetchText = fetchBaseQuery({
  baseUrl: globalThis.location.origin,
  credentials: "include",
  responseHandler: "text",
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers) => {
    if (isIdle()) headers.set("automatic-request", "1");
  },
});

/** Sends a request; the server renderer replaces the network by its own (src/server/first-view.tsx). */
export type Transport = typeof fetchText;

/** Response headers, available to `transformResponse`. */
export interface ResponseMeta {
  readonly headers?: Headers | undefined;
}

/** Total length of a paged list; the number of rows received if the server does not report it. */
export function totalOf(rows: readonly unknown[], meta: ResponseMeta | undefined): number {
  const total = Number(meta?.headers?.get("x-total-count") ?? Number.NaN);
  return Number.isInteger(total) ? total : rows.length;
}

/** Timeout for fetching facts, in ms; no second fetch starts meanwhile. */
const FACTS_TIMEOUT_MS = 10_000;

let isFetchingFacts = false;

/** When a response last reported the version of the Mela's facts. */
let versionSeenAt = Date.now();

/** Fetches the Mela's facts if a response reports a newer version than the page has. */
function checkFactsVersion(version: string | null | undefined): void {
  if (!version) return;
  versionSeenAt = Date.now();
  if (version > eventFacts().updatedAt) void fetchFacts();
}

/** Fetches the facts if no response has reported their version for `ms`. */
export function refreshFacts(ms: number): void {
  if (Date.now() - versionSeenAt < ms) return;
  versionSeenAt = Date.now();
  void fetchFacts();
}

async function fetchFacts(): Promise<void> {
  if (isFetchingFacts) return;
  isFetchingFacts = true;
  try {
    const address = new URL("/api/v1/mela/facts", globalThis.location.origin);
    const response = await fetch(address, { signal: AbortSignal.timeout(FACTS_TIMEOUT_MS) });
    if (response.ok) updateFacts((await response.json()) as PublicFacts);
  } catch {
    // Retried after the next response that reports a newer version.
  }
  isFetchingFacts = false;
}

/** Options of an endpoint. */
export interface CallOptions {
  /**
   * Repeats a call whose answer was lost, once: `same` if the server knows a repeated call by its content; `keyed` if it
   * does so by a key, which is sent along. A call that may be done twice has neither.
   */
  readonly repeats?: "same" | "keyed";
}

/** Pause before a call is repeated, in ms. */
const REPEAT_MS = 1_000;

/** Keys of calls whose answers were lost: pressing the button again repeats the call instead of making another. */
const keysOfLost = new Map<string, string>();

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Query = BaseQueryFn<string | FetchArgs, unknown, Failure, CallOptions, ResponseMeta>;

/** A call whose parameters are all left out has no query: the library would end the address with "?". */
function withoutEmptyQuery(args: string | FetchArgs): string | FetchArgs {
  if (typeof args === "string" || args.params === undefined) return args;
  const { params, ...rest } = args;
  return Object.values(params as Record<string, unknown>).every((value) => value === undefined) ? rest : args;
}

/**
 * Sends one request with cookies and JSON, a body only when there is data, once. A non-OK response becomes the
 * error "{status}: {body text}", with the status text if the body is empty (T-236, T-237).
 */
const sendOnce: Query = async (args, api, extra) => {
  const result = await ((api.extra as Transport | undefined) ?? fetchText)(withoutEmptyQuery(args), api, extra);
  checkFactsVersion(result.meta?.response?.headers.get("facts-version"));
  noteSiteStatus(result.meta?.response?.headers);
  if (result.error === undefined) {
    try {
      const data: unknown = result.data ? JSON.parse(result.data as string) : null;
      return { data, meta: { headers: result.meta?.response?.headers } };
    } catch {
      return { error: { status: 0, message: "0: Invalid JSON" } };
    }
  }
  const { status, data } = result.error;
  if (typeof status !== "number") return { error: { status: 0, message: "0: No response" } };
  // Any call can be the first to find that the session has ended, or that the administrator must first change a password
  // or set up a second factor: recheck the session.
  const requiresStep =
    status === 403 && typeof data === "string" && /"code":"\w+_(?:change|setup)_required"/.test(data);
  if (status === 401 || requiresStep) api.dispatch(baseApi.util.invalidateTags(["Session"]));
  const body = typeof data === "string" && data !== "" ? data : (result.meta?.response?.statusText ?? "");
  return { error: { status, message: `${status}: ${body}` }, meta: { headers: result.meta?.response?.headers } };
};

/** Sends a request; while the server says that many people are here, again with growing pauses (decision 102). */
const sendPatiently: Query = async (args, api, extra) => {
  const send = async () => sendOnce(args, api, extra);
  const result = await send();
  if (!isOverloaded(result.error)) return result;
  const code = await import("./repeat-refused").catch(() => undefined);
  return code?.repeatRefused(result, send, api) ?? result;
};

/** Sends a request; if the address is beyond its share, with the proof of work that the server asks for (decision 91). */
const sendProven: Query = async (args, api, extra) => {
  const proofs: string[] = [];
  for (let round = 0; ; round += 1) {
    const result = await sendPatiently(
      proofs.length === 0 ? args : withHeader(args, PROOF_HEADER, proofHeader(proofs)),
      api,
      extra,
    );
    const challenge = limitChallengeOf(result.error);
    if (challenge === undefined || round === MAX_LIMIT_ROUNDS) return result;
    const proof = await solveForLimit(challenge, api.signal);
    if (proof === undefined) return result;
    proofs.push(proof);
  }
};

function withHeader(args: string | FetchArgs, name: string, value: string): FetchArgs {
  const call = typeof args === "string" ? { url: args } : args;
  return { ...call, headers: { ...(call.headers as Record<string, string> | undefined), [name]: value } };
}

/** Sends a call; one that may be repeated is sent again if its answer is lost (decision 55). */
const baseQuery: Query = async (args, api, extra) => {
  // The library passes undefined for an endpoint without options.
  const { repeats } = (extra as CallOptions | undefined) ?? {};
  if (repeats === undefined) return sendProven(args, api, extra);
  const call = `${api.endpoint} ${JSON.stringify(args)}`;
  const key = keysOfLost.get(call) ?? newKey();
  const sent = repeats === "keyed" && typeof args !== "string" ? withHeader(args, "idempotency-key", key) : args;
  let result = await sendProven(sent, api, extra);
  if (isUnanswered(result.error)) {
    await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
    result = await sendProven(sent, api, extra);
  }
  if (isUnanswered(result.error)) keysOfLost.set(call, key);
  else keysOfLost.delete(call);
  return result;
};

/** The site's API; features inject their endpoints. */
export const baseApi = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: ["Layout", "Hold", "PaymentStatus", "Session"],
  keepUnusedDataFor: CACHE_SECONDS,
  refetchOnMountOrArgChange: CACHE_SECONDS,
  endpoints: () => ({}),
});
