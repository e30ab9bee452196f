import messages from "@sakhi/domain/generated/messages/en/app";

/** The name of the one page that mails a new link to what somebody booked or listed (PATHS.findBooking). */
export const FIND = messages.links.find;
