import { ApiProperty } from "@nestjs/swagger";
import { EVENT_STATUSES, type EventStatus } from "@sakhi/domain/events/event.states";

/** Amounts of some days, in rupees, as the accounts' file of the same days has them. */
export class MoneyResponse {
  /** Money that was paid. */
  sold!: number;
  /** Money that went back, or is on its way. */
  refunded!: number;
  /** Fees of the payment provider with the GST on them, as its payouts state them; absent before one was read. */
  fees?: number;
  /** Payments that are in no payout yet, before fees and refunds: their fees are not known. Absent like the fees. */
  notPaidOut?: number;
  /** What is left of it. */
  net!: number;
}

/** What was sold, so many days before the opening. */
export class CountdownPointResponse {
  daysBefore!: number;
  sold!: number;
  /** Rupees, net of refunds. */
  revenue!: number;
}

/** An event and the one before it, at the same number of days before their openings. */
export class ComparisonResponse {
  /** Slug and title of the event before. */
  event!: string;
  title!: string;
  daysBefore!: number;
  /** Of the event itself: stalls sold by then and not cancelled since, and their money in rupees, net of refunds. */
  sold!: number;
  revenue!: number;
  /** Of the event before. */
  soldThen!: number;
  revenueThen!: number;
}

/** The money of an event. */
export class EventMoneyResponse extends MoneyResponse {
  slug!: string;
  title!: string;
  @ApiProperty({ enum: EVENT_STATUSES, enumName: "EventStatus" })
  status!: EventStatus;
  /** Its first day, YYYY-MM-DD. */
  opening!: string;
  /** From today on; negative once it has passed. */
  daysToOpening!: number;
  stalls!: number;
  /** Sold now. */
  soldStalls!: number;
  /** People on its waiting list. */
  waiting!: number;
  /** Rupees that are due from registered bookings and payments in progress. */
  expected!: number;
  /** Absent for the first event with sales. */
  compared?: ComparisonResponse;
  /** Its sales by days before the opening, the earliest first. */
  @ApiProperty({ type: [CountdownPointResponse] })
  curve!: CountdownPointResponse[];
}

/** The money of all events. */
export class MoneyOverviewResponse {
  /** The next to open first, then those that were. */
  @ApiProperty({ type: [EventMoneyResponse] })
  events!: EventMoneyResponse[];
  /** Listings, and money that belongs to no event; absent for people of named events. */
  listings?: MoneyResponse;
  total!: MoneyResponse;
}
