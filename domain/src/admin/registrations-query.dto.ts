import { IsIn, IsISO8601, IsOptional, Matches, MaxLength } from "class-validator";
import { IsPlainText, blankIsAbsent } from "../catalogue/query-text.dto.js";
import type { PaymentStatus } from "../bookings/booking.rules.js";
import { STALL_TYPES, type StallType } from "../stalls/stall.types.js";
import { DAY, FIRST_DAY, LAST_DAY } from "./accounts-query.dto.js";
import { PagingQueryDto } from "./paging.dto.js";
import {
  LISTING_OFFERS,
  PAYMENT_STATUSES,
  REGISTRATION_SORTS,
  SORT_ORDERS,
  type ListingOffer,
  type RegistrationSort,
  type SortOrder,
} from "./registrations.js";

/** Filters of the registrations; they can be combined. */
export class RegistrationsQueryDto extends PagingQueryDto {
  /** Part of a name, e-mail, phone number, business, order id, stall or GST number; case-insensitive. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(100, { message: "Please search for at most 100 characters" })
  @IsPlainText("The search must be a text")
  q?: string;

  /** Only registrations with this payment status. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(PAYMENT_STATUSES, { message: `The payment status must be one of ${PAYMENT_STATUSES.join(", ")}` })
  paymentStatus?: PaymentStatus;

  /** Only registrations for stalls of this type. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(STALL_TYPES, { message: `The stall type must be one of ${STALL_TYPES.join(", ")}` })
  stallType?: StallType;

  /** Only registrations whose free listing has this status. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(LISTING_OFFERS, { message: `The listing offer must be one of ${LISTING_OFFERS.join(", ")}` })
  listingOffer?: ListingOffer;

  /** Registered on this day or later, in Indian time, e.g. 2026-11-21. */
  @blankIsAbsent
  @IsOptional()
  @IsISO8601({ strict: true }, FIRST_DAY)
  @MaxLength(10, FIRST_DAY)
  @Matches(DAY, FIRST_DAY)
  from?: string;

  /** Registered on this day or earlier, in Indian time. */
  @blankIsAbsent
  @IsOptional()
  @IsISO8601({ strict: true }, LAST_DAY)
  @MaxLength(10, LAST_DAY)
  @Matches(DAY, LAST_DAY)
  to?: string;

  /** Sort field; createdAt by default. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(REGISTRATION_SORTS, { message: `The list is sorted by one of ${REGISTRATION_SORTS.join(", ")}` })
  sort?: RegistrationSort;

  /** Sort direction; desc (newest first) by default. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(SORT_ORDERS, { message: "The order must be asc or desc" })
  order?: SortOrder;
}
