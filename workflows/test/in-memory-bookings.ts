import { randomUUID } from "node:crypto";
import type { BookingEventKind, BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import type { Actor } from "@sakhi/domain/payments/lifecycle.states";
import { isEnded } from "@sakhi/domain/payments/lifecycle.states";
import type {
  BookingReading,
  ReleaseResult,
  StallBookingActivities,
} from "../src/bookings/stall-booking.activities.js";
import type { ClosingResult, SettlementSummary } from "../src/payments/settlement.types.js";
import type { HistoryEntry } from "../src/shared/subject.types.js";

interface Entry {
  readonly bookingId: string;
  readonly stallId: string;
  state: BookingState;
  reason?: ReleaseReason;
  deadline: number;
  orderId?: string;
  readonly history: HistoryEntry<BookingEventKind>[];
}

/** An order at the provider. */
interface ProviderOrder {
  status: "ACTIVE" | "TERMINATION_REQUESTED" | "TERMINATED" | "PAID";
  pendingAttempt: boolean;
}

/**
 * In-memory fake of the services, the database and the provider, in real time: the workflow's activities, and the actions
 * of visitors, the provider and other processes. `calls` lists the activities called.
 */
export class InMemoryBookings implements StallBookingActivities {
  readonly calls: string[] = [];
  readonly orders = new Map<string, ProviderOrder>();
  reachable = true;
  private readonly entries = new Map<string, Entry>();

  // Actions of other parties.

  reserve(stallId: string, holdMs: number): string {
    const bookingId = randomUUID();
    const entry: Entry = { bookingId, stallId, state: "held", deadline: Date.now() + holdMs, history: [] };
    this.entries.set(bookingId, entry);
    this.note(entry, "reserved", "visitor");
    return bookingId;
  }

  register(bookingId: string, orderId: string): void {
    const entry = this.entry(bookingId);
    Object.assign(entry, { state: "registered", orderId });
    this.note(entry, "registered", "visitor");
  }

  /** The visitor starts to pay; the provider has not responded yet. */
  startPayment(bookingId: string, windowMs: number): void {
    const entry = this.entry(bookingId);
    Object.assign(entry, { state: "paying", deadline: Date.now() + windowMs });
    this.note(entry, "payment_started", "visitor");
  }

  /** Moves the end of the hold or the payment window to `ms` from now. */
  endIn(bookingId: string, ms: number): void {
    this.entry(bookingId).deadline = Date.now() + ms;
  }

  /** The provider opens the order. */
  openOrder(bookingId: string): void {
    const entry = this.entry(bookingId);
    this.orders.set(entry.orderId ?? "", { status: "ACTIVE", pendingAttempt: false });
    this.note(entry, "payment_opened", "provider");
  }

  order(orderId: string): ProviderOrder {
    const order = this.orders.get(orderId);
    if (order === undefined) throw new Error(`The provider has no order ${orderId}`);
    return order;
  }

  leave(bookingId: string): void {
    this.release(this.entry(bookingId), "left", "visitor");
  }

  happened(bookingId: string): BookingEventKind[] {
    return this.entry(bookingId).history.map(({ what }) => what);
  }

  state(bookingId: string): BookingState {
    return this.entry(bookingId).state;
  }

  msLeft(bookingId: string): number {
    return Math.max(0, this.entry(bookingId).deadline - Date.now());
  }

  // Activities.

  lookUpBooking = (bookingId: string, afterEvent: string): Promise<BookingReading> => {
    this.calls.push("lookUpBooking");
    const { state, stallId, orderId, reason, history } = this.entry(bookingId);
    return Promise.resolve({
      state,
      stallId,
      orderId,
      releaseReason: reason,
      msLeft: isEnded(BOOKING_LIFECYCLE, state) ? undefined : this.msLeft(bookingId),
      happened: history.slice(Number(afterEvent)),
      lastEvent: String(history.length),
    });
  };

  releaseExpiredHold = (bookingId: string): Promise<ReleaseResult> => {
    this.calls.push("releaseExpiredHold");
    const entry = this.entry(bookingId);
    const msLeft = entry.deadline - Date.now();
    if (entry.state !== "held" && entry.state !== "registered") return Promise.resolve({ released: false });
    if (msLeft > 0) return Promise.resolve({ released: false, msLeft });
    this.release(entry, "hold_expired", "system");
    return Promise.resolve({ released: true, reason: "hold_expired" });
  };

  settlePayment = (orderId: string): Promise<SettlementSummary> => {
    this.calls.push("settlePayment");
    return Promise.resolve({ outcome: this.settle(orderId), pendingAttempts: 0 });
  };

  closePaymentOrder = (orderId: string): Promise<ClosingResult> => {
    this.calls.push("closePaymentOrder");
    return Promise.resolve(this.close(orderId));
  };

  releaseUnpaidStall = (bookingId: string): Promise<ReleaseResult> => {
    this.calls.push("releaseUnpaidStall");
    const entry = this.entry(bookingId);
    if (entry.state !== "paying") return Promise.resolve({ released: false });
    this.release(entry, "payment_expired", "system");
    return Promise.resolve({ released: true, reason: "payment_expired" });
  };

  /** Number of calls of an activity. */
  count(activity: keyof StallBookingActivities): number {
    return this.calls.filter((call) => call === activity).length;
  }

  /** Settles an order, called by the activity and by other processes. */
  settle(orderId: string): SettlementSummary["outcome"] {
    const entry = this.ofOrder(orderId);
    if (!this.reachable) return "unreachable";
    const order = this.orders.get(orderId);
    if (order === undefined) {
      if (entry.state === "paying") {
        Object.assign(entry, { state: "registered", deadline: Date.now() + 300 });
        this.note(entry, "payment_not_opened", "system");
      }
      return "not_opened";
    }
    if (order.status !== "PAID") return "open";
    if (entry.state !== "sold") {
      entry.state = "sold";
      this.note(entry, "sold", "provider");
    }
    return "sold";
  }

  private close(orderId: string): ClosingResult {
    const entry = this.ofOrder(orderId);
    const msLeft = entry.deadline - Date.now();
    if (msLeft > 0) return { step: "not_due", recheckInMs: msLeft };
    if (!this.reachable) return { step: "unreachable" };
    const order = this.order(orderId);
    if (order.status === "PAID") return { step: "paid" };
    if (order.status === "ACTIVE") {
      order.status = "TERMINATION_REQUESTED";
      this.note(entry, "termination_requested", "system");
    }
    if (order.pendingAttempt) return { step: "termination_requested", recheckInMs: 100 };
    order.status = "TERMINATED";
    return { step: "closed" };
  }

  private release(entry: Entry, reason: ReleaseReason, by: Actor): void {
    const kind = entry.state === "paying" ? "payment_released" : "hold_released";
    Object.assign(entry, { state: "released", reason });
    this.note(entry, kind, by, reason);
  }

  private note(entry: Entry, what: BookingEventKind, by: Actor, note?: string): void {
    entry.history.push({ what, at: now(), by, ...(note === undefined ? {} : { note }) });
  }

  private entry(bookingId: string): Entry {
    const entry = this.entries.get(bookingId);
    if (entry === undefined) throw new Error(`No booking ${bookingId}`);
    return entry;
  }

  private ofOrder(orderId: string): Entry {
    const entry = [...this.entries.values()].find((candidate) => candidate.orderId === orderId);
    if (entry === undefined) throw new Error(`No booking with order ${orderId}`);
    return entry;
  }
}

function now(): string {
  return new Date().toISOString();
}
