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

/** The id of an order's subject, as a field of an issue. */
export function subjectIds({ subjectType, subjectId }: Pick<OrderRow, "subjectType" | "subjectId">): {
  readonly bookingId?: string;
  readonly applicationId?: string;
} {
  return subjectType === "booking" ? { bookingId: subjectId } : { applicationId: subjectId };
}
