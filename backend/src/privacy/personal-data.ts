import { Injectable } from "@nestjs/common";
import { eraseBookings } from "../bookings/personal.sql.js";
import { deletePages } from "../brands/personal.sql.js";
import { eraseProducts, erasePublished } from "../catalogue/personal.sql.js";
import { deleteEnquiries, deleteEnquiriesTo, enquiryMailKeys } from "../enquiries/personal.sql.js";
import { deleteArrivals } from "../gate/personal.sql.js";
import { eraseApplications } from "../listings/personal.sql.js";
import { deleteLinks, eraseMailsOf, eraseMailsOfKeys } from "../mail/personal.sql.js";
import { eraseMessagesTo } from "../messages/personal.sql.js";
import { eraseRequestsOfBookings } from "../my-booking/personal.sql.js";
import { deletePapers } from "../papers/personal.sql.js";
import { erasePaymentRequestsOf } from "../payments/personal.sql.js";
import { PicturesService } from "../pictures/pictures.service.js";
import type { Tx } from "../platform/database/database.js";
import { deletePlaces, waitingMailKeys } from "../waiting/personal.sql.js";
import { eraseConsentsOf } from "../whatsapp/personal.sql.js";

/**
 * Erases what belongs together, in one order. Which columns are emptied is stated by each table's owner, in its
 * `personal.sql.ts`. Rows that stalls, money or history refer to stay; their personal columns get placeholders. Issued
 * invoices are never changed: the law requires them.
 */
@Injectable()
export class PersonalData {
  constructor(private readonly pictures: PicturesService) {}

  /** Erases those of these bookings that may be erased, with their mails and payment requests. @returns their ids */
  async eraseBookings(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const erased = await eraseBookings(tx, ids);
    await eraseMailsOf(tx, "booking", erased);
    await erasePaymentRequestsOf(tx, "booking", erased);
    await deleteLinks(tx, "booking", erased);
    await eraseRequestsOfBookings(tx, erased);
    await deletePapers(tx, erased);
    await deleteArrivals(tx, erased);
    await eraseMessagesTo(tx, erased);
    await eraseConsentsOf(tx, "booking", erased);
    return erased;
  }

  /** Like {@link eraseBookings}. A brand's contact details are erased with its last application. */
  async eraseApplications(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const erased = await eraseApplications(tx, ids);
    const brands = await erasePublished(tx, erased);
    await deletePages(tx, { applications: erased, brands });
    await eraseProducts(tx, brands);
    // What others wrote to her; nobody answers it now.
    await this.eraseEnquiryMails(tx, await deleteEnquiriesTo(tx, brands));
    await deleteLinks(tx, "brand", erased);
    await this.pictures.removeAllOf(tx, "application", erased);
    await this.pictures.removeAllOf(tx, "brand", brands);
    await eraseMailsOf(tx, "application", erased);
    await erasePaymentRequestsOf(tx, "application", erased);
    await eraseConsentsOf(tx, "application", erased);
    return erased;
  }

  /** Deletes enquiries, and erases the mails about them. @returns their ids */
  async deleteEnquiries(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const deleted = await deleteEnquiries(tx, ids);
    await this.eraseEnquiryMails(tx, deleted);
    return deleted;
  }

  /** Deletes places on waiting lists, and erases the mails about them. @returns their ids */
  async deletePlaces(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const deleted = await deletePlaces(tx, ids);
    await eraseMailsOfKeys(tx, waitingMailKeys(deleted));
    return deleted;
  }

  private eraseEnquiryMails(tx: Tx, enquiries: readonly string[]): Promise<void> {
    return eraseMailsOfKeys(tx, enquiryMailKeys(enquiries));
  }
}
