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
/** Type of the subject of an administrator's action. */
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
