export const ENQUIRY_STATUSES = ["open", "answered", "quarantined"] as const;
/** Status of an enquiry: not answered yet, answered, or suspected to come from a bot. */
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];
