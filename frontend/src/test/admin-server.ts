import type {
  AccountStep,
  AdminBooking,
  AdministratorAccount,
  Issues,
  OperationsFigures,
  OwnAccount,
  PlanStall,
  Registration,
  StallHistory,
  Summary,
} from "../api/admin-api";
import { FakeServer, errorResponse } from "./fake-server";
import type { FakeResponse, Call, CallName } from "./fake-server";

const AT = (time: string) => `2026-11-21T${time}.000Z`;
const BOOKING_ID = "7d6f2b1e-0000-4000-8000-000000000001";

/** A registration as the API returns it; paid by UPI by default. */
export function aRegistration(more: Partial<Registration> = {}): Registration {
  return {
    ...{ id: BOOKING_ID, orderId: "MELA1763700000000_aaaa" },
    ...{ fullName: "Asha Rao", email: "asha@example.com", phoneNumber: "9876543210", businessName: "Asha Weaves" },
    ...{ gstNumber: "29ABCDE1234F1Z5", gstAddress: "12 MG Road, Bengaluru", pincode: "560001" },
    ...{ stallId: "A5", stallType: "Premium", stallPrice: 36_000, netAmount: 32_400 },
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
    ...{ id: BOOKING_ID, orderId: "MELA1763700000000_aaaa", state: "sold", status: "Sold" },
    ...{ fullName: "Asha Rao", email: "asha@example.com", phoneNumber: "9876543210", businessName: "Asha Weaves" },
    ...{ gstNumber: "29ABCDE1234F1Z5", gstAddress: "12 MG Road, Bengaluru", pincode: "560001" },
    ...{ stallId: "A5", stallType: "Premium", stallPrice: 36_000, netAmount: 32_400, amountDue: 32_400 },
    ...{ discountPercentage: 10, discountAmount: 3600, couponCode: "MELA10", refundedAmount: 0 },
    ...{ paymentStatus: "payment_successful", transactionId: "5114919", paymentMode: "upi" },
    ...{ listingOfferStatus: "accepted_free", linkedApplicationId: "APP-77" },
    ...{ heldAt: AT("08:30:00"), registeredAt: AT("08:33:00"), holdExpiresAt: AT("08:40:00") },
    ...{ endedAt: paidAt, updatedAt: AT("08:40:00") },
    timeline: [
      { at: AT("08:30:00"), kind: "event", sentence: "A5 was reserved", by: "visitor" },
      { at: paidAt, kind: "payment", sentence: "₹32,400 was paid by UPI", by: "provider", reference: "5114919" },
      { at: invoicedAt, kind: "invoice", sentence: `Invoice ${number} was issued`, by: "system", reference: number },
    ],
    invoices: [{ id: "inv-1", number, kind: "invoice", issuedAt: invoicedAt, amount: 32_400, rendered: true }],
    mails: [
      {
        ...{ id: "mail-1", template: "booking-confirmed", to: "asha@example.com", state: "sent", copy: false },
        ...{ attempts: 1, createdAt: invoicedAt, sentAt },
      },
    ],
    ...{ payments: [], refunds: [], audit: [] },
    temporalUrl: "http://127.0.0.1:8233/namespaces/default/workflows/stall-booking",
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
  waiting: [
    { name: "Nudges for Temporal", waiting: 0, oldestSeconds: 0, lateAfterSeconds: 60 },
    { name: "Mails", waiting: 3, oldestSeconds: 400, lateAfterSeconds: 120 },
  ],
  bookings: [{ state: "sold", count: 2 }],
  sweep: [{ name: "expiredHolds", last: 0, lastDay: 2 }],
  ...{ overdueHolds: 0, lastSweepAt: AT("08:44:30"), sweepFailed: [], openIssues: 1, failingWorkflows: 0 },
  parts: { database: "up", temporal: "down" },
  links: [{ name: "Temporal UI", url: "http://127.0.0.1:8233" }],
};

const SESSION = { createdAt: AT("08:00:00"), lastUsedAt: AT("08:45:00") };
const ACCOUNT: OwnAccount = {
  ...{ username: "operator", role: "operator", passwordSetAt: "2026-11-01T08:00:00.000Z" },
  ...{ secondFactorRequired: false, recoveryCodesLeft: 0 },
  sessions: [
    { ...SESSION, id: "00000000-0000-4000-8000-00000000000a", browser: "Firefox on Linux", current: true },
    { ...SESSION, id: "00000000-0000-4000-8000-00000000000b", browser: "Chrome on Android", current: false },
  ],
};

const ADMINISTRATORS: AdministratorAccount[] = [
  {
    ...{ id: "00000000-0000-4000-8000-000000000101", username: "operator", role: "operator", self: true },
    ...{ createdAt: "2026-11-01T08:00:00.000Z", lastLoginAt: AT("08:00:00"), secondFactor: true },
  },
  {
    ...{ id: "00000000-0000-4000-8000-000000000102", username: "meena", role: "viewer", self: false },
    ...{ createdAt: "2026-11-01T08:00:00.000Z", secondFactor: false },
  },
];

/** Fake API for administrators; an operator is logged in by default. */
export class AdminServer extends FakeServer {
  account = ACCOUNT;
  administrators = ADMINISTRATORS;
  session: { authenticated: boolean; username: string | null; role?: "viewer" | "operator"; step?: AccountStep } = {
    authenticated: true,
    username: "operator",
    role: "operator",
  };
  registrations: Registration[] = [...THREE];
  booking = aBooking();
  issues: Issues = { healthy: HEALTHY, entries: [] };
  plan: PlanStall[] = this.layout.map(({ stallId, type, price, x, y, status }) => ({
    stallId,
    type,
    price,
    x,
    y,
    state: status === "Available" ? "available" : status === "Sold" ? "sold" : "held",
    ...(status === "Available" ? {} : { bookingId: `booking-of-${stallId}` }),
  }));

  constructor() {
    super();
    this.on("GET /mela/admin/check", () => ({ json: this.session }));
    this.read("GET /mela/registrations", () => ({
      json: this.registrations,
      headers: { "x-total-count": String(this.registrations.length) },
    }));
    this.read("GET /mela/stall-availability", () => ({
      json: { premiumAvailable: 16, totalPremium: 20, generalAvailable: 37, totalGeneral: 50 },
    }));
    this.read("GET /mela/admin/summary", () => ({ json: SUMMARY }));
    this.read("GET /mela/admin/plan", () => ({ json: this.plan }));
    this.read("GET /mela/admin/stalls/B12/history", () => ({ json: HISTORY }));
    this.read("GET /mela/admin/issues", () => ({ json: this.issues }));
    this.read("GET /mela/admin/operations", () => ({ json: OPERATIONS_FIGURES }));
    this.read("GET /mela/admin/audit", () => ({ json: [], headers: { "x-total-count": "0" } }));
    this.read(`GET /mela/admin/bookings/${this.booking.id}`, () => ({ json: this.booking }));
    this.read("GET /mela/admin/account", () => ({ json: this.account }));
    this.read("GET /mela/admin/administrators", () => ({ json: this.administrators }));
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
