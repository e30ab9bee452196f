import { IsIn, IsInt, IsOptional, IsUUID, Matches, Max, MaxLength, Min, ValidateIf } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import { IsRupees } from "../fields/rupees.dto.js";
import problems from "../generated/messages/en/admin-booking-problems.js";
import { STALL_ID_LENGTH, STALL_ID_PATTERN } from "../stalls/stall.types.js";
import { MAX_EXTENSION_MINUTES } from "./operator.rules.js";
import { REFUND_CHOICES, type RefundChoice } from "./operator.types.js";
import { ReasonDto } from "./reason.dto.js";

/** The amount of a partial `refund`, in rupees. */
export const isRefundAmount = combined(
  ValidateIf(({ refund, refundAmount }: CancelBookingDto) => refund === "partial" || refundAmount !== undefined),
  Min(1, { message: problems.refundLeast }),
  IsRupees({ message: problems.refund }),
);

const NO_ISSUE = { message: problems.notAnEntry };
export const optionalIssue = combined(IsOptional(), MaxLength(36, NO_ISSUE), IsUUID(undefined, NO_ISSUE));

/** POST /api/v1/mela/admin/bookings/{id}/move: moves a booking to a free stall of the same type and price. */
export class MoveBookingDto extends ReasonDto {
  /** The stall to move to, e.g. B12. */
  @MaxLength(STALL_ID_LENGTH, { message: problems.stall })
  @Matches(STALL_ID_PATTERN, { message: problems.stall })
  toStallId!: string;
}

/** POST /api/v1/mela/admin/bookings/{id}/cancel: cancels a sold booking and frees its stall immediately. */
export class CancelBookingDto extends ReasonDto {
  /** The buyer's refund. */
  @IsIn(REFUND_CHOICES, { message: problems.refundChoice })
  refund!: RefundChoice;

  /** Amount to refund, in rupees; only with a partial refund. */
  @isRefundAmount
  refundAmount?: number;

  /** The issue of the payer's request that this fulfils; it is closed, and the payer notified, in the same transaction. */
  @optionalIssue
  issueId?: string;
}

/** POST /api/v1/mela/admin/bookings/{id}/release-network: ends every unpaid hold of one of its networks, and blocks it. */
export class ReleaseNetworkDto extends ReasonDto {
  /** Which of the booking's networks: the length of its prefix in bits. */
  @IsIn([32, 24, 64, 56, 48], { message: problems.network })
  prefix!: number;

  /** Whom to block: everyone at the network (the default), or only the browsers whose holds are ended. */
  @IsOptional()
  @IsIn(["network", "visitors"], { message: problems.whom })
  whom?: "network" | "visitors";
}

const HOLDS_PER_ADDRESS = { message: problems.holdsPerAddress };
export const isHoldsPerAddress = combined(
  Max(50, HOLDS_PER_ADDRESS),
  Min(1, HOLDS_PER_ADDRESS),
  IsInt(HOLDS_PER_ADDRESS),
);

/** POST /api/v1/mela/admin/unpaid-holds/release: ends the unpaid holds of addresses that keep several. */
export class ReleaseUnpaidDto extends ReasonDto {
  /** Of addresses that keep more than this many unpaid stalls; 1 to 50. */
  @isHoldsPerAddress
  moreThan!: number;
}

/** POST /api/v1/mela/admin/bookings/{id}/refund: returns a part of what was paid; the booking stays sold. */
export class RefundBookingDto extends ReasonDto {
  /** Amount to refund, in rupees; less than what is left of the payment. */
  @Min(1, { message: problems.refundLeast })
  @IsRupees({ message: problems.refund })
  refundAmount!: number;
}

/** POST /api/v1/mela/admin/bookings/{id}/extend: extends a hold's deadline. */
export class ExtendHoldDto extends ReasonDto {
  /** Minutes to add, 1 to 30; at most 30 for all extensions of a hold together. */
  @Max(MAX_EXTENSION_MINUTES, { message: problems.extensionMost })
  @Min(1, { message: problems.extensionLeast })
  @IsInt({ message: problems.wholeMinutes })
  minutes!: number;
}
