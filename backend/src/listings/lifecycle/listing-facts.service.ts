import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { businessDaysLater } from "@sakhi/domain/listings/business-days.rules";
import {
  REVIEW_REMINDER_BUSINESS_DAYS,
  UNPAID_APPLICATION_SECONDS,
} from "@sakhi/domain/listings/listing.rules";
import type {
  ListingDue,
  ListingDurations,
  ListingFacts,
} from "@sakhi/workflows/listings/listing.activities";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import type { ListingOrderRow } from "../payment/listing-orders.repository.js";
import { ListingEvents } from "./listing-events.service.js";

/** Where an application stands and what is due next, for its workflow. */
@Injectable()
export class ListingFactsService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly events: ListingEvents,
  ) {}

  /**
   * Where the application stands, what is due next by the database's clock, and what happened since `afterEvent`
   * ("0" for all).
   *
   * @throws DomainError application_not_found
   */
  async lookUp(
    applicationId: string,
    afterEvent: string,
    durations: ListingDurations,
  ): Promise<ListingFacts> {
    const application = await this.applications.find(applicationId);
    if (application === undefined) throw new DomainError("application_not_found");
    const order = await this.listingOrders.toClose(applicationId);
    // The story last: a run that sees its application ended closes, so what ended it must have been told.
    const history = await this.events.history(applicationId, afterEvent);
    const due = earliest(application, order, durations);
    return {
      state: application.state,
      ...(order === undefined ? {} : { orderId: order.orderId }),
      ...(due === undefined ? {} : { due }),
      ...history,
    };
  }
}

/** When a reviewer is reminded of an application that waits. */
export function reviewReminderAt(reviewSince: Date, { reviewReminderMs }: ListingDurations): Date {
  return reviewReminderMs === undefined
    ? businessDaysLater(reviewSince, REVIEW_REMINDER_BUSINESS_DAYS)
    : new Date(reviewSince.getTime() + reviewReminderMs);
}

/** When an application is closed that nobody pays for. */
export function lapsesAt(submittedSince: Date, { unpaidMs }: Pick<ListingDurations, "unpaidMs">): Date {
  return new Date(submittedSince.getTime() + (unpaidMs ?? UNPAID_APPLICATION_SECONDS * 1000));
}

function earliest(
  application: ApplicationRow,
  order: ListingOrderRow | undefined,
  durations: ListingDurations,
): ListingDue | undefined {
  const now = application.read_at.getTime();
  const dues: { what: ListingDue["what"]; at: number }[] = [];
  // An order without a window was never asked for: its end is now.
  if (order !== undefined) dues.push({ what: "close_payment", at: order.payUntil?.getTime() ?? now });
  const { state, review_since: reviewSince, live_until: liveUntil } = application;
  if (state === "submitted" && order === undefined) {
    dues.push({ what: "lapse", at: lapsesAt(application.updated_at, durations).getTime() });
  }
  if (state === "under_review" && reviewSince !== null && application.reviewer_reminded_at === null) {
    dues.push({ what: "remind_reviewer", at: reviewReminderAt(reviewSince, durations).getTime() });
  }
  if (state === "live" && liveUntil !== null) dues.push(...yearsEnd(application, liveUntil, now, durations));
  const next = dues.sort((a, b) => a.at - b.at)[0];
  return next && { what: next.what, inMs: Math.max(0, Math.ceil(next.at - now)) };
}

/** The end of the year and the reminders before it; one that comes too late is left out. */
function yearsEnd(
  { first_reminded_for: first, last_reminded_for: last }: ApplicationRow,
  liveUntil: Date,
  now: number,
  { firstReminderMs, lastReminderMs }: ListingDurations,
): { what: ListingDue["what"]; at: number }[] {
  const end = liveUntil.getTime();
  if (end <= now) return [{ what: "expire", at: end }];
  const firstAt = end - firstReminderMs;
  const lastAt = end - lastReminderMs;
  const lastDone = last?.getTime() === end;
  const firstDone = first?.getTime() === end || lastDone || lastAt <= now;
  return [
    ...(firstDone ? [] : ([{ what: "remind_first", at: firstAt }] as const)),
    ...(lastDone ? [] : ([{ what: "remind_last", at: lastAt }] as const)),
    { what: "expire", at: end },
  ];
}
