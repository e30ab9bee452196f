import { afterAll, describe, expect, it } from "@jest/globals";
import { BookingLinks } from "../../src/mail/booking-links.service.js";
import { MailService } from "../../src/mail/mail.service.js";
import { ListingTest } from "../listings/listing-app.js";

const test = await ListingTest.open();
const operator = await test.administrator("asha");
afterAll(() => test.close());

/** Templates and recipients of an order's mails that its invoice's job has queued. */
const confirmations = (orderId: string): Promise<string[]> =>
  test.mela.column(
    `SELECT template || ' to ' || to_address AS line FROM mails
      WHERE data->>'orderId' = $1 AND template IN ('booking-confirmed', 'invoice-late', 'listing-paid') ORDER BY created_at`,
    [orderId],
  );
const RIGHT = "right@example.com";

/** The jobs process was away: whatever comes of a sale comes before its invoice is rendered. */
describe("an invoice that is rendered late", () => {
  it("brings a booking's confirmation, which leads to the booking, to the corrected address only", async () => {
    const sale = await test.sold("B1", { email: "strangers@example.com" });
    expect((await test.correct(operator, sale.bookingId, { email: RIGHT })).status).toBe(200);
    await test.renderInvoices(sale.orderId);
    expect(await confirmations(sale.orderId)).toEqual([`booking-confirmed to ${RIGHT}`]);
  });

  it("brings a listing's confirmation to the corrected address only", async () => {
    const { applicationId, orderId } = await test.paid({ email: "strangers@example.com" });
    expect((await test.correctListing(operator, applicationId, { email: RIGHT })).status).toBe(200);
    await test.renderInvoices(orderId);
    expect(await confirmations(orderId)).toEqual([`listing-paid to ${RIGHT}`]);
  });

  it("confirms no booking that was cancelled", async () => {
    const sale = await test.sold("B2");
    expect((await operator.cancel(sale.bookingId, "none")).status).toBe(200);
    await test.renderInvoices(sale.orderId);
    expect(await confirmations(sale.orderId)).toEqual([]);
  });

  it("promises no review of an application that was rejected", async () => {
    const { applicationId, orderId } = await test.paid({ brandName: "Rejected Weaves" });
    expect((await operator.post(`listings/${applicationId}/reject`, { reason: "not ours" })).status).toBe(200);
    await test.renderInvoices(orderId);
    expect(await confirmations(orderId)).toEqual([]);
  });
});

it("a confirmation that its address refused is sent again to the corrected one with a link that opens the booking", async () => {
  const sale = await test.sold("B3", { email: "mistyped@example.com" });
  await test.renderInvoices(sale.orderId);
  const [mailId = ""] = await test.mela.column("SELECT id FROM mails WHERE dedupe_key = $1", [
    `booking-confirmed-${sale.bookingId}`,
  ]);
  const links = test.get(BookingLinks);
  const tokenIn = async (): Promise<string> => (await links.url(mailId, sale.bookingId)).split("#")[1] ?? "";
  const refused = await tokenIn();
  expect(await tokenIn()).toBe(refused);
  await test.mela.query("UPDATE mails SET state = 'failed' WHERE id = $1", [mailId]);
  await test.correct(operator, sale.bookingId, { email: RIGHT });
  const again = await test.mela.db.database.transaction((tx) => test.get(MailService).resend(tx, mailId));
  expect(again).toEqual({ mailId });
  const sent = await tokenIn();
  expect(await links.open(sent)).toMatchObject({ bookingId: sale.bookingId });
  // It may have reached the former address after all.
  expect(await links.open(refused)).toBeUndefined();
});
