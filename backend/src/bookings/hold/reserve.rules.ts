import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { BookingRow } from "../booking.row.js";

/** What reserving a stall comes to, given the live or overdue booking that stands on it. */
export type ReserveVerdict =
  | { readonly kind: "free" }
  /** An overdue hold stands on it: whoever reserves the stall releases it first. */
  | { readonly kind: "overdue"; readonly bookingId: string }
  /** The visitor's own hold: the same answer again. */
  | { readonly kind: "own"; readonly booking: BookingRow };

/**
 * Judges whether a visitor can have a stall (architecture section 4, step 1).
 *
 * @throws DomainError stall_sold, stall_reserved, or payment_in_progress with the order id
 */
export function checkReserve(onStall: BookingRow | undefined, visitorId: string | undefined): ReserveVerdict {
  if (onStall === undefined) return { kind: "free" };
  const own = visitorId !== undefined && onStall.visitorId === visitorId;
  switch (onStall.state) {
    case "released":
      return { kind: "free" };
    case "sold":
      throw new DomainError("stall_sold");
    case "blocked":
      throw new DomainError("stall_reserved");
    case "paying":
      if (own) throw new DomainError("payment_in_progress", { orderId: onStall.orderId });
      throw new DomainError("stall_reserved");
    case "held":
    case "registered":
      if (onStall.expired) return { kind: "overdue", bookingId: onStall.id };
      if (own) return { kind: "own", booking: onStall };
      throw new DomainError("stall_reserved");
  }
}
