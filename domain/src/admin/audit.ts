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
] as const;
/** What an administrator's action is about. */
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
