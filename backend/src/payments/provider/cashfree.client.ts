import type { PaymentEnvironment } from "@sakhi/domain/payments/payment.states";

/** How long an answer is waited for, its body included, in milliseconds. */
const TIMEOUT_MS = 8_000;
/** The longest body that is read, in bytes: a payment takes about 2 kB in a list of them. */
const MAX_BODY_BYTES = 1024 * 1024;
/** The API's version is pinned: our reading of its answers is written for this one. */
const API_VERSION = "2025-01-01";

const ADDRESSES: Readonly<Record<PaymentEnvironment, string>> = {
  production: "https://api.cashfree.com/pg",
  sandbox: "https://sandbox.cashfree.com/pg",
};

/** One question to the provider. */
export interface CashfreeCall {
  readonly method: "GET" | "POST" | "PATCH";
  /** Below the API's address, each part escaped by {@link pathOf}. */
  readonly path: string;
  readonly body?: object;
  /** A UUID: the first answer to it is replayed, errors included. */
  readonly idempotencyKey?: string;
}

/**
 * What came back. `answered`: a status below 300 with JSON; `refused`: 4xx, which means that nothing was done; anything
 * else is `unknown`, for it may have been done.
 */
type CashfreeResponse =
  | { readonly kind: "answered"; readonly body: unknown }
  | { readonly kind: "refused"; readonly status: number; readonly code: string }
  | { readonly kind: "unknown"; readonly why: "timeout" | "network" | "server_error" };

/** Whom we ask, and as whom. */
interface CashfreeAccount {
  readonly environment: PaymentEnvironment;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Another address than the environment's, such as the simulator's; without a slash at its end. */
  readonly baseUrl?: string | undefined;
}

/** A path of the API with what comes from elsewhere escaped: `pathOf("orders", id)`. */
export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join("");
}

/**
 * Cashfree's HTTP API by fetch. Nothing is ever thrown, and errors are
 * not kept, so that neither our keys nor a payer's data can reach a log by them.
 */
export class CashfreeClient {
  readonly #address: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  constructor({ environment, clientId, clientSecret, baseUrl }: CashfreeAccount, timeoutMs = TIMEOUT_MS) {
    this.#address = baseUrl ?? ADDRESSES[environment];
    this.#headers = {
      accept: "application/json",
      "x-api-version": API_VERSION,
      "x-client-id": clientId,
      "x-client-secret": clientSecret,
    };
    this.#timeoutMs = timeoutMs;
  }

  async send({ method, path, body, idempotencyKey }: CashfreeCall): Promise<CashfreeResponse> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await fetch(`${this.#address}${path}`, {
        method,
        headers: {
          ...this.#headers,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(idempotencyKey === undefined ? {} : { "x-idempotency-key": idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A redirect would take our secret elsewhere.
        redirect: "manual",
        signal,
      });
      return check(response.status, parsed(await limitedText(response)));
    } catch {
      return { kind: "unknown", why: signal.aborted ? "timeout" : "network" };
    }
  }
}

/** @param body undefined when it was no JSON, or too long */
function check(status: number, body: unknown): CashfreeResponse {
  if (status >= 200 && status < 300 && body !== undefined) return { kind: "answered", body };
  if (status >= 400 && status < 500 && status !== 408) return { kind: "refused", status, code: codeOf(body) };
  return { kind: "unknown", why: "server_error" };
}

/** The body as text, or undefined when it is longer than we read. */
async function limitedText(response: Response): Promise<string | undefined> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early ends the transfer.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The provider's error code, for the log: one word, so that nothing else gets there. */
function codeOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("code" in body)) return "";
  return typeof body.code === "string" && /^[\w-]{1,60}$/.test(body.code) ? body.code : "";
}
