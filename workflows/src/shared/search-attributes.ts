import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";

/** The stall's number, e.g. B12. */
export const STALL_ID = defineSearchAttributeKey("StallId", SearchAttributeType.KEYWORD);
/** Id of the payment order. */
export const ORDER_ID = defineSearchAttributeKey("OrderId", SearchAttributeType.KEYWORD);
/** Stage of the workflow's subject. */
export const STAGE = defineSearchAttributeKey("Stage", SearchAttributeType.KEYWORD);
/** The mark of the database that the workflow's subject is in, which its orders carry too. */
export const INSTALLATION = defineSearchAttributeKey("Installation", SearchAttributeType.KEYWORD);

/** Search attributes of workflows; created on the server at each start of the orchestrator if missing. */
export const SEARCH_ATTRIBUTES = {
  StallId: STALL_ID,
  OrderId: ORDER_ID,
  Stage: STAGE,
  Installation: INSTALLATION,
} as const;
