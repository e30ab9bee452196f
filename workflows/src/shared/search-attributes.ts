import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";

/** The stall's number, e.g. B12. */
export const STALL_ID = defineSearchAttributeKey("StallId", SearchAttributeType.KEYWORD);
/** The payment order. */
export const ORDER_ID = defineSearchAttributeKey("OrderId", SearchAttributeType.KEYWORD);
/** Where the workflow's subject stands, in our own words. */
export const STAGE = defineSearchAttributeKey("Stage", SearchAttributeType.KEYWORD);

/** What workflows can be found by; ensured on the server at each start of the orchestrator. */
export const SEARCH_ATTRIBUTES = { StallId: STALL_ID, OrderId: ORDER_ID, Stage: STAGE } as const;
