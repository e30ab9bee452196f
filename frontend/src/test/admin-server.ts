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
import type { Answer, Call, CallName } from "./fake-server";

/** A registration as the server answers it; paid by UPI where nothing else is said. */
export function aRegistration(more: Partial<Registration> = {}): Registration {
  return {
    id: "7d6f2b1e-0000-4000-8000-000000000001",
    orderId: "MELA1763700000000_aaaa",
    fullName: "Asha Rao",
    email: "asha@example.com",
    phoneNumber: "9876543210",
    businessName: "Asha Weaves",
    gstNumber: "29ABCDE1234F1Z5",
    gstAddress: "12 MG Road, Bengaluru",
    pincode: "560001",
    stallId: "A5",
    stallType: "Premium",
    stallPrice: 36_000,
    netAmount: 32_400,
    paymentStatus: "payment_successful",
    listingOfferStatus: "accepted_free",
    transactionId: "5114919",
    paymentMode: "upi",
    linkedApplicationId: "APP-77",
    createdAt: "2026-11-21T08:33:00.000Z",
    updatedAt: "2026-11-21T08:40:00.000Z",
    ...more,
  };
}

/** Three registrations: paid, pending, failed. */
export const THREE: readonly Registration[] = [
  aRegistration(),
  aRegistration({
    id: "7d6f2b1e-0000-4000-8000-000000000002",
    orderId: "MELA1763700000001_bbbb",
    fullName: "Meera Nair",
    email: "meera@example.com",
    phoneNumber: "+919000000002",
    businessName: "Nair Naturals",
    gstNumber: null,
    gstAddress: null,
    stallId: "B12",
    stallType: "General",
    stallPrice: 27_000,
    netAmount: 27_000,
    paymentStatus: "payment_pending",
    listingOfferStatus: "not_offered",
    transactionId: null,
    paymentMode: null,
    linkedApplicationId: null,
  }),
  aRegistration({
    id: "7d6f2b1e-0000-4000-8000-000000000003",
    orderId: "MELA1763700000002_cccc",
    fullName: "Zoya Khan",
    email: "zoya@example.com",
    phoneNumber: "9000000003",
    businessName: "Zoya Zari",
    gstNumber: "",
    stallId: "B13",
    stallType: "General",
    stallPrice: 27_000,
    netAmount: 27_000,
    paymentStatus: "payment_successful",
    listingOfferStatus: "offered",
    transactionId: "5114920",
    paymentMode: "card",
    linkedApplicationId: null,
  }),
];

/** All that belongs to the first registration. */
export function aBooking(more: Partial<AdminBooking> = {}): AdminBooking {
  const row = aRegistration();
  return {
    id: row.id,
    stallId: row.stallId,
    stallType: row.stallType,
    state: "sold",
    status: "Sold",
    stallPrice: 36_000,
    discountPercentage: 10,
    discountAmount: 3600,
    couponCode: "MELA10",
    amountDue: 32_400,
    refundedAmount: 0,
    netAmount: 32_400,
    orderId: row.orderId,
    fullName: row.fullName,
    email: row.email,
    phoneNumber: row.phoneNumber,
    businessName: row.businessName,
    gstNumber: "29ABCDE1234F1Z5",
    gstAddress: "12 MG Road, Bengaluru",
    pincode: row.pincode,
    paymentStatus: "payment_successful",
    listingOfferStatus: "accepted_free",
    linkedApplicationId: "APP-77",
    transactionId: "5114919",
    paymentMode: "upi",
    heldAt: "2026-11-21T08:30:00.000Z",
    registeredAt: "2026-11-21T08:33:00.000Z",
    holdExpiresAt: "2026-11-21T08:40:00.000Z",
    endedAt: "2026-11-21T08:36:00.000Z",
    updatedAt: "2026-11-21T08:40:00.000Z",
    timeline: [
      { at: "2026-11-21T08:30:00.000Z", kind: "event", sentence: "A5 was reserved", by: "visitor" },
      {
        at: "2026-11-21T08:36:00.000Z",
        kind: "payment",
        sentence: "₹32,400 was paid by UPI",
        by: "provider",
        reference: "5114919",
      },
      {
        at: "2026-11-21T08:36:01.000Z",
        kind: "invoice",
        sentence: "Invoice INV/26-27/000123 was issued",
        by: "system",
        reference: "INV/26-27/000123",
      },
    ],
    payments: [],
    invoices: [
      {
        id: "inv-1",
        number: "INV/26-27/000123",
        kind: "invoice",
        issuedAt: "2026-11-21T08:36:01.000Z",
        amount: 32_400,
        rendered: true,
      },
    ],
    mails: [
      {
        id: "mail-1",
        template: "booking_confirmed",
        to: row.email,
        state: "sent",
        attempts: 1,
        createdAt: "2026-11-21T08:36:01.000Z",
        sentAt: "2026-11-21T08:36:03.000Z",
        copy: false,
      },
    ],
    refunds: [],
    audit: [],
    temporalUrl: "http://127.0.0.1:8233/namespaces/default/workflows/stall-booking",
    ...more,
  };
}

const SUMMARY: Summary = {
  totalRegistrations: 3,
  paidBookings: 2,
  totalRevenue: 159_400,
  freeListingsClaimed: 1,
  keptFromCancelled: 0,
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
      id: "12",
      at: "2026-11-21T08:33:09.000Z",
      bookingId: "7d6f2b1e-0000-4000-8000-000000000009",
      kind: "hold_released",
      actor: "system",
      sentence: "The hold ran out before the visitor registered: released",
    },
    {
      id: "11",
      at: "2026-11-21T08:23:09.000Z",
      bookingId: "7d6f2b1e-0000-4000-8000-000000000009",
      kind: "reserved",
      actor: "visitor",
      sentence: "A visitor reserved B12",
    },
  ],
  temporalUrl: "http://127.0.0.1:8233/namespaces/default/workflows?query=StallId%3D%22B12%22",
};

const HEALTHY: Issues["healthy"] = {
  soldBookings: 2,
  paidOrders: 2,
  refundsDone: 0,
  refundsUnderWay: 0,
  mailsSent: 5,
  invoicesIssued: 2,
  webhooksHandled: 4,
  messagesRelayed: 41,
  quietSweeps: 1440,
  sweeps: 1440,
  resolvedIssues: 1,
};

/** The figures of the operations page. */
export const OPERATIONS_FIGURES: OperationsFigures = {
  checkedAt: "2026-11-21T08:45:00.000Z",
  waiting: [
    { name: "Nudges for Temporal", waiting: 0, oldestSeconds: 0, lateAfterSeconds: 60 },
    { name: "Mails", waiting: 3, oldestSeconds: 400, lateAfterSeconds: 120 },
  ],
  bookings: [{ state: "sold", count: 2 }],
  overdueHolds: 0,
  sweep: [{ name: "expiredHolds", last: 0, lastDay: 2 }],
  lastSweepAt: "2026-11-21T08:44:30.000Z",
  sweepFailed: [],
  openIssues: 1,
  failingWorkflows: 0,
  parts: { database: "up", temporal: "down" },
  links: [{ name: "Temporal UI", url: "http://127.0.0.1:8233" }],
};

const ACCOUNT: OwnAccount = {
  username: "operator",
  role: "operator",
  passwordSetAt: "2026-11-01T08:00:00.000Z",
  secondFactorRequired: false,
  recoveryCodesLeft: 0,
  sessions: [
    {
      id: "00000000-0000-4000-8000-00000000000a",
      browser: "Firefox on Linux",
      createdAt: "2026-11-21T08:00:00.000Z",
      lastUsedAt: "2026-11-21T08:45:00.000Z",
      current: true,
    },
    {
      id: "00000000-0000-4000-8000-00000000000b",
      browser: "Chrome on Android",
      createdAt: "2026-11-20T08:00:00.000Z",
      lastUsedAt: "2026-11-20T09:00:00.000Z",
      current: false,
    },
  ],
};

const ADMINISTRATORS: AdministratorAccount[] = [
  {
    id: "00000000-0000-4000-8000-000000000101",
    username: "operator",
    role: "operator",
    createdAt: "2026-11-01T08:00:00.000Z",
    lastLoginAt: "2026-11-21T08:00:00.000Z",
    secondFactor: true,
    self: true,
  },
  {
    id: "00000000-0000-4000-8000-000000000102",
    username: "meena",
    role: "viewer",
    createdAt: "2026-11-01T08:00:00.000Z",
    secondFactor: false,
    self: false,
  },
];

/** The API's edge as administrators meet it: logged in as an operator unless stated otherwise. */
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

  /** An answer for administrators only: 401 to anybody else. */
  read<Name extends CallName>(name: Name, answer: (call: Call<Name>) => Answer<Name>): void {
    this.on(name, (call) =>
      this.session.authenticated
        ? answer(call)
        : errorResponse(401, "not_authenticated", "Please log in as an administrator."),
    );
  }

  /** Logged in is somebody who may look and not change. */
  asViewer(): this {
    this.session = { authenticated: true, username: "auditor", role: "viewer" };
    return this;
  }

  /** The session ends, as after two hours without activity. */
  endSession(): void {
    this.session = { authenticated: false, username: null };
  }
}
