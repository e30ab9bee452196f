/** The name of the one page that mails a new link to what somebody booked or listed (PATHS.findBooking). */
export const FIND = "Find my booking or listing";
