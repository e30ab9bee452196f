export const ENQUIRY_STANDINGS = ["open", "answered", "kept_aside"] as const;
/** Where an enquiry stands for the organisation: waits for an answer, has one, or looks like a bot's. */
export type EnquiryStanding = (typeof ENQUIRY_STANDINGS)[number];
