import { randomUUID } from "node:crypto";
import type { ApplicationActor, ApplicationEventKind, ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ClosingFacts, SettlementFacts } from "../src/payments/settlement.types.js";
import type {
  ListingActivities,
  ListingDue,
  ListingDurations,
  ListingFacts,
  ListingHistoryEntry,
  ListingStepFacts,
} from "../src/listings/listing.activities.js";

/** A payment order of the book. */
interface Order {
  readonly id: string;
  readonly applicationId: string;
  readonly renewal: boolean;
  payUntil: number;
  /** What the provider has; absent until it has answered. */
  status?: "ACTIVE" | "TERMINATION_REQUESTED" | "TERMINATED" | "PAID";
  pendingAttempt: boolean;
}

/** An application of the book. */
interface Application {
  state: ApplicationState;
  order?: Order;
  /** Since when it has been `submitted`. */
  submittedAt: number;
  reviewSince: number;
  liveUntil: number;
  /** What was said in this year of its life; forgotten when it is renewed. */
  readonly said: Set<ApplicationEventKind>;
  readonly history: ListingHistoryEntry[];
}

/** How long the administrator may take unless a run says otherwise: two days are enough in memory. */
const REVIEW_MS = 2 * 24 * 3_600_000;
/** As in the database, unless a run says otherwise: two weeks. */
const UNPAID_MS = 14 * 24 * 3_600_000;

/**
 * What the real services do with the database and the provider, in memory and in real milliseconds: the workflow's
 * activities, and what owners, the administrator, the provider and other processes do meanwhile. A year lasts as long
 * as the test says. `calls` lists what was asked of it.
 */
export class InMemoryApplications implements ListingActivities {
  readonly calls: string[] = [];
  reachable = true;
  private readonly applications = new Map<string, Application>();
  private readonly orders = new Map<string, Order>();

  constructor(private readonly yearMs: number) {}

  // What others do.

  submit(state: "submitted" | "under_review" | "joined" = "submitted"): string {
    const id = randomUUID();
    const now = Date.now();
    this.applications.set(id, {
      state,
      submittedAt: now,
      reviewSince: now,
      liveUntil: 0,
      said: new Set(),
      history: [],
    });
    const what = state === "under_review" ? "claimed" : state;
    this.record(this.application(id), what, "visitor");
    return id;
  }

  /** The owner starts to pay, for the first year or another; the provider has not answered yet. */
  startPayment(id: string, orderId: string, windowMs: number): void {
    const application = this.application(id);
    const renewal = application.state === "live" || application.state === "expired";
    const payUntil = Date.now() + windowMs;
    application.order = { id: orderId, applicationId: id, renewal, payUntil, pendingAttempt: false };
    this.orders.set(orderId, application.order);
    if (!renewal) application.state = "paying";
    this.record(application, renewal ? "renewal_started" : "payment_started", "visitor", orderId);
  }

  /** As if the time to pay were over in `ms`. */
  endWindowIn(id: string, ms: number): void {
    this.order(id).payUntil = Date.now() + ms;
  }

  /** As if the listing's year were over in `ms`. */
  endYearIn(id: string, ms: number): void {
    this.application(id).liveUntil = Date.now() + ms;
  }

  /** The provider has opened the order. */
  openOrder(id: string): void {
    const application = this.application(id);
    theOrder(application).status = "ACTIVE";
    this.record(application, "payment_opened", "provider");
  }

  /** A payment that starts and is opened in one go. */
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

  /** The administrator's no, or an operator who takes it down. */
  end(id: string, state: "rejected" | "withdrawn"): void {
    const application = this.application(id);
    application.state = state;
    this.record(application, state, "operator");
  }

  /** Whether this is an application or an order of this book. */
  has(subject: string): boolean {
    return this.applications.has(subject) || this.orders.has(subject);
  }

  state(id: string): ApplicationState {
    return this.application(id).state;
  }

  happened(id: string): ApplicationEventKind[] {
    return this.application(id).history.map(({ what }) => what);
  }

  /** How often an activity was asked for. */
  count(activity: keyof ListingActivities): number {
    return this.calls.filter((call) => call === activity).length;
  }

  // What the workflow has done.

  /** For a worker; each call is looked up when it happens, so that a test may put another activity in its place. */
  activities(): ListingActivities {
    return {
      lookUpApplication: (...args) => this.lookUpApplication(...args),
      settleListingPayment: (...args) => this.settleListingPayment(...args),
      closeListingPayment: (...args) => this.closeListingPayment(...args),
      endUnpaidListingPayment: (...args) => this.endUnpaidListingPayment(...args),
      lapseApplication: (...args) => this.lapseApplication(...args),
      remindReviewer: (...args) => this.remindReviewer(...args),
      remindOwner: (...args) => this.remindOwner(...args),
      expireListing: (...args) => this.expireListing(...args),
    };
  }

  lookUpApplication = (id: string, afterEvent: string, durations: ListingDurations): Promise<ListingFacts> => {
    this.calls.push("lookUpApplication");
    const application = this.application(id);
    const [due] = duesOf(application, durations);
    return Promise.resolve({
      state: application.state,
      ...(application.order === undefined ? {} : { orderId: application.order.id }),
      ...(due === undefined ? {} : { due }),
      happened: application.history.slice(Number(afterEvent)),
      lastEvent: String(application.history.length),
    });
  };

  settleListingPayment = (orderId: string): Promise<SettlementFacts> => {
    this.calls.push("settleListingPayment");
    return Promise.resolve({ outcome: this.settle(orderId), pendingAttempts: 0 });
  };

  closeListingPayment = (orderId: string): Promise<ClosingFacts> => {
    this.calls.push("closeListingPayment");
    return Promise.resolve(this.close(orderId));
  };

  endUnpaidListingPayment = (id: string, orderId: string): Promise<ListingStepFacts> => {
    this.calls.push("endUnpaidListingPayment");
    const application = this.application(id);
    if (application.order?.id !== orderId || application.order.status !== "TERMINATED") return step(false);
    delete application.order;
    if (application.state === "paying") Object.assign(application, { state: "submitted", submittedAt: Date.now() });
    this.record(application, application.state === "submitted" ? "payment_ended" : "order_closed", "system");
    return step(true);
  };

  lapseApplication = (id: string, durations: ListingDurations): Promise<ListingStepFacts> => {
    this.calls.push("lapseApplication");
    const application = this.application(id);
    const due = duesOf(application, durations).find(({ what }) => what === "lapse");
    if (due === undefined || due.inMs > 0) return step(false);
    application.state = "lapsed";
    this.record(application, "lapsed", "system");
    return step(true);
  };

  remindReviewer = (id: string, durations: ListingDurations): Promise<ListingStepFacts> =>
    this.sayOnce("remindReviewer", id, "remind_reviewer", "reviewer_reminded", durations);

  remindOwner = (id: string, which: "first" | "last", durations: ListingDurations): Promise<ListingStepFacts> =>
    this.sayOnce("remindOwner", id, `remind_${which}`, `owner_reminded_${which}`, durations);

  expireListing = (id: string): Promise<ListingStepFacts> => {
    this.calls.push("expireListing");
    const application = this.application(id);
    if (application.state !== "live" || Date.now() < application.liveUntil) return step(false);
    application.state = "expired";
    this.record(application, "expired", "system");
    return step(true);
  };

  /** What another process does when it hears of a payment: the same function as the activity's. */
  settle(orderId: string): SettlementFacts["outcome"] {
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
      application.said.clear();
      this.record(application, "renewed", "provider");
    } else {
      Object.assign(application, { state: "under_review", reviewSince: Date.now() });
      this.record(application, "paid", "provider");
    }
    return "sold";
  }

  /** Money of an order that was given up: it still pays for an application that waits for it. */
  payLate(orderId: string): void {
    this.theOrder(orderId).status = "PAID";
    this.settle(orderId);
  }

  private close(orderId: string): ClosingFacts {
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

  /** A mail that goes out once a year of the listing's life, when it is due by our clock. */
  private sayOnce(
    call: "remindReviewer" | "remindOwner",
    id: string,
    what: ListingDue["what"],
    event: ApplicationEventKind,
    durations: ListingDurations,
  ): Promise<ListingStepFacts> {
    this.calls.push(call);
    const application = this.application(id);
    const due = duesOf(application, durations).find((candidate) => candidate.what === what);
    if (due === undefined || due.inMs > 0) return step(false);
    application.said.add(event);
    this.record(application, event, "system");
    return step(true);
  }

  private record(application: Application, what: ApplicationEventKind, by: ApplicationActor, note?: string) {
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

function step(done: boolean): Promise<ListingStepFacts> {
  return Promise.resolve({ done });
}

function at(): string {
  return new Date().toISOString();
}

/** What is due for an application of the book, the earliest first. */
function duesOf(application: Application, durations: ListingDurations): ListingDue[] {
  const { state, order, submittedAt, reviewSince, liveUntil, said } = application;
  const dues: ListingDue[] = [];
  const add = (what: ListingDue["what"], when: number): void => {
    dues.push({ what, inMs: Math.max(0, when - Date.now()) });
  };
  if (order?.status !== undefined) add("close_payment", order.payUntil);
  if (state === "submitted" && order === undefined) add("lapse", submittedAt + (durations.unpaidMs ?? UNPAID_MS));
  if (state === "under_review" && !said.has("reviewer_reminded"))
    add("remind_reviewer", reviewSince + (durations.reviewReminderMs ?? REVIEW_MS));
  if (state === "live") {
    if (!said.has("owner_reminded_first")) add("remind_first", liveUntil - durations.firstReminderMs);
    if (!said.has("owner_reminded_last")) add("remind_last", liveUntil - durations.lastReminderMs);
    add("expire", liveUntil);
  }
  return dues.sort((one, other) => one.inMs - other.inMs);
}
