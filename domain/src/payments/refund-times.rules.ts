/**
 * Age in days at which an unfinished refund becomes an issue. Banks take five to ten working days, which is up to two
 * weeks.
 */
export const STUCK_REFUND_DAYS = 14;

/** Age in days at which a refund's workflow closes and leaves the refund to the operator. */
export const WATCHED_REFUND_DAYS = 30;
