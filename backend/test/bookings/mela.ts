import { Module, type Type } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { addEvent, firstEvent, type FirstEvent } from "@sakhi/testkit/add-event";
import { BookingsModule } from "../../src/bookings/bookings.module.js";
import { CheckoutModule } from "../../src/checkout/checkout.module.js";
import { seedCoupons } from "../../src/coupons/coupons.seed.js";
import type { Config } from "../../src/platform/config/config.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { LayoutModule } from "../../src/stalls/layout.module.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, emptyTables, type TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

/** A response of the API with its parsed JSON body. */
export interface TestResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Status and error code of a response. */
export const apiError = ({ status, body }: TestResponse): unknown[] => [status, body["code"]];

/** The status of a success, or the error code. */
export const codeOf = ({ status, body }: TestResponse): number | string =>
  status < 300 ? status : ((body["code"] as string | undefined) ?? status);

/** Number of responses per status or error code, e.g. `{ 201: 1, stall_reserved: 49 }`. */
export function countByCode(responses: readonly TestResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const response of responses) counts[codeOf(response)] = (counts[codeOf(response)] ?? 0) + 1;
  return counts;
}

/** True for a proof_required error of a limit, whose solution goes into a header. */
export function isAskedByLimit({ body }: TestResponse): boolean {
  const challenge = body["challenge"] as { parameters: { data?: Record<string, unknown> } } | undefined;
  return body["code"] === "proof_required" && challenge?.parameters.data?.["purpose"] !== undefined;
}

/** A separate browser, which stores its cookie. */
export class TestVisitor {
  cookie: string | undefined;
  /** Slug of the event that the calls below name; none by default. */
  event: string | undefined;
  /** Solves the challenges of limits per address and repeats the call, as the page does; undefined in a plain client. */
  solver: ((response: TestResponse) => Promise<string>) | undefined;
  /** Challenges that it solved. */
  solved = 0;

  /**
   * @param address the client's IP address; localhost by default
   * @param byProxy the address comes from a proxy (X-Forwarded-For), not from the connection
   */
  constructor(
    private readonly app: NestFastifyApplication,
    private readonly address?: string,
    private readonly byProxy = false,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.call("GET", path, undefined, headers);
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.call("POST", path, body, headers);
  }

  put(path: string, body: object): Promise<TestResponse> {
    return this.call("PUT", path, body, {});
  }

  reserve(stallId: string, proof?: string): Promise<TestResponse> {
    return this.post("/api/v1/mela/reserve", { stallId, ...(proof === undefined ? {} : { proof }), ...this.named });
  }

  release(stallId: string): Promise<TestResponse> {
    return this.post("/api/v1/mela/release", { stallId, ...this.named });
  }

  myHold(): Promise<TestResponse> {
    return this.get(`/api/v1/mela/my-hold${this.event === undefined ? "" : `?event=${this.event}`}`);
  }

  register(stallId: string, changes: Record<string, unknown> = {}): Promise<TestResponse> {
    return this.post(
      "/api/v1/mela/create-provisional-registration",
      registration(stallId, { ...this.named, ...changes }),
    );
  }

  private get named(): { event?: string } {
    return this.event === undefined ? {} : { event: this.event };
  }

  private async call(
    method: "GET" | "POST" | "PUT",
    url: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<TestResponse> {
    let response = await this.callOnce(method, url, body, headers);
    const proofs: string[] = [];
    while (this.solver !== undefined && isAskedByLimit(response) && proofs.length < 3) {
      proofs.unshift(await this.solver(response));
      this.solved += 1;
      response = await this.callOnce(method, url, body, { ...headers, proof: proofs.join(",") });
    }
    return response;
  }

  private async callOnce(
    method: "GET" | "POST" | "PUT",
    url: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<TestResponse> {
    const response = await this.app.inject({
      method,
      url,
      ...(this.address === undefined || this.byProxy ? {} : { remoteAddress: this.address }),
      headers: {
        ...headers,
        ...(this.address !== undefined && this.byProxy ? { "x-forwarded-for": this.address } : {}),
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const set = response.headers["set-cookie"];
    const given = (Array.isArray(set) ? set[0] : set)?.split(";")[0];
    if (given !== undefined) this.cookie = given;
    const parsed: unknown = response.body === "" ? {} : JSON.parse(response.body);
    return { status: response.statusCode, body: parsed as Record<string, unknown>, headers: response.headers };
  }
}

let orders = 0;

/** A new order id in the format of the browser's. */
export function orderId(): string {
  orders += 1;
  return `MELA${1_763_712_000_000 + orders}t${String(orders).padStart(4, "0")}`;
}

/** A valid registration for a stall, with changes; undefined removes a field. */
export function registration(stallId: string, changes: Record<string, unknown> = {}): object {
  return {
    orderId: orderId(),
    fullName: "Asha Rao",
    // Unique per stall, to find the booking by it.
    email: `asha.${stallId.toLowerCase()}@example.com`,
    phoneNumber: `9876${stallId.charCodeAt(0)}${stallId.slice(1).padStart(4, "0")}`,
    businessName: "Asha Weaves",
    pincode: "560001",
    stallId,
    stallType: stallId.startsWith("A") ? "Premium" : "General",
    paymentStatus: "payment_pending",
    ...changes,
  };
}

/** The Mela's API on a separate database with the seeded stalls and coupons. */
export class MelaTest {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly db: TestDatabase,
    readonly config: Config,
  ) {}

  /**
   * @param modules additional modules with routes
   * @param making replaces the default database
   */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    modules: readonly Type[] = [],
    making: Promise<TestDatabase> = createTestDatabase(),
  ): Promise<MelaTest> {
    const db = await making;
    try {
      await seedStalls(db.database);
      await seedCoupons(db.database);
      const config = testConfig({ REDIS_URL: "", ...settings, DATABASE_URL: db.url });
      @Module({
        imports: [PlatformModule.with(config, db.source), BookingsModule, CheckoutModule, LayoutModule, ...modules],
      })
      class MelaTestModule {}
      return new MelaTest(await startTestApp(MelaTestModule, config), db, config);
    } catch (error) {
      // An open connection would keep the test process running.
      await db.close();
      throw error;
    }
  }

  visitor(address?: string): TestVisitor {
    return new TestVisitor(this.app, address);
  }

  /** A visitor whose address comes from a trusted proxy. */
  visitorByProxy(address: string): TestVisitor {
    return new TestVisitor(this.app, address, true);
  }

  /** A visitor who holds a stall. */
  async holder(stallId: string): Promise<TestVisitor> {
    const visitor = this.visitor();
    const { status, body } = await visitor.reserve(stallId);
    if (status !== 201) throw new Error(`reserve ${stallId}: ${JSON.stringify(body)}`);
    return visitor;
  }

  /** A visitor who has registered for a stall. */
  async registrant(stallId: string, changes: Record<string, unknown> = {}): Promise<TestVisitor> {
    const visitor = await this.holder(stallId);
    const { status, body } = await visitor.register(stallId, changes);
    if (status !== 201) throw new Error(`register ${stallId}: ${JSON.stringify(body)}`);
    return visitor;
  }

  /** Publishes another event with the same plan; the first one stays current. @returns its id */
  addEvent(slug: string, name: string): Promise<number> {
    return addEvent({ query: (sql, parameters) => this.query<object>(sql, parameters) }, { slug, name });
  }

  /** The event that the migrations insert. */
  firstEvent(): Promise<FirstEvent> {
    return firstEvent({ query: (sql, parameters) => this.query<object>(sql, parameters) });
  }

  /** Gives an event one day, as a data base may have it: it began yesterday, and closes some ms from now. */
  async closeIn(slug: string, fromNowMs: number): Promise<void> {
    await this.query(
      `UPDATE events SET days = jsonb_build_array(jsonb_build_object('date', to_char(t - interval '1 day', 'YYYY-MM-DD'),
         'opens', '23:59', 'closes', to_char(t, 'HH24:MI')))
         FROM (SELECT (clock_timestamp() + $2 * interval '1 ms') AT TIME ZONE 'Asia/Kolkata' AS t) AS closing
        WHERE slug = $1`,
      [slug, fromNowMs],
    );
  }

  visitors(count: number): TestVisitor[] {
    return Array.from({ length: count }, () => this.visitor());
  }

  query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.db.database.query<Row>(sql, parameters);
  }

  /** The first column of all rows. */
  async column<Value = string>(sql: string, parameters: unknown[] = []): Promise<Value[]> {
    const found = await this.query<Record<string, Value>>(sql, parameters);
    return found.map((row) => Object.values(row)[0] as Value);
  }

  /** The first column of the first row. */
  async value<Value = string>(sql: string, parameters: unknown[] = []): Promise<Value | undefined> {
    return (await this.column<Value>(sql, parameters))[0];
  }

  /** Deletes all bookings and what depends on them. */
  empty(): Promise<unknown> {
    return emptyTables(this.db.source);
  }

  /** Sets the sales window in ms from now; null: unbounded. @returns both bounds */
  async setSalesWindow(fromMs: number | null, untilMs: number | null): Promise<{ opens: Date; closes: Date }> {
    const [bounds] = await this.query<{ opens: Date; closes: Date }>(
      `UPDATE events SET sales_open_at = clock_timestamp() + $1 * interval '1 ms',
                         sales_close_at = clock_timestamp() + $2 * interval '1 ms'
       RETURNING sales_open_at AS opens, sales_close_at AS closes`,
      [fromMs, untilMs],
    );
    if (bounds === undefined) throw new Error("there is no event");
    return bounds;
  }

  /** Expires the hold on a stall by its deadline only; it is not released. */
  async expire(stallId: string): Promise<void> {
    await this.query(
      `UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 second'
        WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state IN ('held', 'registered')`,
      [stallId],
    );
  }

  /** Sets the state of the booking on a stall directly, e.g. to paying. */
  async force(stallId: string, state: "paying" | "sold" | "registered"): Promise<void> {
    await this.query(
      `UPDATE bookings SET state = $2, pay_until = clock_timestamp() + interval '18 minutes'
        WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state IN ('held', 'registered', 'paying')`,
      [stallId, state],
    );
  }

  /** Blocks a stall, as an operator does. */
  async block(stallId: string): Promise<void> {
    await this.query(
      `INSERT INTO bookings (id, stall_key, state, price_paise)
       VALUES (gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = $1), 'blocked', 2700000)`,
      [stallId],
    );
  }

  /** The states of a stall's bookings, oldest first, with the release reasons. */
  async history(stallId: string): Promise<string[]> {
    const found = await this.query<{ state: string; release_reason: string | null }>(
      "SELECT state, release_reason FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) ORDER BY held_at",
      [stallId],
    );
    return found.map(({ state, release_reason: reason }) => (reason === null ? state : `${state}: ${reason}`));
  }

  /** The events of a stall's bookings, in order. */
  eventLog(stallId: string): Promise<string[]> {
    return this.column(
      `SELECT e.kind || ' by ' || e.actor || coalesce(' (' || (e.detail->>'note') || ')', '') AS line
         FROM booking_events e JOIN bookings b ON b.id = e.booking_id WHERE b.stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) ORDER BY e.id`,
      [stallId],
    );
  }

  /** Stages of the workflow signals in the outbox for a stall, in order. */
  nudges(stallId: string): Promise<string[]> {
    return this.column(
      `SELECT payload->'searchAttributes'->>'Stage' AS stage FROM outbox
        WHERE topic = 'workflow' AND payload->'searchAttributes'->>'StallId' = $1 ORDER BY id`,
      [stallId],
    );
  }

  /** Stalls with more than one booking in a live state; must always be empty. */
  doublyBooked(): Promise<string[]> {
    return this.column(
      `SELECT min(stall_id) FROM bookings JOIN stalls USING (stall_key) WHERE state IN ('held', 'registered', 'paying', 'sold', 'blocked')
        GROUP BY stall_key HAVING count(*) > 1`,
    );
  }

  async count(table: "visitors" | "bookings" | "coupon_claims" | "outbox" | "mails"): Promise<number> {
    return Number(await this.value(`SELECT count(*) FROM ${table}`));
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.db.close();
  }
}
