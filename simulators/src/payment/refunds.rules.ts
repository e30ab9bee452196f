/** The rules of "create refund" (reference, sections 2 and 6). Pure. */
import { ProviderError } from "./errors.js";
import { paiseFromRupees } from "./money.js";
import type { RefundStatus } from "./model.js";

export interface RefundRequest {
  refundId: string;
  amountPaise: number;
  note: string | null;
  speed: string;
}

/** What the rules need to know of the order: paise captured and promised back, and when the payment completed. */
export interface RefundFacts {
  now: number;
  capturedPaise: number;
  /** Sum of refunds that are neither failed nor cancelled. */
  refundedPaise: number;
  paidAt: number | null;
  refundIds: ReadonlySet<string>;
}

function invalid(field: string, message: string): never {
  throw new ProviderError(400, `${field}_invalid`, message);
}

/** Six calendar months, the longest a payment can be refunded. */
function sixMonthsAfter(ms: number): number {
  const date = new Date(ms);
  date.setUTCMonth(date.getUTCMonth() + 6);
  return date.getTime();
}

/**
 * Reads and judges a request to refund.
 * @throws ProviderError 400 for a field, an amount beyond what is left or an unpaid order; 409 for a known refund id
 */
export function readRefundRequest(body: unknown, facts: RefundFacts): RefundRequest {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ProviderError(400, "request_failed", "the request body should be a JSON object");
  }
  const fields = body as Record<string, unknown>;
  const { refund_id: refundId, refund_note: note, refund_speed: speed = "STANDARD" } = fields;
  if (typeof refundId !== "string" || !/^[A-Za-z0-9_-]{3,40}$/.test(refundId)) {
    invalid("refund_id", "refund_id : should be 3 to 40 letters, digits, _ or -");
  }
  const amountPaise = paiseFromRupees(fields.refund_amount);
  if (amountPaise === null || amountPaise <= 0) {
    invalid("refund_amount", "refund_amount : should be a number above 0 with at most 2 decimals");
  }
  if (note !== undefined && note !== null) {
    if (typeof note !== "string" || [...note].length < 3 || [...note].length > 100) {
      invalid("refund_note", "refund_note : should be 3 to 100 characters");
    }
  }
  if (speed !== "STANDARD" && speed !== "INSTANT") {
    invalid("refund_speed", "refund_speed : should be STANDARD or INSTANT");
  }
  if (facts.refundIds.has(refundId)) {
    throw new ProviderError(409, "refund_already_exists", "refund with same id is already present");
  }
  if (facts.paidAt === null) {
    throw new ProviderError(400, "request_failed", "order has no successful payment to refund");
  }
  if (facts.now > sixMonthsAfter(facts.paidAt)) {
    throw new ProviderError(
      400,
      "request_failed",
      "refunds are possible within 6 months of the payment only",
    );
  }
  if (amountPaise > facts.capturedPaise - facts.refundedPaise) {
    invalid("refund_amount", "refund_amount : is more than what is left of the captured amount");
  }
  return { refundId, amountPaise, note: typeof note === "string" ? note : null, speed };
}

/** How a refund goes: the status answered first, and the one that comes after the delay (null = none comes). */
export interface RefundCourse {
  first: RefundStatus;
  then: RefundStatus | null;
}

/**
 * The sandbox lets `refund_note` force a status (case sensitive): SUCCESS and FAILED stand at once, PENDING for
 * ever. Any other note goes PENDING and then to the outcome set by the control API.
 */
export function refundCourse(note: string | null, outcome: RefundStatus): RefundCourse {
  if (note === "SUCCESS" || note === "FAILED" || note === "PENDING") return { first: note, then: null };
  return { first: "PENDING", then: outcome === "PENDING" ? null : outcome };
}
