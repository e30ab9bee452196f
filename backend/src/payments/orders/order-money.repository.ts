import { Injectable } from "@nestjs/common";
import type { OrderMoney } from "@sakhi/domain/payments/payer-outcome";
import type { PaymentOutcome, RefundState } from "@sakhi/domain/payments/payment.states";
import { Database } from "../../platform/database/database.js";

interface RawMoney {
  readonly order_id: string;
  readonly open: boolean;
  readonly payments: readonly { readonly outcome: PaymentOutcome; readonly paise: number }[];
  readonly newest: PaymentOutcome | null;
  readonly refunds: readonly {
    readonly paise: number;
    readonly state: RefundState;
    readonly automatic: boolean;
    readonly surplus: boolean;
    readonly at: string | null;
    readonly reference: string;
  }[];
}

/** All that was paid, tried and returned on orders, as their payers are told of it. Reads only, one statement. */
@Injectable()
export class OrderMoneyRepository {
  constructor(private readonly database: Database) {}

  /** @returns the money of each order that exists, by its id */
  async ofOrders(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderMoney>> {
    if (orderIds.length === 0) return new Map();
    const found = await this.database.query<RawMoney>(
      `SELECT o.order_id, o.state IN ('open', 'closing') AS open,
              coalesce((SELECT jsonb_agg(jsonb_build_object('outcome', p.outcome, 'paise', p.amount_paise)
                                         ORDER BY p.provider_payment_id = o.sold_payment_id DESC NULLS LAST,
                                                  coalesce(p.completed_at, p.seen_at), p.provider_payment_id)
                          FROM payments p WHERE p.order_id = o.order_id), '[]') AS payments,
              (SELECT p.outcome FROM payments p WHERE p.order_id = o.order_id
                ORDER BY coalesce(p.started_at, p.seen_at) DESC, p.provider_payment_id DESC LIMIT 1) AS newest,
              coalesce((SELECT jsonb_agg(jsonb_build_object('paise', r.amount_paise, 'state', r.state,
                                           'automatic', r.reason IN ('late_payment', 'second_payment'), 'at', r.ended_at,
                                           'surplus', r.reason = 'second_payment'
                                             OR coalesce(r.payment_id <> o.sold_payment_id, false),
                                           'reference', coalesce(r.provider_refund_id, r.refund_id))
                                         ORDER BY r.created_at, r.refund_id)
                          FROM refunds r WHERE r.order_id = o.order_id), '[]') AS refunds
         FROM orders o WHERE o.order_id = ANY($1)`,
      [orderIds],
    );
    return new Map(found.map((raw) => [raw.order_id, moneyOf(raw)]));
  }
}

function moneyOf({ open, payments, newest, refunds }: RawMoney): OrderMoney {
  const count = (outcome: PaymentOutcome): number => payments.filter((one) => one.outcome === outcome).length;
  return {
    paid: payments.filter(({ outcome }) => outcome === "success").map(({ paise }) => paise),
    attempts: { newest: newest ?? undefined, pending: count("pending"), failed: count("failed") },
    open,
    refunds: refunds.map(({ paise, state, automatic, surplus, at, reference }) => ({
      amountPaise: paise,
      state,
      automatic,
      surplus,
      endedAt: at === null ? undefined : new Date(at).toISOString(),
      reference,
    })),
  };
}
