import { calendarEntries, calendarFile } from "@sakhi/domain/events/calendar";
import { type EventFacts, publicFacts } from "@sakhi/domain/events/event-facts";
import type { MailAttachment } from "./mail-attachments.service.js";

/**
 * The calendar file of a stall, identical to the one on its payer's pages.
 *
 * @param now time of creation
 */
export function calendarEntry(
  booking: { readonly stallId: string; readonly orderId: string },
  facts: EventFacts,
  now: Date,
): MailAttachment {
  return {
    filename: `mela-${booking.stallId}.ics`,
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
    bytes: Buffer.from(calendarFile(calendarEntries(booking, publicFacts(facts)), now)),
  };
}
