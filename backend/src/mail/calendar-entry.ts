import { SALE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import { type BookingCalendar, calendarFile, calendarMethod } from "@sakhi/domain/events/calendar";
import { type EventFacts, publicFacts } from "@sakhi/domain/events/event-facts";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import type { MailAttachment } from "./mail-attachments.service.js";
import type { MailMessage } from "./mail.types.js";
import { WORDS } from "./mail.words.js";

/** What a booking's calendar says now. It may have moved since its first mail. */
const BOOKING = `
  SELECT s.stall_id AS "stallId", b.state <> 'sold' AS cancelled,
         (SELECT count(*)::int FROM booking_events e WHERE e.booking_id = b.id AND e.kind = 'moved') AS moves,
         (SELECT min(e.at) FROM booking_events e
           WHERE e.booking_id = b.id AND e.kind IN ${sqlList(SALE_EVENTS)}) AS "soldAt"
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.id = $1`;

type BookingRow = Omit<BookingCalendar, "orderId" | "soldAt"> & { readonly soldAt: Date | null };

/**
 * The calendar that a mail about a sold or cancelled booking brings; undefined for other mails. It says what is true when
 * the mail is sent, so that a delayed mail never undoes a later one.
 */
export async function calendarOf(
  database: Database,
  { bookingId, message }: { readonly bookingId: string | null; readonly message: MailMessage },
): Promise<BookingCalendar | undefined> {
  const named = bookingIn(message);
  if (named === undefined || bookingId === null) return named;
  const [booking] = await database.query<BookingRow>(BOOKING, [bookingId]);
  return { ...named, ...booking, soldAt: booking?.soldAt?.toISOString() };
}

/** What a mail says about a booking that its holder has, or had, in a calendar. */
function bookingIn({ template, data }: MailMessage): BookingCalendar | undefined {
  switch (template) {
    case "booking-confirmed":
    case "event-changed":
      return { stallId: data.stallId, orderId: data.orderId };
    case "booking-cancelled":
      return { stallId: data.stallId, orderId: data.orderId, cancelled: true };
    case "booking-moved":
      return data.sold && data.orderId !== undefined ? { stallId: data.stallId, orderId: data.orderId } : undefined;
    default:
      return undefined;
  }
}

/**
 * The calendar file of a stall, identical to the one on its payer's pages.
 *
 * @param queuedAt when its mail was queued: the file of a mail that is sent again is the same unless the facts changed
 */
export function calendarEntry(
  booking: BookingCalendar,
  facts: EventFacts,
  queuedAt: Date,
  language: LanguageCode = FIRST_LANGUAGE,
): MailAttachment {
  const now = new Date(Math.max(queuedAt.getTime(), Date.parse(facts.updatedAt)));
  return {
    filename: `mela-${booking.stallId}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${calendarMethod(booking)}`,
    bytes: Buffer.from(calendarFile(booking, publicFacts(facts), now, WORDS[language])),
  };
}
