export const ENQUIRY_STATUSES = ["open", "answered", "quarantined"] as const;
/** Where an enquiry stands for the organisation: waits for an answer, has one, or looks like a bot's. */
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];
