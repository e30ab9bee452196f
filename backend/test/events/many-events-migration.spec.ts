import "reflect-metadata";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { BOOKING_STATES, RELEASE_REASONS } from "@sakhi/domain/bookings/booking.states";
import { ownDatabase, type OwnDatabase } from "@sakhi/testkit/database";
import { DataSource } from "typeorm";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { StallOffersRepository } from "../../src/bookings/stall-offers.repository.js";
import { CouponsService } from "../../src/coupons/coupons.service.js";
import { ENTITIES } from "../../src/entities.js";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { dataSourceOptions, MIGRATIONS } from "../../src/platform/database/data-source.js";
import { Database } from "../../src/platform/database/database.js";
import { FLOOR_PLAN } from "../../src/stalls/stalls.seed.js";
import { StallsService } from "../../src/stalls/stalls.service.js";

/** The last migration of the release before events. */
const LAST_BEFORE = 1764000062000;
const [before, after] = [true, false].map((earlier) =>
  MIGRATIONS.filter((Migration) => Number(new Migration().name.slice(-13)) <= LAST_BEFORE === earlier),
);

let own: OwnDatabase;
let source: DataSource | undefined;

/** Opens the database with some of the migrations, which it runs. */
async function migrate(migrations: typeof before): Promise<void> {
  if (source?.isInitialized) await source.destroy();
  source = await new DataSource({
    ...dataSourceOptions(own.url, ENTITIES, 4),
    migrations: migrations ?? [],
  }).initialize();
  await source.runMigrations();
}

const opened = (): DataSource => {
  if (source === undefined) throw new Error("the database is not open");
  return source;
};
const query = <Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> => opened().query<Row[]>(sql, parameters);
const column = async (sql: string): Promise<string[]> =>
  (await query<Record<string, string>>(sql)).map((row) => Object.values(row).join(" "));

/** A booking in every state, released for every reason; sold and cancelled ones with an order, payment and claim. */
async function insertBookings(): Promise<void> {
  const states = [
    ...BOOKING_STATES.filter((state) => state !== "released").map((state) => [state, null] as const),
    ...RELEASE_REASONS.map((reason) => ["released", reason] as const),
  ];
  const stalls = FLOOR_PLAN.map(({ stallId }) => stallId);
  for (const [index, [state, reason]] of states.entries()) {
    const registered = state !== "held" && state !== "blocked" && !["left", "replaced"].includes(reason ?? "");
    const orderId = `MELA${1_795_000_000_000 + index}t${index}`;
    await query(
      `WITH visitor AS (INSERT INTO visitors (id) VALUES (gen_random_uuid()) RETURNING id),
            made AS (
              INSERT INTO bookings (id, stall_id, visitor_id, state, release_reason, price_paise, held_at, hold_expires_at,
                pay_until, ended_at, block_reason, full_name, email, phone, business_name, pincode, final_paise, order_id,
                coupon_code, networks)
              SELECT gen_random_uuid(), $1, v.id, $2, $3, 2700000 + $4, now(), now() + interval '10 minutes',
                CASE WHEN $2 = 'paying' THEN now() + interval '20 minutes' END,
                CASE WHEN $2 = 'released' THEN now() END, CASE WHEN $2 = 'blocked' THEN 'for the stage' END,
                CASE WHEN $5 THEN 'Asha ' || $4 END, CASE WHEN $5 THEN 'asha' || $4 || '@example.com' END,
                CASE WHEN $5 THEN '9876543210' END, CASE WHEN $5 THEN 'Weaves' END, CASE WHEN $5 THEN '560001' END,
                CASE WHEN $5 THEN 2700000 + $4 END, CASE WHEN $5 THEN $6 END, CASE WHEN $5 THEN 'SAKHI25' END,
                CASE WHEN $2 = 'held' THEN ARRAY['32.abc'] ELSE '{}' END
                FROM visitor v RETURNING id, order_id),
            ordered AS (
              INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
              SELECT order_id, 'booking', id, 2700000, 'closed' FROM made WHERE order_id IS NOT NULL),
            claimed AS (
              INSERT INTO coupon_claims (booking_id, code, used_at)
              SELECT id, 'SAKHI25', now() FROM made WHERE $2 = 'sold')
       INSERT INTO booking_events (booking_id, stall_id, kind, actor, detail)
       SELECT id, $1, kind, 'visitor', jsonb_build_object('note', $1) FROM made, unnest(ARRAY['reserved', 'registered']) kind`,
      [stalls[index], state, reason, index, registered, orderId],
    );
  }
  // A sold stall that was moved, with its history; and offers of another stall, open and accepted.
  await query(
    `INSERT INTO booking_events (booking_id, stall_id, kind, actor, detail)
     SELECT id, stall_id, 'moved', 'operator', jsonb_build_object('from', 'B50', 'to', stall_id) FROM bookings WHERE state = 'sold'`,
  );
  await query(
    `INSERT INTO stall_offers (id, order_id, booking_id, lost_stall_id, stall_type, price_paise, token_digest, state,
                               chosen_stall_id, expires_at, ended_at)
     SELECT gen_random_uuid(), order_id, id, 'B49', 'General', 2700000, decode(repeat('ab', 32), 'hex'),
            CASE WHEN state = 'sold' THEN 'accepted' ELSE 'open' END, CASE WHEN state = 'sold' THEN stall_id END,
            now() + interval '1 day', CASE WHEN state = 'sold' THEN now() END
       FROM bookings WHERE state = 'sold' OR release_reason = 'payment_expired'`,
  );
}

/** Everything about bookings, without the columns that the migration replaces. */
const bookingsAs = (stall: string, from: string): string => `
  SELECT (to_jsonb(b) - 'stall_id' - 'stall_key' - 'search_text' || jsonb_build_object('stall', ${stall}))::text
    FROM ${from} ORDER BY b.id`;

interface Seen {
  readonly bookings: string[];
  readonly events: string[];
  readonly offers: string[];
  readonly plan: string[];
}

let earlier: Seen;
/** Of the first event. */
let edition: string;

beforeAll(async () => {
  own = await ownDatabase();
  await migrate(before);
  ({ edition } = (await query<{ edition: string }>("SELECT edition FROM events"))[0]!);
  // An edition that is over, and one that is announced.
  await query(`
    INSERT INTO events (name, edition, days, venue_name, venue_description, street, locality, city, pin, state_code, map_url,
                        upcoming)
      SELECT name, '2099', '[{"date": "2099-12-01", "opens": "10:00", "closes": "20:00"}]', venue_name, venue_description,
             street, locality, city, pin, state_code, map_url, true FROM events`);
  await query(
    `INSERT INTO stalls (stall_id, type, price_paise, x, y)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::int[])`,
    (["stallId", "type", "pricePaise", "x", "y"] as const).map((name) => FLOOR_PLAN.map((stall) => stall[name])),
  );
  await query(
    "INSERT INTO coupons (code, percentage, stall_type) VALUES ('SAKHI25', 25, 'General'), ('ALL10', 10, NULL)",
  );
  await insertBookings();
  earlier = {
    bookings: await column(bookingsAs("b.stall_id", "bookings b")),
    events: await column("SELECT id, booking_id, stall_id, kind, detail FROM booking_events ORDER BY id"),
    offers: await column("SELECT id, state, lost_stall_id, chosen_stall_id FROM stall_offers ORDER BY id"),
    plan: await column("SELECT stall_id, type, price_paise, x, y, layout_version FROM stalls ORDER BY stall_id"),
  };
  await migrate(after);
});
afterAll(async () => {
  await source?.destroy();
  await own.drop();
});

describe("a database of the release before", () => {
  it("keeps every booking, event, offer and stall", async () => {
    expect(earlier.bookings).toHaveLength(BOOKING_STATES.length - 1 + RELEASE_REASONS.length);
    expect({
      bookings: await column(bookingsAs("s.stall_id", "bookings b JOIN stalls s USING (stall_key)")),
      events: await column(
        "SELECT e.id, booking_id, stall_id, kind, detail FROM booking_events e JOIN stalls USING (stall_key) ORDER BY e.id",
      ),
      offers: await column(
        `SELECT id, state, l.stall_id, c.stall_id AS chosen FROM stall_offers o JOIN stalls l ON l.stall_key = lost_stall_key
           LEFT JOIN stalls c ON c.stall_key = chosen_stall_key ORDER BY id`,
      ),
      plan: await column("SELECT stall_id, type, price_paise, x, y, layout_version FROM stalls ORDER BY stall_id"),
    }).toEqual(earlier);
  });

  it("becomes the first event; announced editions have no stalls", async () => {
    expect(await query("SELECT slug, status, edition, gst_rate_percent, sac FROM events ORDER BY id")).toEqual([
      { slug: `the-mela-${edition}`, status: "published", edition, gst_rate_percent: 18, sac: "998596" },
      { slug: "the-mela-2099", status: "published", edition: "2099", gst_rate_percent: 18, sac: "998596" },
    ]);
    expect(await column("SELECT DISTINCT edition FROM stalls JOIN events ON id = event_id")).toEqual([edition]);
    expect(await query("SELECT key, label, price_paise, look FROM stall_types ORDER BY position")).toEqual([
      { key: "Premium", label: "Premium", price_paise: "3600000", look: "premium" },
      { key: "General", label: "Standard", price_paise: "2700000", look: "standard" },
    ]);
    const facts = new EventFactsService(new Database(opened()));
    expect((await facts.current()).event.edition).toBe(edition);
    expect((await facts.editions()).map(({ slug, isUpcoming }) => [slug, isUpcoming])).toEqual([
      [`the-mela-${edition}`, false],
      ["the-mela-2099", true],
    ]);
  });

  it("shows owners the same as before through the services", async () => {
    const database = new Database(opened());
    const [bookings, stalls, offers] = [
      new BookingsRepository(database),
      new StallsService(database),
      new StallOffersRepository(database),
    ];
    const eventId = await new EventFactsService(database).currentId();
    const seen = earlier.bookings.map((text) => JSON.parse(text) as Record<string, unknown>);
    for (const { id, stall, state, order_id: orderId, email, visitor_id: visitorId } of seen) {
      expect(await bookings.find(String(id))).toMatchObject({
        stallId: stall,
        eventId,
        state,
        orderId,
        email,
        visitorId,
      });
      if (state === "held" || state === "registered" || state === "paying") {
        expect(
          await bookings.currentOf(String(visitorId), { id: eventId, slug: `the-mela-${edition}`, isNamed: true }),
        ).toMatchObject({ id, stallId: stall });
      }
    }
    const live = new Map(seen.filter(({ state }) => state !== "released").map(({ stall, state }) => [stall, state]));
    const plan = await stalls.withState(eventId);
    expect(plan).toHaveLength(70);
    for (const { stallId, live: state } of plan) expect(state).toBe(live.get(stallId) ?? null);
    for (const { orderId } of await query<{ orderId: string }>('SELECT order_id AS "orderId" FROM stall_offers')) {
      expect(await database.transaction((tx) => offers.ofOrder(tx, orderId))).toMatchObject({
        lostStallId: "B49",
        eventId,
      });
    }
    const use = { eventId, stallType: "General", bookingId: undefined } as const;
    expect(await new CouponsService(database).check("SAKHI25", use)).toMatchObject({ usable: true, percentage: 25 });
  });
});

describe("a second event in the migrated database", () => {
  let second: number;
  beforeAll(async () => {
    const [made] = await query<{ id: number }>("SELECT id FROM events WHERE edition = '2099'");
    second = made!.id;
    await query(
      `INSERT INTO stall_types (event_id, key, label, price_paise, width_feet, depth_feet, look, position)
       SELECT $1, key, label, price_paise, width_feet, depth_feet, look, position FROM stall_types`,
      [second],
    );
    await query(
      `INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y)
       SELECT $1, stall_id, type, price_paise, x, y FROM stalls`,
      [second],
    );
  });

  const hold = (visitor: string, event: number | string, stallId: string): Promise<unknown> =>
    query(
      `INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, hold_expires_at)
       SELECT gen_random_uuid(), stall_key, $1, 'held', price_paise, now() + interval '10 minutes'
         FROM stalls WHERE event_id = $2 AND stall_id = $3`,
      [visitor, event, stallId],
    );

  it("has stalls of the same numbers, and holds of its own", async () => {
    const [{ visitor } = { visitor: "" }] = await query<{ visitor: string }>(
      "SELECT visitor_id AS visitor FROM bookings WHERE state = 'held'",
    );
    const [{ first } = { first: 0 }] = await query<{ first: number }>("SELECT min(id) AS first FROM events");
    // A second hold of the same event is refused, one of another event is not, but only one there.
    await expect(hold(visitor, first, "B40")).rejects.toThrow("bookings_one_hold_per_visitor");
    await hold(visitor, second, "B40");
    await expect(hold(visitor, second, "B41")).rejects.toThrow("bookings_one_hold_per_visitor");
    const [{ other } = { other: "" }] = await query<{ other: string }>(
      "INSERT INTO visitors (id) VALUES (gen_random_uuid()) RETURNING id AS other",
    );
    await expect(hold(other, second, "B40")).rejects.toThrow("bookings_one_live_per_stall");
    await hold(other, first, "B40");
  });

  it("never gives a stall to another event, and a number twice to none", async () => {
    await expect(query("UPDATE stalls SET event_id = $1 WHERE event_id <> $1", [second])).rejects.toThrow(
      "a stall belongs to one event",
    );
    await expect(query("UPDATE stalls SET stall_id = 'A1' WHERE stall_id = 'A2'")).rejects.toThrow(
      "stalls_one_per_number",
    );
  });

  it("cannot be undone", async () => {
    const names = MIGRATIONS.map((Migration) => new Migration().name);
    for (let later = names.indexOf("ManyEvents1764000080000") + 1; later < names.length; later += 1)
      await opened().undoLastMigration();
    await expect(opened().undoLastMigration()).rejects.toThrow("stalls of several events exist");
  });
});
