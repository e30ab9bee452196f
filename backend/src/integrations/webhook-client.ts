import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { Injectable } from "@nestjs/common";
import { ANSWER_BYTES, isReceived, signedText, webhookId } from "@sakhi/domain/integrations/webhook.rules";
import { Config } from "../platform/config/config.js";
import { outsideFailure } from "../platform/outside/outside-failure.js";
import { isPublicAddress } from "../platform/outside/public-address.js";

/** Time for a whole attempt: name, connection and answer, in ms. */
const TIMEOUT_MS = 10_000;
/** What is read of an answer at most, in bytes; the rest is cut off. */
const MAX_ANSWER = 16 * 1024;

/** What is sent. */
export interface OutgoingWebhook {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  /** The keys that sign, the current one first. */
  readonly keys: readonly Buffer[];
}

/** What came of it. */
export interface WebhookAttempt {
  /** HTTP status; undefined without an answer. */
  readonly status?: number;
  readonly ms: number;
  /** Why it failed; undefined if it was received. */
  readonly problem?: string;
  /** Its first bytes. */
  readonly answer?: string;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/** An endpoint that must not be asked. */
class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/** The headers of the Standard Webhooks specification: one signature for each key, so that a rotation loses nothing. */
export function webhookHeaders(eventId: string, body: string, keys: readonly Buffer[], at: Date) {
  const id = webhookId(eventId);
  const seconds = Math.floor(at.getTime() / 1000);
  const text = signedText(id, seconds, body);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": keys.map((key) => `v1,${createHmac("sha256", key).update(text).digest("base64")}`).join(" "),
  };
}

/**
 * Sends webhooks. An operator types where to, so in production an address must be on the public internet: every address of its name is
 * checked, and the connection goes to the one that was (no rebinding). Redirects are not followed. Never throws.
 */
@Injectable()
export class WebhookClient {
  constructor(private readonly config: Config) {}

  async send({ url, eventId, body, keys }: OutgoingWebhook): Promise<WebhookAttempt> {
    const started = performance.now();
    const ms = (): number => Math.round(performance.now() - started);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await this.post(new URL(url), body, webhookHeaders(eventId, body, keys, new Date()), signal);
      const status = response.statusCode ?? 0;
      const answer = await beginningOf(response);
      return { status, ms: ms(), answer, ...(isReceived(status) ? {} : { problem: `It answered ${status}` }) };
    } catch (error) {
      const problem = error instanceof RefusedAddress ? error.message : `No answer: ${outsideFailure(error)}`;
      return { ms: ms(), problem };
    }
  }

  private async post(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const checked = await this.checkedAddress(url.hostname.replace(/^\[|\]$/g, ""), signal);
    const known: LookupFunction = (_host, options, done) => {
      if (options.all === true) done(null, [checked]);
      else done(null, checked.address, checked.family);
    };
    const isSecure = url.protocol === "https:";
    if (this.config.production && !isSecure) throw new RefusedAddress("Not sent: the address must start with https://");
    const request = isSecure ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        url,
        {
          ...{ method: "POST", agent: false, lookup: known, signal, maxHeaderSize: 16 * 1024 },
          headers: {
            ...headers,
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
            accept: "*/*",
            "accept-encoding": "identity",
            "user-agent": "sakhi-bazaar-webhooks/1",
          },
        },
        resolve,
      );
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  }

  /** @throws RefusedAddress if one of its addresses is not public: a single one disqualifies the name */
  private async checkedAddress(host: string, signal: AbortSignal): Promise<Address> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
    aborted.catch(() => undefined);
    const found = await Promise.race([lookup(host, { all: true, verbatim: true }), aborted]);
    if (this.config.production && !found.every(({ address }) => isPublicAddress(address)))
      throw new RefusedAddress("Not sent: its name leads into a private network");
    const [first] = found;
    if (first === undefined) throw new RefusedAddress("Not sent: its name has no address");
    return first;
  }
}

/** The first bytes of an answer, as text that can be stored and shown. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_ANSWER) break;
  }
  response.destroy();
  const text = Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString("utf8");
  // Without half a character at the cut, and what a text column or a page cannot have.
  return text.replace(/[^\P{C}\n\t]|\uFFFD/gu, "").trim();
}
