import type { ApplicationDetails, Coupon, Enquiry } from "../api/admin-api";
import { AdminServer } from "./admin-server";

/** A paid application under review. */
export function anApplication(more: Partial<ApplicationDetails> = {}): ApplicationDetails {
  const orderId = "LIST1764000000000_abc";
  const [createdAt, paidAt, sentAt] = [
    "2026-11-20T08:00:00.000Z",
    "2026-11-20T08:05:00.000Z",
    "2026-11-20T08:05:03.000Z",
  ];
  return {
    ...{ id: "11111111-0000-4000-8000-000000000001", kind: "paid", state: "under_review", year: 1, orderId },
    ...{ fullName: "Meena Devi", email: "meena@example.com", phoneNumber: "9876543210", brandName: "Meena Weaves" },
    ...{ companyType: "product", businessCategory: "Handloom Textiles" },
    ...{ createdAt, reviewSince: paidAt, updatedAt: "2026-11-20T08:05:00.123Z" },
    form: {
      ...{ whatsappNumber: "9876543211", whatsappBusinessContact: "9876543212" },
      ...{ businessStage: "growth", businessType: "manufacturer", businessAddress: "12 Temple Road, Mysuru" },
      story: "We weave cotton sarees on twelve handlooms in a village near Mysore.",
      ...{ govtDocument: "UDYAM-KR-01", isStartup: true, interestedInPopups: false },
      ...{ previousParticipation: ["EN Mela"], hearAboutUs: "friend" },
    },
    timeline: [
      { at: createdAt, what: "submitted", by: "visitor" },
      { at: paidAt, what: "paid", by: "provider", note: orderId },
    ],
    orders: [
      {
        ...{ orderId, purpose: "first", year: 1, state: "paid", amount: 999, createdAt, paidAt },
        ...{ transactionId: "5114999", paymentMode: "upi" },
      },
    ],
    invoices: [
      { id: "inv-9", number: "INV/26-27/000124", kind: "invoice", amount: 999, rendered: true, issuedAt: paidAt },
    ],
    refunds: [],
    mails: [
      {
        ...{ id: "mail-9", template: "listing-paid", to: "meena@example.com", state: "sent", copy: false },
        ...{ attempts: 1, createdAt: paidAt, sentAt },
      },
    ],
    ...more,
  };
}

/** An open support enquiry. */
export function anEnquiry(more: Partial<Enquiry> = {}): Enquiry {
  return {
    ...{ id: "22222222-0000-4000-8000-000000000001", kind: "support", state: "open", timesSent: 1 },
    ...{ firstName: "Asha", lastName: "Rao", email: "asha@example.com" },
    ...{ subject: "My listing", message: "How do I change the picture?", reference: "1A2B3C4D" },
    createdAt: "2026-11-21T06:00:00.000Z",
    ...more,
  };
}

/** A usable coupon. */
export function aCoupon(more: Partial<Coupon> = {}): Coupon {
  return {
    ...{ code: "SAKHI25", percentage: 25, active: true, status: "usable", used: 2, claimed: 1, maxUses: 5 },
    version: 7,
    createdAt: "2026-11-01T00:00:00.000Z",
    ...more,
  };
}

/** Fake API for administrators with applications, enquiries and coupons. */
export class ReviewServer extends AdminServer {
  applications: ApplicationDetails[] = [anApplication()];
  enquiries: Enquiry[] = [anEnquiry()];
  coupons: Coupon[] = [aCoupon()];

  constructor() {
    super();
    const counted = <Row>(rows: Row[]) => ({ json: rows, headers: { "x-total-count": String(rows.length) } });
    this.read("GET /mela/admin/listings", ({ query }) =>
      counted(
        this.applications.filter(
          ({ state, kind, brandName }) =>
            (query.get("state") ?? state) === state &&
            (query.get("kind") ?? kind) === kind &&
            brandName.toLowerCase().includes((query.get("q") ?? "").toLowerCase()),
        ),
      ),
    );
    const application = anApplication();
    this.read(`GET /mela/admin/listings/${application.id}`, () => ({
      json: this.applications.find(({ id }) => id === application.id) ?? application,
    }));
    this.read("GET /mela/admin/enquiries", ({ query }) =>
      counted(
        this.enquiries.filter(
          ({ state, kind }) => (query.get("state") ?? state) === state && (query.get("kind") ?? kind) === kind,
        ),
      ),
    );
    this.read("GET /mela/admin/coupons", () => ({ json: this.coupons }));
  }
}
