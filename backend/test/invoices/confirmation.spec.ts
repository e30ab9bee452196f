import { afterAll, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { BookingLocksService } from "../../src/bookings/booking-locks.service.js";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { IssuesService } from "../../src/issues/issues.service.js";
import { InvitationLinksService } from "../../src/mail/invitation-links.service.js";
import { MailDeliveryService } from "../../src/mail/mail-delivery.service.js";
import { MailRenderingService } from "../../src/mail/mail-rendering.service.js";
import { MailRejected, MailSender, type OutgoingMail } from "../../src/mail/mail.sender.js";
import { MailService } from "../../src/mail/mail.service.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { OfferLinksService } from "../../src/mail/offer-links.service.js";
import { TicketCodesService } from "../../src/mail/ticket-codes.service.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import { ListingTest } from "../listings/listing-app.js";

const test = await ListingTest.open();
const operator = await test.administrator("asha");
afterAll(() => test.close());

/** Templates and recipients of an order's confirmation mails. */
const confirmations = (orderId: string): Promise<string[]> =>
  test.mela.column(
    `SELECT template || ' to ' || to_address || CASE WHEN invoice_id IS NULL THEN '' ELSE ', invoice attached' END FROM mails
      WHERE data->>'orderId' = $1 AND template IN ('booking-confirmed', 'invoice-late', 'listing-paid') ORDER BY created_at`,
    [orderId],
  );
const RIGHT = "right@example.com";

/** Simulates a jobs process that was down: corrections and cancellations precede the rendering. */
describe("an invoice that is rendered late", () => {
  it("confirms a booking to the corrected address only", async () => {
    const sale = await test.sold("B1", { email: "strangers@example.com" });
    expect((await test.correct(operator, sale.bookingId, { email: RIGHT })).status).toBe(200);
    await test.renderInvoices(sale.orderId);
    expect(await confirmations(sale.orderId)).toEqual([`booking-confirmed to ${RIGHT}, invoice attached`]);
  });

  it("confirms a listing once, to the corrected address only", async () => {
    const { applicationId, orderId } = await test.paid({ email: "strangers@example.com" });
    expect((await test.correctListing(operator, applicationId, { email: RIGHT })).status).toBe(200);
    await test.renderInvoices(orderId);
    await test.renderInvoices(orderId);
    expect(await confirmations(orderId)).toEqual([`listing-paid to ${RIGHT}, invoice attached`]);
  });

  it("does not confirm a cancelled booking", async () => {
    const sale = await test.sold("B2");
    expect((await operator.cancel(sale.bookingId, "none")).status).toBe(200);
    await test.renderInvoices(sale.orderId);
    expect(await confirmations(sale.orderId)).toEqual([]);
  });

  it("does not confirm a rejected application", async () => {
    const { applicationId, orderId } = await test.paid({ brandName: "Rejected Weaves" });
    expect((await operator.post(`listings/${applicationId}/reject`, { reason: "not ours" })).status).toBe(200);
    await test.renderInvoices(orderId);
    expect(await confirmations(orderId)).toEqual([]);
  });
});

/** The id of a sale's confirmation. */
const confirmationOf = async ({ bookingId }: { readonly bookingId: string }): Promise<string> =>
  (await test.mela.value("SELECT id FROM mails WHERE dedupe_key = $1", [`booking-confirmed-${bookingId}`])) ?? "";

/** The id of the mail with the key that follows the sale. */
const keyOf = async ({ bookingId }: { readonly bookingId: string }): Promise<string> =>
  (await test.mela.value("SELECT id FROM mails WHERE dedupe_key = $1", [`booking-link/first/${bookingId}`])) ?? "";

describe("a mail of a sale whose address is corrected while it is being sent", () => {
  const STRANGER = "strangers@example.com";

  it.each([
    ["attaching", "the confirmation goes to the new address, without a key", "B4", 0, [`keyless to ${RIGHT}`], RIGHT],
    ["linking", "goes to the new address if its link waits for the change", "B5", 0, [`valid to ${RIGHT}`], RIGHT],
    ["sending", "has a revoked link when it went to the former address", "B6", 0, [`revoked to ${STRANGER}`], STRANGER],
    ["sending", "is retried with the new address", "B7", 1, [`revoked to ${STRANGER}`, `valid to ${RIGHT}`], RIGHT],
  ])("%s: %s", async (correctedAt, _outcome, stallId, failures, links, address) => {
    const sale = await test.sold(stallId, { email: STRANGER });
    await test.renderInvoices(sale.orderId);
    const mailId = await (correctedAt === "attaching" ? confirmationOf : keyOf)(sale);
    const bookingLinks = test.get(MailedLinksService);
    const sent: OutgoingMail[] = [];
    const correct = async (now: string): Promise<void> => {
      if (now === correctedAt && sent.length === 0) await test.correct(operator, sale.bookingId, { email: RIGHT });
    };
    /** A correction that commits only once the creation of the mail's link waits for its lock. */
    const correctSlowly = () =>
      new Promise<void>((resolve, reject) => {
        const correction = test.mela.db.database.transaction(async (tx) => {
          await test.get(BookingLocksService).lock(tx, sale.bookingId);
          await bookingLinks.revoke(tx, "booking", sale.bookingId);
          await test.get(MailService).redirect(tx, sale.bookingId, RIGHT);
          resolve();
          const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event_type = 'Lock' AND query LIKE '%INTO mailed_links%'`;
          await until("the link to wait", async () => (await test.mela.query(waiting)).length > 0);
        });
        correction.catch(reject);
      });
    class Sender extends MailSender {
      override async send(mail: OutgoingMail): Promise<void> {
        await correct("sending");
        sent.push(mail);
        if (sent.length <= failures) throw new MailRejected(false, "451 DATA");
      }
    }
    const pdf = async () => {
      await correct("attaching");
      return { filename: "INV.pdf", bytes: Buffer.from("%PDF-1.7") };
    };
    const { config, db } = test.mela;
    const hookedLinks = Object.assign(Object.create(bookingLinks) as MailedLinksService, {
      url: async (...link: Parameters<MailedLinksService["url"]>): Promise<string> => {
        if (correctedAt === "linking") await correctSlowly();
        return bookingLinks.url(...link);
      },
    });
    const rendering = new MailRenderingService(
      ...([config, db.database, { pdf }, test.get(EventFactsService)] as const),
      ...([test.get(OfferLinksService), hookedLinks, test.get(InvitationLinksService)] as const),
      test.get(TicketCodesService),
    );
    const sender = new Sender(config);
    const delivery = new MailDeliveryService(
      config,
      db.database,
      sender,
      rendering,
      test.get(IssuesService),
      new Counters(),
    );
    if (failures > 0) await expect(delivery.deliver(mailId, false)).rejects.toThrow(MailRejected);
    expect(await delivery.deliver(mailId, false)).toBe("sent");
    const seen = sent.map(async ({ to, content }) => {
      const [, token] = /my-booking#([\w.-]+)/.exec(content.text) ?? [];
      if (token === undefined) return `keyless to ${to.address}`;
      return `${(await bookingLinks.open("booking", token)) === undefined ? "revoked" : "valid"} to ${to.address}`;
    });
    expect(await Promise.all(seen)).toEqual(links);
    expect(await test.mela.column("SELECT to_address FROM mails WHERE id = $1", [mailId])).toEqual([address]);
  });
});

it("a mail rejected by its address is resent to the corrected one with a new link to the booking", async () => {
  const sale = await test.sold("B3", { email: "mistyped@example.com" });
  await test.renderInvoices(sale.orderId);
  const mailId = await keyOf(sale);
  const links = test.get(MailedLinksService);
  const tokenIn = async (): Promise<string> => (await links.url("booking", mailId, sale.bookingId)).split("#")[1] ?? "";
  const rejected = await tokenIn();
  expect(await tokenIn()).toBe(rejected);
  await test.mela.query("UPDATE mails SET state = 'failed' WHERE id = $1", [mailId]);
  await test.correct(operator, sale.bookingId, { email: RIGHT });
  const again = await test.mela.db.database.transaction((tx) => test.get(MailService).resend(tx, mailId));
  expect(again).toEqual({ mailId });
  const sent = await tokenIn();
  expect(await links.open("booking", sent)).toMatchObject({ subjectId: sale.bookingId });
  // The first mail may have reached the former address after all.
  expect(await links.open("booking", rejected)).toBeUndefined();
});
