import { Injectable } from "@nestjs/common";
import { PicturesService } from "../pictures/pictures.service.js";
import { rows, type Tx } from "../platform/database/database.js";
import { ERASABLE, ERASED_TEXT } from "./erasable.sql.js";

/**
 * Placeholders for NOT NULL columns. They satisfy every constraint; the address is undeliverable (RFC 6761, .invalid).
 */
const ERASED = { text: ERASED_TEXT, email: "erased@erased.invalid", phone: "0000000000", pincode: "000000" } as const;

const ERASE_REQUESTS = `
  UPDATE booking_requests r
     SET text = '${ERASED.text}', details = NULL, answer = CASE WHEN answer IS NOT NULL THEN '${ERASED.text}' END`;

/** Whether an upload was given up. */
const LEFT_UPLOAD = "updated_at < clock_timestamp() - interval '1 day'";

/**
 * Knows every table with personal data and how to erase it. Rows that stalls, money or history refer to stay; their
 * personal columns get placeholders. Issued invoices are never changed: the law requires them.
 */
@Injectable()
export class PersonalData {
  constructor(private readonly pictures: PicturesService) {}

  /** Erases those of these bookings that may be erased, with their mails and payment requests. @returns their ids */
  async eraseBookings(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const erased = await idsOf(
      tx,
      `UPDATE bookings b
          SET full_name = '${ERASED.text}', email = '${ERASED.email}', phone = '${ERASED.phone}',
              business_name = '${ERASED.text}', gst_number = NULL, gst_address = NULL, pincode = '${ERASED.pincode}',
              erased_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE b.id = ANY($1::uuid[]) AND ${ERASABLE.booking} RETURNING b.id`,
      ids,
    );
    await this.eraseMailsOf(tx, "booking_id", erased);
    await this.eraseRequestsOf(tx, "booking", erased);
    await this.deleteLinks(tx, "booking", erased);
    await tx.query(`${ERASE_REQUESTS} WHERE r.booking_id = ANY($1::uuid[])`, [erased]);
    await this.deletePapers(tx, erased);
    return erased;
  }

  /** Deletes what these bookings answered and uploaded, once it is no longer needed. @returns their ids */
  async erasePapers(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const over = await idsOf(
      tx,
      `SELECT b.id FROM bookings b WHERE b.id = ANY($1::uuid[]) AND ${ERASABLE.papers} FOR UPDATE OF b`,
      ids,
    );
    await this.deletePapers(tx, over);
    return over;
  }

  /** Deletes files of which nothing has arrived for a day. @returns their bookings */
  deletePaperUploads(tx: Tx, ids: readonly string[]): Promise<string[]> {
    return idsOf(
      tx,
      `DELETE FROM paper_uploads WHERE booking_id = ANY($1::uuid[]) AND ${LEFT_UPLOAD} RETURNING booking_id AS id`,
      ids,
    );
  }

  /** Erases answered requests of payers, also of paid bookings: they are no tax records. @returns their ids */
  eraseBookingRequests(tx: Tx, ids: readonly string[]): Promise<string[]> {
    return idsOf(tx, `${ERASE_REQUESTS} WHERE r.id = ANY($1::uuid[]) AND ${ERASABLE.request} RETURNING r.id`, ids);
  }

  /** Like {@link eraseBookings}. A brand's contact details are erased with its last application. */
  async eraseApplications(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const erased = await idsOf(
      tx,
      `UPDATE listing_applications a
          SET full_name = '${ERASED.text}', email = '${ERASED.email}', phone = '${ERASED.phone}',
              whatsapp_number = '${ERASED.phone}', brand_name = '${ERASED.text}', story = '${ERASED.text}',
              gst_number = NULL, govt_document = '${ERASED.text}', pan_number = NULL,
              business_address = '${ERASED.text}', whatsapp_business_contact = '${ERASED.phone}',
              whatsapp_group_link = NULL, website_url = NULL, linkedin_url = NULL, facebook_url = NULL,
              instagram_url = NULL, decision_reason = CASE WHEN decision_reason IS NOT NULL THEN '${ERASED.text}' END,
              visitor_id = NULL, digest = 'erased ' || a.id, erased_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE a.id = ANY($1::uuid[]) AND ${ERASABLE.application} RETURNING a.id`,
      ids,
    );
    await tx.query("UPDATE listing_orders SET visitor_id = NULL WHERE application_id = ANY($1::uuid[])", [erased]);
    // Published texts. The name of the business stays: other sites may link to it.
    await tx.query(
      `UPDATE listings SET description = '', updated_at = clock_timestamp()
        WHERE id IN (SELECT listing_id FROM listing_applications WHERE id = ANY($1::uuid[]))`,
      [erased],
    );
    await tx.query(
      `UPDATE brands SET contact_email = NULL, contact_phone = NULL, whatsapp_url = NULL, partner_name = NULL,
                         website_url = NULL, linkedin_url = NULL, facebook_url = NULL, instagram_url = NULL,
                         description = '', updated_at = clock_timestamp()
        WHERE id IN (SELECT brand_id FROM listing_applications WHERE id = ANY($1::uuid[]))
          AND origin = 'application'
          AND NOT EXISTS (SELECT 1 FROM listing_applications o WHERE o.brand_id = brands.id AND o.erased_at IS NULL)`,
      [erased],
    );
    const brands = await this.brandsErasedWith(tx, erased);
    await tx.query(
      `DELETE FROM withdrawn_contacts
        WHERE brand_id IN (SELECT brand_id FROM listing_applications WHERE id = ANY($1::uuid[]))`,
      [erased],
    );
    // The pages as she wrote them, also of products that her application's listing is not.
    await tx.query("DELETE FROM brand_changes WHERE application_id = ANY($1::uuid[]) OR brand_id = ANY($2::uuid[])", [
      erased,
      brands,
    ]);
    await tx.query(
      `UPDATE listings SET description = '', link = NULL, updated_at = clock_timestamp()
        WHERE brand_id = ANY($1::uuid[]) AND (description <> '' OR link IS NOT NULL)`,
      [brands],
    );
    await tx.query(
      `DELETE FROM product_images i USING listings l
        WHERE l.id = i.listing_id AND i.picture_id IS NOT NULL AND l.brand_id = ANY($1::uuid[])`,
      [brands],
    );
    // What others wrote to her; nobody answers it any more.
    await this.deleteEnquiries(
      tx,
      await idsOf(tx, "SELECT id FROM enquiries WHERE brand_id = ANY($1::uuid[])", brands),
    );
    await this.deleteLinks(tx, "brand", erased);
    await this.pictures.removeAllOf(tx, "application", erased);
    await this.pictures.removeAllOf(tx, "brand", brands);
    await this.eraseMailsOf(tx, "application_id", erased);
    await this.eraseRequestsOf(tx, "application", erased);
    return erased;
  }

  /** Deletes claims of free listings that wait for the booker. @returns their ids */
  deleteClaims(tx: Tx, ids: readonly string[]): Promise<string[]> {
    return idsOf(tx, "DELETE FROM listing_claims WHERE id = ANY($1::uuid[]) RETURNING id", ids);
  }

  /** Deletes enquiries, and erases the mails about them. @returns their ids */
  async deleteEnquiries(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const deleted = await idsOf(tx, "DELETE FROM enquiries WHERE id = ANY($1::uuid[]) RETURNING id", ids);
    await this.eraseMails(
      tx,
      // The confirmation, the copy of the organisation or the brand's owner, and resent copies of them.
      "EXISTS (SELECT 1 FROM unnest($1::text[]) AS e (id) WHERE m.dedupe_key LIKE 'enquiry-%-' || e.id || '%')",
      deleted,
    );
    return deleted;
  }

  /** Erases those of these mails that were sent or have failed. @returns their ids */
  eraseMailsById(tx: Tx, ids: readonly string[]): Promise<string[]> {
    return this.eraseMails(tx, "id = ANY($1::uuid[])", ids);
  }

  /** Erases the payer's details from payment requests; the provider's customer id stays. @returns the attempts' ids */
  eraseRequests(tx: Tx, ids: readonly string[]): Promise<string[]> {
    return idsOf(
      tx,
      `UPDATE payment_attempts
          SET request = jsonb_set(request, '{customer}', jsonb_build_object(
                'id', request #> '{customer,id}', 'phone', '${ERASED.phone}')),
              erased_at = clock_timestamp()
        WHERE id = ANY($1::uuid[]) AND erased_at IS NULL RETURNING id`,
      ids,
    );
  }

  /** Brands of erased applications that have no other one. */
  private brandsErasedWith(tx: Tx, applications: readonly string[]): Promise<string[]> {
    return idsOf(
      tx,
      `SELECT r.id FROM brands r
        WHERE r.id IN (SELECT brand_id FROM listing_applications WHERE id = ANY($1::uuid[])) AND r.origin = 'application'
          AND NOT EXISTS (SELECT 1 FROM listing_applications o WHERE o.brand_id = r.id AND o.erased_at IS NULL)`,
      applications,
    );
  }

  /** With the answers, their files. */
  private async deletePapers(tx: Tx, bookings: readonly string[]): Promise<void> {
    for (const table of ["paper_uploads", "paper_answers"])
      await tx.query(`DELETE FROM ${table} WHERE booking_id = ANY($1::uuid[])`, [bookings]);
  }

  /** Deletes the mailed links of these subjects and what they have opened. */
  private async deleteLinks(tx: Tx, purpose: "booking" | "brand", subjects: readonly string[]): Promise<void> {
    for (const table of ["link_sessions", "mailed_links"]) {
      await tx.query(`DELETE FROM ${table} WHERE purpose = $2 AND subject_id = ANY($1::uuid[])`, [subjects, purpose]);
    }
  }

  private async eraseMailsOf(tx: Tx, column: "booking_id" | "application_id", ids: string[]): Promise<void> {
    await this.eraseMails(tx, `${column} = ANY($1::uuid[])`, ids);
  }

  private async eraseRequestsOf(tx: Tx, type: "booking" | "application", ids: string[]): Promise<void> {
    const attempts = await idsOf(
      tx,
      `SELECT a.id FROM payment_attempts a JOIN orders o USING (order_id)
        WHERE o.subject_type = '${type}' AND o.subject_id = ANY($1::uuid[])`,
      ids,
    );
    await this.eraseRequests(tx, attempts);
  }

  private eraseMails(tx: Tx, condition: string, ids: readonly string[]): Promise<string[]> {
    return idsOf(
      tx,
      `UPDATE mails m SET to_address = '${ERASED.email}', data = '{}', last_error = NULL, mailbox = NULL,
                          erased_at = clock_timestamp()
        WHERE ${condition} AND ${ERASABLE.mail} RETURNING m.id`,
      ids,
    );
  }
}

async function idsOf(tx: Tx, sql: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await rows<{ id: string }>(tx, sql, [ids])).map(({ id }) => id);
}
