import { hall } from "./hall.mjs";
import type { LayoutStall, MyHold } from "../api/mela-api";

/** One call as it reached the edge. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborted when the browser gave the call up. */
  readonly signal: AbortSignal;
  readonly body: unknown;
  readonly headers: Headers;
  readonly credentials: RequestCredentials;
}

/** An answer: a status and a JSON value, a raw text, or no answer at all. */
export type Answer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Record<string, string>;
    }
  | "offline";
type Handler = (call: Call) => Answer | Promise<Answer>;

/** An error as the API words it. */
export function errorResponse(status: number, code: string, message: string, more: object = {}): Answer {
  return { status, json: { statusCode: status, code, message, error: message, ...more } };
}

/** A promise with its key outside, to hold an answer back. */
export function gate(): { open: () => void; opened: Promise<void> } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The API's edge, faked: answers by "METHOD /path" (without /api/v1) and keeps every call. */
export class FakeServer {
  readonly calls: Call[] = [];
  layout: LayoutStall[] = hall();
  hold: Omit<MyHold, "serverTime" | "expiresAt"> | null = null;
  /** When the hold ends, in ms since 1970 on the server's clock. */
  endsAt = 0;
  /** How far the server's clock is ahead of the browser's, in ms. */
  ahead = 0;
  private readonly handlers = new Map<string, Handler>();
  private retired = false;

  constructor() {
    this.on("GET /mela/layout", () => ({ json: this.layout }));
    this.on("GET /mela/my-hold", () => ({ json: this.myHold() }));
    this.on("POST /mela/release", () => {
      this.hold = null;
      return { json: { released: true } };
    });
    this.on("POST /mela/reserve", ({ body }) => {
      const stall = this.stall((body as { stallId: string }).stallId);
      stall.status = "Reserved";
      this.holds(stall.stallId);
      return { status: 201, json: this.myHold() };
    });
  }

  /** Answers no more: what a test left under way must not reach the next one (its toasts are the module's). */
  retire(): void {
    this.retired = true;
  }

  /** Sets or replaces an answer. */
  on(key: string, handler: Handler | Answer): void {
    this.handlers.set(key, typeof handler === "function" ? handler : () => handler);
  }

  /** Gives the visitor a hold with so many seconds left. */
  holds(stallId: string, seconds = 600, more: Partial<MyHold> = {}): void {
    const { type, price } = this.stall(stallId);
    this.hold = { stallId, type, price, state: "held", ...more };
    this.endsAt = Date.now() + this.ahead + seconds * 1000;
  }

  stall(stallId: string): LayoutStall {
    const stall = this.layout.find((known) => known.stallId === stallId);
    if (stall === undefined) throw new Error(`no stall ${stallId}`);
    return stall;
  }

  /** The calls of one kind so far. */
  callsTo(key: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === key);
  }

  private myHold(): MyHold | null {
    const now = Date.now() + this.ahead;
    if (this.hold === null || (this.hold.state !== "paying" && this.endsAt <= now)) return null;
    const at = new Date(this.endsAt).toISOString();
    const paying = this.hold.state === "paying" ? { payUntil: at } : {};
    return { ...this.hold, expiresAt: at, ...paying, serverTime: new Date(now).toISOString() };
  }

  /** Stands in for the browser's fetch. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: new URL(request.url).pathname.replace("/api/v1", ""),
      query: new URL(request.url).searchParams,
      signal: request.signal,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
      headers: request.headers,
      credentials: request.credentials,
    };
    this.calls.push(call);
    const handler = this.handlers.get(`${call.method} ${call.path}`);
    const answer =
      handler === undefined ? errorResponse(404, "not_found", "Nothing here") : await handler(call);
    request.signal.throwIfAborted();
    if (this.retired) await new Promise(() => undefined);
    if (answer === "offline") throw new TypeError("Failed to fetch");
    return new Response(answer.text ?? JSON.stringify(answer.json ?? null), {
      status: answer.status ?? 200,
      statusText: answer.status === 503 ? "Service Unavailable" : "",
      headers: answer.headers ?? {},
    });
  };
}
