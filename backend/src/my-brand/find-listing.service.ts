import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { FindListingDto } from "@sakhi/domain/brands/my-brand.dto";
import { answersIn } from "@sakhi/domain/languages/answers";
import { LinkSearchesService } from "../mail/link-searches.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import type { FindListingResponse } from "./my-brand.response.js";

/** Maximum number of listings that one search mails links to; the newest count. */
const MAX_FOUND = 5;

/** Mails a new link to the address of each listing of an e-mail address or phone number. */
@Injectable()
export class FindListingService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly mails: MailService,
    private readonly linkSearches: LinkSearchesService,
  ) {}

  /** Responds after a fixed time with the same message. @param address the client's @throws HttpError rate_limited */
  async find(
    { contact }: FindListingDto,
    { address, language }: Pick<Visitor, "address" | "language">,
  ): Promise<FindListingResponse> {
    await this.limits.use(
      { limit: "brand_searches_per_address", by: address },
      { limit: "brand_searches_per_contact", by: contact.toLowerCase(), address },
    );
    await this.linkSearches.run(() => this.send(contact));
    return { message: answersIn(language).links.listing };
  }

  private async send(contact: string): Promise<void> {
    const found = await this.database.query<{ id: string; email: string; fullName: string; brandName: string }>(
      `SELECT a.id, a.email, a.full_name AS "fullName", coalesce(b.name, a.brand_name) AS "brandName"
         FROM listing_applications a LEFT JOIN brands b ON b.id = a.brand_id
        WHERE (lower(a.email) = lower($1) OR a.phone = $1) AND a.erased_at IS NULL
          AND a.state IN ('under_review', 'live', 'expired')
        ORDER BY a.created_at DESC LIMIT ${MAX_FOUND}`,
      [contact],
    );
    for (const { id, email, fullName, brandName } of found) {
      try {
        await this.limits.use({ limit: "brand_links_per_application", by: id });
      } catch {
        // An error would reveal that the listing exists.
        continue;
      }
      await this.database.transaction((tx) =>
        this.mails.queue(tx, {
          template: "brand-link",
          to: email,
          dedupeKey: `brand-link/${randomUUID()}`,
          applicationId: id,
          data: { name: fullName, brandName },
        }),
      );
    }
  }
}
