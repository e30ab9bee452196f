import type { PaymentStatus } from "../payments/payment.states.js";

export const PAYMENT_STATUSES = [
  "payment_pending",
  "payment_successful",
  "payment_failed",
] as const satisfies PaymentStatus[];

export const LISTING_OFFERS = ["not_offered", "offered", "accepted_free"] as const;
/** Status of the free listing that is included with a stall. */
export type ListingOffer = (typeof LISTING_OFFERS)[number];

export const REGISTRATION_SORTS = [
  "createdAt",
  "fullName",
  "businessName",
  "stallId",
  "netAmount",
  "paymentStatus",
] as const;
/** Sort field of the registrations. */
export type RegistrationSort = (typeof REGISTRATION_SORTS)[number];

export const SORT_ORDERS = ["asc", "desc"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export const ENQUIRY_STATUSES = ["open", "answered", "quarantined", "forwarded", "stopped"] as const;
/** Status of an enquiry: not answered yet, answered, or suspected to come from a bot. */
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];

export const AUDIT_SUBJECTS = [
  "booking",
  "stall",
  "coupon",
  "application",
  "enquiry",
  "mail",
  "issue",
  "administrator",
  "queue",
  "registrations",
  "invoice",
  "person",
  "event",
  "organisation",
  "recovery",
  "audit_log",
  "brand",
  "product",
  "home_page",
  "past_event",
] as const;
/** Type of the subject of an administrator's action. */
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

export const AUDIT_KINDS = ["changes", "reads"] as const;
/** Entries of the audit log: what administrators changed, or which personal data they read or exported. */
export type AuditKind = (typeof AUDIT_KINDS)[number];
