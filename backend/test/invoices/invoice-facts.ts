import { firstFacts } from "../../src/events/first-facts.js";
import { invoiceContent, type InvoiceContent, type InvoiceRequest } from "../../src/invoices/invoice.content.js";
import type { Config } from "../../src/platform/config/config.js";
import { testConfig } from "../support/config.js";

/** A stall sale as the booking feature requests its invoice. */
export function invoiceRequest(changes: Partial<InvoiceRequest> = {}): InvoiceRequest {
  return {
    orderId: "MELA1764000000000abcd",
    eventId: 1,
    product: "stall",
    description: "Stall B12 (Standard), Sakhi Mela",
    pricePaise: 2_700_000,
    discountPaise: 270_000,
    totalPaise: 2_430_000,
    couponCode: "MELA10",
    recipient: {
      name: "Sunita Devi",
      businessName: "Sunita Handlooms",
      email: "sunita@example.com",
      phone: "9876543210",
      address: "12 Weavers Lane, Jayanagar",
      pincode: "560041",
    },
    booking: { bookingId: "6f9f2c1e-4f64-4a38-9a2e-0d6c1a52f001", stallId: "B12", stallType: "General" },
    ...changes,
  };
}

/** Settings with the example seller. */
export function invoiceSettings(changes: Readonly<Record<string, string>> = {}): Config {
  return testConfig({ DATABASE_URL: "postgres://x@127.0.0.1:1/x", ...changes });
}

/** The first start of its installation: the Mela is on 3 and 4 December 2026. */
const STARTED = new Date("2026-10-01T00:00:00Z");

/** The content of its invoice, issued at a fixed time. */
export function frozenInvoice(
  changes: Partial<InvoiceRequest> = {},
  settings: Readonly<Record<string, string>> = {},
): InvoiceContent {
  const issued = { number: "INV/26-27/000123", issuedAt: new Date("2026-11-21T18:40:00Z") };
  const config = invoiceSettings(settings);
  const request = invoiceRequest(changes);
  const tax = { ratePercent: config.gstRatePercent, sac: config.sac[request.product] };
  return invoiceContent(request, issued, tax, firstFacts(config, STARTED));
}
