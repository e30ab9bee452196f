import type { LockedSubject } from "./order-subject.js";
import type { OrderEntity } from "./payments.entities.js";

/** A payment order. Times in UTC. */
export type OrderRow = Readonly<OrderEntity> & {
  /** True once the provider's expiry has passed, by the database's clock; false before it is known. */
  readonly lapsed: boolean;
};

/** A locked order and its locked subject. */
export interface LockedOrder {
  readonly order: OrderRow;
  readonly subject: LockedSubject;
}

/** The reason why an order is settled. */
export type SettlementTrigger =
  | "workflow"
  | "webhook"
  | "return_page"
  | "sweep"
  | "reserve"
  | "initiate"
  | "operator"
  | "recovery"
  | "offer";

/**
 * Whom an issue about an order is about, as a field of it: the order's subject.
 *
 * @param furtherId the further stall of the order that it is about instead
 */
export function subjectIds(
  { subjectType, subjectId }: Pick<OrderRow, "subjectType" | "subjectId">,
  furtherId: string | null = null,
): { readonly bookingId?: string; readonly applicationId?: string } {
  if (furtherId !== null) return { bookingId: furtherId };
  return subjectType === "booking" ? { bookingId: subjectId } : { applicationId: subjectId };
}
