import { IsInt, IsISO8601, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import {
  IsPlainText,
  blankIsAbsent,
  optionalChoice,
  optionalQueryText,
  wholeNumber,
} from "../catalogue/query-text.dto.js";
import { combined } from "../fields/combined.dto.js";
import { eventSlug, NamedEventDto } from "../fields/named-event.dto.js";
import type { PaymentStatus } from "../payments/payment.states.js";
import { isStallType } from "../stalls/stall-type.dto.js";
import type { StallType } from "../stalls/stall.types.js";
import {
  AUDIT_KINDS,
  AUDIT_SUBJECTS,
  LISTING_OFFERS,
  PAYMENT_STATUSES,
  REGISTRATION_SORTS,
  SORT_ORDERS,
  type AuditKind,
  type AuditSubject,
  type ListingOffer,
  type RegistrationSort,
  type SortOrder,
} from "./admin.choices.js";

/** Maximum page size. */
const MAX_PAGE = 1000;
/** Default page size. */
export const DEFAULT_PAGE_SIZE = 500;

/** A page of a list; the response header X-Total-Count holds the total count. */
export class PagingQueryDto {
  /** Page size, 1 to 1000; 500 by default. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(MAX_PAGE, { message: `The limit must be at most ${MAX_PAGE}` })
  limit?: number;

  /** Number of entries to skip. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The offset must be a whole number" })
  @Min(0, { message: "The offset must be at least 0" })
  @Max(1_000_000, { message: "The offset must be at most 1000000" })
  offset?: number;
}

/** An optional day in a query. */
export function optionalDay(which: "first" | "last"): PropertyDecorator {
  const message = `The ${which} day must be a date such as 2026-11-21`;
  return combined(
    blankIsAbsent,
    IsOptional(),
    IsISO8601({ strict: true }, { message }),
    MaxLength(10, { message }),
    Matches(/^\d{4}-\d{2}-\d{2}$/, { message }),
  );
}

/** Range of an accounting export: all days by default. */
export class AccountsQueryDto {
  /** First day of the range, in Indian time, e.g. 2026-11-21. */
  @optionalDay("first")
  from?: string;

  /** Last day of the range (inclusive), in Indian time. */
  @optionalDay("last")
  to?: string;

  /** The event's slug, or "all" for all events and the listings; required. */
  @eventSlug
  event?: string;
}

/** Range of the money of all events: all days by default. */
export class MoneyQueryDto {
  /** First day of the range, in Indian time, e.g. 2026-11-21. */
  @optionalDay("first")
  from?: string;

  /** Last day of the range (inclusive), in Indian time. */
  @optionalDay("last")
  to?: string;
}

/** Filters of the registrations; they can be combined. */
export class RegistrationsQueryDto extends PagingQueryDto {
  /** Part of a name, e-mail, phone number, business, order id, stall or GST number; case-insensitive. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(100, { message: "Please search for at most 100 characters" })
  @IsPlainText("The search must be a text")
  q?: string;

  /** Only registrations for this event's stalls, by its slug, or for all with "all". The list's default is the current event; a file has none. */
  @eventSlug
  event?: string;

  /** Only registrations with this payment status. */
  @optionalChoice(PAYMENT_STATUSES, `The payment status must be one of ${PAYMENT_STATUSES.join(", ")}`)
  paymentStatus?: PaymentStatus;

  /** Only registrations for stalls of this type. */
  @blankIsAbsent
  @IsOptional()
  @isStallType
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

/** Filters of the audit log; they can be combined. */
export class AuditQueryDto extends PagingQueryDto {
  /** Only entries about this type of subject. */
  @optionalChoice(AUDIT_SUBJECTS, `The subject type must be one of ${AUDIT_SUBJECTS.join(", ")}`)
  subjectType?: AuditSubject;

  /** Only entries about this subject: its id, stall number or coupon code. */
  @optionalQueryText("The subject's id", 100)
  subjectId?: string;

  /** Only what this person did: a username, "command line" or "not logged in". */
  @optionalQueryText("The person", 100)
  administrator?: string;

  /** Only changes, or only reads and exports of personal data. */
  @optionalChoice(AUDIT_KINDS, `The kind must be one of ${AUDIT_KINDS.join(", ")}`)
  kind?: AuditKind;

  /** Only entries of this day or later, in Indian time, e.g. 2026-11-21. */
  @optionalDay("first")
  from?: string;

  /** Only entries of this day or earlier, in Indian time. */
  @optionalDay("last")
  to?: string;
}

/** Cursor of a stall's history. */
export class StallHistoryQueryDto extends NamedEventDto {
  /** Returns only older entries: the nextBefore of the previous response. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(18, { message: "Please send the nextBefore of an earlier answer" })
  @Matches(/^\d{1,18}$/, { message: "Please send the nextBefore of an earlier answer" })
  before?: string;
}
