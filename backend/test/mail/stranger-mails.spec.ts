import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { KNOWN_MAILS_PER_DAY } from "@sakhi/domain/mails/mail-gate.rules";
import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { RATE_LIMITS } from "../../src/platform/http/rate-limits.js";
import type { TestVisitor } from "../bookings/mela.js";
import { support } from "../enquiries/enquiries-app.js";
import { ListingTest } from "../listings/listing-app.js";

const LURE = "You won Rs 50,000! Claim it at https://evil.example/prize before midnight";
/** Words without a link, which a name may contain. */
const CALL = "Your account is locked call 1800";

const test = await ListingTest.open({ RATE_LIMITS: "on", HELD_SHARE_PERCENT: "100", REDIS_URL: "" }, [
  EnquiriesModule,
  MyBookingModule,
]);
const { mela } = test;
const operator = await test.administrator("op");
afterAll(() => test.close());
afterEach(() => mela.query("DELETE FROM link_sessions; DELETE FROM mailed_links; DELETE FROM mails"));

let used = 0;
/** An unused network: its rate limits start at zero, also in a retried test. */
const freshNetwork = (): string => {
  used += 1;
  return `10.${used >> 8}.${used & 255}.1`;
};
/** A victim of one test, at a host that ignores dots and tags. */
const newVictim = (): string => `v.ictim${(used += 1)}@gmail.com`;
/** The victim's address in other notations of the same mailbox. */
const aliases = (victim: string): string[] => {
  const [name = "", host = ""] = victim.split("@");
  return [
    victim,
    `${name}+1@${host}`,
    `${name.replaceAll(".", "")}@${host}`,
    `${name}+a.b@googlemail.com`.toUpperCase(),
  ];
};

/** Mails to any notation of an address, oldest first. */
async function mailsTo(victim: string): Promise<{ template: string; data: string; proof: string | null }[]> {
  const name = victim.split("@")[0]?.replaceAll(".", "") ?? "";
  return mela.query(
    `SELECT template, data::text AS data, proof FROM mails
      WHERE replace(split_part(split_part(lower(to_address), '@', 1), '+', 1), '.', '') = $1 ORDER BY created_at`,
    [name],
  );
}

let stalls = 0;
/** A free stall of the test plan's B row. */
const nextStall = (): string => `B${(stalls += 1)}`;

/** A visitor without a cookie reserves and registers with a stranger's address. */
async function registered(email: string, changes: Record<string, unknown> = {}) {
  const stallId = nextStall();
  const stranger = mela.visitor(freshNetwork());
  await stranger.reserve(stallId);
  const { status, body } = await stranger.register(stallId, { email, ...changes });
  expect([status, body]).toEqual([201, expect.anything()]);
  const bookingId = (await mela.value(
    "SELECT id FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'registered'",
    [stallId],
  ))!;
  return { stallId, stranger, bookingId };
}

/** As {@link registered}, and lets the hold expire. */
async function registerAndLeave(email: string): Promise<void> {
  const { stallId } = await registered(email, { fullName: CALL });
  await mela.expire(stallId);
  // The next one to reserve the stall releases it first.
  await mela.visitor(freshNetwork()).reserve(stallId);
}

/** Each way of audit 5 to have mails sent to an address of one's choice, several times over. */
const WAYS: Readonly<Record<string, (victim: string) => Promise<void>>> = {
  "holds that expire": async (victim) => {
    for (const email of aliases(victim)) await registerAndLeave(email);
  },
  "corrections without the visitor's cookie (a)": async (victim) => {
    const { stallId, stranger, bookingId } = await registered(victim, { fullName: CALL });
    const orderId = await mela.value("SELECT order_id FROM bookings WHERE id = $1", [bookingId]);
    const here = await stranger.post("/api/v1/mela/my-booking/session/here", { orderId });
    expect([here.status, stallId]).toEqual([200, stallId]);
    // The test's visitor now has the booking's cookie only, as in the audit.
    for (const [index, email] of [...aliases(victim), ...aliases(victim)].entries()) {
      const change = async (to: string): Promise<number> => {
        const current = await stranger.get("/api/v1/mela/my-booking");
        const details = current.body["details"] as object;
        const seenAt = current.body["changedAt"];
        return (await stranger.post("/api/v1/mela/my-booking/correct", { ...details, email: to, seenAt })).status;
      };
      await change(`attacker${index}@evil.example`);
      await change(email);
    }
  },
  "enquiries (b)": async (victim) => {
    for (const email of aliases(victim)) {
      const visitor = mela.visitor(freshNetwork());
      const body = support({
        email,
        firstName: "Call",
        lastName: "1800 now",
        message: `About order ${(used += 1)}, please help.`,
      });
      expect((await visitor.post("/api/v1/support/submit", body)).status).toBe(201);
    }
  },
  "free applications": async (victim) => {
    for (const email of aliases(victim)) {
      const changes = { email, fullName: CALL, brandName: CALL };
      expect((await test.join("submit-lead", changes, mela.visitor(freshNetwork()))).status).toBe(201);
    }
  },
  "find my booking": async (victim) => {
    const { bookingId } = await registered(victim, { fullName: CALL });
    const orderId = await mela.value("SELECT order_id FROM bookings WHERE id = $1", [bookingId]);
    for (let times = 0; times < 4; times += 1) {
      const visitor = mela.visitor(freshNetwork());
      await visitor.post("/api/v1/mela/find-my-booking", { contact: victim, orderId });
    }
  },
  "holds that an operator releases (d)": async (victim) => {
    for (const email of aliases(victim)) {
      const { bookingId } = await registered(email, { fullName: CALL });
      expect((await operator.release(bookingId)).status).toBe(200);
    }
  },
  "an operator's corrections and extensions": async (victim) => {
    for (const email of aliases(victim)) {
      const { bookingId } = await registered(email, { fullName: CALL });
      expect((await operator.extend(bookingId, 1)).status).toBe(200);
      expect((await test.correct(operator, bookingId, { businessName: "Another One" })).status).toBe(200);
    }
  },
};

describe("a stranger gets one mail a day, without anyone's words (c), through", () => {
  it.each(Object.entries(WAYS))("%s", async (_way, attack) => {
    const victim = newVictim();
    await attack(victim);
    const sent = await mailsTo(victim);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ proof: null });
    expect(sent[0]?.data).not.toMatch(/locked|call|1800|evil/i);
  });

  it("all ways together", async () => {
    const victim = newVictim();
    for (const attack of Object.values(WAYS)) await attack(victim);
    expect(await mailsTo(victim)).toHaveLength(1);
    // Tomorrow there may be another one.
    await mela.query("UPDATE mails SET created_at = created_at - interval '25 hours'");
    await registerAndLeave(victim);
    await registerAndLeave(victim);
    expect(await mailsTo(victim)).toHaveLength(2);
  });

  it("simultaneous requests", async () => {
    const victim = newVictim();
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const body = support({ email: victim, message: `Number ${index}, please help me.` });
        return mela.visitor(freshNetwork()).post("/api/v1/support/submit", body);
      }),
    );
    expect(await mailsTo(victim)).toHaveLength(1);
  });
});

describe("a proven recipient", () => {
  it("who has paid gets every mail about it at once and in full, whatever strangers do", async () => {
    const payer = newVictim();
    await WAYS["enquiries (b)"]!(payer);
    const sale = await test.sold(nextStall(), { email: payer, fullName: "Asha Rao" });
    await test.renderInvoices(sale.orderId);
    expect((await operator.move(sale.bookingId, nextStall())).status).toBe(200);
    expect((await operator.cancel(sale.bookingId, "full")).status).toBe(200);
    const own = (await mailsTo(payer)).filter(({ proof }) => proof === "paid");
    expect(own.map(({ template }) => template)).toEqual([
      "booking-confirmed",
      "booking-link",
      "booking-moved",
      "booking-cancelled",
    ]);
    for (const { data } of own) expect(data).toContain("Asha Rao");
    const invoices = "SELECT invoice_id FROM mails WHERE template = 'booking-confirmed' AND booking_id = $1";
    expect(await mela.column(invoices, [sale.bookingId])).toEqual([expect.any(String)]);
  });

  it("gets what others start with her address without their words, a few times a day", async () => {
    const payer = newVictim();
    const sale = await test.sold(nextStall(), { email: payer });
    await test.renderInvoices(sale.orderId);
    for (let times = 0; times < KNOWN_MAILS_PER_DAY + 2; times += 1) {
      await WAYS["enquiries (b)"]!(payer);
    }
    const strangers = (await mailsTo(payer)).filter(({ proof }) => proof === null);
    expect(strangers).toHaveLength(KNOWN_MAILS_PER_DAY);
    for (const { data } of strangers) expect(data).not.toMatch(/1800/);
  });

  it("who opened the link that we mailed her is notified of each change of the address, but once a day by the registering browser", async () => {
    const payer = newVictim();
    const { stranger, bookingId } = await registered(payer);
    const orderId = await mela.value("SELECT order_id FROM bookings WHERE id = $1", [bookingId]);
    await mela.visitor(freshNetwork()).post("/api/v1/mela/find-my-booking", { contact: payer, orderId });
    const mailId = (await mela.value("SELECT id FROM mails WHERE booking_id = $1", [bookingId]))!;
    const [, token] = (await test.get(MailedLinksService).url("booking", mailId, bookingId)).split("#");
    await mela.query("UPDATE mails SET state = 'sent', sent_at = clock_timestamp() WHERE id = $1", [mailId]);
    const thief = mela.visitor(freshNetwork());
    expect((await thief.post("/api/v1/mela/my-booking/session", { token })).status).toBe(200);
    const flip = async (browser: TestVisitor): Promise<void> => {
      for (const email of ["thief@evil.example", payer]) {
        const { body } = await browser.get("/api/v1/mela/my-booking");
        const details = { ...(body["details"] as object), email, seenAt: body["changedAt"] };
        expect((await browser.post("/api/v1/mela/my-booking/correct", details)).status).toBe(200);
      }
    };
    await flip(thief);
    await flip(thief);
    const notices = async () => (await mailsTo(payer)).filter(({ template }) => template === "address-changed").length;
    expect(await notices()).toBe(2);
    await stranger.post("/api/v1/mela/my-booking/session/here", { orderId });
    await flip(stranger);
    await flip(stranger);
    expect(await notices()).toBe(3);
  });
});

it("a name with a web address is rejected, and nothing is sent", async () => {
  const stranger = mela.visitor(freshNetwork());
  const stallId = nextStall();
  const victim = newVictim();
  await stranger.reserve(stallId);
  const response = await stranger.register(stallId, { fullName: LURE, email: victim });
  expect([response.status, Object.keys(response.body["fields"] as object)]).toEqual([400, ["fullName"]]);
  const business = await stranger.register(stallId, { businessName: LURE, email: victim });
  expect(Object.keys(business.body["fields"] as object)).toEqual(["businessName"]);
  expect(await mailsTo(victim)).toHaveLength(0);
});

describe("registrations from one network", () => {
  it("are limited per email address and phone number; rejected ones do not count", async () => {
    const { points } = RATE_LIMITS.registrations_per_email;
    const victim = newVictim();
    const [stallId, other] = [nextStall(), nextStall()];
    const stranger = mela.visitor(freshNetwork());
    await stranger.reserve(stallId);
    expect((await stranger.register(other, { email: victim })).status).not.toBe(201);
    for (let times = 0; times < points; times += 1) {
      const changes = { email: victim, phoneNumber: `98765432${10 + times}` };
      expect((await stranger.register(stallId, changes)).status).toBe(201);
    }
    const limited = await stranger.register(stallId, { email: victim.toUpperCase(), phoneNumber: "9876543299" });
    expect([limited.status, limited.body["code"]]).toEqual([429, "rate_limited"]);
    expect((await stranger.register(stallId, { email: "other@example.com" })).status).toBe(201);
  });
});
