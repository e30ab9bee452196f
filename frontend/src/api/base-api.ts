import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
import type { BaseQueryFn, FetchArgs } from "@reduxjs/toolkit/query/react";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { learnFacts, mela } from "../ui/mela";
import type { Failure } from "./failure";

/** Reads are cached for 1 minute (specification 2, section 7); in seconds. */
const CACHE_SECONDS = 60;

/** How long an answer is waited for, in ms: a connection that has died says nothing, and nobody may wait for it without end. */
const ANSWER_TIMEOUT_MS = 30_000;

const fetchText = fetchBaseQuery({
  baseUrl: globalThis.location.origin,
  credentials: "include",
  responseHandler: "text",
  timeout: ANSWER_TIMEOUT_MS,
});

/** Asks for an answer; in place of the network where the first view is drawn (src/server/first-view.tsx). */
export type AnswerSource = typeof fetchText;

function parsed(text: string): unknown {
  if (text === "") return null;
  return JSON.parse(text) as unknown;
}

/** What an answer says beside its body. */
export interface ResponseMeta {
  readonly headers?: Headers | undefined;
}

/** How long the whole list is; what was answered, where the server does not say. */
export function totalOf(rows: readonly unknown[], meta: ResponseMeta | undefined): number {
  const total = Number(meta?.headers?.get("x-total-count") ?? Number.NaN);
  return Number.isInteger(total) ? total : rows.length;
}

/** Longest wait for newer facts, in ms: while one is waited for, no other is asked for. */
const FACTS_TIMEOUT_MS = 10_000;

/** Whether newer facts of the Mela are on their way. */
let learning = false;

/** When an answer last said which facts there are. */
let heardAt = Date.now();

/** Each answer says which facts the server has: newer ones than the page's are fetched, so that it shows them at once. */
function noticeFacts(version: string | null | undefined): void {
  if (!version) return;
  heardAt = Date.now();
  if (version > mela().updatedAt) void fetchFacts();
}

/** Asks for the facts where no answer has named them for so many ms. */
export function refreshFacts(ms: number): void {
  if (Date.now() - heardAt < ms) return;
  heardAt = Date.now();
  void fetchFacts();
}

async function fetchFacts(): Promise<void> {
  if (learning) return;
  learning = true;
  try {
    const address = new URL("/api/v1/mela/facts", globalThis.location.origin);
    const answer = await fetch(address, { signal: AbortSignal.timeout(FACTS_TIMEOUT_MS) });
    if (answer.ok) learnFacts((await answer.json()) as PublicFacts);
  } catch {
    // Off line or slow for a moment: the next answer says it again.
  }
  learning = false;
}

/**
 * One call: cookies and JSON, a body only when there is data, no retries. Any non-OK answer is raised as
 * "{status}: {body text}", or with the status text when the body is empty (T-236, T-237).
 */
const baseQuery: BaseQueryFn<string | FetchArgs, unknown, Failure, object, ResponseMeta> = async (args, api, extra) => {
  const result = await ((api.extra as AnswerSource | undefined) ?? fetchText)(args, api, extra);
  noticeFacts(result.meta?.response?.headers.get("facts-version"));
  if (result.error === undefined) {
    try {
      const data = parsed(typeof result.data === "string" ? result.data : "");
      return { data, meta: { headers: result.meta?.response?.headers } };
    } catch {
      return { error: { status: 0, message: "0: The answer could not be read" } };
    }
  }
  const { status, data } = result.error;
  if (typeof status !== "number") return { error: { status: 0, message: "0: No answer" } };
  // A session that has ended shows on whichever call comes first: who is logged in is asked again.
  // So does what an administrator must do first, where it became necessary in the middle of their work.
  const step = status === 403 && typeof data === "string" && /"code":"\w+_(?:change|setup)_required"/.test(data);
  if (status === 401 || step) api.dispatch(baseApi.util.invalidateTags(["Session"]));
  const body = typeof data === "string" && data !== "" ? data : (result.meta?.response?.statusText ?? "");
  return { error: { status, message: `${status}: ${body}` } };
};

/** The one API of the site; features' endpoints are injected into it. */
export const baseApi = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: ["Layout", "Hold", "PaymentStatus", "Session"],
  keepUnusedDataFor: CACHE_SECONDS,
  refetchOnMountOrArgChange: CACHE_SECONDS,
  endpoints: () => ({}),
});
