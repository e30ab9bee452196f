import { Injectable } from "@nestjs/common";
import { Database } from "../../platform/database/database.js";
import { OrderLedgers } from "./order-ledgers.repository.js";
import { RefundNudges, refundWorkflowId } from "./refund-nudges.service.js";
import { RefundsRepository } from "./refunds.repository.js";
import { RefundsService } from "./refunds.service.js";

/** A refund whose request has not gone out after this long is asked for by the sweep, in milliseconds. */
const UNASKED_MS = 60_000;
/** A refund of which nothing has been heard for this long is read by the sweep. */
const UNHEARD_MS = 6 * 3600 * 1000;
/** A refund that is not finished after this long is a person's matter: banks take 5 to 10 working days. */
const STUCK_MS = 14 * 24 * 3600 * 1000;

/** Refunds that nobody seems to see through; for the sweep. */
@Injectable()
export class RefundRecovery {
  constructor(
    private readonly database: Database,
    private readonly repository: RefundsRepository,
    private readonly refunds: RefundsService,
    private readonly nudges: RefundNudges,
    private readonly ledgers: OrderLedgers,
  ) {}

  /** Orders with a payment too many of which nothing was decided: each should be settled once more. */
  ordersWithSurplus(limit: number): Promise<string[]> {
    return this.ledgers.withSurplus(limit);
  }

  /** Asks for, reads or reports what has been left. @returns how many moved */
  async attend(limit: number): Promise<number> {
    let moved = 0;
    for (const refundId of await this.repository.silent("requested", UNASKED_MS, limit)) {
      const { state } = await this.refunds.requestRefund(refundId);
      if (state !== "requested") moved += 1;
    }
    for (const refundId of await this.repository.silent("pending", UNHEARD_MS, limit)) {
      const { state } = await this.refunds.checkRefund(refundId);
      if (state !== "pending") moved += 1;
    }
    for (const refundId of await this.repository.unfinishedFor(STUCK_MS, limit)) {
      await this.refunds.reportStuckRefund(refundId);
    }
    return moved;
  }

  /** Workflow id → refund, for refunds that are not finished and have existed for a while. */
  async workflows(limit: number): Promise<Map<string, string>> {
    const ids = await this.repository.unfinishedFor(UNASKED_MS, limit);
    return new Map(ids.map((refundId) => [refundWorkflowId(refundId), refundId]));
  }

  /** Starts the workflow of a refund that has none. */
  async restart(refundId: string): Promise<void> {
    const refund = await this.repository.find(refundId);
    if (refund === undefined) return;
    await this.database.transaction((tx) => this.nudges.nudge(tx, refund, true));
  }
}
