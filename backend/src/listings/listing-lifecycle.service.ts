import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { businessDaysLater } from "@sakhi/domain/listings/business-days.rules";
import { REVIEW_REMINDER_BUSINESS_DAYS, UNPAID_APPLICATION_SECONDS } from "@sakhi/domain/listings/listing.rules";
import type {
  ListingActivities,
  ListingDue,
  ListingDurations,
  ListingReading,
  ListingStepResult,
} from "@sakhi/workflows/listings/listing.activities";
import type { ClosingResult, SettlementSummary } from "@sakhi/workflows/payments/settlement.types";
import { OrderClosingService } from "../payments/order-closing.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { ApplicationsRepository, type ApplicationRow } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import type { ListingOrderEntity } from "./listings.entities.js";
import { RenewalsService } from "./renewals.service.js";

/**
 * Time-driven steps of an application: the end of its payment, reminders, the end of its year. They are the activities
 * of its workflow; ListingSweepService runs them when a workflow does not. Each happens once, by the database's clock.
 */
@Injectable()
export class ListingLifecycleService implements ListingActivities {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly orders: OrdersService,
    private readonly settlement: SettlementService,
    private readonly orderClosing: OrderClosingService,
    private readonly renewals: RenewalsService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
  ) {}

  /**
   * The application's state, its next due step by the database's clock, and its events after `afterEvent` ("0" for
   * all).
   *
   * @throws DomainError application_not_found
   */
  async lookUpApplication(
    applicationId: string,
    afterEvent: string,
    durations: ListingDurations,
  ): Promise<ListingReading> {
    const application = await this.applications.find(applicationId);
    if (application === undefined) throw new DomainError("application_not_found");
    const order = await this.applications.unfinishedOrder(applicationId);
    // Read the history last: a run that sees an ended application closes, and needs the event that ended it.
    const history = await this.listingHistory.since(applicationId, afterEvent);
    const due = nextDue(application, order, durations);
    return {
      state: application.state,
      ...(order === undefined ? {} : { orderId: order.orderId }),
      ...(due === undefined ? {} : { due }),
      ...history,
    };
  }

  settleListingPayment(orderId: string): Promise<SettlementSummary> {
    return this.settlement.settleOrder(orderId, "workflow");
  }

  closeListingPayment(orderId: string): Promise<ClosingResult> {
    return this.orderClosing.closePaymentOrder(orderId, "workflow");
  }

  /**
   * Ends the payment of an order that closed unpaid: paying → submitted; a renewal changes no state. Notifies the owner
   * and watches for late money.
   */
  endUnpaidListingPayment(applicationId: string, orderId: string): Promise<ListingStepResult> {
    return this.step(applicationId, async (tx, application) => {
      const listingOrder = await this.applications.findOrder(orderId, tx);
      const order = await this.orders.find(orderId, tx);
      if (listingOrder === undefined || order?.state !== "closed") return false;
      // Regardless of the application's state: a closed order may still be paid.
      await this.orders.watchForLatePayment(tx, { orderId });
      const { year, purpose } = listingOrder;
      const { state } = application;
      const waits = purpose === "first" ? state === "paying" : state === "live" || state === "expired";
      const open = await this.applications.openOrder(applicationId, tx);
      const paid = await this.applications.paidOrder(applicationId, year, tx);
      if (!waits || open !== undefined || paid !== undefined) return false;
      const renewUrl = purpose === "renewal" ? this.renewals.url(application) : undefined;
      // If money was returned, no mail may say that nothing was charged.
      if (!(await this.orders.hasPayment(tx, orderId, "success")))
        await this.listingMails.toOwner(tx, application, "listing-payment-failed", { orderId, renewUrl }, orderId);
      if (purpose === "renewal") return false;
      await this.applications.transition(tx, applicationId, "payment_ended");
      await this.listingHistory.publish(
        tx,
        { id: applicationId, state: "submitted" },
        { kind: "payment_ended", actor: "system", note: orderId },
      );
      return true;
    });
  }

  /**
   * submitted → lapsed, once the time to pay is over. No-op when called early or while an order is open. Late money on
   * an earlier order still pays for the application.
   */
  lapseApplication(applicationId: string, durations: Partial<ListingDurations>): Promise<ListingStepResult> {
    return this.step(applicationId, async (tx, application) => {
      if (application.state !== "submitted") return false;
      if (lapsesAt(application, durations) > application.readAt) return false;
      if ((await this.applications.openOrder(applicationId, tx)) !== undefined) return false;
      if (!(await this.applications.transition(tx, applicationId, "lapsed"))) return false;
      // An owner who has applied again, or is listed by now, needs no mail about the earlier attempt.
      if (!(await this.applications.isSuperseded(tx, application))) {
        await this.listingMails.toOwner(tx, application, "listing-lapsed", {});
      }
      // The signal also ends runs that started before this deadline was introduced.
      await this.listingHistory.publish(
        tx,
        { id: applicationId, state: "lapsed" },
        { kind: "lapsed", actor: "system" },
      );
      return true;
    });
  }

  /** Reminds the organisation of an application that waits for review. No-op when called early or again. */
  remindReviewer(applicationId: string, durations: ListingDurations): Promise<ListingStepResult> {
    return this.step(applicationId, async (tx, application) => {
      const { reviewSince, readAt } = application;
      if (reviewSince === null || reviewReminderAt(reviewSince, durations) > readAt) return false;
      if (!(await this.applications.reviewerReminded(tx, applicationId))) return false;
      await this.listingMails.reviewReminder(tx, application, reviewSince);
      await this.listingHistory.record(tx, applicationId, { kind: "reviewer_reminded", actor: "system" });
      return true;
    });
  }

  /** Reminds the owner of the end of the year, with the renewal link; once per end and reminder. */
  remindOwner(
    applicationId: string,
    which: "first" | "last",
    { firstReminderMs, lastReminderMs }: ListingDurations,
  ): Promise<ListingStepResult> {
    return this.step(applicationId, async (tx, application) => {
      const { liveUntil, readAt, year } = application;
      const before = which === "first" ? firstReminderMs : lastReminderMs;
      if (liveUntil === null || liveUntil.getTime() - before > readAt.getTime()) return false;
      if (!(await this.applications.ownerReminded(tx, applicationId, which))) return false;
      await this.listingMails.toOwner(
        tx,
        application,
        "listing-ending",
        { which, liveUntil: liveUntil.toISOString(), renewUrl: this.renewals.url(application) },
        `${year}/${which}`,
      );
      const kind = which === "first" ? "owner_reminded_first" : "owner_reminded_last";
      await this.listingHistory.record(tx, applicationId, { kind, actor: "system" });
      return true;
    });
  }

  /** Records the end of the year and mails the owner. The catalogue has hidden the listing already, by `expires_at`. */
  expireListing(applicationId: string): Promise<ListingStepResult> {
    return this.step(applicationId, async (tx, application) => {
      const { liveUntil, year } = application;
      if (liveUntil === null || !(await this.applications.expire(tx, applicationId))) return false;
      await this.listingMails.toOwner(
        tx,
        application,
        "listing-expired",
        { liveUntil: liveUntil.toISOString(), renewUrl: this.renewals.url(application) },
        String(year),
      );
      await this.listingHistory.record(tx, applicationId, { kind: "expired", actor: "system" });
      return true;
    });
  }

  /** Runs one step in a transaction that holds the application's lock. */
  private step(
    applicationId: string,
    work: (tx: Tx, application: ApplicationRow) => Promise<boolean>,
  ): Promise<ListingStepResult> {
    return this.database.transaction(async (tx) => {
      const application = await this.applications.lock(tx, applicationId);
      return { done: application !== undefined && (await work(tx, application)) };
    });
  }
}

/** When the organisation is reminded of a waiting application. */
function reviewReminderAt(reviewSince: Date, { reviewReminderMs }: ListingDurations): Date {
  return reviewReminderMs === undefined
    ? businessDaysLater(reviewSince, REVIEW_REMINDER_BUSINESS_DAYS)
    : new Date(reviewSince.getTime() + reviewReminderMs);
}

/** When an unpaid application lapses. */
function lapsesAt({ updatedAt }: ApplicationRow, { unpaidMs }: Partial<ListingDurations>): Date {
  return new Date(updatedAt.getTime() + (unpaidMs ?? UNPAID_APPLICATION_SECONDS * 1000));
}

function nextDue(
  application: ApplicationRow,
  order: ListingOrderEntity | undefined,
  durations: ListingDurations,
): ListingDue | undefined {
  const now = application.readAt.getTime();
  const { state, reviewSince, liveUntil } = application;
  const dues: { what: ListingDue["what"]; at: number }[] = [];
  // An order without a payment window was never opened: close it now.
  if (order !== undefined) dues.push({ what: "close_payment", at: order.payUntil?.getTime() ?? now });
  if (state === "submitted" && order === undefined) {
    dues.push({ what: "lapse", at: lapsesAt(application, durations).getTime() });
  }
  if (state === "under_review" && reviewSince !== null && application.reviewerRemindedAt === null) {
    dues.push({ what: "remind_reviewer", at: reviewReminderAt(reviewSince, durations).getTime() });
  }
  if (state === "live" && liveUntil !== null) {
    dues.push(...duesOfYear(application, liveUntil.getTime(), now, durations));
  }
  const next = dues.sort((a, b) => a.at - b.at)[0];
  return next && { what: next.what, inMs: Math.max(0, Math.ceil(next.at - now)) };
}

/** The end of the year and its pending reminders. The first reminder is skipped once the last one is due. */
function duesOfYear(
  { firstRemindedFor, lastRemindedFor }: ApplicationRow,
  end: number,
  now: number,
  { firstReminderMs, lastReminderMs }: ListingDurations,
): { what: ListingDue["what"]; at: number }[] {
  if (end <= now) return [{ what: "expire", at: end }];
  const firstAt = end - firstReminderMs;
  const lastAt = end - lastReminderMs;
  const lastDone = lastRemindedFor?.getTime() === end;
  const firstDone = firstRemindedFor?.getTime() === end || lastDone || lastAt <= now;
  return [
    ...(firstDone ? [] : ([{ what: "remind_first", at: firstAt }] as const)),
    ...(lastDone ? [] : ([{ what: "remind_last", at: lastAt }] as const)),
    { what: "expire", at: end },
  ];
}
