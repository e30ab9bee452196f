import type { BrandName } from "@sakhi/domain/catalogue/suggestions";
import type { Registration } from "../api/admin-api";
import type { Highlights, Listing, SearchReply } from "../api/catalogue-api";
import type { ApiCalls } from "../api/generated/calls";
import type { LayoutStall, MyHold } from "../api/mela-api";

interface Get<T> {
  readonly body: undefined;
  readonly json: T;
}
type Overridden =
  | "GET /mela/registrations"
  | "GET /listings/live"
  | "GET /listings/highlights"
  | "GET /search"
  | "GET /api/public/brand-names";
/** Request and response types by method and path: generated, except where the browser accepts fewer fields. */
interface Calls extends Omit<ApiCalls, Overridden> {
  // The label is optional.
  "GET /mela/registrations": Get<Registration[]>;
  "GET /listings/live": Get<readonly Listing[]>;
  "GET /listings/highlights": Get<Highlights>;
  "GET /api/public/brand-names": Get<BrandName[]>;
  "GET /search": Get<SearchReply>;
  // A download.
  "GET /mela/admin/registrations.csv": Get<never>;
  "GET /mela/admin/accounts.xlsx": Get<never>;
}
export type CallName = keyof Calls;

/** A call that the fake API received. */
export interface Call<Name extends CallName = CallName> {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Aborted when the browser aborts the call. */
  readonly signal: AbortSignal;
  readonly body: Calls[Name]["body"];
  readonly headers: Headers;
  readonly credentials: RequestCredentials;
}

interface Head {
  readonly status?: number;
  readonly headers?: Record<string, string>;
}
/** A failure: an API error, a raw text, or no response. */
export type FakeFailure = (Head & ({ readonly error: object } | { readonly text: string })) | "offline";
/** A successful response of the call, or a failure. */
export type FakeResponse<Name extends CallName = CallName> =
  | (Head & { readonly json: Calls[Name]["json"] })
  | FakeFailure;
type Handler<Name extends CallName> = (call: Call<Name>) => FakeResponse<Name> | Promise<FakeResponse<Name>>;

/** An error in the API's format. */
export function errorResponse(status: number, code: string, message: string, more: object = {}): FakeFailure {
  return { status, error: { statusCode: status, code, message, error: message, ...more } };
}

/** The 70 stalls of the floor plan with a mix of statuses. */
export function floorPlan(): LayoutStall[] {
  const sold = ["B1", "B50", "A1", "A11", "A12", "B20", "B21", "B33", "B40", "B7", "B8"];
  const reserved = ["B2", "A5", "A15", "B31", "B13", "B44"];
  // Each row: letter, count, first number, step (negative: descending), first x and y, dx and dy.
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

/** A promise resolved from outside, to delay a response. */
export function gate(): { open: () => void; opened: Promise<void> } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Fake API: handles calls by "METHOD /path" (without /api/v1) and records them. */
export class FakeServer {
  readonly calls: Call[] = [];
  /** Of every response. */
  headers: Readonly<Record<string, string>> = {};
  layout: LayoutStall[] = floorPlan();
  hold: Omit<MyHold, "serverTime" | "expiresAt"> | null = null;
  /** Deadline of the hold, in ms since 1970 by the server's clock. */
  endsAt = 0;
  /** How far the server's clock is ahead of the browser's, in ms. */
  ahead = 0;
  private readonly handlers = new Map<string, Handler<CallName>>();
  private retired = false;

  constructor() {
    this.on("GET /mela/layout", () => ({ json: this.layout }));
    this.on("GET /mela/events", { json: [] });
    this.on("GET /whatsapp/offer", { json: {} });
    this.on("GET /mela/my-booking/moves", errorResponse(409, "booking_ended", "This booking has ended."));
    this.on("GET /mela/my-hold", () => ({ json: this.myHold() }));
    this.on("POST /find-my-listing", { json: { message: "If there is a listing, we have sent a link." } });
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

  /** Stops responding: calls still pending at the end of a test must not affect the next one (toasts are module state). */
  retire(): void {
    this.retired = true;
  }

  /** Sets or replaces the response to a call. */
  on<Name extends CallName>(name: Name, handler: Handler<Name> | FakeResponse<Name>): void {
    const response = typeof handler === "function" ? handler : () => handler;
    this.handlers.set(name, response as unknown as Handler<CallName>);
  }

  /** Sets a response that is withheld until the returned function is called. */
  withhold<Name extends CallName>(name: Name, handler: Handler<Name> | FakeResponse<Name>): () => void {
    const { open, opened } = gate();
    this.on(name, async (call) => {
      await opened;
      return typeof handler === "function" ? handler(call) : handler;
    });
    return open;
  }

  /** Gives the visitor a hold that ends in some seconds. */
  holds(stallId: string, seconds = 600, more: Partial<MyHold> = {}): MyHold {
    const { type, price } = this.stall(stallId);
    this.hold = { event: "the-mela-2099", stallId, type, price, state: "held", gst: GST, ...more };
    this.endsAt = Date.now() + this.ahead + seconds * 1000;
    return this.myHold()!;
  }

  stall(stallId: string): LayoutStall {
    const stall = this.layout.find((known) => known.stallId === stallId);
    if (stall === undefined) throw new Error(`no stall ${stallId}`);
    return stall;
  }

  /** The calls to one endpoint so far. */
  callsTo<Name extends CallName>(name: Name): Call<Name>[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === name) as Call<Name>[];
  }

  /** The visitor's current hold. */
  myHold(): MyHold | null {
    const now = Date.now() + this.ahead;
    if (this.hold === null || (this.hold.state !== "paying" && this.endsAt <= now)) return null;
    const at = new Date(this.endsAt).toISOString();
    const paying = this.hold.state === "paying" ? { payUntil: at } : {};
    return { ...this.hold, expiresAt: at, ...paying, serverTime: new Date(now).toISOString() };
  }

  /** Replaces the browser's fetch. */
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
    const response = handler === undefined ? errorResponse(404, "not_found", "Nothing here") : await handler(call);
    request.signal.throwIfAborted();
    if (this.retired) await new Promise(() => undefined);
    if (response === "offline") throw new TypeError("Failed to fetch");
    const json = "json" in response ? response.json : "error" in response ? response.error : undefined;
    return new Response("text" in response ? response.text : JSON.stringify(json), {
      status: response.status ?? 200,
      statusText: response.status === 503 ? "Service Unavailable" : "",
      headers: { ...this.headers, ...response.headers },
    });
  };
}
