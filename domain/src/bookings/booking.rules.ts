/** How long a stall is reserved for a visitor, in seconds (specification 2, section 9). */
export const HOLD_SECONDS = 600;

/** How long the provider lets an order be paid, in seconds. */
export const PAYMENT_WINDOW_SECONDS = 1080;

/** The provider demands an expiry of more than 15 minutes; production refuses a window under this. */
export const MIN_PAYMENT_WINDOW_SECONDS = 960;

/** What is added to the provider's expiry before we begin to close an order, in seconds. */
export const PAYMENT_GRACE_SECONDS = 30;

/** Seconds left at which the countdown is announced to screen readers. */
export const COUNTDOWN_ANNOUNCEMENTS_SECONDS = [300, 120, 60, 30] as const;

/** When to check for money that came after a release, in seconds after it. */
export const LATE_MONEY_CHECKS_SECONDS = [300, 1800, 7200, 86_400] as const;

/** The payment status on the wire, of stalls and listings; pages take `payment_success` too (specification 2, section 4). */
export type PaymentStatus = "payment_pending" | "payment_successful" | "payment_failed";

/**
 * Order ids made by the browser: `MELA`, digits of the time, random letters or digits; at most 45 characters. Both
 * counts have an end: without one, telling the digits of one part from those of the other takes the square of their
 * number.
 */
export const MELA_ORDER_ID_PATTERN = /^MELA\d{6,20}[_-]?[A-Za-z0-9]{4,40}$/;
export const ORDER_ID_MAX_LENGTH = 45;
