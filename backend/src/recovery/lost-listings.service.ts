import { Injectable } from "@nestjs/common";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { firstBrandKey } from "../mail/mail.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { Database } from "../platform/database/database.js";
import { LostHistoryService } from "./lost-history.service.js";
import { LostOrdersService } from "./lost-orders.service.js";
import { ordersOf, type Read, NOT_A_STALL } from "./lost-steps.js";
import { Reading } from "./reading.js";
import type { RecoveredItem } from "./recovery.types.js";
import { assumeSent, isReaddressed } from "./restored-sales.service.js";

/** Applications whose rows or later changes a restored database does not have. */
@Injectable()
export class LostListingsService {
  constructor(
    private readonly database: Database,
    private readonly unknownOrders: UnknownOrdersService,
    private readonly lostOrders: LostOrdersService,
    private readonly lostHistory: LostHistoryService,
  ) {}

  /** An application cannot be created again: nobody else has its form. Its money is an issue. */
  async lost(workflow: Read, reading: Reading): Promise<RecoveredItem> {
    const { workflowId } = workflow;
    let item: RecoveredItem = { id: workflowId, as: "unpaid" };
    for (const orderId of ordersOf(workflow)) {
      const found = await this.unknownOrders.check(orderId);
      if (found === "unreachable") reading.unanswered.push(orderId);
      if (found === "raised") item = { id: workflowId, orderId, as: "issue", note: NOT_A_STALL };
    }
    return item;
  }

  /** An application that the database has. @returns undefined if nothing of it was lost */
  async known(workflow: Read, reading: Reading): Promise<RecoveredItem | undefined> {
    const { workflowId, entries } = workflow;
    const applicationId = workflowId.slice(listingWorkflowId("").length);
    const lost = await this.lostHistory.lostSteps("listing_events", "application_id", applicationId, entries);
    if (lost.length === 0) return undefined;
    if (isReaddressed(lost)) await this.database.transaction((tx) => assumeSent(tx, [firstBrandKey(applicationId)]));
    const orders = ordersOf(workflow);
    for (const order of orders)
      if (!(await this.lostOrders.settle(order, reading))) await this.unknownOrders.check(order);
    const orderId = orders.at(-1);
    const left = await this.lostHistory.lostSteps("listing_events", "application_id", applicationId, entries);
    const item = { id: workflowId, ...(orderId === undefined ? {} : { orderId }) };
    if (left.length === 0) return { ...item, as: "repeated" };
    await this.lostHistory.raiseBehind(workflowId, left, { applicationId, orderId });
    return { ...item, as: "issue", note: left.map(({ what }) => what).join(", ") };
  }
}
