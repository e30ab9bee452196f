import { afterAll, describe, expect, it, jest } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { RateLimits } from "../../src/platform/http/rate-limits.js";
import { codeOf } from "../bookings/mela.js";
import { type Buyer, PayingTest } from "../payments/paying.js";

const RECEIPT = "/api/v1/mela/my-booking/receipt";
const FIND = "/api/v1/mela/find-my-booking";
const test = await PayingTest.start({ RATE_LIMITS: "on" }, [MyBookingModule]);
const { mela } = test;
afterAll(() => test.close());

async function bought(stallId: string, changes: Record<string, unknown> = {}): Promise<Buyer> {
  const buyer = await test.paying(stallId, changes);
  await test.simulator.pay(buyer.orderId);
  expect(await test.settle(buyer.orderId)).toBe("sold");
  return buyer;
}

/** Queues the confirmation as the jobs process does, and marks it as sent. */
async function confirmed({ orderId }: Buyer, state = "sent"): Promise<string> {
  const bookingId = await test.bookingOf(orderId);
  const [mail] = await mela.query<{ id: string }>(
    `INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state)
     SELECT gen_random_uuid(), 'booking-confirmed-' || id, 'booking-confirmed', email, '{}', id, $2
       FROM bookings WHERE id = $1 RETURNING id`,
    [bookingId, state],
  );
  return mail!.id;
}

const mailsOf = async ({ orderId }: Buyer) =>
  mela.query<{ to: string; state: string; copy: boolean }>(
    `SELECT to_address AS to, state, copy_of IS NOT NULL AS copy FROM mails
      WHERE booking_id = $1 AND template = 'booking-confirmed' ORDER BY created_at`,
    [await test.bookingOf(orderId)],
  );

describe("the receipt of the browser that paid", () => {
  it("shows the address, and corrects a mistyped one: links of the first mail end, a second mail goes out", async () => {
    const buyer = await bought("B11", { email: "asha@gmial.com" });
    const mailId = await confirmed(buyer);
    const bookingId = await test.bookingOf(buyer.orderId);
    const token = (await test.get(MailedLinksService).url("booking", mailId, bookingId)).split("#")[1]!;
    const seen = await buyer.visitor.get(`${RECEIPT}?orderId=${buyer.orderId}`);
    // Her ticket, and what is asked of her: the call did not answer it.
    const ticket = expect.stringMatching(/^SBT-1-/);
    const missing = { papers: ["Do you sell food?"], until: expect.any(String) };
    expect([seen.status, seen.body]).toEqual([
      200,
      { email: "asha@gmial.com", mail: "sent", correctable: true, ticket, missing },
    ]);

    const corrected = await buyer.visitor.post(`${RECEIPT}/email`, { orderId: buyer.orderId, email: "asha@gmail.com" });
    expect(corrected.body).toEqual({
      ...{ email: "asha@gmail.com", mail: "queued", correctable: true },
      ...{ ticket, missing },
    });
    expect(await mailsOf(buyer)).toEqual([
      { to: "asha@gmial.com", state: "sent", copy: false },
      { to: "asha@gmail.com", state: "queued", copy: true },
    ]);
    const opened = await mela.visitor().post("/api/v1/mela/my-booking/session", { token });
    expect(codeOf(opened)).toBe("booking_link_invalid");
    const events = await mela.query("SELECT kind, actor, detail FROM booking_events WHERE kind = 'corrected'");
    expect(events).toMatchObject([{ actor: "visitor", detail: { fields: "email" } }]);
    expect(JSON.stringify(events)).not.toContain("asha");
  });

  it("redirects a confirmation that is still queued instead of sending two", async () => {
    const buyer = await bought("B12");
    await confirmed(buyer, "queued");
    const email = "right@example.com";
    expect(codeOf(await buyer.visitor.post(`${RECEIPT}/email`, { orderId: buyer.orderId, email }))).toBe(200);
    expect(await mailsOf(buyer)).toEqual([{ to: email, state: "queued", copy: false }]);
  });

  it("corrects nothing once a link of the mail was opened", async () => {
    const buyer = await bought("B13");
    const bookingId = await test.bookingOf(buyer.orderId);
    const token = (await test.get(MailedLinksService).url("booking", await confirmed(buyer), bookingId)).split("#")[1]!;
    await mela.visitor().post("/api/v1/mela/my-booking/session", { token });
    expect((await buyer.visitor.get(`${RECEIPT}?orderId=${buyer.orderId}`)).body).toMatchObject({ correctable: false });
    const refused = await buyer.visitor.post(`${RECEIPT}/email`, { orderId: buyer.orderId, email: "x@example.com" });
    expect(codeOf(refused)).toBe("receipt_opened");
  });

  it("is nothing to other browsers, nor a day after the sale", async () => {
    const buyer = await bought("B14");
    const stranger = mela.visitor();
    expect((await stranger.get(`${RECEIPT}?orderId=${buyer.orderId}`)).body).toBeNull();
    const body = { orderId: buyer.orderId, email: "thief@example.com" };
    expect(codeOf(await stranger.post(`${RECEIPT}/email`, body))).toBe("booking_link_invalid");
    await mela.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
    // The day ends while the limits are asked.
    jest.spyOn(test.get(RateLimits), "use").mockImplementationOnce(async () => {
      await mela.query("UPDATE invoices SET issued_at = issued_at - interval '25 hours' WHERE order_id = $1", [
        buyer.orderId,
      ]);
      return () => Promise.resolve();
    });
    expect(codeOf(await buyer.visitor.post(`${RECEIPT}/email`, body))).toBe("booking_link_invalid");
    expect((await buyer.visitor.get(`${RECEIPT}?orderId=${buyer.orderId}`)).body).toBeNull();
    expect(codeOf(await buyer.visitor.post(`${RECEIPT}/email`, body))).toBe("booking_link_invalid");
  });

  it("opens My booking with the invoice, without a mail, on the day of the sale only", async () => {
    const buyer = await bought("B15");
    const open = () => buyer.visitor.post("/api/v1/mela/my-booking/session/here", { orderId: buyer.orderId });
    expect((await open()).body).toMatchObject({ documents: [{ kind: "invoice" }] });
    await mela.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
    await mela.query("UPDATE invoices SET issued_at = issued_at - interval '25 hours' WHERE order_id = $1", [
      buyer.orderId,
    ]);
    expect(codeOf(await open())).toBe("booking_link_invalid");
  });
});

describe("a search by contact alone", () => {
  const linksTo = async (address: string) =>
    (
      await mela.query<{ order: string }>(
        "SELECT data->>'orderId' AS order FROM mails WHERE template = 'booking-link' AND to_address = $1 ORDER BY 1",
        [address],
      )
    ).map(({ order }) => order);

  it("mails a link to every paid or unfinished booking of the address, and to none that ended unpaid", async () => {
    const changes = { email: "two@example.com", phoneNumber: "9876500001" };
    const [first, second] = [await bought("B16", changes), await bought("B17", changes)];
    const ended = await test.paying("B18", { ...changes, phoneNumber: "9876500002" });
    await mela.query(
      "UPDATE bookings SET state = 'released', release_reason = 'left', ended_at = clock_timestamp() WHERE order_id = $1",
      [ended.orderId],
    );
    const found = await mela.visitor().post(FIND, { contact: "TWO@example.com" });
    expect(found.status).toBe(200);
    // The response does not wait for the mails.
    await until("both links", async () => (await linksTo("two@example.com")).length > 1);
    expect(await linksTo("two@example.com")).toEqual([first.orderId, second.orderId].sort());
  });

  it("answers the same for an unknown contact, and with a blank order number", async () => {
    const found = await mela.visitor().post(FIND, { contact: "nobody@example.com", orderId: "  " });
    const known = await mela.visitor().post(FIND, { contact: "9876500001" });
    expect([found.status, found.body]).toEqual([known.status, known.body]);
  });
});
