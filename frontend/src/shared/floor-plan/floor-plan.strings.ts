import messages from "@sakhi/domain/generated/messages/en/floor-plan";

/** Texts of all floor plans. */
export const strings = messages;
