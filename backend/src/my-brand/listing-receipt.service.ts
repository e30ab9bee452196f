import { Injectable } from "@nestjs/common";
import { receiptCorrection, RECEIPT_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import type { CorrectListingEmailDto } from "@sakhi/domain/brands/my-brand.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ListingAddressesService } from "../listings/listing-addresses.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import type { ListingReceiptResponse } from "./my-brand.response.js";

interface ReceiptRow {
  readonly applicationId: string;
  readonly email: string;
  readonly mailState: ListingReceiptResponse["mail"];
  readonly opened: boolean;
}

/** $1: an order, $2: the visitor. A first year that this browser paid for within the last day. */
const RECEIPT = `
  SELECT a.id AS "applicationId", a.email,
         coalesce((SELECT CASE m.state WHEN 'sending' THEN 'queued' ELSE m.state END FROM mails m
                    WHERE m.application_id = a.id AND m.template = 'listing-paid'
                    ORDER BY m.created_at DESC LIMIT 1), 'queued') AS "mailState",
         EXISTS (SELECT FROM mailed_links l
                  WHERE l.purpose = 'brand' AND l.subject_id = a.id AND l.opened_at IS NOT NULL) AS opened
    FROM listing_orders lo JOIN listing_applications a ON a.id = lo.application_id
   WHERE lo.order_id = $1 AND lo.purpose = 'first' AND lo.paid_at > clock_timestamp() - interval '${RECEIPT_SECONDS} seconds'
     AND a.visitor_id = $2 AND a.erased_at IS NULL AND a.state IN ('under_review', 'live')`;

/**
 * What the browser that has just paid for a listing sees of its mails, like the stall's (BookingReceiptService): a mistyped
 * address would lose invoice and key at once.
 */
@Injectable()
export class ListingReceiptService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly addresses: ListingAddressesService,
  ) {}

  /** @returns null unless this browser applied and paid within the last day */
  async read(orderId: string, visitor: Visitor): Promise<ListingReceiptResponse | null> {
    const receipt = await this.find(orderId, visitor);
    if (receipt === undefined) return null;
    const { email, mailState, opened } = receipt;
    return { email, mail: mailState, correctable: receiptCorrection({ opened }) === "allowed" };
  }

  /**
   * Corrects the address, and sends confirmation, invoice and key there. Keys of mails to the former address end, and it gets
   * a notice without details: it may be a stranger's.
   *
   * @throws DomainError brand_link_invalid for another browser's order, or a day after the payment; receipt_opened once a link
   * of our mails was opened; nothing_to_correct
   * @throws HttpError rate_limited
   */
  async correctEmail(
    { orderId, email }: CorrectListingEmailDto,
    visitor: Visitor,
  ): Promise<ListingReceiptResponse | null> {
    const own = await this.require(orderId, visitor);
    const undo = await this.limits.use(
      { limit: "listing_corrections_per_application", by: own.applicationId },
      { limit: "applications_per_email", by: email.toLowerCase(), address: visitor.address },
    );
    try {
      await this.database.transaction((tx) => this.correctInTx(tx, { orderId, email }, visitor));
    } catch (error) {
      await undo();
      throw error;
    }
    return this.read(orderId, visitor);
  }

  private async correctInTx(tx: Tx, { orderId, email }: CorrectListingEmailDto, visitor: Visitor): Promise<void> {
    const { applicationId } = await this.require(orderId, visitor, tx);
    await tx.query("SELECT FROM listing_applications WHERE id = $1 FOR UPDATE", [applicationId]);
    // Read again under the lock.
    const receipt = await this.require(orderId, visitor, tx);
    const verdict = receiptCorrection(receipt);
    if (verdict !== "allowed") throw new DomainError(verdict);
    if (receipt.email === email) throw new DomainError("nothing_to_correct");
    await this.addresses.correct(tx, applicationId, email);
  }

  /** @throws DomainError brand_link_invalid */
  private async require(orderId: string, visitor: Visitor, tx?: Tx): Promise<ReceiptRow> {
    const receipt = await this.find(orderId, visitor, tx);
    if (receipt === undefined) throw new DomainError("brand_link_invalid");
    return receipt;
  }

  private async find(orderId: string, { id: visitorId }: Visitor, tx?: Tx): Promise<ReceiptRow | undefined> {
    if (visitorId === undefined) return undefined;
    const [found] = await (tx === undefined
      ? this.database.query<ReceiptRow>(RECEIPT, [orderId, visitorId])
      : rows<ReceiptRow>(tx, RECEIPT, [orderId, visitorId]));
    return found;
  }
}
