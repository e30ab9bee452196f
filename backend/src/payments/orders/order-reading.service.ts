import { Injectable } from "@nestjs/common";
import { refundOutcome } from "@sakhi/domain/payments/settlement.rules";
import type { SeenOrder, SeenRefund } from "@sakhi/domain/payments/settlement.rules";
import { PaymentProvider } from "../provider/payment-provider.js";
import type { ProviderOrder, ProviderPayment } from "../provider/payment-provider.js";

/** What the provider says of an order, as one picture. */
export type OrderReading =
  | { readonly kind: "unreachable" }
  | { readonly kind: "absent" }
  | {
      readonly kind: "found";
      readonly order: ProviderOrder;
      readonly payments: readonly ProviderPayment[];
      readonly refunds: readonly SeenRefund[] | undefined;
    };

/** Reads an order at the provider. Never inside a transaction. */
@Injectable()
export class OrderReader {
  constructor(private readonly provider: PaymentProvider) {}

  /** @param withRefunds also what has gone back already: needed where money may be late */
  async read(orderId: string, withRefunds: boolean): Promise<OrderReading> {
    const order = await this.provider.readOrder(orderId);
    if (order.kind === "refused" && order.status === 404) return { kind: "absent" };
    if (order.kind !== "done") return { kind: "unreachable" };
    // Payments after the order: once its status is final, none can be added to what is read now.
    const payments = await this.provider.readPayments(orderId);
    if (payments.kind !== "done") return { kind: "unreachable" };
    if (!withRefunds)
      return { kind: "found", order: order.value, payments: payments.value, refunds: undefined };
    const refunds = await this.provider.readRefunds(orderId);
    if (refunds.kind !== "done") return { kind: "unreachable" };
    return {
      kind: "found",
      order: order.value,
      payments: payments.value,
      refunds: refunds.value.map(({ amountPaise, status }) => ({
        amountPaise,
        givesBack: refundOutcome(status) !== "failed",
      })),
    };
  }
}

/** The reading as the rules see it. */
export function seenOrder(reading: Exclude<OrderReading, { kind: "unreachable" }>): SeenOrder {
  if (reading.kind === "absent") return reading;
  const { order, payments, refunds } = reading;
  return {
    kind: "found",
    status: order.status,
    amountPaise: order.amountPaise,
    currency: order.currency,
    payments,
    ...(refunds === undefined ? {} : { refunds }),
  };
}
