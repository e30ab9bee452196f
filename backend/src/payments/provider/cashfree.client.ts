import type { PaymentEnvironment } from "@sakhi/domain/payments/payment.states";
import { outsideFailure } from "../../platform/outside/outside-failure.js";
import type { ProviderResponse } from "./payment-provider.js";

/** Timeout of a response including its body, in ms. */
const TIMEOUT_MS = 8_000;
/** Maximum body size in bytes; a listed payment takes about 2 kB. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Pinned API version that our parsing is written for. */
const API_VERSION = "2025-01-01";

const ADDRESSES: Readonly<Record<PaymentEnvironment, string>> = {
  production: "https://api.cashfree.com/pg",
  sandbox: "https://sandbox.cashfree.com/pg",
};

/** A request to the provider. */
export interface CashfreeCall {
  readonly method: "GET" | "POST" | "PATCH";
  /** Path below the base URL, built by {@link pathOf}. */
  readonly path: string;
  readonly body?: object;
  /** UUID; the provider replays its first response to it, errors included. */
  readonly idempotencyKey?: string;
}

/** The environment and our credentials. */
interface CashfreeAccount {
  readonly environment: PaymentEnvironment;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Overrides the environment's base URL, e.g. with the simulator's; without a trailing slash. */
  readonly baseUrl?: string | undefined;
}

/** Builds an API path from escaped parts: `pathOf("orders", id)`. */
export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join("");
}

/**
 * HTTP client of the Cashfree API. Never throws and keeps of an error its cause in words only, so that neither our keys nor a
 * payer's data can reach a log. A 2xx status with JSON is `done`, a 4xx `refused`; after anything else, the request may have been carried
 * out.
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

  async send({ method, path, body, idempotencyKey }: CashfreeCall): Promise<ProviderResponse<unknown>> {
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
        // A followed redirect would leak our secret to another host.
        redirect: "manual",
        signal,
      });
      return check(response.status, parsed(await limitedText(response)));
    } catch (error) {
      return { kind: "unknown", why: signal.aborted ? "timeout" : "network", cause: outsideFailure(error) };
    }
  }
}

/** @param body undefined if it is not JSON or too long */
function check(status: number, body: unknown): ProviderResponse<unknown> {
  if (status >= 200 && status < 300 && body !== undefined) return { kind: "done", value: body };
  if (status >= 400 && status < 500 && status !== 408) return { kind: "refused", status, code: codeOf(body) };
  return { kind: "unknown", why: "server_error" };
}

/** The body as text; undefined when it exceeds {@link MAX_BODY_BYTES}. */
async function limitedText(response: Response): Promise<string | undefined> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the transfer.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** @returns undefined if the text is not JSON */
export function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The provider's error code for the log; empty unless it is a single word, so that no personal data is logged. */
function codeOf(body: unknown): string {
  const { code } = fieldsOf(body);
  return typeof code === "string" && /^[\w-]{1,60}$/.test(code) ? code : "";
}

/** An object's fields; empty for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** ISO 8601 in the years 1000 to 2999, which every part of the system can store. */
const ISO_DATE_TIME = /^[12]\d{3}-\d\d-\d\dT/;

/** A time in the provider's notation; undefined for any other value. */
export function dateOf(value: unknown): Date | undefined {
  if (typeof value !== "string" || !ISO_DATE_TIME.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at);
}
