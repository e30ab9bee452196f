import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { addEvent } from "@sakhi/testkit/add-event";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { createTestDatabase } from "../support/database.js";

const db = await createTestDatabase(4);
afterAll(() => db.close());

const query = <Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> => db.database.query<Row>(sql, parameters);

/** What the tables themselves refuse (docs/decisions/0070). */
describe("a second event", () => {
  let second: number;
  beforeAll(async () => {
    await seedStalls(db.database);
    second = await addEvent(db.source, { slug: "the-mela-2099", name: "The Mela" });
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
      "INSERT INTO visitors (id) VALUES (gen_random_uuid()) RETURNING id AS visitor",
    );
    const [{ first } = { first: 0 }] = await query<{ first: number }>("SELECT min(id) AS first FROM events");
    // A second hold of the same event is refused, one of another event is not, but only one there.
    await hold(visitor, first, "B39");
    await expect(hold(visitor, first, "B40")).rejects.toThrow("bookings_one_first_hold_per_visitor");
    await hold(visitor, second, "B40");
    await expect(hold(visitor, second, "B41")).rejects.toThrow("bookings_one_first_hold_per_visitor");
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
});

describe("a process that keeps the facts, and has not heard yet of another one's change", () => {
  const facts = new EventFactsService(db.database);

  it("finds an event that was just added or published, and none that there is not", async () => {
    facts.enableCache();
    await facts.resolve(undefined);
    const [added, other] = [
      await addEvent(db.source, { slug: "just-added", name: "One Mela" }),
      await addEvent(db.source, { slug: "just-published", name: "Another Mela" }),
    ];
    expect(await facts.resolve("just-added")).toMatchObject({ id: added, isNamed: true });
    await db.source.query("UPDATE events SET status = 'draft' WHERE id = $1", [other]);
    facts.invalidate();
    await facts.names();
    await expect(facts.resolve("just-published")).rejects.toMatchObject({ code: "event_not_found" });
    await db.source.query("UPDATE events SET status = 'published' WHERE id = $1", [other]);
    expect(await facts.resolve("just-published")).toMatchObject({ id: other });
    const third = await addEvent(db.source, { slug: "a-third", name: "A Third Mela" });
    expect((await facts.of(third)).slug).toBe("a-third");
    // The clock stands, so that what was read does not grow old meanwhile.
    const clock = jest.spyOn(performance, "now").mockReturnValue(performance.now());
    facts.invalidate();
    await facts.names();
    await expect(facts.resolve("no-such-mela")).rejects.toMatchObject({ code: "event_not_found" });
    // A made-up name keeps nobody else waiting: what was read stays.
    const read = jest.spyOn(db.database, "read");
    expect((await facts.of(added)).slug).toBe("just-added");
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    clock.mockRestore();
  });
});
