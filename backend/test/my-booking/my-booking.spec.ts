import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { WITHDRAWN } from "@sakhi/domain/bookings/my-booking.rules";
import { until } from "@sakhi/testkit/until";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { type TestResponse, apiError, codeOf, TestVisitor } from "../bookings/mela.js";
import { type Buyer, PayingTest } from "../payments/paying.js";

const CALLS = "/api/v1/mela/my-booking";
const test = await PayingTest.start({ RATE_LIMITS: "on" }, [MyBookingModule]);
const { mela } = test;
const links = test.get(MailedLinksService);
afterAll(() => test.close());

const settle = ({ orderId }: Buyer): Promise<string> => test.settle(orderId);

/** A buyer of a stall, with a mailed link. */
async function bought(stallId: string, changes: Record<string, unknown> = {}): Promise<Linked> {
  const buyer = await test.paying(stallId, changes);
  await test.simulator.pay(buyer.orderId);
  expect(await settle(buyer)).toBe("sold");
  return linked(buyer);
}

type Linked = Buyer & { readonly token: string; readonly bookingId: string; readonly linkId: string };

/** Adds a new link to a booking. */
async function linked(buyer: Buyer): Promise<Linked> {
  const bookingId = await test.bookingOf(buyer.orderId);
  const linkId = randomUUID();
  return { ...buyer, bookingId, linkId, token: (await links.url("booking", linkId, bookingId)).split("#")[1]! };
}

/** Opens a link in a new browser. */
async function opened(token: string): Promise<{ visitor: TestVisitor; response: TestResponse }> {
  const visitor = mela.visitor();
  const response = await visitor.post(`${CALLS}/session`, { token });
  return { visitor, response };
}

/** Two bookings that most tests only read. */
const sale = await bought("B1", { gstNumber: "29ABCDE1234F1Z5" });
const other = await bought("B2");

describe("the payer's page", () => {
  it("shows status, documents, details and timeline by link, then by cookie", async () => {
    const { token, orderId } = sale;
    const { visitor, response } = await opened(token);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      booking: { orderId, stallId: "B1", outcome: { kind: "sold", amount: 27_000 } },
      details: { fullName: "Asha Rao", email: "asha.b1@example.com", gstNumber: "29ABCDE1234F1Z5" },
      documents: [{ kind: "invoice", amount: 27_000 }],
      timeline: [{ kind: "reserved" }, { kind: "paid", amount: 27_000 }, { kind: "booked" }],
      requests: [],
    });
    const cookie = String(response.headers["set-cookie"]);
    expect(cookie).toMatch(/^sakhi_booking=/);
    for (const part of [`Path=${CALLS}`, "HttpOnly", "SameSite=Strict"]) expect(cookie).toContain(part);
    const again = await visitor.get(CALLS);
    expect([again.status, again.body]).toEqual([200, response.body]);
    expect(again.headers["cache-control"]).toBe("no-store");
    const [document] = response.body["documents"] as { id: string; number: string }[];
    const pdf = await mela.app.inject({
      method: "GET",
      url: `${CALLS}/documents/${document!.id}/pdf`,
      headers: { cookie: visitor.cookie! },
    });
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("does not serve another booking's document", async () => {
    const { response } = await opened(other.token);
    const [document] = response.body["documents"] as { id: string }[];
    const { visitor } = await opened(sale.token);
    const taken = await visitor.get(`${CALLS}/documents/${document!.id}/pdf`);
    expect(apiError(taken)).toEqual([404, "not_found"]);
  });

  it("shows a refund with amount and reference", async () => {
    const { token, orderId } = other;
    await mela.db.database.transaction((tx) => test.get(OperatorRefundsService).refund(tx, orderId, 1_000_000));
    const { response } = await opened(token);
    expect(response.body["timeline"]).toContainEqual(
      expect.objectContaining({ kind: "refund_requested", amount: 10_000, reference: expect.any(String) }),
    );
  });

  it("is payable only in the browser that holds the stall", async () => {
    const buyer = await linked(await test.paying("B5"));
    expect((await opened(buyer.token)).response.body["payableHere"]).toBe(false);
    const own = await buyer.visitor.post(`${CALLS}/session`, { token: buyer.token });
    // The order is open at the provider, without a payment attempt.
    const outcome = { kind: "pending", untried: true };
    expect(own.body).toMatchObject({ documents: [], booking: { outcome }, payableHere: true });
    // While an attempt is pending at the bank, another one could charge twice.
    await test.simulator.pay(buyer.orderId, { outcome: "pending" });
    await settle(buyer);
    const waiting = await buyer.visitor.get(CALLS);
    expect(waiting.body).toMatchObject({ booking: { outcome: { kind: "pending" } }, payableHere: false });
  });

  it("closes in this browser, and everywhere once all links are revoked", async () => {
    const { token } = await linked(other);
    const [here, there] = [(await opened(token)).visitor, (await opened(token)).visitor];
    // A copy of the cookie, as a thief or a backup of the browser has it.
    const copied = mela.visitor();
    copied.cookie = here.cookie;
    expect(codeOf(await copied.get(CALLS))).toBe(200);
    await here.post(`${CALLS}/session/end`, {});
    expect([codeOf(await here.get(CALLS)), codeOf(await there.get(CALLS))]).toEqual(["booking_link_invalid", 200]);
    for (const refused of [
      await copied.get(CALLS),
      await copied.post(`${CALLS}/requests`, { kind: "cancellation", text: "Please cancel it" }),
      await copied.post(`${CALLS}/links/revoke`, {}),
    ])
      expect(codeOf(refused)).toBe("booking_link_invalid");
    const mine = (await opened(token)).visitor;
    expect((await mine.post(`${CALLS}/links/revoke`, {})).status).toBe(200);
    for (const refused of [await there.get(CALLS), (await opened(token)).response])
      expect(codeOf(refused)).toBe("booking_link_invalid");
  });
});

describe("an invalid link", () => {
  it("gets the same response whatever is wrong with it", async () => {
    const [good, expired, revoked] = [sale, await linked(sale), await linked(other)];
    await mela.query("UPDATE mailed_links SET expires_at = clock_timestamp() - interval '1 second' WHERE id = $1", [
      expired.linkId,
    ]);
    await mela.db.database.transaction((tx) => links.revoke(tx, "booking", revoked.bookingId));
    const foreign = await linked(other);
    const secret = (token: string) => token.slice(33);
    const last = secret(good.token).slice(-1);
    const spelling = String.fromCharCode(last.charCodeAt(0) + 1);
    const tokens: Readonly<Record<string, string>> = {
      expired: expired.token,
      revoked: revoked.token,
      "of another booking's id": `${foreign.token.slice(0, 33)}${secret(good.token)}`,
      "of another booking's secret": `${good.token.slice(0, 33)}${secret(foreign.token)}`,
      guessed: `${randomUUID().replaceAll("-", "")}.${randomBytes(32).toString("base64url")}`,
      "another spelling of its last byte": `${good.token.slice(0, -1)}${spelling}`,
      "cut short by a byte": good.token.slice(0, -1),
      "longer by a byte": `${good.token}A`,
      "in capitals": good.token.toUpperCase(),
      empty: "",
      "not a token": "<script>",
      "200 characters": "a".repeat(200),
    };
    const expected = {
      status: 404,
      body: (await mela.visitor().get(CALLS)).body,
      cookie: undefined,
      cache: "no-store",
    };
    expect(expected.body["code"]).toBe("booking_link_invalid");
    for (const [what, token] of Object.entries(tokens)) {
      const visitor = mela.visitor();
      visitor.cookie = `sakhi_booking=${encodeURIComponent(token)}`;
      for (const { status, body, headers } of [(await opened(token)).response, await visitor.get(CALLS)]) {
        const response = { status, body, cookie: headers["set-cookie"], cache: headers["cache-control"] };
        expect([what, response]).toEqual([what, expected]);
      }
    }
    expect((await opened(good.token)).response.status).toBe(200);
  });

  it("is rejected for every changed byte and for 200 guesses", async () => {
    const { token } = sale;
    const altered = [...token].map(
      (character, at) => token.slice(0, at) + (character === "0" ? "1" : "0") + token.slice(at + 1),
    );
    const guesses = Array.from({ length: 200 }, () => token.slice(0, 33) + randomBytes(32).toString("base64url"));
    for (const tried of [...altered, ...guesses])
      expect([tried, await links.open("booking", tried)]).toEqual([tried, undefined]);
    expect(await links.open("booking", token)).toMatchObject({ subjectId: sale.bookingId });
  });

  it("cannot be derived from the database, which stores no secret", async () => {
    const texts = await mela.column(
      `SELECT data::text FROM mails UNION ALL SELECT payload::text FROM outbox
       UNION ALL SELECT detail::text FROM booking_events UNION ALL SELECT encode(token_digest, 'base64') FROM mailed_links`,
    );
    expect(texts.join()).not.toContain(sale.token.slice(33));
  });
});

describe("POST my-booking/language", () => {
  it("is the language of every mail that is queued from now on", async () => {
    const { token, bookingId } = await bought("B9");
    const { visitor, response } = await opened(token);
    expect(response.body["language"]).toBe("en");
    for (const language of ["kn", "", "hi-IN", 5])
      expect(apiError(await visitor.post(`${CALLS}/language`, { language }))).toEqual([400, "invalid_request"]);
    const chosen = await visitor.post(`${CALLS}/language`, { language: "hi" });
    expect([chosen.status, chosen.body["language"]]).toEqual([200, "hi"]);
    await visitor.post(`${CALLS}/requests`, { kind: "substitute", text: "मेरी बहन आएगी" });
    expect(
      await mela.column(
        `SELECT language FROM mails WHERE booking_id = '${bookingId}' AND template = 'booking-request-received'`,
      ),
    ).toEqual(["hi"]);
    await visitor.post(`${CALLS}/language`, { language: "en" });
    expect(apiError(await mela.visitor().post(`${CALLS}/language`, { language: "hi" }))).toEqual([
      404,
      "booking_link_invalid",
    ]);
    expect(await mela.column(`SELECT language FROM bookings WHERE id = '${bookingId}'`)).toEqual(["en"]);
  });
});

describe("POST my-booking/requests", () => {
  it("raises one issue without the message, and shows the request on the page", async () => {
    const { token, bookingId } = await linked(other);
    const { visitor } = await opened(token);
    const submit = (text: string) => visitor.post(`${CALLS}/requests`, { kind: "correction", text });
    expect((await submit("Asha Rao")).status).toBe(200);
    const { body } = await submit("Asha Rao, Weavers' Lane");
    expect(body["requests"]).toMatchObject([{ kind: "correction", text: "Asha Rao, Weavers' Lane", state: "open" }]);
    const issues = await mela.query("SELECT kind, facts FROM issues WHERE booking_id = $1", [bookingId]);
    expect(issues).toEqual([{ kind: "booking_request", facts: { request: "correction" } }]);
    expect((await mela.visitor().post(`${CALLS}/requests`, { kind: "correction", text: "no" })).status).toBe(400);
    const details = { ...(body["details"] as object), pincode: "56" };
    const wrong = await visitor.post(`${CALLS}/requests`, { kind: "correction", text: "pincode", details });
    expect(wrong.body["fields"]).toEqual({ "details.pincode": ["Pincode must be exactly 6 digits"] });
    const stranger = await mela.visitor().post(`${CALLS}/requests`, { kind: "correction", text: "mine" });
    expect(apiError(stranger)).toEqual([404, "booking_link_invalid"]);
  });

  it("withdraws a request that waits, once, with its issue; an answer given meanwhile stays; another's is unknown", async () => {
    type Request = { readonly id: string; readonly state: string; readonly answer?: string };
    const requestsIn = ({ body }: TestResponse) => body["requests"] as readonly Request[];
    const { token, bookingId } = await linked(other);
    const { visitor } = await opened(token);
    const withdraw = (id: string) => visitor.post(`${CALLS}/requests/${id}/withdraw`, {});
    const sent = await visitor.post(`${CALLS}/requests`, { kind: "cancellation", text: "Please cancel it" });
    const open = requestsIn(sent).find(({ state }) => state === "open");
    const id = open?.id ?? "";
    for (const answer of [await withdraw(id), await withdraw(id)]) {
      expect(requestsIn(answer).find((each) => each.id === id)).toMatchObject({ state: "closed", answer: WITHDRAWN });
    }
    expect(
      await mela.column("SELECT resolution FROM issues WHERE subject = $1 AND booking_id = $2", [id, bookingId]),
    ).toEqual(["by_itself"]);
    // Asked again it is a request of its own, and one that an operator answered keeps that answer.
    const again = await visitor.post(`${CALLS}/requests`, { kind: "cancellation", text: "Please cancel it" });
    const second = requestsIn(again).find(({ state }) => state === "open")?.id ?? "";
    expect(second).not.toBe(id);
    await mela.query("UPDATE booking_requests SET state = 'declined', answered_at = now() WHERE id = $1", [second]);
    const answered = await withdraw(second);
    expect(requestsIn(answered).find((each) => each.id === second)).toMatchObject({ state: "declined" });
    expect(apiError(await withdraw(randomUUID()))).toEqual([404, "not_found"]);
  });
});

describe("POST my-booking/correct", () => {
  const GSTIN = "27AAGCR4375J1ZY";
  type Page = Record<string, unknown> & { changedAt: string; details: Record<string, string> };
  const pageOf = async (visitor: TestVisitor): Promise<Page> => (await visitor.get(CALLS)).body as Page;
  /** Corrects the current details with changes. */
  async function correct(
    visitor: TestVisitor,
    changes: Record<string, string>,
    seenAt?: string,
  ): Promise<TestResponse> {
    const { details, changedAt } = await pageOf(visitor);
    return visitor.post(`${CALLS}/correct`, { ...details, ...changes, seenAt: seenAt ?? changedAt });
  }
  /** Opens the booking in the browser that registered, without a link; stores both cookies. */
  async function openedHere({ visitor, orderId }: Buyer): Promise<TestVisitor> {
    const own = visitor.cookie;
    const response = await visitor.post(`${CALLS}/session/here`, { orderId });
    expect([response.status, response.body["correctable"]]).toEqual([200, true]);
    visitor.cookie = `${own}; ${visitor.cookie}`;
    return visitor;
  }
  const mails = (bookingId: string) =>
    mela.column(
      "SELECT template || ' to ' || to_address FROM mails WHERE booking_id = $1 ORDER BY created_at, template",
      [bookingId],
    );
  const invoicedTo = ({ orderId }: Buyer) =>
    mela.query(
      "SELECT content->'recipient'->>'name' AS name, content->'recipient'->>'gstin' AS gstin FROM invoices WHERE order_id = $1",
      [orderId],
    );

  it.each(["registered", "paying"] as const)(
    "while %s, changes the later invoice, and the history lists the fields",
    async (state) => {
      const stallId = state === "registered" ? "B20" : "B21";
      const buyer = await test[state](stallId);
      const { token, bookingId } = await linked(buyer);
      const { visitor } = await opened(token);
      const response = await correct(visitor, { fullName: "Aasha Rao", gstNumber: GSTIN.toLowerCase() });
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ details: { fullName: "Aasha Rao", gstNumber: GSTIN }, correctable: true });
      expect(response.body["timeline"]).toContainEqual({ kind: "corrected", at: expect.any(String) });
      expect(await mela.eventLog(stallId)).toContain("corrected by visitor (name and GST number)");
      expect(await mails(bookingId)).toEqual([]);
      if (state === "registered") expect((await test.initiate(buyer)).status).toBe(201);
      await test.simulator.pay(buyer.orderId);
      expect(await settle(buyer)).toBe("sold");
      expect(await invoicedTo(buyer)).toEqual([{ name: "Aasha Rao", gstin: GSTIN }]);
      // After the invoice, corrections need a request.
      expect((await pageOf(visitor))["correctable"]).toBe(false);
      expect(apiError(await correct(visitor, { fullName: "Asha Rao" }))).toEqual([409, "invoice_issued"]);
      expect(await mela.value("SELECT full_name FROM bookings WHERE id = $1", [bookingId])).toBe("Aasha Rao");
    },
  );

  it("racing the sale, puts every accepted correction on the invoice", async () => {
    for (const stallId of ["B22", "B23", "B24", "B25"]) {
      const buyer = await test.paying(stallId);
      const { visitor } = await opened((await linked(buyer)).token);
      await test.simulator.pay(buyer.orderId);
      const [response, settled] = await Promise.all([correct(visitor, { fullName: "Aasha Rao" }), settle(buyer)]);
      expect(settled).toBe("sold");
      expect([200, "invoice_issued"]).toContain(codeOf(response));
      expect(await invoicedTo(buyer)).toMatchObject([{ name: response.status === 200 ? "Aasha Rao" : "Asha Rao" }]);
    }
  });

  it("rejects invalid, unchanged, stale, late and unauthorized corrections", async () => {
    const { visitor } = await opened((await linked(await test.registered("B28"))).token);
    const wrong = await correct(visitor, { phoneNumber: "12", pincode: "5" });
    expect(wrong.body["fields"]).toEqual({
      phoneNumber: ["Phone number must be exactly 10 digits"],
      pincode: ["Pincode must be exactly 6 digits"],
    });
    expect(apiError(await correct(visitor, {}))).toEqual([409, "nothing_to_correct"]);
    const { changedAt } = await pageOf(visitor);
    const clicks = await Promise.all(
      ["Aasha Rao", "Usha Rao"].map((fullName) => correct(visitor, { fullName }, changedAt)),
    );
    expect(clicks.map(codeOf).toSorted()).toEqual([200, "booking_changed"]);
    await mela.expire("B28");
    expect(apiError(await correct(visitor, { fullName: "Meera" }))).toEqual([409, "hold_expired"]);
    const stranger = await mela
      .visitor()
      .post(`${CALLS}/correct`, {
        ...{ fullName: "Mallory", email: "m@example.com", phoneNumber: "9811100001", businessName: "Mallory" },
        ...{ pincode: "560001", seenAt: changedAt },
      });
    expect(apiError(stranger)).toEqual([404, "booking_link_invalid"]);
  });

  it("by link, notifies the former address of every change without details, and keeps the link valid", async () => {
    const buyer = await test.paying("B29");
    const { token, bookingId } = await linked(buyer);
    const { visitor } = await opened(token);
    const thief = "thief@example.com";
    for (const email of [thief, "other@example.com"]) expect((await correct(visitor, { email })).status).toBe(200);
    const notices = ["address-changed to asha.b29@example.com", `address-changed to ${thief}`];
    expect(await mails(bookingId)).toEqual(notices);
    const details = await mela.column<unknown>("SELECT data FROM mails WHERE booking_id = $1", [bookingId]);
    expect(details).toEqual([{ name: "" }, { name: "" }]);
    // The payer is not locked out: the link still works, so they can restore the address.
    const payer = (await opened(token)).visitor;
    expect((await correct(payer, { email: "asha.b29@example.com" })).status).toBe(200);
    expect(await mela.eventLog("B29")).toContain("corrected by visitor (email address)");
    // An address that has proved nothing gets one mail a day (decision 46), so the next change is not notified again.
    expect((await correct(visitor, { email: thief })).status).toBe(200);
    expect(await mails(bookingId)).toEqual([...notices, "address-changed to other@example.com"]);
  });

  it("in the registering browser, needs no link until the sale, and mails a stranger's address at most once a day", async () => {
    const stranger = "stranger@example.com";
    for (const stallId of ["B30", "B31"]) {
      const buyer = await test.registered(stallId, { email: stranger });
      const visitor = await openedHere(buyer);
      expect((await correct(visitor, { email: `asha.${stallId}@example.com` })).status).toBe(200);
    }
    expect(await mela.column("SELECT template FROM mails WHERE to_address = $1", [stranger])).toEqual([
      "address-changed",
    ]);
    const buyer = await test.paying("B32");
    const { visitor: another } = await test.registered("B33");
    const here = async (visitor: TestVisitor, { orderId } = buyer) =>
      visitor.post(`${CALLS}/session/here`, { orderId });
    // Other browsers' attempts do not lock out the payer.
    const responses = await Promise.all(Array.from({ length: 31 }, () => here(another)));
    expect((await here(buyer.visitor)).status).toBe(200);
    responses.push(await here(mela.visitor()));
    responses.push(await here(another, { ...buyer, orderId: "MELA1763712999999t7777" }));
    await test.simulator.pay(buyer.orderId);
    await settle(buyer);
    responses.push(await here(buyer.visitor));
    expect(responses.map(apiError)).toEqual(responses.map(() => [404, "booking_link_invalid"]));
    for (const { body } of responses) expect(body).toEqual(responses[0]!.body);
    const minutes = await mela.value<number>(
      `SELECT round(extract(epoch FROM max(expires_at) - clock_timestamp()) / 60)::int FROM link_sessions l
         JOIN bookings b ON b.id = l.subject_id WHERE b.stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B31')`,
    );
    expect(minutes).toBe(60);
  });
});

describe("POST find-my-booking", () => {
  const find = (body: object, visitor = mela.visitor()) => visitor.post("/api/v1/mela/find-my-booking", body);

  it("responds identically after the same time, and mails a link only to the booking's address", async () => {
    const { orderId, bookingId } = sale;
    const own = `${bookingId} asha.b1@example.com`;
    const cases: readonly [object, string[]][] = [
      [{ contact: "ASHA.B1@example.com", orderId }, [own]],
      [{ contact: "+91 98766 60001", orderId }, [own, own]],
      [{ contact: "asha.b2@example.com", orderId }, [own, own]],
      [{ contact: "asha.b1@example.com", orderId: "MELA1763712999999t9999" }, [own, own]],
    ];
    const responses = new Set<string>();
    for (const [body, sent] of cases) {
      const startedAt = performance.now();
      const { status, body: response } = await find(body);
      expect(performance.now() - startedAt).toBeGreaterThan(390);
      responses.add(JSON.stringify([status, response]));
      const mails = "SELECT booking_id || ' ' || to_address FROM mails WHERE template = 'booking-link'";
      expect([body, await mela.column(mails)]).toEqual([body, sent]);
    }
    expect(responses.size).toBe(1);
  });

  /** Number of mails with a link to an address. */
  const linksTo = async (address: string) =>
    (await mela.query("SELECT FROM mails WHERE template = 'booking-link' AND to_address = $1", [address])).length;
  const contact = "asha.b2@example.com";

  it.each([
    [
      "an order number",
      "198.51.100.1",
      (at: number) => ({ contact: `guess${at}@example.com`, orderId: other.orderId }),
    ],
    ["an address", "198.51.100.2", (at: number) => ({ contact, orderId: `MELA176371299999${at}t8888` })],
    ["unknown bookings", "198.51.100.3", (at: number) => ({ contact: "nobody@x.yz", orderId: `MELA1${at}` })],
  ])("limits a network that repeatedly searches for %s, without affecting the owner", async (_, address, body) => {
    const stranger = mela.visitor(address);
    const responses = await Promise.all(Array.from({ length: 6 }, (_each, at) => find(body(at), stranger)));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
    const before = await linksTo(contact);
    expect((await find({ contact, orderId: other.orderId })).status).toBe(200);
    expect(await linksTo(contact)).toBe(before + 1);
  });

  it("mails a booking's link at most five times an hour, with the same response", async () => {
    const buyer = await bought("B34");
    const body = { contact: "asha.b34@example.com", orderId: buyer.orderId };
    const searches = Array.from({ length: 6 }, (_, at) => find(body, mela.visitor(`203.0.113.${20 + at}`)));
    expect(new Set((await Promise.all(searches)).map((response) => JSON.stringify(response.body))).size).toBe(1);
    // The answers come after a fixed time, which on a busy machine is before the links.
    await until("five links", async () => (await linksTo(body.contact)) >= 5);
    expect(await linksTo(body.contact)).toBe(5);
  });

  it("mails an address once a day about unpaid registrations, which may be a stranger's", async () => {
    const email = "never.paid@example.com";
    for (const stallId of ["B35", "B36"]) {
      const { orderId } = await test.registered(stallId, { email });
      expect((await find({ contact: email, orderId })).status).toBe(200);
    }
    expect(await linksTo(email)).toBe(1);
  });
});

describe("invalid links from one network", () => {
  it("are rate limited; valid ones then get the same response", async () => {
    const visitor = new TestVisitor(mela.app, "203.0.113.7");
    const open = async (token: string) => (await visitor.post(`${CALLS}/session`, { token })).status;
    expect(await open("x")).toBe(404);
    // Sets the count to 299 of 300.
    await mela.query(
      "UPDATE rate_limits SET points = points + 298 WHERE key LIKE 'booking_link_misses%' AND points = 1",
    );
    expect([await open("x"), await open("x"), await open(sale.token)]).toEqual([404, 429, 429]);
    expect((await opened(sale.token)).response.status).toBe(200);
  });
});
