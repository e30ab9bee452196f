/**
 * How a call that went wrong looks in the store (specification 2, section 8): `message` is
 * "{status}: {body text}", or the status text where the body is empty. Status 0: no answer came at all.
 */
export interface Failure {
  readonly status: number;
  readonly message: string;
}

/** What the API puts into the body of an error. */
interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  /** Field → sentences, on a 400. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly [detail: string]: unknown;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether something thrown or answered by the data layer is a {@link Failure}. */
export function isFailure(value: unknown): value is Failure {
  return isRecord(value) && typeof value["status"] === "number" && typeof value["message"] === "string";
}

/** The error's body, read back out of the raised message; empty when it was no JSON object. */
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

/** The sentence for the person: the server's own message, else the fallback; never raw JSON (T-237). */
export function personMessage(error: unknown, fallback: string): string {
  const { message, error: alternative } = apiErrorOf(error);
  const sentence = message ?? alternative;
  return typeof sentence === "string" && sentence.trim() !== "" ? sentence : fallback;
}
