import { wasPaid } from "../platform/database/orders-of.sql.js";

/** A row of {@link RECIPIENT}. */
export interface RecipientRow {
  /** Address of the booking or application now. */
  readonly subjectAddress: string | null;
  readonly subjectIsPaid: boolean;
  readonly wasConfirmedHere: boolean;
  readonly hasOpenedLink: boolean;
  readonly isKnown: boolean;
  readonly unprovenToday: number;
  /** Of the booking or application; null without one. */
  readonly language: string | null;
}

/**
 * $1: digests of the mailbox, $2: booking, $3: application. A sold stall is paid for, also at the counter, and so is the
 * listing that came with it; a listing is reviewed once it is paid for.
 */
export const RECIPIENT = `
  SELECT coalesce(b.email, a.email) AS "subjectAddress", coalesce(b.language, a.language) AS language,
         coalesce(b.state = 'sold' OR ${wasPaid("booking", "b.id")}, false)
           OR coalesce(a.booking_id IS NOT NULL OR a.state IN ('under_review', 'live', 'expired')
                       OR ${wasPaid("application", "a.id")}, false) AS "subjectIsPaid",
         coalesce(bool_or(m.is_about AND m.proof = 'paid'), false) AS "wasConfirmedHere",
         coalesce(bool_or(m.is_about AND m.opened), false) AS "hasOpenedLink",
         coalesce(bool_or(m.proof <> 'operator' OR m.opened), false) AS "isKnown",
         count(*) FILTER (WHERE m.proof IS NULL AND m.created_at > clock_timestamp() - interval '24 hours')::int
           AS "unprovenToday"
    FROM (SELECT) AS one
    LEFT JOIN bookings b ON b.id = $2
    LEFT JOIN listing_applications a ON a.id = $3
    LEFT JOIN LATERAL (
      SELECT m.proof, m.created_at,
             EXISTS (SELECT FROM mailed_links l WHERE l.mail_id = m.id AND l.opened_at IS NOT NULL) AS opened,
             coalesce(m.booking_id = b.id OR m.application_id = a.id, false) AS is_about
        FROM mails m WHERE m.mailbox = ANY ($1)) m ON true
   GROUP BY b.id, a.id`;
