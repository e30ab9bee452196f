import { Injectable } from "@nestjs/common";
import { RECEIPT_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import { ListingAddressesService } from "../listings/listing-addresses.service.js";
import { ReceiptsService } from "../mail/receipts.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits, type RateUse } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";

/** A first year. */
const PAID = `
  SELECT a.id, a.email FROM listing_orders lo JOIN listing_applications a ON a.id = lo.application_id
   WHERE lo.order_id = $1 AND lo.purpose = 'first' AND lo.paid_at > clock_timestamp() - interval '${RECEIPT_SECONDS} seconds'
     AND a.visitor_id = $2 AND a.erased_at IS NULL AND a.state IN ('under_review', 'live')`;

/** The receipt of a listing. */
@Injectable()
export class ListingReceiptService extends ReceiptsService {
  constructor(
    database: Database,
    limits: RateLimits,
    private readonly addresses: ListingAddressesService,
  ) {
    super(database, limits, { purpose: "brand", template: "listing-paid", about: "application_id", paid: PAID });
  }

  protected override uses(applicationId: string, email: string, { address }: Visitor): readonly RateUse[] {
    return [
      { limit: "listing_corrections_per_application", by: applicationId },
      { limit: "applications_per_email", by: email.toLowerCase(), address },
    ];
  }

  protected override async missing(): Promise<undefined> {
    // A listing is asked for no papers.
  }

  protected override async lock(tx: Tx, applicationId: string): Promise<(email: string) => Promise<void>> {
    await tx.query("SELECT FROM listing_applications WHERE id = $1 FOR UPDATE", [applicationId]);
    return (email) => this.addresses.correct(tx, applicationId, email);
  }
}
