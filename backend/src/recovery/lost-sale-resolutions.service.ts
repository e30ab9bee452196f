import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import { type RestoreOutcome, SaleRecoveryService } from "./sale-recovery.service.js";

const NO_SUBJECT = "This order does not say which stall it is of. Please refund it.";
/** Message for the administrator by what became of a lost sale. */
const RESTORED: Readonly<Record<RestoreOutcome, string>> = {
  sold: "The sale exists again, and its stall is hers.",
  open: "The booking exists again and waits for its payment.",
  refunding: "Its stall can no longer be sold. The booking exists again, and its money goes back.",
  unpaid: "Nobody has paid for this order.",
  taken: "Another booking has its stall by now. Please refund it, or free that stall first.",
  incomplete:
    "Its stalls are created again together or not at all, and one of them is another booking's by now, or was moved, cancelled, refunded or chosen after the backup. Please refund the order, or free that stall first.",
  absent: "The payment provider no longer has this order of ours.",
  not_ours: "The payment provider no longer has this order of ours.",
  unreachable: "The provider does not respond right now. Please try again in a moment.",
};

/** Resolution of a sale that a restored database does not have. */
@Injectable()
export class LostSaleResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly saleRecovery: SaleRecoveryService,
  ) {
    handlers.registerBefore({ recreate_sale: ({ issue }) => this.recreate(issue.subject) });
  }

  /** Creates the sale of an order again that is not in our records. @throws DomainError resolution_failed */
  private async recreate(orderId: string): Promise<ResolutionResult> {
    const outcome = await this.saleRecovery.restoreOrder(orderId);
    const message = outcome === undefined ? NO_SUBJECT : RESTORED[outcome];
    if (outcome !== "sold" && outcome !== "open" && outcome !== "refunding")
      throw new DomainError("resolution_failed", {}, message);
    return { resolved: true, message, after: { orderId, as: outcome } };
  }
}
