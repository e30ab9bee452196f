import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { ROUTES } from "../../ui/event-facts";

/** What the address of the registration page carries (specification 2, section 2). */
export interface StallQuery {
  readonly stallId: string;
  readonly type: StallType;
  readonly price: number;
}

/** The registration page's address for a stall. */
export function registerAddress({ stallId, type, price }: StallQuery): string {
  return `${ROUTES.register}?${new URLSearchParams({ stallId, type, price: String(price) }).toString()}`;
}

/** The name of a stall type that came as any text; unknown ones are shown as they are. */
export function typeName(type: string): string {
  return type === "General" || type === "Premium" ? stallTypeLabel(type) : type;
}

const withOrder = (route: string, orderId: string) =>
  `${route}?${new URLSearchParams({ order_id: orderId }).toString()}`;

/** The success page's address for an order; also what the provider returns to. */
export function successAddress(orderId: string): string {
  return withOrder(ROUTES.success, orderId);
}

/** The failure page's address, for an order or without one. */
export function failureAddress(orderId: string | undefined): string {
  return orderId === undefined ? ROUTES.failure : withOrder(ROUTES.failure, orderId);
}
