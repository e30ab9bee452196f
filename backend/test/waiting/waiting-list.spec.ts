import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { type WaitingLink, WaitingLinksService } from "../../src/mail/waiting-links.service.js";
import { Database } from "../../src/platform/database/database.js";
import { PersonalData } from "../../src/privacy/personal-data.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { RetentionService } from "../../src/privacy/retention.service.js";
import { WAITING_RULES } from "../../src/verify/waiting.rules.js";
import { WaitingModule } from "../../src/waiting-list/waiting-list.module.js";
import { WaitingOffersService } from "../../src/waiting-list/waiting-offers.service.js";
import { apiError, codeOf, countByCode, type TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

// The waiting list over HTTP, on PostgreSQL (docs/decisions/0117). Its workflow does nothing but call offerFreedStalls.

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [WaitingModule, PrivacyModule]);
const { mela } = test;
const offers = test.get(WaitingOffersService);
const links = test.get(WaitingLinksService);
let operator: TestAdministrator;
let eventId = 0;
let slug = "";
afterAll(() => test.close());

let people = 0;
const person = (changes: Record<string, unknown> = {}) => {
  people += 1;
  const phoneNumber = `98220${String(10_000 + people)}`;
  return {
    ...{ stallType: "Premium", fullName: "Asha Rao", email: `waits${people}@example.com`, phoneNumber },
    ...changes,
  };
};
const join = (changes: Record<string, unknown> = {}, visitor = mela.visitor()) =>
  visitor.post("/api/v1/mela/waiting/join", person(changes));
const view = (token: string) => mela.visitor().post("/api/v1/mela/waiting/view", { token });
const leave = (token: string) => mela.visitor().post("/api/v1/mela/waiting/leave", { token });
const take = (token: string, stallId: string, visitor: TestVisitor = mela.visitor()) =>
  visitor.post("/api/v1/mela/reserve", { stallId, offer: token });
const look = () => offers.offerFreedStalls(eventId, "Premium");
const tokenOf = (id: string, by: WaitingLink = "mail") => links.token(id, by);

/** Somebody who waits, and has opened the link in her mail. @returns the token of that link, and her place's id */
async function waits(changes: Record<string, unknown> = {}) {
  const { status, body } = await join(changes);
  expect([status, body["code"]]).toEqual([201, undefined]);
  const id = links.read(String(body["token"]))?.id ?? "";
  const token = tokenOf(id);
  expect((await view(token)).body).toMatchObject({ state: "waiting", confirmed: true });
  return { id, token };
}
/** What a place is now, with the stall that it was offered. */
const stateOf = (id: string) =>
  mela.value(
    "SELECT w.state || coalesce(' ' || s.stall_id, '') FROM waiting_places w LEFT JOIN stalls s USING (stall_key) WHERE w.id = $1",
    [id],
  );
const free = (...stallIds: string[]) =>
  mela.query(
    `UPDATE bookings SET state = 'released', release_reason = 'operator', ended_at = now() WHERE state = 'blocked'
        AND stall_key IN (SELECT stall_key FROM stalls WHERE stall_id = ANY($1))`,
    [stallIds],
  );
/** Takes a stall from anyone who has it, and blocks it. */
const fill = async (stallId: string) => {
  await mela.query(
    `UPDATE bookings SET state = 'released', release_reason = 'operator', ended_at = now() WHERE state <> 'released'
        AND stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1)`,
    [stallId],
  );
  await mela.block(stallId);
};
const endOffer = (id: string) =>
  mela.query("UPDATE waiting_places SET offer_until = now() - interval '1 second' WHERE id = $1", [id]);
const mailsOf = (id: string) =>
  mela.column(
    "SELECT template || coalesce(' ' || (data->>'why'), '') FROM mails WHERE dedupe_key LIKE $1 ORDER BY created_at",
    [`waiting-%/${id}%`],
  );
const status = async (stallId: string) => {
  const plan = (await mela.visitor().get("/api/v1/mela/layout")).body as unknown as {
    stallId: string;
    status: string;
  }[];
  return plan.find((stall) => stall.stallId === stallId)?.status;
};
const sold = async (token: string, stallId: string) => {
  const visitor = mela.visitor();
  expect((await take(token, stallId, visitor)).status).toBe(201);
  const buyer = await test.paying(stallId, {}, visitor);
  await test.simulator.pay(buyer.orderId);
  expect(await test.settle(buyer.orderId)).toBe("sold");
};

beforeAll(async () => {
  operator = await test.administrator("asha");
  const event = await mela.firstEvent();
  slug = event.slug;
  eventId = Number(await mela.value("SELECT id FROM events WHERE slug = $1", [slug]));
});
/** Every Premium stall is taken, and nobody waits. */
beforeEach(async () => {
  expect(await brokenRules(mela.db.database, WAITING_RULES)).toEqual([]);
  await mela.query("TRUNCATE waiting_places, waiting_settings");
  await mela.empty();
  await mela.setSalesWindow(null, 90 * 86_400_000);
  await mela.query("UPDATE events SET status = 'published'");
  await mela.query(
    `INSERT INTO bookings (id, stall_key, state, price_paise)
     SELECT gen_random_uuid(), stall_key, 'blocked', price_paise FROM stalls WHERE type = 'Premium'`,
  );
});

describe("joining", () => {
  it("shows the place in the queue, and mails a link that has to be opened before anything is offered", async () => {
    const { body } = await join();
    expect(body).toMatchObject({ event: slug, stallType: "Premium", state: "waiting", place: 1, confirmed: false });
    const { id = "" } = links.read(String(body["token"])) ?? {};
    expect(await mailsOf(id)).toEqual(["waiting-joined"]);
    // Her browser's link leads to the place, and proves nothing.
    expect((await view(String(body["token"]))).body).toMatchObject({ place: 1, confirmed: false });
    await free("A1");
    expect((await look()).offered).toBe(0);
    // Who does not read her mail closes no stall to others either.
    await until("the plan to show it", async () => (await status("A1")) === "Available");
    expect((await view(tokenOf(id))).body).toMatchObject({ confirmed: true });
    expect((await look()).offered).toBe(1);
    expect(JSON.stringify((await view(tokenOf(id))).body)).not.toMatch(/Asha|@|98220/);
  });

  it("gives one place to a person and type, by mailbox or phone number", async () => {
    const first = { email: "first.mailbox@gmail.com", phoneNumber: "9822099991" };
    expect((await join(first)).status).toBe(201);
    for (const again of [
      first,
      { ...first, phoneNumber: "9822099992" },
      { ...first, email: "other@example.com" },
      { email: "firstmailbox+mela@gmail.com" },
    ]) {
      expect(apiError(await join(again))).toEqual([409, "already_waiting"]);
    }
    // The link is mailed once more that day, if the mail has room for it; no further place is taken.
    expect(await mela.value("SELECT count(*)::int FROM waiting_places")).toBe(1);
    expect((await leave(tokenOf(String(await mela.value("SELECT id FROM waiting_places"))))).status).toBe(200);
    expect((await join(first)).status).toBe(201);
  });

  it.each([
    ["a type with a free stall", { stallType: "General" }, "waiting_not_needed"],
    ["an unknown type", { stallType: "Deluxe" }, "stall_type_not_found"],
    ["no name", { fullName: "" }, "invalid_request"],
    ["no phone number", { phoneNumber: "12" }, "invalid_request"],
    ["no address", { email: "nobody" }, "invalid_request"],
    ["no event", { event: "no-such-event" }, "event_not_found"],
  ])("refuses %s", async (_, changes, code) => {
    expect(codeOf(await join(changes))).toBe(code);
  });

  it("is refused outside of the sale, and with a link that is not ours", async () => {
    await mela.setSalesWindow(60_000, 120_000);
    expect(codeOf(await join())).toBe("sales_not_open");
    await mela.setSalesWindow(null, -1);
    expect(codeOf(await join())).toBe("sales_closed");
    for (const token of ["x", `${"ab".repeat(16)}.${"c".repeat(43)}`]) {
      expect([codeOf(await view(token)), codeOf(await leave(token)), codeOf(await take(token, "A1"))]).toEqual(
        Array.from({ length: 3 }, () => "waiting_not_found"),
      );
    }
  });
});

describe("a freed stall", () => {
  it("is kept from everyone else from the moment on that it is free, and offered in order", async () => {
    const [first, second] = [await waits(), await waits()];
    expect((await view(second.token)).body["place"]).toBe(2);
    await free("A1");
    // Before any look: nobody else gets it, and the plan says so.
    expect(codeOf(await mela.visitor().reserve("A1"))).toBe("stall_reserved");
    await until("the plan to show it", async () => (await status("A1")) === "Reserved");
    expect(await look()).toMatchObject({ isOpen: true, offered: 1 });
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["offered A1", "waiting"]);
    expect(await mailsOf(first.id)).toEqual(["waiting-joined", "waiting-offer"]);
    expect((await view(first.token)).body).toMatchObject({ state: "offered", stallId: "A1", price: 36_000 });
    expect((await view(second.token)).body["place"]).toBe(1);
    // A second look changes nothing.
    expect((await look()).offered).toBe(0);
    expect(codeOf(await mela.visitor().reserve("A1"))).toBe("stall_reserved");
    expect(codeOf(await take(second.token, "A1"))).toBe("waiting_offer_over");
    expect(codeOf(await take(first.token, "A2"))).toBe("waiting_offer_over");
    const hers = mela.visitor();
    expect((await take(first.token, "A1", hers)).status).toBe(201);
    // Pressed twice, it is the same hold.
    expect((await take(first.token, "A1", hers)).status).toBe(200);
    expect(await stateOf(first.id)).toBe("taken A1");
    expect(await brokenRules(mela.db.database, WAITING_RULES)).toEqual([]);
  });

  it("that she has bought ends her place", async () => {
    const { id, token } = await waits();
    await free("A1");
    await look();
    await sold(token, "A1");
    expect(await look()).toMatchObject({ isOpen: false });
    expect([await stateOf(id), (await view(token)).body["state"]]).toEqual(["bought A1", "bought"]);
  });

  it("goes to the next when its time is over, which no press outlives", async () => {
    const [first, second] = [await waits(), await waits()];
    await free("A1");
    await look();
    await endOffer(first.id);
    expect(codeOf(await take(first.token, "A1"))).toBe("waiting_offer_over");
    expect(await look()).toMatchObject({ offered: 1 });
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["lapsed A1", "offered A1"]);
    expect(await mailsOf(first.id)).toEqual(["waiting-joined", "waiting-offer", "waiting-over lapsed"]);
    // Nobody is left behind her: the stall is free for all.
    await leave(second.token);
    expect(await look()).toMatchObject({ isOpen: false });
    expect([codeOf(await mela.visitor().reserve("A1"))]).toEqual([201]);
  });

  it("stays hers until the offer ends if her ten minutes end before, and not if she lets it go", async () => {
    const { id, token } = await waits();
    const other = await waits();
    await free("A1");
    await look();
    const until = await mela.value("SELECT offer_until FROM waiting_places WHERE id = $1", [id]);
    const hers = mela.visitor();
    await take(token, "A1", hers);
    await mela.expire("A1");
    // Between the deadline and the next look nobody takes it, and she can.
    expect(codeOf(await mela.visitor().reserve("A1"))).toBe("stall_reserved");
    expect((await take(token, "A1", hers)).status).toBe(201);
    await mela.query(
      "UPDATE bookings SET state = 'released', release_reason = 'hold_expired', ended_at = now() WHERE state = 'held'",
    );
    await look();
    expect(await stateOf(id)).toBe("offered A1");
    expect(await mela.value("SELECT offer_until FROM waiting_places WHERE id = $1", [id])).toEqual(until);
    await take(token, "A1", hers);
    await hers.release("A1");
    await look();
    expect([await stateOf(id), await stateOf(other.id)]).toEqual(["lapsed A1", "offered A1"]);
  });

  it("is offered for the operator's hours, less as the sale's end nears, and not at its end", async () => {
    const hours = (offerHours: number, by = operator) => by.put(`events/${slug}/waiting/settings`, { offerHours });
    const offeredFor = async (stallId: string) => {
      const { id } = await waits();
      await free(stallId);
      await look();
      return mela.value<number>(
        "SELECT round(extract(epoch FROM offer_until - offered_at))::int FROM waiting_places WHERE id = $1",
        [id],
      );
    };
    expect(codeOf(await hours(73))).toBe("invalid_request");
    expect((await hours(6)).body).toMatchObject({ offerHours: 6 });
    expect(await offeredFor("A1")).toBe(6 * 3600);
    await mela.setSalesWindow(null, 20 * 3_600_000);
    expect(await offeredFor("A2")).toBe(2 * 3600 - 1);
    await mela.setSalesWindow(null, 60_000);
    expect(await offeredFor("A3")).toBeNull();
    expect(codeOf(await hours(6, await test.administrator("lata", "viewer")))).toBe("operators_only");
  });
});

describe("leaving", () => {
  it("takes one press, with either link, and hands an offered stall on", async () => {
    const first = await waits();
    const second = await waits();
    await free("A1");
    await look();
    expect((await leave(tokenOf(first.id, "browser"))).body).toMatchObject({ state: "left" });
    expect((await leave(first.token)).body).toMatchObject({ state: "left" });
    await look();
    expect(await stateOf(second.id)).toBe("offered A1");
    expect(await mailsOf(first.id)).toEqual(["waiting-joined", "waiting-offer"]);
  });
});

describe("the end of the sale", () => {
  it.each([
    ["sales close", () => mela.setSalesWindow(null, -1)],
    ["the event is cancelled", () => mela.query("UPDATE events SET status = 'cancelled'")],
  ])("closes the list when %s, and notifies everyone who has confirmed", async (_, end) => {
    const [first, second] = [await waits(), await waits()];
    await free("A1");
    await look();
    await join();
    await end();
    expect(codeOf(await take(first.token, "A1"))).toBe("sales_closed");
    expect(await look()).toMatchObject({ isOpen: false, offered: 0 });
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["closed A1", "closed"]);
    expect(await mela.column("SELECT data->>'why' FROM mails WHERE template = 'waiting-over'")).toEqual([
      "closed",
      "closed",
    ]);
    expect(await mela.value("SELECT count(*)::int FROM waiting_places WHERE ended_at IS NULL")).toBe(0);
  });
});

describe("an operator", () => {
  it("cannot sell, block, move to or unblock an offered stall; she takes it back or removes the place", async () => {
    const [first, second] = [await waits(), await waits()];
    await free("A1");
    await look();
    expect(codeOf(await operator.block("A1"))).toBe("stall_blocked");
    expect(codeOf(await operator.sellOffline("A1"))).toBe("stall_blocked");
    expect(codeOf(await operator.unblock("A1"))).toBe("stall_offered");
    await free("A2");
    await mela.query("UPDATE waiting_places SET confirmed_at = NULL WHERE id = $1", [second.id]);
    const { bookingId } = await test.soldOffline(operator, "A2");
    expect(codeOf(await operator.move(bookingId, "A1"))).toBe("stall_blocked");
    await view(second.token);

    const step = (id: string, name: string) =>
      operator.post(`waiting/${id}/steps`, { step: name, reason: "a sponsor" });
    expect(codeOf(await step(second.id, "reclaim"))).toBe("waiting_changed");
    expect((await step(first.id, "reclaim")).body).toMatchObject({ state: "waiting", place: 1 });
    expect(await mailsOf(first.id)).toEqual(["waiting-joined", "waiting-offer", "waiting-over taken_back"]);
    expect(codeOf(await take(first.token, "A1"))).toBe("waiting_offer_over");
    await look();
    // It stays blocked, for the operator's reason, until she unblocks it: then the list has it.
    expect([await stateOf(first.id), codeOf(await mela.visitor().reserve("A1"))]).toEqual([
      "waiting",
      "stall_reserved",
    ]);
    expect((await operator.unblock("A1")).status).toBe(200);
    await look();
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(["offered A1", "waiting"]);
    expect((await step(first.id, "remove")).body).toMatchObject({ state: "removed" });
    await look();
    expect(await stateOf(second.id)).toBe("offered A1");
    expect(codeOf(await step(first.id, "remove"))).toBe("waiting_changed");
    expect(codeOf(await step("00000000-0000-4000-8000-000000000000", "remove"))).toBe("waiting_not_found");
    const { body } = await operator.get(`events/${slug}/waiting`);
    expect(body["places"]).toMatchObject([
      { id: second.id, state: "offered", stallId: "A1", fullName: "Asha Rao", confirmed: true },
      { id: first.id, state: "removed" },
    ]);
  });
});

describe("at the same moment", () => {
  it("two freed stalls go to the first two, whichever process looks", async () => {
    const all = [await waits(), await waits(), await waits()];
    await free("A1", "A2");
    const steps = await Promise.all([look(), look(), look(), look()]);
    expect(steps.reduce((sum, { offered }) => sum + offered, 0)).toBe(2);
    const states = await Promise.all(all.map(({ id }) => stateOf(id)));
    expect(states.map((state) => state?.split(" ")[0])).toEqual(["offered", "offered", "waiting"]);
    expect(new Set(states.slice(0, 2)).size).toBe(2);
    expect(await brokenRules(mela.db.database, WAITING_RULES)).toEqual([]);
  });

  it("a stall that is freed while many press goes to the list", async () => {
    const { id } = await waits();
    const presses = mela.visitors(12).map((visitor) => visitor.reserve("A1"));
    const [responses] = await Promise.all([Promise.all(presses), free("A1"), look()]);
    expect(countByCode(responses)).toEqual({ stall_reserved: 12 });
    await look();
    expect(await stateOf(id)).toBe("offered A1");
  });

  it("an offer that ends while she presses is taken once, or continues once", async () => {
    for (let round = 0; round < 6; round += 1) {
      const first = await waits();
      const second = await waits();
      await free("A1");
      await look();
      // A hair is left: the statement that takes decides by the database's clock.
      await mela.query("UPDATE waiting_places SET offer_until = clock_timestamp() + interval '12 ms' WHERE id = $1", [
        first.id,
      ]);
      const [pressed] = await Promise.all([take(first.token, "A1"), look(), look()]);
      await look();
      const has = pressed.status === 201 ? "taken A1" : "lapsed A1";
      expect(await stateOf(first.id)).toBe(has);
      expect(await stateOf(second.id)).toBe(pressed.status === 201 ? "waiting" : "offered A1");
      expect(await brokenRules(mela.db.database, WAITING_RULES)).toEqual([]);
      await mela.query("DELETE FROM waiting_places");
      await fill("A1");
    }
  });

  it("she presses while the operator blocks the stall, takes it back, or removes her: one of them has it", async () => {
    const doors = [
      () => operator.block("A1"),
      (id: string) => operator.post(`waiting/${id}/steps`, { step: "reclaim", reason: "a sponsor" }),
      (id: string) => operator.post(`waiting/${id}/steps`, { step: "remove", reason: "a sponsor" }),
    ];
    for (const door of doors) {
      const { id, token } = await waits();
      await free("A1");
      await look();
      const hers = mela.visitor();
      const [pressed, done] = await Promise.all([take(token, "A1", hers), door(id)]);
      const live = await mela.column(
        `SELECT state FROM bookings WHERE state IN ('held', 'blocked')
            AND stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'A1')`,
      );
      if (pressed.status === 201) {
        expect(live).toEqual(["held"]);
        expect(await stateOf(id)).toBe(done.status === 200 ? "removed A1" : "taken A1");
      } else expect(["waiting_offer_over", "stall_reserved"]).toContain(codeOf(pressed));
      expect(await brokenRules(mela.db.database, WAITING_RULES)).toEqual([]);
      await mela.query("DELETE FROM waiting_places");
      await fill("A1");
    }
  });
});

describe("she pays while the operator blocks the stall or removes her", () => {
  const doors = {
    block: () => operator.block("A1"),
    "sell offline": () => operator.sellOffline("A1"),
    unblock: () => operator.unblock("A1"),
    remove: (id: string) => operator.post(`waiting/${id}/steps`, { step: "remove", reason: "a sponsor" }),
    reclaim: (id: string) => operator.post(`waiting/${id}/steps`, { step: "reclaim", reason: "a sponsor" }),
  };
  const live = () =>
    mela.column(
      `SELECT state FROM bookings WHERE state <> 'released'
          AND stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'A1')`,
    );

  it.each(Object.entries(doors))("%s: what she has paid for is hers, and nobody else's", async (_name, door) => {
    const { id, token } = await waits();
    await free("A1");
    await look();
    const visitor = mela.visitor();
    expect((await take(token, "A1", visitor)).status).toBe(201);
    const { orderId } = await test.paying("A1", {}, visitor);
    await test.simulator.pay(orderId);
    const [settled, pressed] = await Promise.all([test.settle(orderId), door(id), look()]);
    expect(settled).toBe("sold");
    expect(await live()).toEqual(["sold"]);
    // A place that is removed meanwhile takes nothing from her.
    if (pressed.status !== 200) expect(codeOf(pressed)).toMatch(/^(stall_|waiting_changed)/);
    await look();
    expect(await live()).toEqual(["sold"]);
    expect(await brokenRules(mela.db.database, WAITING_RULES)).toEqual([]);
  });

  it("after her ten minutes, the block or her money has the stall, and never both", async () => {
    const { id, token } = await waits();
    await free("A1");
    await look();
    const visitor = mela.visitor();
    expect((await take(token, "A1", visitor)).status).toBe(201);
    const { orderId } = await test.paying("A1", {}, visitor);
    await mela.query(
      `UPDATE bookings SET pay_until = clock_timestamp() - interval '1 minute',
              hold_expires_at = clock_timestamp() - interval '1 minute' WHERE state = 'paying'`,
    );
    await mela.query("UPDATE waiting_places SET offer_until = clock_timestamp() - interval '1 second' WHERE id = $1", [
      id,
    ]);
    await test.simulator.pay(orderId, { force: true });
    const [settled, blocked] = await Promise.all([test.settle(orderId), operator.block("A1"), look()]);
    const states = await live();
    expect(states).toHaveLength(1);
    expect(states).toEqual([settled === "sold" ? "sold" : "blocked"]);
    expect(blocked.status === 200).toBe(states[0] === "blocked");
    expect(await brokenRules(mela.db.database, WAITING_RULES)).toEqual([]);
  });
});

describe("late money", () => {
  it("keeps its rules: it never buys an offered stall", async () => {
    await free("A1");
    const buyer = await test.released("A1");
    await fill("A1");
    const { id, token } = await waits();
    await free("A1");
    await look();
    await test.simulator.pay(buyer.orderId, { force: true });
    expect(await test.settle(buyer.orderId)).toBe("refunding");
    expect([await stateOf(id), (await take(token, "A1")).status]).toEqual(["offered A1", 201]);
  });
});

describe("fairness", () => {
  it("puts further places of one address behind everyone's first ones", async () => {
    await mela.query(
      `INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, networks, turn, confirmed_at)
       SELECT gen_random_uuid(), $1, 'Premium', 'x', n || '@bot.example', n::text, n || '@bot.example', '{32.bot}', n / 5, now()
         FROM generate_series(0, 11) AS n`,
      [eventId],
    );
    const { token } = await waits();
    // Behind the first five, before the other seven.
    expect((await view(token)).body["place"]).toBe(6);
  });
});

describe("personal data", () => {
  const send = (what: string, body: object) => operator.post(`person/${what}`, body);
  it("is exported, corrected and erased, but not while a stall is kept; and goes after its time", async () => {
    const email = "privacy.waits@example.com";
    const { id, token } = await waits({ email, phoneNumber: "9822088888" });
    await free("A1");
    await look();
    const { body } = await send("records", { contact: email });
    expect(body["records"]).toContainEqual(
      expect.objectContaining({
        kind: "waiting place",
        keptBecause: expect.stringContaining("A stall is kept for her") as unknown,
        data: expect.objectContaining({ Name: "Asha Rao", "E-mail": email, Phone: "9822088888" }) as unknown,
      }),
    );
    await send("correct", { contact: email, reason: "asked", fullName: "Asha Right" });
    expect(await mela.value("SELECT full_name FROM waiting_places WHERE id = $1", [id])).toBe("Asha Right");
    await send("erase", { contact: email, reason: "asked" });
    expect(await stateOf(id)).toBe("offered A1");
    await leave(token);
    await mela.query("UPDATE mails SET state = 'sent' WHERE state = 'queued'");
    await send("erase", { contact: email, reason: "asked" });
    expect(await stateOf(id)).toBeUndefined();
    expect(await mela.value("SELECT count(*)::int FROM mails WHERE to_address = $1", [email])).toBe(0);
    expect(codeOf(await view(token))).toBe("waiting_not_found");

    await fill("A1");
    const other = await waits();
    await leave(other.token);
    await mela.query("UPDATE waiting_places SET ended_at = now() - interval '3 years'");
    const retention = new RetentionService(test.get(Database), test.get(PersonalData), mela.config);
    expect(await retention.run()).toMatchObject({ waitingPlaces: 1 });
  });

  it("is in no workflow: the sweep finds each queue that somebody stands in by event and type", async () => {
    await waits();
    expect([...(await offers.workflows(0)).keys()]).toEqual([`waiting-list/${eventId}/Premium`]);
    await mela.query("TRUNCATE outbox");
    await offers.restart({ eventId, stallType: "Premium" });
    const [nudge] = await mela.column<Record<string, unknown>>("SELECT payload FROM outbox");
    expect(nudge).toMatchObject({ workflowType: "waitingList", args: [{ eventId, stallType: "Premium" }] });
  });
});

describe("the language of a place", () => {
  const choose = (token: string, language: string) =>
    mela.visitor().post("/api/v1/mela/waiting/language", { token, language });

  it("is that of the page where it began, and is changed by its link for what is mailed from now on", async () => {
    await fill("A1");
    const { id, token } = await waits();
    expect((await view(token)).body["language"]).toBe("en");
    // By either link, twice alike.
    for (const link of [token, tokenOf(id, "browser")])
      expect((await choose(link, "hi")).body).toMatchObject({ state: "waiting", language: "hi", confirmed: true });
    await free("A1");
    await look();
    expect(await stateOf(id)).toBe("offered A1");
    expect(
      await mela.column("SELECT language FROM mails WHERE dedupe_key LIKE $1 ORDER BY created_at", [
        `waiting-%/${id}%`,
      ]),
    ).toEqual(["en", "hi"]);
    await leave(token);
    // Over: nothing is mailed any longer.
    expect((await choose(token, "en")).body).toMatchObject({ state: "left", language: "hi" });
  });

  it("is refused for a language that the site is not in, and behind no link", async () => {
    const { token } = await waits();
    for (const language of ["kn", "fr", ""])
      expect(apiError(await choose(token, language))).toEqual([400, "invalid_request"]);
    expect(apiError(await choose("nothing", "hi"))).toEqual([404, "waiting_not_found"]);
    expect((await view(token)).body["language"]).toBe("en");
  });
});
