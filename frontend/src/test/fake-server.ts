import type { BrandName } from "@sakhi/domain/catalogue/suggestions";
import type { Registration } from "../api/admin-api";
import type { Highlights, Listing, SearchReply } from "../api/catalogue-api";
import type { ApiCalls } from "../api/generated/calls";
import type { LayoutStall, MyHold } from "../api/mela-api";

interface Get<T> {
  readonly body: undefined;
  readonly json: T;
}
type Lenient =
  | "GET /mela/registrations"
  | "GET /listings/live"
  | "GET /listings/highlights"
  | "GET /search"
  | "GET /api/public/brand-names";
/** What is sent and answered, by method and path: as generated from the API, but for what the browser understands with less. */
interface Calls extends Omit<ApiCalls, Lenient> {
  // A row without a label is understood, too.
  "GET /mela/registrations": Get<Registration[]>;
  "GET /listings/live": Get<readonly Listing[]>;
  "GET /listings/highlights": Get<Highlights>;
  "GET /api/public/brand-names": Get<BrandName[]>;
  "GET /search": Get<SearchReply>;
  // A download.
  "GET /mela/admin/registrations.csv": Get<never>;
}
export type CallName = keyof Calls;

/** One call as it reached the edge. */
export interface Call<Name extends CallName = CallName> {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborted when the browser gave the call up. */
  readonly signal: AbortSignal;
  readonly body: Calls[Name]["body"];
  readonly headers: Headers;
  readonly credentials: RequestCredentials;
}

interface Head {
  readonly status?: number;
  readonly headers?: Record<string, string>;
}
/** A failure: an error as the API words it, a raw text, or no answer at all. */
export type FailedAnswer = (Head & ({ readonly error: object } | { readonly text: string })) | "offline";
/** An answer: a status and what the API answers to that call, or a failure. */
export type Answer<Name extends CallName = CallName> = (Head & { readonly json: Calls[Name]["json"] }) | FailedAnswer;
type Handler<Name extends CallName> = (call: Call<Name>) => Answer<Name> | Promise<Answer<Name>>;

/** An error as the API words it. */
export function errorResponse(status: number, code: string, message: string, more: object = {}): FailedAnswer {
  return { status, error: { statusCode: status, code, message, error: message, ...more } };
}

/** The 70 stalls of the floor plan with a mix of statuses. */
export function hall(): LayoutStall[] {
  const sold = ["B1", "B50", "A1", "A11", "A12", "B20", "B21", "B33", "B40", "B7", "B8"];
  const reserved = ["B2", "A5", "A15", "B31", "B13", "B44"];
  // Row after row: so many stalls from this number on (down with a negative step), from this place on in this direction.
  const rows = [
    ["B", 4, 4, -1, 10, 0, 10, 0],
    ["B", 4, 50, -1, 90, 0, 10, 0],
    ["B", 15, 5, 1, 0, 10, 0, 10],
    ["B", 12, 20, 1, 10, 160, 10, 0],
    ["B", 15, 32, 1, 130, 150, 0, -10],
    ["A", 10, 1, 1, 40, 35, 0, 10],
    ["A", 10, 11, 1, 90, 35, 0, 10],
  ] as const;
  return rows.flatMap(([row, count, first, step, x, y, dx, dy]) =>
    Array.from({ length: count }, (_, at): LayoutStall => {
      const stallId = `${row}${first + at * step}`;
      return {
        stallId,
        type: row === "A" ? "Premium" : "General",
        price: row === "A" ? 36_000 : 27_000,
        status: sold.includes(stallId) ? "Sold" : reserved.includes(stallId) ? "Reserved" : "Available",
        x: x + at * dx,
        y: y + at * dy,
        layoutVersion: 1,
      };
    }),
  );
}

/** A seller in Maharashtra, an event in Karnataka. */
const GST: MyHold["gst"] = { ratePercent: 18, sellerStateCode: "27", eventStateCode: "29" };

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
  private readonly handlers = new Map<string, Handler<CallName>>();
  private retired = false;

  constructor() {
    this.on("GET /mela/layout", () => ({ json: this.layout }));
    this.on("GET /mela/my-hold", () => ({ json: this.myHold() }));
    this.on("POST /mela/release", () => {
      this.hold = null;
      return { json: { released: true } };
    });
    this.on("POST /mela/reserve", ({ body }) => {
      const stall = this.stall(body.stallId);
      stall.status = "Reserved";
      const json = this.holds(stall.stallId);
      return { status: 201, json };
    });
  }

  /** Answers no more: what a test left under way must not reach the next one (its toasts are the module's). */
  retire(): void {
    this.retired = true;
  }

  /** Sets or replaces an answer. */
  on<Name extends CallName>(name: Name, handler: Handler<Name> | Answer<Name>): void {
    const answer = typeof handler === "function" ? handler : () => handler;
    this.handlers.set(name, answer as unknown as Handler<CallName>);
  }

  /** Gives the visitor a hold with so many seconds left. */
  holds(stallId: string, seconds = 600, more: Partial<MyHold> = {}): MyHold {
    const { type, price } = this.stall(stallId);
    this.hold = { stallId, type, price, state: "held", gst: GST, ...more };
    this.endsAt = Date.now() + this.ahead + seconds * 1000;
    return this.myHold()!;
  }

  stall(stallId: string): LayoutStall {
    const stall = this.layout.find((known) => known.stallId === stallId);
    if (stall === undefined) throw new Error(`no stall ${stallId}`);
    return stall;
  }

  /** The calls of one kind so far. */
  callsTo<Name extends CallName>(name: Name): Call<Name>[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === name) as Call<Name>[];
  }

  /** The visitor's hold as it is now. */
  myHold(): MyHold | null {
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
      body: text === "" ? undefined : (JSON.parse(text) as Call["body"]),
      headers: request.headers,
      credentials: request.credentials,
    };
    this.calls.push(call);
    const handler = this.handlers.get(`${call.method} ${call.path}`);
    const answer = handler === undefined ? errorResponse(404, "not_found", "Nothing here") : await handler(call);
    request.signal.throwIfAborted();
    if (this.retired) await new Promise(() => undefined);
    if (answer === "offline") throw new TypeError("Failed to fetch");
    const json = "json" in answer ? answer.json : "error" in answer ? answer.error : undefined;
    return new Response("text" in answer ? answer.text : JSON.stringify(json), {
      status: answer.status ?? 200,
      statusText: answer.status === 503 ? "Service Unavailable" : "",
      headers: answer.headers ?? {},
    });
  };
}
