import * as accounts from "./accounts/accounts.entities.js";
import * as backup from "./backup/backup.entities.js";
import * as bookings from "./bookings/bookings.entities.js";
import * as brands from "./brands/brands.entities.js";
import * as cancellations from "./cancellations/cancellations.entities.js";
import * as catalogue from "./catalogue/catalogue.entities.js";
import * as coupons from "./coupons/coupons.entities.js";
import * as digest from "./digest/digest.entities.js";
import * as enquiries from "./enquiries/enquiries.entities.js";
import * as events from "./events/events.entities.js";
import * as gate from "./gate/gate.entities.js";
import * as gst from "./gst/gst.entities.js";
import * as integrations from "./integrations/integrations.entities.js";
import * as invoices from "./invoices/invoices.entities.js";
import * as issues from "./issues/issues.entities.js";
import * as listings from "./listings/listings.entities.js";
import * as mail from "./mail/mail.entities.js";
import * as messages from "./messages/messages.entities.js";
import * as moves from "./moves/moves.entities.js";
import * as myBooking from "./my-booking/my-booking.entities.js";
import * as ops from "./ops/ops.entities.js";
import * as papers from "./papers/papers.entities.js";
import * as payments from "./payments/payments.entities.js";
import * as payouts from "./payouts/payouts.entities.js";
import * as pictures from "./pictures/pictures.entities.js";
import type { EntityClass } from "./platform/database/columns.js";
import * as platform from "./platform/database/platform.entities.js";
import * as privacy from "./privacy/privacy.entities.js";
import * as recovery from "./recovery/recovery.entities.js";
import * as stalls from "./stalls/stalls.entities.js";
import * as verify from "./verify/verify.entities.js";
import * as waiting from "./waiting/waiting.entities.js";
import * as whatsapp from "./whatsapp/whatsapp.entities.js";

/**
 * The entities of all tables, for a process's data source. An entities file exports only entities. A test compares them
 * with the migrated schema.
 */
export const ENTITIES: readonly EntityClass[] = [
  accounts,
  backup,
  bookings,
  brands,
  cancellations,
  catalogue,
  coupons,
  digest,
  enquiries,
  events,
  gate,
  gst,
  integrations,
  invoices,
  issues,
  listings,
  mail,
  messages,
  moves,
  myBooking,
  ops,
  papers,
  payments,
  payouts,
  pictures,
  privacy,
  recovery,
  stalls,
  verify,
  waiting,
  whatsapp,
  platform,
].flatMap((file) => Object.values<EntityClass>(file));
