import { randomUUID } from "node:crypto";
import type { ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { Actor } from "@sakhi/domain/payments/lifecycle.states";
import type {
  ListingActivities,
  ListingDue,
  ListingDurations,
  ListingReading,
  ListingStepResult,
} from "../src/listings/listing.activities.js";
import type { ClosingResult, SettlementSummary } from "../src/payments/settlement.types.js";
import type { HistoryEntry } from "../src/shared/subject.types.js";

/** A payment order. */
interface Order {
  readonly id: string;
  readonly applicationId: string;
  readonly renewal: boolean;
  payUntil: number;
  /** Status at the provider; absent until it has responded. */
  status?: "ACTIVE" | "TERMINATION_REQUESTED" | "TERMINATED" | "PAID";
  pendingAttempt: boolean;
}

interface Application {
  state: ApplicationState;
  order?: Order;
  /** When it became `submitted`, in epoch ms. */
  submittedAt: number;
  reviewSince: number;
  liveUntil: number;
  /** Reminders sent in the current year; cleared by a renewal. */
  readonly reminders: Set<ApplicationEventKind>;
  readonly history: HistoryEntry<ApplicationEventKind>[];
}

/** Default time until the review reminder. */
const REVIEW_MS = 2 * 24 * 3_600_000;
/** Default time until an unpaid application lapses. */
const UNPAID_MS = 14 * 24 * 3_600_000;

/**
 * In-memory fake of the services, the database and the provider, in real time: the workflow's activities, and the actions
 * of owners, administrators, the provider and other processes. `calls` lists the activities called.
 *
 * @param yearMs duration of a listing's year
 */
export class InMemoryApplications implements ListingActivities {
  readonly calls: string[] = [];
  reachable = true;
  private readonly applications = new Map<string, Application>();
  private readonly orders = new Map<string, Order>();

  constructor(private readonly yearMs: number) {}

  // Actions of other parties.

  submit(state: "submitted" | "under_review" | "joined" = "submitted"): string {
    const id = randomUUID();
    const now = Date.now();
    this.applications.set(id, {
      state,
      submittedAt: now,
      reviewSince: now,
      liveUntil: 0,
      reminders: new Set(),
      history: [],
    });
    const what = state === "under_review" ? "claimed" : state;
    this.record(this.application(id), what, "visitor");
    return id;
  }

  /** The owner starts to pay, for the first year or a renewal; the provider has not responded yet. */
  startPayment(id: string, orderId: string, windowMs: number): void {
    const application = this.application(id);
    const renewal = application.state === "live" || application.state === "expired";
    const payUntil = Date.now() + windowMs;
    application.order = { id: orderId, applicationId: id, renewal, payUntil, pendingAttempt: false };
    this.orders.set(orderId, application.order);
    if (!renewal) application.state = "paying";
    this.record(application, renewal ? "renewal_started" : "payment_started", "visitor", orderId);
  }

  /** Moves the end of the payment window to `ms` from now. */
  endWindowIn(id: string, ms: number): void {
    this.order(id).payUntil = Date.now() + ms;
  }

  /** Moves the end of the listing's year to `ms` from now. */
  endYearIn(id: string, ms: number): void {
    this.application(id).liveUntil = Date.now() + ms;
  }

  /** The provider opens the order. */
  openOrder(id: string): void {
    const application = this.application(id);
    theOrder(application).status = "ACTIVE";
    this.record(application, "payment_opened", "provider");
  }

  /** Starts a payment and opens its order. */
  pay(id: string, orderId: string, windowMs: number): void {
    this.startPayment(id, orderId, windowMs);
    this.openOrder(id);
  }

  order(id: string): Order {
    return theOrder(this.application(id));
  }

  approve(id: string): void {
    const application = this.application(id);
    Object.assign(application, { state: "live", liveUntil: Date.now() + this.yearMs });
    this.record(application, "approved", "operator");
  }

  /** An operator rejects the application or takes it down. */
  end(id: string, state: "rejected" | "withdrawn"): void {
    const application = this.application(id);
    application.state = state;
    this.record(application, state, "operator");
  }

  /** Whether an application or order id belongs to this store. */
  has(subject: string): boolean {
    return this.applications.has(subject) || this.orders.has(subject);
  }

  state(id: string): ApplicationState {
    return this.application(id).state;
  }

  happened(id: string): ApplicationEventKind[] {
    return this.application(id).history.map(({ what }) => what);
  }

  /** Number of calls of an activity. */
  count(activity: keyof ListingActivities): number {
    return this.calls.filter((call) => call === activity).length;
  }

  // Activities.

  lookUpApplication = (id: string, afterEvent: string, durations: ListingDurations): Promise<ListingReading> => {
    this.calls.push("lookUpApplication");
    const application = this.application(id);
    const [due] = dueStepsOf(application, durations);
    return Promise.resolve({
      state: application.state,
      ...(application.order === undefined ? {} : { orderId: application.order.id }),
      ...(due === undefined ? {} : { due }),
      happened: application.history.slice(Number(afterEvent)),
      lastEvent: String(application.history.length),
    });
  };

  settleListingPayment = (orderId: string): Promise<SettlementSummary> => {
    this.calls.push("settleListingPayment");
    return Promise.resolve({ outcome: this.settle(orderId), pendingAttempts: 0 });
  };

  closeListingPayment = (orderId: string): Promise<ClosingResult> => {
    this.calls.push("closeListingPayment");
    return Promise.resolve(this.close(orderId));
  };

  endUnpaidListingPayment = (id: string, orderId: string): Promise<ListingStepResult> => {
    this.calls.push("endUnpaidListingPayment");
    const application = this.application(id);
    if (application.order?.id !== orderId || application.order.status !== "TERMINATED") return step(false);
    delete application.order;
    if (application.state === "paying") Object.assign(application, { state: "submitted", submittedAt: Date.now() });
    this.record(application, application.state === "submitted" ? "payment_ended" : "order_closed", "system");
    return step(true);
  };

  lapseApplication = (id: string, durations: ListingDurations): Promise<ListingStepResult> => {
    this.calls.push("lapseApplication");
    const application = this.application(id);
    const due = dueStepsOf(application, durations).find(({ what }) => what === "lapse");
    if (due === undefined || due.inMs > 0) return step(false);
    application.state = "lapsed";
    this.record(application, "lapsed", "system");
    return step(true);
  };

  remindReviewer = (id: string, durations: ListingDurations): Promise<ListingStepResult> =>
    this.remindOnce("remindReviewer", id, "remind_reviewer", "reviewer_reminded", durations);

  remindOwner = (id: string, which: "first" | "last", durations: ListingDurations): Promise<ListingStepResult> =>
    this.remindOnce("remindOwner", id, `remind_${which}`, `owner_reminded_${which}`, durations);

  expireListing = (id: string): Promise<ListingStepResult> => {
    this.calls.push("expireListing");
    const application = this.application(id);
    if (application.state !== "live" || Date.now() < application.liveUntil) return step(false);
    application.state = "expired";
    this.record(application, "expired", "system");
    return step(true);
  };

  /** Settles an order, called by the activity and by other processes. */
  settle(orderId: string): SettlementSummary["outcome"] {
    const order = this.theOrder(orderId);
    const application = this.application(order.applicationId);
    const { state, liveUntil } = application;
    if (!this.reachable) return "unreachable";
    if (order.status === undefined) {
      delete application.order;
      if (!order.renewal) Object.assign(application, { state: "submitted", submittedAt: Date.now() });
      this.record(application, order.renewal ? "renewal_not_opened" : "payment_not_opened", "system");
      return "not_opened";
    }
    if (order.status !== "PAID") return "open";
    if (application.order?.id !== orderId && state !== "lapsed") return "sold";
    delete application.order;
    if (order.renewal) {
      const from = state === "live" ? liveUntil : Date.now();
      Object.assign(application, { state: "live", liveUntil: from + this.yearMs });
      application.reminders.clear();
      this.record(application, "renewed", "provider");
    } else {
      Object.assign(application, { state: "under_review", reviewSince: Date.now() });
      this.record(application, "paid", "provider");
    }
    return "sold";
  }

  /** A late payment of an order that was given up: it still pays for a lapsed application. */
  payLate(orderId: string): void {
    this.theOrder(orderId).status = "PAID";
    this.settle(orderId);
  }

  private close(orderId: string): ClosingResult {
    const order = this.theOrder(orderId);
    const msLeft = order.payUntil - Date.now();
    if (msLeft > 0) return { step: "not_due", recheckInMs: msLeft };
    if (!this.reachable) return { step: "unreachable" };
    if (order.status === "PAID") return { step: "paid" };
    if (order.status === "ACTIVE") {
      order.status = "TERMINATION_REQUESTED";
      this.record(this.application(order.applicationId), "termination_requested", "system");
    }
    if (order.pendingAttempt) return { step: "attempt_pending", recheckInMs: 100 };
    order.status = "TERMINATED";
    return { step: "closed" };
  }

  /** Sends a due reminder, once per year. */
  private remindOnce(
    call: "remindReviewer" | "remindOwner",
    id: string,
    what: ListingDue["what"],
    event: ApplicationEventKind,
    durations: ListingDurations,
  ): Promise<ListingStepResult> {
    this.calls.push(call);
    const application = this.application(id);
    const due = dueStepsOf(application, durations).find((candidate) => candidate.what === what);
    if (due === undefined || due.inMs > 0) return step(false);
    application.reminders.add(event);
    this.record(application, event, "system");
    return step(true);
  }

  private record(application: Application, what: ApplicationEventKind, by: Actor, note?: string) {
    application.history.push({ what, at: at(), by, ...(note === undefined ? {} : { note }) });
  }

  private application(id: string): Application {
    const application = this.applications.get(id);
    if (application === undefined) throw new Error(`No application ${id}`);
    return application;
  }

  private theOrder(orderId: string): Order {
    const order = this.orders.get(orderId);
    if (order === undefined) throw new Error(`No order ${orderId}`);
    return order;
  }
}

function theOrder({ order }: Application): Order {
  if (order === undefined) throw new Error("No open order");
  return order;
}

function step(done: boolean): Promise<ListingStepResult> {
  return Promise.resolve({ done });
}

function at(): string {
  return new Date().toISOString();
}

/** An application's due steps, earliest first. */
function dueStepsOf(application: Application, durations: ListingDurations): ListingDue[] {
  const { state, order, submittedAt, reviewSince, liveUntil, reminders } = application;
  const steps: ListingDue[] = [];
  const add = (what: ListingDue["what"], when: number): void => {
    steps.push({ what, inMs: Math.max(0, when - Date.now()) });
  };
  if (order?.status !== undefined) add("close_payment", order.payUntil);
  if (state === "submitted" && order === undefined) add("lapse", submittedAt + (durations.unpaidMs ?? UNPAID_MS));
  if (state === "under_review" && !reminders.has("reviewer_reminded"))
    add("remind_reviewer", reviewSince + (durations.reviewReminderMs ?? REVIEW_MS));
  if (state === "live") {
    if (!reminders.has("owner_reminded_first")) add("remind_first", liveUntil - durations.firstReminderMs);
    if (!reminders.has("owner_reminded_last")) add("remind_last", liveUntil - durations.lastReminderMs);
    add("expire", liveUntil);
  }
  return steps.sort((one, other) => one.inMs - other.inMs);
}
