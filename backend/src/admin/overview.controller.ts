import { Controller, Get } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { toRupees } from "@sakhi/domain/money/money";
import { UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import { AutomaticRequest, ForAdministrators } from "../accounts/administrator.guard.js";
import { LACKING_PAPERS } from "../papers/lacking.sql.js";
import { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import {
  AwaitedWorkResponse,
  type LackingPapersResponse,
  type WaitingListCountsResponse,
} from "./overview.response.js";

const WAITING = `
  SELECT (SELECT count(*)::int FROM listing_applications WHERE state = 'under_review') AS applications,
         (SELECT count(*)::int FROM brand_changes WHERE state = 'sent') AS "pageChanges",
         (SELECT count(*)::int FROM enquiries WHERE state = 'quarantined' AND stopped_at IS NULL) AS enquiries,
         (SELECT count(*)::int FROM booking_requests WHERE state = 'open') AS requests,
         (SELECT count(*)::int FROM refunds WHERE state IN ${sqlList(UNFINISHED_REFUND_STATES)}) AS refunds,
         (SELECT coalesce(sum(amount_paise), 0)::bigint FROM refunds
           WHERE state IN ${sqlList(UNFINISHED_REFUND_STATES)}) AS "refundsPaise"`;

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

  /** How many things wait for an administrator; polled by the overview. */
  @Get()
  @AutomaticRequest(true)
  @ApiOkResponse({ type: AwaitedWorkResponse })
  async getWaiting(): Promise<AwaitedWorkResponse> {
    const [[found], papers, waitingLists] = await Promise.all([
      this.database.query<Waiting>(WAITING),
      this.database.query<LackingPapersResponse>(LACKING_PAPERS),
      this.database.query<WaitingListCountsResponse>(WAITING_LISTS),
    ]);
    if (found === undefined) throw new Error("the counts returned no row");
    const { refundsPaise, ...counts } = found;
    return { ...counts, refundsAmount: toRupees(Number(refundsPaise)), papers, waitingLists };
  }
}
