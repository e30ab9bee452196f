import { paymentOutcome } from "@sakhi/domain/payments/payment.states";
import type { SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import { refundOutcome, type SeenOrder } from "@sakhi/domain/payments/settlement.rules";
import type { PaymentProvider, ProviderOrder, ProviderPayment, ProviderRefund } from "./payment-provider.js";

/** What the provider says about an order. */
export type OrderReading =
  | { readonly kind: "unreachable" }
  | { readonly kind: "absent" }
  | {
      readonly kind: "found";
      readonly order: ProviderOrder;
      /** Oldest first. */
      readonly payments: readonly ProviderPayment[];
      /** Undefined where they were not asked for. */
      readonly refunds: readonly SeenRefund[] | undefined;
    };

/**
 * Reads an order at the provider. Never inside a transaction.
 *
 * @param withRefunds also what has been refunded already: needed where money may be late, or was refunded elsewhere. Of
 *   an order with more than one success it is always read: nothing may be refunded twice.
 */
export async function readOrder(
  provider: PaymentProvider,
  orderId: string,
  withRefunds: boolean,
): Promise<OrderReading> {
  const order = await provider.readOrder(orderId);
  if (order.kind === "refused" && order.status === 404) return { kind: "absent" };
  if (order.kind !== "done") return { kind: "unreachable" };
  // Payments after the order: once its status is final, none can be added to what is read now.
  const payments = await provider.readPayments(orderId);
  if (payments.kind !== "done") return { kind: "unreachable" };
  const found = { kind: "found", order: order.value, payments: oldestFirst(payments.value) } as const;
  const successes = found.payments.filter(({ status }) => paymentOutcome(status) === "success");
  if (!withRefunds && successes.length < 2) return { ...found, refunds: undefined };
  const refunds = await provider.readRefunds(orderId);
  if (refunds.kind !== "done") return { kind: "unreachable" };
  return { ...found, refunds: refunds.value.map(seenRefund) };
}

/** A refund at the provider as the refund rules see it. */
export function seenRefund(refund: ProviderRefund): SeenRefund {
  const { status, ...seen } = refund;
  return { ...seen, outcome: refundOutcome(status) };
}

function oldestFirst(payments: readonly ProviderPayment[]): ProviderPayment[] {
  const at = ({ completedAt, startedAt }: ProviderPayment): number =>
    (completedAt ?? startedAt)?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return [...payments].sort((a, b) => at(a) - at(b));
}

/** The reading as the settlement's rules see it. */
export function seenOrder(reading: Exclude<OrderReading, { kind: "unreachable" }>): SeenOrder {
  if (reading.kind === "absent") return reading;
  const { order, payments } = reading;
  return { kind: "found", status: order.status, amountPaise: order.amountPaise, currency: order.currency, payments };
}
