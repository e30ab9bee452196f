import { IsOptional, MaxLength } from "class-validator";
import { IsPlainText, blankIsAbsent, optionalChoice } from "../catalogue/query-text.dto.js";
import type { PaymentStatus } from "../bookings/booking.rules.js";
import { STALL_TYPES, type StallType } from "../stalls/stall.types.js";
import { optionalDay } from "./accounts-query.dto.js";
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
  @optionalChoice(PAYMENT_STATUSES, `The payment status must be one of ${PAYMENT_STATUSES.join(", ")}`)
  paymentStatus?: PaymentStatus;

  /** Only registrations for stalls of this type. */
  @optionalChoice(STALL_TYPES, `The stall type must be one of ${STALL_TYPES.join(", ")}`)
  stallType?: StallType;

  /** Only registrations whose free listing has this status. */
  @optionalChoice(LISTING_OFFERS, `The listing offer must be one of ${LISTING_OFFERS.join(", ")}`)
  listingOffer?: ListingOffer;

  /** Registered on this day or later, in Indian time, e.g. 2026-11-21. */
  @optionalDay("first")
  from?: string;

  /** Registered on this day or earlier, in Indian time. */
  @optionalDay("last")
  to?: string;

  /** Sort field; createdAt by default. */
  @optionalChoice(REGISTRATION_SORTS, `The list is sorted by one of ${REGISTRATION_SORTS.join(", ")}`)
  sort?: RegistrationSort;

  /** Sort direction; desc (newest first) by default. */
  @optionalChoice(SORT_ORDERS, "The order must be asc or desc")
  order?: SortOrder;
}
