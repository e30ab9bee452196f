import { ApiProperty } from "@nestjs/swagger";
import type { RefundNotice } from "@sakhi/domain/payments/payer-outcome";
import { toRupees } from "@sakhi/domain/money/money";

/** How the money that goes back stands; all refunds of an order together. */
export class RefundNoticeResponse {
  /** `failed`: the provider refused it; the money is still owed. */
  @ApiProperty({ enum: ["pending", "succeeded", "failed"], enumName: "RefundNoticeState" })
  state!: RefundNotice["state"];
  /** Rupees. */
  amount!: number;
  /** When the last of it was paid out (ISO 8601, UTC); only with succeeded. */
  date?: string;
  /** The refund's number, for the bank and for support. */
  reference?: string;
}

/** @returns nothing where no refund was decided, to be spread into an answer */
export function refundOnTheWire(refund: RefundNotice | undefined): { refund?: RefundNoticeResponse } {
  if (refund === undefined) return {};
  const { state, amountPaise, at, reference } = refund;
  return {
    refund: {
      state,
      amount: toRupees(amountPaise),
      ...(at === undefined ? {} : { date: at }),
      ...(reference === undefined ? {} : { reference }),
    },
  };
}
