/**
 * Error of a call in the store (specification 2, section 8): `message` is "{status}: {body text}", with the status text
 * if the body is empty. Status 0: no response.
 */
export interface Failure {
  readonly status: number;
  readonly message: string;
}

/** Body of an error response. */
interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  /** Field → messages: on a 400, and where the payment service refuses a detail. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly [detail: string]: unknown;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Type guard for {@link Failure}. */
export function isFailure(value: unknown): value is Failure {
  return isRecord(value) && typeof value["status"] === "number" && typeof value["message"] === "string";
}

/** Parses the response body out of the error's message; empty if it is not a JSON object. */
export function apiErrorOf(error: unknown): ErrorBody {
  if (!isFailure(error)) return {};
  const text = error.message.slice(`${error.status}: `.length);
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

/** Statuses of a proxy that got no answer itself. */
const OF_A_PROXY: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/**
 * True if nothing says what the server did with a call: the connection failed, or a proxy gave up waiting. It may have
 * been done all the same.
 */
export function isUnanswered(error: unknown): boolean {
  return isFailure(error) && OF_A_PROXY.has(error.status) && apiErrorOf(error).code === undefined;
}

/** True if the server rejected a call for good, so that a retry is pointless: a 4xx other than 429. */
export function isRejected(error: unknown): boolean {
  return isFailure(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Message to show: the server's own, else the fallback; never raw JSON (T-237). */
export function userMessage(error: unknown, fallback: string): string {
  const { message, error: alternative } = apiErrorOf(error);
  const sentence = message ?? alternative;
  return typeof sentence === "string" && sentence.trim() !== "" ? sentence : fallback;
}
