import { ApiProperty } from "@nestjs/swagger";
import {
  REFUND_REASONS,
  REFUND_STATES,
  type RefundReason,
  type RefundState,
} from "@sakhi/domain/payments/payment.states";

/** A refund. */
export class AdminRefundResponse {
  id!: string;
  orderId!: string;
  /** Rupees. */
  amount!: number;
  @ApiProperty({ enum: REFUND_REASONS, enumName: "RefundReason" })
  reason!: RefundReason;
  @ApiProperty({ enum: REFUND_STATES, enumName: "RefundState" })
  state!: RefundState;
  providerStatus?: string;
  /** Reference for the payer's bank (ARN or RRN), or of what an operator paid back by hand. */
  bankReference?: string;
  /** Paid back by an operator: pending until confirmed with a reference. */
  byHand!: boolean;
  createdAt!: string;
  endedAt?: string;
}
