import { beforeAll, expect, it } from "@jest/globals";
import { expectSuccess } from "@sakhi/testkit/http-visitor";
import type { CaughtMail } from "@sakhi/testkit/mailbox";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { readPdf } from "../invoices/pdf-text.js";
import { freeStalls, untilState } from "./sale.js";

let product: TestProduct;

/** The mail to an address whose subject matches, once it has arrived. */
const mailTo = (address: string, subject: RegExp): Promise<CaughtMail> =>
  until(`a mail ${subject} to ${address}`, async () =>
    (await product.mails.to(address)).find((mail) => subject.test(mail.subject)),
  );

/** What follows the language of the page on which it began, from the hold to the invoice, through the real mail server. */
export function languages(given: () => TestProduct): void {
  beforeAll(() => {
    product = given();
  });

  it("a booking that began on a page in Hindi has its mails, ticket, calendar and invoice in Hindi", async () => {
    const [stallId = ""] = (await freeStalls(product)).slice(-1);
    const visitor = product.visitor();
    visitor.language = "hi";
    const refused = await visitor.post("/api/v1/mela/validate-coupon", { code: "NOSUCH" });
    expect([refused.status, refused.body["message"]]).toEqual([200, "यह कूपन कोड सही नहीं है"]);
    const order = await visitor.reserveAndInitiate(stallId);
    await product.payments.pay(order.orderId);
    await untilState(product, order.orderId, "sold");

    const confirmation = await mailTo(order.email, new RegExp(`^स्टॉल ${stallId} आपका है`));
    const { text, html } = await product.mails.body(confirmation);
    expect(html).toContain('<html lang="hi-IN">');
    expect(text).toContain(`ऑर्डर: ${order.orderId}`);
    expect(text).toMatch(/गुरुवार|शुक्रवार|शनिवार|रविवार|सोमवार|मंगलवार|बुधवार/);
    expect(text).toMatch(/\/hi\/paid-events\/mela\/payment-success\?order_id=/);
    expect(text).not.toMatch(/Dear|Your |January|December/);
    const pdf = await readPdf(await product.mails.attachment(confirmation));
    for (const words of ["Tax Invoice", "Amount in words", "इनवॉइस नंबर", order.orderId])
      expect(pdf.text).toContain(words);
    const calendar = (await product.mails.attachment(confirmation, "text/calendar")).toString().replaceAll("\r\n ", "");
    expect(calendar).toContain(`मेरा स्टॉल ${stallId}`);
    const key = await mailTo(order.email, /^आपकी बुकिंग का लिंक/);
    expect((await product.mails.body(key)).text).toMatch(/\/hi\/my-booking#[0-9a-f]{32}\./);
  });

  it("another one, from a page in English in a browser that prefers Hindi, stays in English", async () => {
    const [stallId = ""] = (await freeStalls(product)).slice(-1);
    const visitor = product.visitor();
    // The site's pages send their own language, whatever the browser would.
    visitor.language = "en";
    const order = await visitor.reserveAndInitiate(stallId);
    await product.payments.pay(order.orderId);
    await untilState(product, order.orderId, "sold");
    const confirmation = await mailTo(order.email, new RegExp(`^Stall ${stallId} is yours`));
    const { text, html } = await product.mails.body(confirmation);
    expect(html).toContain('<html lang="en-IN">');
    expect(text).not.toMatch(/\p{Script=Devanagari}|\/hi\//u);
  });

  it("who switches the page before she registers gets what she read last", async () => {
    const [stallId = ""] = (await freeStalls(product)).slice(-1);
    const visitor = product.visitor();
    visitor.language = "en";
    expectSuccess(await visitor.reserve(stallId));
    visitor.language = "hi";
    const { orderId } = await visitor.reserveAndInitiate(stallId);
    const [booking] = await product.query<{ language: string }>("SELECT language FROM bookings WHERE order_id = $1", [
      orderId,
    ]);
    expect(booking?.language).toBe("hi");
  });
}
