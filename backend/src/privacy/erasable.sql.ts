import { ERASABLE_BOOKING } from "../bookings/personal.sql.js";
import { ERASABLE_ARRIVALS } from "../gate/personal.sql.js";
import { ERASABLE_APPLICATION } from "../listings/personal.sql.js";
import { ERASABLE_MAIL } from "../mail/personal.sql.js";
import { ERASABLE_REQUEST } from "../my-booking/personal.sql.js";
import { ERASABLE_PAPERS } from "../papers/personal.sql.js";
import { ERASABLE_PLACE } from "../waiting/personal.sql.js";
import { ERASABLE_CONSENT, ERASABLE_WHATSAPP } from "../whatsapp/personal.sql.js";

/**
 * SQL conditions for erasing bookings `b` and their papers and arrivals, requests `r`, applications `a`, mails `m`, waiting places `w`,
 * consents `c` and messages `w` by WhatsApp, as their owners state them; the nightly job and requests share them.
 */
export const ERASABLE = {
  booking: ERASABLE_BOOKING,
  request: ERASABLE_REQUEST,
  papers: ERASABLE_PAPERS,
  arrivals: ERASABLE_ARRIVALS,
  application: ERASABLE_APPLICATION,
  mail: ERASABLE_MAIL,
  place: ERASABLE_PLACE,
  consent: ERASABLE_CONSENT,
  whatsapp: ERASABLE_WHATSAPP,
} as const;
