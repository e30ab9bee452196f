import type { AdministratorRole } from "@sakhi/domain/access/rights";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { DIGEST_KIND_NAMES } from "@sakhi/domain/digest/digest.kinds";
import { fieldNames, type OptionalName } from "@sakhi/domain/fields/declared-fields";
import type {
  AccessToken,
  AccountStep,
  AdminBooking,
  AdministratorAccount,
  OpenInvitation,
  ApplicationDetails,
  Coupon,
  Enquiry,
  Issues,
  ManagedEvent,
  ManagedFacts,
  OperationsFigures,
  RecoveryStatus,
  OwnAccount,
  OwnMails,
  PlanStall,
  Registration,
  StallHistory,
  Summary,
} from "../api/admin-api";
import { FakeServer, errorResponse } from "./fake-server";
import type { FakeResponse, Call, CallName } from "./fake-server";
import { MANAGED_FACTS } from "./managed-facts";

const AT = (time: string) => `2026-11-21T${time}.000Z`;
const BOOKING_ID = "7d6f2b1e-0000-4000-8000-000000000001";

/** What a registration can be sent without. */
const NOT_GIVEN = Object.fromEntries(
  fieldNames(REGISTRATION_FIELDS, ({ optional }) => optional === true).map((name) => [name, null]),
) as Pick<Registration, OptionalName<typeof REGISTRATION_FIELDS>>;

/** A registration as the API returns it; paid by UPI by default. */
export function aRegistration(more: Partial<Registration> = {}): Registration {
  return {
    ...{ id: BOOKING_ID, orderId: "MELA1763700000000_aaaa" },
    ...NOT_GIVEN,
    ...{ fullName: "Asha Rao", email: "asha@example.com", phoneNumber: "9876543210", businessName: "Asha Weaves" },
    ...{ gstNumber: "29ABCDE1234F1Z5", gstAddress: "12 MG Road, Bengaluru", pincode: "560001" },
    ...{ event: "the-mela-2099", stallId: "A5", stallType: "Premium", stallPrice: 36_000, netAmount: 32_400 },
    ...{ paymentStatus: "payment_successful", transactionId: "5114919", paymentMode: "upi" },
    ...{ listingOfferStatus: "accepted_free", linkedApplicationId: "APP-77" },
    ...{ createdAt: AT("08:33:00"), updatedAt: AT("08:40:00") },
    ...more,
  };
}

const STANDARD = { stallType: "General", stallPrice: 27_000, netAmount: 27_000, linkedApplicationId: null } as const;
/** Three registrations: paid, pending, paid by card. */
export const THREE: readonly Registration[] = [
  aRegistration(),
  aRegistration({
    ...{ ...STANDARD, id: "7d6f2b1e-0000-4000-8000-000000000002", orderId: "MELA1763700000001_bbbb", stallId: "B12" },
    ...{ fullName: "Meera Nair", email: "meera@example.com", phoneNumber: "+919000000002" },
    ...{ businessName: "Nair Naturals", gstNumber: null, gstAddress: null, listingOfferStatus: "not_offered" },
    ...{ paymentStatus: "payment_pending", transactionId: null, paymentMode: null },
  }),
  aRegistration({
    ...{ ...STANDARD, id: "7d6f2b1e-0000-4000-8000-000000000003", orderId: "MELA1763700000002_cccc", stallId: "B13" },
    ...{ fullName: "Zoya Khan", email: "zoya@example.com", phoneNumber: "9000000003" },
    ...{ businessName: "Zoya Zari", gstNumber: "", listingOfferStatus: "offered" },
    ...{ transactionId: "5114920", paymentMode: "card" },
  }),
];

/** The booking of the first registration, with everything that belongs to it. */
export function aBooking(more: Partial<AdminBooking> = {}): AdminBooking {
  const [paidAt, invoicedAt, sentAt] = [AT("08:36:00"), AT("08:36:01"), AT("08:36:03")];
  const number = "INV/26-27/000123";
  return {
    ...{ id: BOOKING_ID, orderId: "MELA1763700000000_aaaa", state: "sold", status: "Sold", language: "en" },
    ...{ fullName: "Asha Rao", email: "asha@example.com", phoneNumber: "9876543210", businessName: "Asha Weaves" },
    ...{ gstNumber: "29ABCDE1234F1Z5", gstAddress: "12 MG Road, Bengaluru", pincode: "560001" },
    ...{ event: "the-mela-2099", stallId: "A5", stallType: "Premium", stallPrice: 36_000, netAmount: 32_400 },
    amountDue: 32_400,
    ...{ discountPercentage: 10, discountAmount: 3600, couponCode: "MELA10", movesAmount: 0, refundedAmount: 0 },
    ...{ paymentStatus: "payment_successful", transactionId: "5114919", paymentMode: "upi" },
    ...{ listingOfferStatus: "accepted_free", linkedApplicationId: "APP-77" },
    ...{ heldAt: AT("08:30:00"), registeredAt: AT("08:33:00"), holdExpiresAt: AT("08:40:00") },
    ...{ endedAt: paidAt, updatedAt: AT("08:40:00") },
    ...{ policiesAcceptedAt: AT("08:33:00"), policiesVersion: "2026-11-22" },
    timeline: [
      { at: AT("08:30:00"), kind: "event", sentence: "A5 was reserved", by: "visitor" },
      { at: paidAt, kind: "payment", sentence: "₹32,400 was paid by UPI", by: "provider", reference: "5114919" },
      { at: invoicedAt, kind: "invoice", sentence: `Invoice ${number} was issued`, by: "system", reference: number },
    ],
    invoices: [{ id: "inv-1", number, kind: "invoice", issuedAt: invoicedAt, amount: 32_400, rendered: true }],
    whatsapp: [],
    mails: [
      {
        ...{ id: "mail-1", template: "booking-confirmed", to: "asha@example.com", state: "sent", copy: false },
        ...{ attempts: 1, createdAt: invoicedAt, sentAt },
      },
    ],
    ...{ payments: [], refunds: [], audit: [], networks: [] },
    temporalUrl: "http://127.0.0.1:8233/namespaces/default/workflows/stall-booking",
    ...more,
  };
}

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
    ...{ companyType: "product", businessCategory: "Handloom Textiles", language: "en" },
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

const SIZE = { width: 10, height: 10 };

/** The current event; with other values, another one. */
export function anEvent(more: Partial<ManagedEvent> = {}): ManagedEvent {
  return {
    ...{ slug: "the-mela-2099", name: "The Mela", edition: "2099", title: "The Mela 2099", status: "published" },
    ...{
      current: true,
      days: { start: "2099-12-03", end: "2099-12-04" },
      dates: "3–4 December 2099",
      salesCloseAt: "2099-12-02T12:30:00.000Z",
    },
    ...{
      over: false,
      stalls: 70,
      sold: 17,
      blocked: 0,
      unpaid: 2,
      missing: [],
      obstacles: ["Its last day is not over."],
    },
    types: [
      {
        key: "Premium",
        label: "Premium",
        price: 36_000,
        priceNow: 36_000,
        dates: [],
        ...SIZE,
        look: "premium",
        stalls: 20,
        stallsAtPrice: 20,
      },
      {
        key: "General",
        label: "Standard",
        price: 27_000,
        priceNow: 27_000,
        dates: [],
        ...SIZE,
        look: "standard",
        stalls: 50,
        stallsAtPrice: 49,
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

const SUMMARY: Summary = {
  ...{ totalRegistrations: 3, paidBookings: 2, totalRevenue: 159_400, freeListingsClaimed: 1, keptFromCancelled: 0 },
  byDay: [{ day: "2026-11-21", bookings: 2, revenue: 159_400 }],
  byType: [
    { stallType: "Premium", sold: 1, revenue: 132_400 },
    { stallType: "General", sold: 1, revenue: 27_000 },
  ],
};

const HISTORY: StallHistory = {
  stallId: "B12",
  events: [
    {
      ...{ id: "12", at: AT("08:33:09"), bookingId: "b9", kind: "hold_released", actor: "system" },
      sentence: "The hold ran out before the visitor registered: released",
    },
    {
      ...{ id: "11", at: AT("08:23:09"), bookingId: "b9", kind: "reserved", actor: "visitor" },
      sentence: "A visitor reserved B12",
    },
  ],
  temporalUrl: "http://127.0.0.1:8233/namespaces/default/workflows?query=StallId%3D%22B12%22",
};

const HEALTHY: Issues["healthy"] = {
  ...{ soldBookings: 2, paidOrders: 2, refundsDone: 0, refundsUnderWay: 0, mailsSent: 5, invoicesIssued: 2 },
  ...{ webhooksHandled: 4, messagesRelayed: 41, quietSweeps: 1440, sweeps: 1440, resolvedIssues: 1 },
};

/** The figures of the operations page. */
export const OPERATIONS_FIGURES: OperationsFigures = {
  checkedAt: AT("08:45:00"),
  objectives: [
    {
      title: "The floor plan, within 100 ms",
      target: 0.99,
      day: { good: 995, total: 1000 },
      month: { good: 1995, total: 2000 },
      budgetLeft: 0.75,
    },
    {
      title: "Mails handed over within a minute",
      target: 0.99,
      day: { good: 0, total: 0 },
      month: { good: 97, total: 100 },
      budgetLeft: -2,
    },
  ],
  waiting: [
    { name: "Nudges for Temporal", waiting: 0, oldestSeconds: 0, lateAfterSeconds: 60 },
    { name: "Mails", waiting: 3, oldestSeconds: 400, lateAfterSeconds: 120 },
  ],
  bookings: [{ state: "sold", count: 2 }],
  sweep: [{ name: "expiredHolds", last: 0, lastDay: 2 }],
  ...{ overdueHolds: 0, lastSweepAt: AT("08:44:30"), sweepFailed: [], openIssues: 1, failingWorkflows: 0 },
  parts: { database: "up", disk: "up", temporal: "down", queue: "up", smtp: "down", payments: "unknown" },
  processes: [
    { name: "api", running: 2, lastSeenSeconds: 1 },
    { name: "jobs", running: 0, lastSeenSeconds: 600 },
  ],
  unread: [],
  links: [{ name: "Temporal UI", url: "http://127.0.0.1:8233" }],
  believed: [],
};

const SESSION = { createdAt: AT("08:00:00"), lastUsedAt: AT("08:45:00") };
const ACCOUNT: OwnAccount = {
  ...{ username: "operator", role: "owner", passwordSetAt: "2026-11-01T08:00:00.000Z" },
  ...{ secondFactorRequired: false, recoveryCodesLeft: 0 },
  sessions: [
    { ...SESSION, id: "00000000-0000-4000-8000-00000000000a", browser: "Firefox on Linux", current: true },
    { ...SESSION, id: "00000000-0000-4000-8000-00000000000b", browser: "Chrome on Android", current: false },
  ],
};

const ADMINISTRATORS: AdministratorAccount[] = [
  {
    ...{ id: "00000000-0000-4000-8000-000000000101", username: "operator", role: "owner", self: true },
    ...{ createdAt: "2026-11-01T08:00:00.000Z", lastLoginAt: AT("08:00:00"), secondFactor: true },
  },
  {
    ...{ id: "00000000-0000-4000-8000-000000000102", username: "meena", role: "viewer", self: false },
    ...{ createdAt: "2026-11-01T08:00:00.000Z", secondFactor: false },
  },
];

/** Response with a list that has no other pages. */
const counted = <Row>(rows: Row[]) => ({ json: rows, headers: { "x-total-count": String(rows.length) } });

/** Fake API for administrators; an owner is logged in by default. */
export class AdminServer extends FakeServer {
  account = ACCOUNT;
  ownMails: OwnMails = {
    ...{ kinds: [], choosable: [...DIGEST_KIND_NAMES], hour: 8, weekdays: [1, 2, 3, 4, 5, 6, 7], alerts: [] },
  };
  tokens: AccessToken[] = [];
  administrators = ADMINISTRATORS;
  invitations: OpenInvitation[] = [];
  session: {
    authenticated: boolean;
    username: string | null;
    role?: AdministratorRole;
    /** Slugs, of a person with named events. */
    events?: string[];
    step?: AccountStep;
    version?: string;
  } = { authenticated: true, username: "operator", role: "owner", version: "0.1.0+6e2a89d7" };
  registrations: Registration[] = [...THREE];
  booking = aBooking();
  applications: ApplicationDetails[] = [anApplication()];
  enquiries: Enquiry[] = [anEnquiry()];
  coupons: Coupon[] = [aCoupon()];
  facts: ManagedFacts = MANAGED_FACTS;
  events: ManagedEvent[] = [anEvent()];
  issues: Issues = { healthy: HEALTHY, entries: [] };
  recovery: RecoveryStatus = {};
  plan: PlanStall[] = this.layout.map(({ stallId, type, price, x, y, status }) => ({
    stallId,
    type,
    price,
    x,
    y,
    ...SIZE,
    turn: 0,
    look: type === "Premium" ? "premium" : "standard",
    state: status === "Available" ? "available" : status === "Sold" ? "sold" : "held",
    ...(status === "Available" ? {} : { bookingId: `booking-of-${stallId}` }),
  }));

  constructor() {
    super();
    this.on("GET /mela/admin/check", () => ({ json: this.session }));
    this.read("GET /mela/registrations", () => counted(this.registrations));
    this.read("GET /mela/stall-availability", () => ({
      json: { premiumAvailable: 16, totalPremium: 20, generalAvailable: 37, totalGeneral: 50, others: [] },
    }));
    this.read("GET /mela/admin/summary", () => ({ json: SUMMARY }));
    this.read("GET /mela/admin/plan", () => ({ json: this.plan }));
    this.read("GET /mela/admin/stalls/B12/history", () => ({ json: HISTORY }));
    this.read("GET /mela/admin/issues", () => ({ json: this.issues }));
    this.read("GET /mela/admin/whatsapp", () => ({ json: null }));
    this.read("GET /mela/admin/operations", () => ({ json: OPERATIONS_FIGURES }));
    this.read("GET /mela/admin/recovery", () => ({ json: this.recovery }));
    this.read("GET /mela/admin/audit", () => counted([]));
    this.read("GET /mela/admin/audit/people", () => ({ json: ["asha", "lata"] }));
    this.read(`GET /mela/admin/bookings/${this.booking.id}`, () => ({ json: this.booking }));
    this.read(`GET /mela/admin/papers/${this.booking.id}`, () => ({ json: [] }));
    for (const { slug } of this.events) {
      this.read(`GET /mela/admin/events/${slug}/questions`, () => ({ json: [] }));
      this.read(`GET /mela/admin/events/${slug}/papers`, () => ({ json: [] }));
      this.read(`GET /mela/admin/events/${slug}/stalls-per-order`, () => ({ json: { most: 2 } }));
      this.read(`GET /mela/admin/events/${slug}/move-settings`, () => ({ json: { byHolder: false, linkHours: 48 } }));
      this.read(`GET /mela/admin/events/${slug}/messages`, () => ({ json: [] }));
      this.read(`GET /mela/admin/events/${slug}/holders`, () => ({ json: [] }));
      this.read(`GET /mela/admin/events/${slug}/files`, () => ({ json: [] }));
    }
    this.read(`GET /mela/admin/stall-moves/${this.booking.id}`, () => ({ json: { moves: [] } }));
    this.read("GET /mela/admin/brand-changes", () => ({ json: [] }));
    this.read("GET /mela/admin/account", () => ({ json: this.account }));
    this.read("GET /mela/admin/account/mails", () => ({ json: this.ownMails }));
    this.read("GET /mela/admin/account/tokens", () => ({ json: this.tokens }));
    this.read("GET /mela/admin/administrators", () => ({ json: this.administrators }));
    this.read("GET /mela/admin/administrators/invitations", () => ({ json: this.invitations }));
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
    this.read("GET /mela/admin/events", () => ({ json: this.events }));
    this.read("GET /mela/admin/event-facts", () => ({ json: this.facts }));
    this.read("GET /mela/admin/coupons", () => ({ json: this.coupons }));
    this.on("POST /mela/admin/logout", () => {
      this.session = { authenticated: false, username: null };
      return { json: this.session };
    });
  }

  /** Handles a call for administrators only: 401 without a session. */
  read<Name extends CallName>(name: Name, respond: (call: Call<Name>) => FakeResponse<Name>): void {
    this.on(name, (call) =>
      this.session.authenticated
        ? respond(call)
        : errorResponse(401, "not_authenticated", "Please log in as an administrator."),
    );
  }

  /** Logs in a viewer, who may not change anything. */
  asViewer(): this {
    this.session = { authenticated: true, username: "auditor", role: "viewer" };
    return this;
  }

  /** Ends the session, as after two hours of inactivity. */
  endSession(): void {
    this.session = { authenticated: false, username: null };
  }
}
