import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { ReleaseUnpaidDto } from "@sakhi/domain/operator/booking-actions.dto";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { type CrowdBooking, SiteHoldsService } from "../bookings/site-holds.service.js";
import type { RequestedEvent } from "../events/event-facts.service.js";
import { unpaidReleasedIn } from "../issues/results.words.js";
import { HoldActionsService } from "./hold-actions.service.js";
import type { UnpaidHoldsResponse, UnpaidReleasedResponse } from "./operator.response.js";

/** The unpaid holds of an event by addresses that keep several of its stalls, and their release (docs/decisions/0090). */
@Injectable()
export class UnpaidHoldsService {
  constructor(
    private readonly siteHolds: SiteHoldsService,
    private readonly holdActions: HoldActionsService,
    private readonly operatorTransaction: OperatorTransactionService,
  ) {}

  /** What {@link release} would end now. */
  async find({ id, slug }: RequestedEvent, moreThan: number): Promise<UnpaidHoldsResponse> {
    const [event, crowd] = await Promise.all([this.siteHolds.ofEvent(id), this.siteHolds.crowd(id, moreThan)]);
    const inState = (state: CrowdBooking["state"]): number => crowd.filter((each) => each.state === state).length;
    const distinct = (of: (booking: CrowdBooking) => string | null): number => new Set(crowd.map(of)).size;
    return {
      event: slug,
      moreThan,
      freeStalls: event.unsold,
      heldUnpaid: event.held,
      soldLastHour: event.soldLastHour,
      soldLastTenMinutes: event.soldLastTenMinutes,
      stalls: crowd.map(({ stallId }) => stallId),
      addresses: distinct(({ network }) => network),
      visitors: distinct(({ visitorId }) => visitorId),
      registered: inState("registered"),
      paying: inState("paying"),
    };
  }

  /**
   * Ends the unpaid holds of an event by addresses that keep more than a number of its stalls, each booking in a
   * transaction of its own with its entry in the audit log, like {@link HoldActionsService.release}. What ended or was sold meanwhile stays
   * as it is. Blocks nobody.
   */
  async release(
    administrator: Administrator,
    event: RequestedEvent,
    { moreThan, reason }: ReleaseUnpaidDto,
    language: LanguageCode,
  ): Promise<UnpaidReleasedResponse> {
    const crowd = await this.siteHolds.crowd(event.id, moreThan);
    const ended = { released: [] as string[], closing: [] as string[] };
    // The key of a repeated request is that of the whole action.
    const { requestKey: _, ...each } = administrator;
    for (const { id, stallId } of crowd) {
      try {
        const { outcome } = await this.holdActions.release(each, id, reason);
        ended[outcome].push(stallId);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    }
    const { released, closing } = ended;
    return this.operatorTransaction.run(administrator, () =>
      Promise.resolve({
        response: {
          ...ended,
          message: unpaidReleasedIn(language, { released: released.length, closing: closing.length }),
        },
        audit: {
          action: "unpaid_holds_released",
          subjectType: "event",
          subjectId: String(event.id),
          reason,
          after: { moreThan, stalls: released.join(", "), paymentsEnded: closing.join(", ") },
        },
      }),
    );
  }
}
