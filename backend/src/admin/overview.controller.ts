import { Controller, Get } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { hasRight, isHers, type Right } from "@sakhi/domain/access/rights";
import { toRupees } from "@sakhi/domain/money/money";
import { UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import { AutomaticRequest, CurrentAdministrator, ForAdministrators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { LACKING_PAPERS } from "../papers/lacking.sql.js";
import { Database } from "../platform/database/database.js";
import { eventOfBooking, eventOfOrder } from "../platform/database/event-of.sql.js";
import { sqlList } from "../platform/database/sql-text.js";
import {
  AwaitedWorkResponse,
  type LackingPapersResponse,
  type WaitingListCountsResponse,
} from "./overview.response.js";

/** Whether the event of this id is one of hers: `$1` are slugs, or null for all of them. */
const ofHers = (event: string): string =>
  `($1::text[] IS NULL OR (SELECT e.slug FROM events e WHERE e.id = ${event}) = ANY ($1))`;

const UNFINISHED = `r.state IN ${sqlList(UNFINISHED_REFUND_STATES)} AND ${ofHers(eventOfOrder("r.order_id"))}`;

const WAITING = `
  SELECT (SELECT count(*)::int FROM listing_applications WHERE state = 'under_review') AS applications,
         (SELECT count(*)::int FROM brand_changes WHERE state = 'sent') AS "pageChanges",
         (SELECT count(*)::int FROM enquiries WHERE state = 'quarantined' AND stopped_at IS NULL) AS enquiries,
         (SELECT count(*)::int FROM booking_requests r WHERE r.state = 'open' AND ${ofHers(eventOfBooking("r.booking_id"))}) AS requests,
         (SELECT count(*)::int FROM refunds r WHERE ${UNFINISHED}) AS refunds,
         (SELECT coalesce(sum(r.amount_paise), 0)::bigint FROM refunds r WHERE ${UNFINISHED}) AS "refundsPaise"`;

/** Who waits for stalls, by event. */
const WAITING_LISTS = `
  SELECT e.slug AS event, (count(*) FILTER (WHERE w.state = 'waiting'))::int AS waiting,
         (count(*) FILTER (WHERE w.state <> 'waiting'))::int AS offered
    FROM waiting_places w JOIN events e ON e.id = w.event_id WHERE w.ended_at IS NULL
   GROUP BY e.id ORDER BY e.id DESC`;

type Waiting = Omit<AwaitedWorkResponse, "refundsAmount" | "papers" | "waitingLists"> & {
  readonly refundsPaise: string;
};

/** What the dashboard begins with. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/waiting")
@ForAdministrators()
export class OverviewController {
  constructor(private readonly database: Database) {}

  /** How many things wait for the caller, of what her role includes; polled by the overview. */
  @Needs("events.read", "lists")
  @Get()
  @AutomaticRequest(true)
  @ApiOkResponse({ type: AwaitedWorkResponse })
  async getWaiting(@CurrentAdministrator() person: Administrator): Promise<AwaitedWorkResponse> {
    const [[found], papers, waitingLists] = await Promise.all([
      this.database.query<Waiting>(WAITING, [person.events]),
      this.database.query<LackingPapersResponse>(LACKING_PAPERS),
      this.database.query<WaitingListCountsResponse>(WAITING_LISTS),
    ]);
    if (found === undefined) throw new Error("the counts returned no row");
    const { refundsPaise, refunds, requests, applications, pageChanges, enquiries } = found;
    const may = (right: Right, count: number): number => (hasRight(person, right) ? count : 0);
    const hers = <T extends { readonly event: string }>(right: Right, list: readonly T[]): T[] =>
      hasRight(person, right) ? list.filter(({ event }) => isHers(person, event)) : [];
    return {
      applications: may("listings.read", applications),
      pageChanges: may("brands.read", pageChanges),
      enquiries: may("enquiries.read", enquiries),
      requests: may("bookings.read", requests),
      refunds: may("money.read", refunds),
      refundsAmount: may("money.read", toRupees(Number(refundsPaise))),
      papers: hers("bookings.read", papers),
      waitingLists: hers("waiting.read", waitingLists),
    };
  }
}
