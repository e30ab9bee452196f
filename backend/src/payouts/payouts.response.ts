import { ApiProperty } from "@nestjs/swagger";
import {
  PAYOUT_LINE_KINDS,
  type PayoutLineKind,
  PAYOUT_STATES,
  type PayoutState,
} from "@sakhi/domain/payouts/payout-lines";

/** Money of an event, of listings, or of what is of no order of ours. In rupees. */
export class PayoutAccountResponse {
  /** Slug of the event, "listings", "other" or "all". */
  account!: string;
  /** Of the event, or empty. */
  title!: string;
  /** Paid through the provider. */
  received!: number;
  /** Refunded through the provider, or under way. */
  refunded!: number;
  /** By disputes that are open or lost. */
  withheld!: number;
  /** The provider's fees on what was paid out, with GST. */
  fees!: number;
  /** Of it, the GST. */
  feeTax!: number;
  paidOut!: number;
  /** Before fees. */
  toCome!: number;
}

/** What was read and what it amounts to. */
export class PayoutSummaryResponse {
  /** By event, then listings and the rest; the last is the sum. */
  accounts!: PayoutAccountResponse[];
  /** Until when the reports were read; ISO 8601, UTC. Absent before the first reading. */
  readUntil?: string;
  /** Why the last reading is not complete. */
  problem?: string;
  /** Open issues about payouts. */
  differences!: number;
}

/** A payout. In rupees. */
export class PayoutResponse {
  payoutId!: string;
  utr?: string;
  @ApiProperty({ enum: PAYOUT_STATES, enumName: "PayoutState" })
  state!: PayoutState;
  /** ISO 8601, UTC. */
  paidAt?: string;
  /** Number of its lines. */
  lines!: number;
  /** Of its lines, before fees. */
  gross!: number;
  /** Fees with GST, that of the payout itself included. */
  fees!: number;
  feeTax!: number;
  /** What arrives: as reported, or else what its lines amount to. */
  amount!: number;
  /** What a bank statement says. */
  bank?: number;
  /** Day of the bank's line, YYYY-MM-DD. */
  bankDay?: string;
}

/** A line of a payout. In rupees; negative if it is taken from it. */
export class PayoutLineResponse {
  lineKey!: string;
  payoutId!: string;
  @ApiProperty({ enum: PAYOUT_LINE_KINDS, enumName: "PayoutLineKind" })
  kind!: PayoutLineKind;
  /** The provider's name of the kind. */
  eventType!: string;
  orderId?: string;
  paymentId?: string;
  refundId?: string;
  stallId?: string;
  bookingId?: string;
  applicationId?: string;
  /** Slug of the event. */
  event?: string;
  gross!: number;
  fee!: number;
  feeTax!: number;
  net!: number;
  /** ISO 8601, UTC. */
  at?: string;
}

/** What a reading found. */
export class PayoutReadingResponse {
  message!: string;
  lines!: number;
  /** New or different, lines and payouts. */
  changed!: number;
  /** Open issues about payouts after it. */
  differences!: number;
}

/** What became of a line of a bank statement. */
export class BankLineResponse {
  /** In the text, from 1. */
  line!: number;
  @ApiProperty({ enum: ["matched", "differs", "unknown"], enumName: "BankVerdict" })
  verdict!: "matched" | "differs" | "unknown";
  payoutId?: string;
  utr?: string;
  /** Of the payout, in rupees. */
  amount?: number;
  /** Of the line, in rupees. */
  bank!: number;
}

/** A bank statement that was compared with the payouts. */
export class BankStatementResponse {
  message!: string;
  lines!: BankLineResponse[];
}
