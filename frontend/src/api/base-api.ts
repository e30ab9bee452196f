import { createApi } from "@reduxjs/toolkit/query/react";
import type { BaseQueryApi, BaseQueryFn, FetchArgs } from "@reduxjs/toolkit/query/react";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { PROOF_HEADER } from "@sakhi/domain/site/limit-proof.rules";
import { SITE_STATUS_HEADER } from "@sakhi/domain/site/site-status.rules";
import { apiErrorOf, type Failure, isUnanswered } from "./failure";
import { isOverloaded } from "./overload";
import type { Sending, Thunk } from "./sending";
import { changed, factsReceived, type WithSite } from "./site-state";

/** Reads are cached for 1 minute (specification 2, section 7); in seconds. */
const CACHE_SECONDS = 60;

/** Response headers, available to `transformResponse`. */
export interface ResponseMeta {
  readonly headers?: Headers | undefined;
}

/** Total length of a paged list; the number of rows received if the server does not report it. */
export function totalOf(rows: readonly unknown[], meta: ResponseMeta | undefined): number {
  const total = Number(meta?.headers?.get("x-total-count") ?? Number.NaN);
  return Number.isInteger(total) ? total : rows.length;
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

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Header of my-hold: whether the request had the visitor's cookie (backend: bookings.controller.ts). */
const COOKIE_HEADER = "visitor-cookie";

type Query = BaseQueryFn<string | FetchArgs, unknown, Failure, CallOptions, ResponseMeta>;

/** A call whose parameters are all left out has no query: the library would end the address with "?". */
function withoutEmptyQuery(args: string | FetchArgs): string | FetchArgs {
  if (typeof args === "string" || args.params === undefined) return args;
  const { params, ...rest } = args;
  return Object.values(params as Record<string, unknown>).every((value) => value === undefined) ? rest : args;
}

/** The JSON of an answer, null without any; undefined if it is none. */
function parsed(text: unknown): unknown {
  try {
    return text ? JSON.parse(text as string) : null;
  } catch {
    return undefined;
  }
}

/** Notes what an answer says besides its data, and fetches the Mela's facts if they are newer than the page's. */
function note(headers: Headers, answer: unknown, api: BaseQueryApi): void {
  const { serverTime } = (answer ?? {}) as { readonly serverTime?: string };
  const { facts, clockOffset = Number.NEGATIVE_INFINITY } = (api.getState() as WithSite).site;
  const version = headers.get("facts-version");
  const cookie = headers.get(COOKIE_HEADER);
  const offset = Date.parse(serverTime ?? "") - performance.now();
  api.dispatch(
    changed({
      status: headers.get(SITE_STATUS_HEADER) ?? "",
      ...(version && { factsSeenAt: Date.now() }),
      ...(cookie && { cookie }),
      // The largest is the most accurate: a slow answer only makes it smaller. Without a time it is NaN.
      ...(offset > clockOffset && { clockOffset: offset }),
    }),
  );
  if (version && version > facts.updatedAt) void api.dispatch(fetchFacts());
}

/**
 * Sends one request with cookies and JSON, a body only when there is data, once. A non-OK response becomes the
 * error "{status}: {body text}", with the status text if the body is empty (T-236, T-237).
 */
const sendOnce: Query = async (args, api, extra) => {
  const { transport } = api.extra as Sending;
  const result = await transport(withoutEmptyQuery(args), api, extra);
  const headers = result.meta?.response?.headers;
  const answer = result.error === undefined ? parsed(result.data) : undefined;
  if (headers !== undefined) note(headers, answer, api);
  if (result.error === undefined)
    return answer === undefined
      ? { error: { status: 0, message: "0: Invalid JSON" } }
      : { data: answer, meta: { headers } };
  const { status, data } = result.error;
  if (typeof status !== "number") return { error: { status: 0, message: "0: No response" } };
  // Any call can be the first to find that the session has ended, or that the administrator must first change a password
  // or set up a second factor: recheck the session.
  const requiresStep =
    status === 403 && typeof data === "string" && /"code":"\w+_(?:change|setup)_required"/.test(data);
  if (status === 401 || requiresStep) api.dispatch(baseApi.util.invalidateTags(["Session"]));
  const body = typeof data === "string" && data !== "" ? data : (result.meta?.response?.statusText ?? "");
  return { error: { status, message: `${status}: ${body}` }, meta: { headers } };
};

/** Sends a request; while the server says that many people are here, again with growing pauses (decision 102). */
const sendPatiently: Query = async (args, api, extra) => {
  const send = async () => sendOnce(args, api, extra);
  const result = await send();
  if (!isOverloaded(result.error)) return result;
  // Files of the build are never refused. Without this one, the server's message says what to do.
  const code = await import("./repeat-refused").catch(() => undefined);
  return code?.repeatRefused(result, send, api) ?? result;
};

/** Sends a request; if the address is beyond its share, with the proof of work that the server asks for (decision 91). */
const sendProven: Query = async (args, api, extra) => {
  const result = await sendPatiently(args, api, extra);
  if (apiErrorOf(result.error).code !== "proof_required") return result;
  // Few visitors ever need its code. Without it, the server's message says what to do.
  const proofs = await import("./limit-proofs").catch(() => undefined);
  if (proofs === undefined) return result;
  return proofs.sendWithProofs(
    result,
    async (header) => sendPatiently(withHeader(args, PROOF_HEADER, header), api, extra),
    (challenge) => api.dispatch(proofs.solveForLimit(challenge, api.signal) as never),
  );
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
  const { keysOfLost } = api.extra as Sending;
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
  tagTypes: ["Layout", "Hold", "Moves", "PaymentStatus", "Session"],
  keepUnusedDataFor: CACHE_SECONDS,
  refetchOnMountOrArgChange: CACHE_SECONDS,
  endpoints: (build) => ({
    getCurrentFacts: build.query<PublicFacts, undefined>({ query: () => "/api/v1/mela/facts" }),
  }),
});

/** Fetches the current Mela's facts; a failed call is followed by another after the next answer that reports newer ones. */
export const fetchFacts = (): Thunk<Promise<void>> => async (dispatch) => {
  const call = baseApi.endpoints.getCurrentFacts.initiate(undefined, { forceRefetch: true, subscribe: false });
  const { data } = await dispatch(call);
  if (data !== undefined) dispatch(factsReceived(data));
};
