import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { BookingLinks } from "../../src/mail/booking-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { MyBookingService } from "../../src/my-booking/my-booking.service.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { type Buyer, PayingTest } from "../payments/paying.js";
import { TestVisitor, type Answer } from "../bookings/mela.js";

const CALLS = "/api/v1/mela/my-booking";
let test: PayingTest;
let links: BookingLinks;
beforeAll(async () => {
  test = await PayingTest.start({ RATE_LIMITS: "on" }, [MyBookingModule]);
  links = test.get(BookingLinks);
});
afterAll(() => test.close());

/** A stall that was bought, with a link to it as a mail has it. */
async function bought(
  stallId: string,
  changes: Record<string, unknown> = {},
): Promise<Buyer & { token: string; bookingId: string }> {
  const buyer = await test.paying(stallId, changes);
  await test.simulator.pay(buyer.orderId);
  expect((await test.settlement.settleOrder(buyer.orderId, "workflow")).outcome).toBe("sold");
  return linked(buyer);
}

async function linked(buyer: Buyer): Promise<Buyer & { token: string; bookingId: string; linkId: string }> {
  const bookingId = await test.bookingOf(buyer.orderId);
  const linkId = randomUUID();
  const url = await links.url(linkId, bookingId);
  return { ...buyer, bookingId, linkId, token: url.split("#")[1]! };
}

/** A browser that has opened a link. */
async function opened(token: string): Promise<{ visitor: TestVisitor; answer: Answer }> {
  const visitor = test.mela.visitor();
  const answer = await visitor.post(`${CALLS}/session`, { token });
  return { visitor, answer };
}

describe("a payer's own page", () => {
  it("shows ticket, documents, details and history to anyone who opens the link, and by the cookie after that", async () => {
    const { token, orderId } = await bought("B1", { gstNumber: "29ABCDE1234F1Z5" });
    const { visitor, answer } = await opened(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      booking: { orderId, stallId: "B1", outcome: { kind: "sold", amount: 27_000 } },
      details: { fullName: "Asha Rao", email: "asha.b1@example.com", gstNumber: "29ABCDE1234F1Z5" },
      documents: [{ kind: "invoice", amount: 27_000 }],
      timeline: [{ kind: "reserved" }, { kind: "paid", amount: 27_000 }, { kind: "booked" }],
      requests: [],
    });
    const cookie = String(answer.headers["set-cookie"]);
    expect(cookie).toMatch(/^sakhi_booking=/);
    expect(cookie).toContain("Path=/api/v1/mela/my-booking");
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    const again = await visitor.get(CALLS);
    expect([again.status, again.body]).toEqual([200, answer.body]);
    expect(again.headers["cache-control"]).toBe("no-store");
    const [document] = answer.body["documents"] as { id: string; number: string }[];
    const pdf = await test.mela.app.inject({
      method: "GET",
      url: `${CALLS}/documents/${document!.id}/pdf`,
      headers: { cookie: visitor.cookie! },
    });
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("has no document of another booking", async () => {
    const [mine, other] = [await bought("B2"), await bought("B3")];
    const { answer } = await opened(other.token);
    const [document] = answer.body["documents"] as { id: string }[];
    const { visitor } = await opened(mine.token);
    const taken = await visitor.get(`${CALLS}/documents/${document!.id}/pdf`);
    expect([taken.status, taken.body["code"]]).toEqual([404, "not_found"]);
  });

  it("shows a refund with amount, reference and credit note", async () => {
    const { token, orderId } = await bought("B4");
    await test.mela.db.database.transaction((tx) =>
      test.get(OperatorRefundsService).refund(tx, orderId, 1_000_000),
    );
    const { answer } = await opened(token);
    expect(answer.body["timeline"]).toContainEqual(
      expect.objectContaining({ kind: "refund_requested", amount: 10_000, reference: expect.any(String) }),
    );
  });

  it("lets only the browser that holds the stall go on paying", async () => {
    const buyer = await linked(await test.paying("B5"));
    const { answer } = await opened(buyer.token);
    expect(answer.body["payableHere"]).toBe(false);
    const own = await buyer.visitor.post(`${CALLS}/session`, { token: buyer.token });
    expect(own.body["documents"]).toEqual([]);
  });

  it("ends on this device, and everywhere when all links are ended", async () => {
    const { token } = await bought("B6");
    const [here, there] = [(await opened(token)).visitor, (await opened(token)).visitor];
    await here.post(`${CALLS}/session/end`, {});
    expect((await here.get(CALLS)).status).toBe(404);
    expect((await there.get(CALLS)).status).toBe(200);
    const mine = (await opened(token)).visitor;
    expect((await mine.post(`${CALLS}/links/revoke`, {})).status).toBe(200);
    expect((await there.get(CALLS)).body["code"]).toBe("booking_link_invalid");
    expect((await opened(token)).answer.body["code"]).toBe("booking_link_invalid");
  });
});

describe("a link that is not good", () => {
  it("is rejected alike, whatever is wrong with it", async () => {
    const good = await bought("B7");
    const [expired, revoked, other] = [await linked(good), await bought("B8"), await bought("B9")];
    await test.mela.query(
      "UPDATE booking_links SET expires_at = clock_timestamp() - interval '1 second' WHERE id = $1",
      [expired.linkId],
    );
    await test.mela.db.database.transaction((tx) => links.revoke(tx, revoked.bookingId));
    const secret = (token: string) => token.slice(33);
    const last = secret(good.token).slice(-1);
    const spelling = String.fromCharCode(last.charCodeAt(0) + 1);
    const tokens: Readonly<Record<string, string>> = {
      expired: expired.token,
      revoked: revoked.token,
      "of another booking's id": `${other.token.slice(0, 33)}${secret(good.token)}`,
      "of another booking's secret": `${good.token.slice(0, 33)}${secret(other.token)}`,
      guessed: `${randomUUID().replaceAll("-", "")}.${randomBytes(32).toString("base64url")}`,
      "another spelling of its last byte": `${good.token.slice(0, -1)}${spelling}`,
      "cut short by a byte": good.token.slice(0, -1),
      "longer by a byte": `${good.token}A`,
      "in capitals": good.token.toUpperCase(),
      empty: "",
      "not a token": "<script>",
      "200 characters": "a".repeat(200),
    };
    const answers = new Map<string, string>();
    const say = ({ status, body, headers }: Answer) =>
      JSON.stringify([status, body, headers["set-cookie"], headers["cache-control"]]);
    for (const [what, token] of Object.entries(tokens)) {
      answers.set(what, say((await opened(token)).answer));
      const visitor = test.mela.visitor();
      visitor.cookie = `sakhi_booking=${encodeURIComponent(token)}`;
      answers.set(`${what}, as a cookie`, say(await visitor.get(CALLS)));
    }
    answers.set("no cookie", say(await test.mela.visitor().get(CALLS)));
    expect(new Set(answers.values()).size).toBe(1);
    const [status, body] = JSON.parse([...answers.values()][0]!) as [number, { code: string }];
    expect([status, body.code]).toEqual([404, "booking_link_invalid"]);
    expect((await opened(good.token)).answer.status).toBe(200);
  });

  it("is rejected for every byte of it that is altered, and for 10,000 guesses", async () => {
    const { token } = await bought("B10");
    const service = test.get(MyBookingService);
    const refused = async (tried: string): Promise<boolean> =>
      await service.require(tried).then(
        () => false,
        (error: unknown) => (error as { code?: string }).code === "booking_link_invalid",
      );
    const altered = [...token].map(
      (character, at) => `${token.slice(0, at)}${character === "0" ? "1" : "0"}${token.slice(at + 1)}`,
    );
    const guesses = Array.from(
      { length: 10_000 },
      () => `${token.slice(0, 33)}${randomBytes(32).toString("base64url")}`,
    );
    const tried = [...altered, ...guesses];
    let rejected = 0;
    for (let from = 0; from < tried.length; from += 200) {
      const answers = await Promise.all(tried.slice(from, from + 200).map(refused));
      rejected += answers.filter(Boolean).length;
    }
    expect(rejected).toBe(tried.length);
    expect(await refused(token)).toBe(false);
  });

  it("leaves no trace of the secret in the database", async () => {
    const { token } = await bought("B11");
    const secret = token.slice(33);
    const [found] = await test.mela.query<{ hits: string }>(
      `SELECT count(*) AS hits FROM (
         SELECT data::text AS text FROM mails UNION ALL SELECT payload::text FROM outbox
         UNION ALL SELECT detail::text FROM booking_events UNION ALL SELECT encode(token_digest, 'base64') FROM booking_links) all_texts
        WHERE position($1 IN text) > 0`,
      [secret],
    );
    expect(Number(found!.hits)).toBe(0);
  });
});

describe("what she asks for", () => {
  it("is put before the operators once, without her words in the issue, and shown on the page", async () => {
    const { token, bookingId } = await bought("B15");
    const { visitor } = await opened(token);
    const ask = (text: string) => visitor.post(`${CALLS}/requests`, { kind: "correction", text });
    expect((await ask("Asha Rao")).status).toBe(200);
    const { body } = await ask("Asha Rao, Weavers' Lane");
    expect(body["requests"]).toMatchObject([
      { kind: "correction", text: "Asha Rao, Weavers' Lane", state: "open" },
    ]);
    const issues = await test.mela.query("SELECT kind, facts FROM issues WHERE booking_id = $1", [bookingId]);
    expect(issues).toEqual([{ kind: "booking_request", facts: { request: "correction" } }]);
    expect(
      (await test.mela.visitor().post(`${CALLS}/requests`, { kind: "correction", text: "no" })).status,
    ).toBe(400);
    const stranger = await test.mela
      .visitor()
      .post(`${CALLS}/requests`, { kind: "correction", text: "mine" });
    expect([stranger.status, stranger.body["code"]]).toEqual([404, "booking_link_invalid"]);
  });
});

describe("finding a booking", () => {
  const find = (body: object, visitor = test.mela.visitor()) =>
    visitor.post("/api/v1/mela/find-my-booking", body);
  const mails = () =>
    test.mela.query<{ to_address: string; booking_id: string }>(
      "SELECT to_address, booking_id FROM mails WHERE template = 'booking-link' ORDER BY created_at",
    );

  it("answers the same after the same time, and sends a link only to the booking's own address", async () => {
    const { orderId, bookingId } = await bought("B12");
    const cases: readonly [string, object, boolean][] = [
      ["by e-mail", { contact: "ASHA.B12@example.com", orderId }, true],
      ["by phone", { contact: "+91 98766 60012", orderId }, true],
      ["another's e-mail", { contact: "asha.b11@example.com", orderId }, false],
      ["no such order", { contact: "asha.b12@example.com", orderId: "MELA1763712999999t9999" }, false],
    ];
    const answers = new Set<string>();
    const times: number[] = [];
    let sent = 0;
    for (const [, body, isFound] of cases) {
      const startedAt = performance.now();
      const { status, body: answer } = await find(body);
      times.push(performance.now() - startedAt);
      answers.add(JSON.stringify([status, answer]));
      if (isFound) sent += 1;
      expect(await mails()).toHaveLength(sent);
    }
    expect(answers.size).toBe(1);
    expect(Math.min(...times)).toBeGreaterThan(390);
    expect(await mails()).toEqual([
      { to_address: "asha.b12@example.com", booking_id: bookingId },
      { to_address: "asha.b12@example.com", booking_id: bookingId },
    ]);
  });

  it("is limited by order number, whether or not there is one", async () => {
    const { orderId } = await bought("B13");
    for (const number of [orderId, "MELA1763712999999t8888"]) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          find({ contact: `guess${at}.${number}@example.com`, orderId: number }),
        ),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    }
  });
});

describe("wrong links from one network", () => {
  it("are limited; the answer is the same for good ones then", async () => {
    const { token } = await bought("B14");
    const visitor = new TestVisitor(test.mela.app, "203.0.113.7");
    const codes: unknown[] = [];
    for (let call = 0; call < 301; call += 1) {
      codes.push((await visitor.post(`${CALLS}/session`, { token: "x" })).status);
    }
    expect(codes.slice(0, 300).every((status) => status === 404)).toBe(true);
    expect(codes[300]).toBe(429);
    expect((await visitor.post(`${CALLS}/session`, { token })).status).toBe(429);
    expect((await opened(token)).answer.status).toBe(200);
  });
});
