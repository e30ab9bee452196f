import { Injectable } from "@nestjs/common";
import { MailService } from "../mail/mail.service.js";
import { GIVEN_AWAY_LINKS, MailedLinksService } from "../mail/mailed-links.service.js";
import { Database } from "../platform/database/database.js";

/** Owners notified in one turn. */
const AT_ONCE = 50;

const UNNOTIFIED = `
  SELECT a.id, a.email, a.full_name AS "fullName", coalesce(b.name, a.brand_name) AS "brandName"
    FROM listing_applications a LEFT JOIN brands b ON b.id = a.brand_id
   WHERE a.erased_at IS NULL AND a.state IN ('under_review', 'live', 'expired')
     AND a.id IN (SELECT subject_id FROM mailed_links WHERE ${GIVEN_AWAY_LINKS})
     AND NOT EXISTS (SELECT FROM mails m WHERE m.dedupe_key = 'brand-links-ended/' || a.id)
   LIMIT ${AT_ONCE}`;

/** Notifies owners once that links which their answers gave away have ended, and ends those of a release that ran meanwhile. */
@Injectable()
export class EndedLinksService {
  constructor(
    private readonly database: Database,
    private readonly mails: MailService,
    private readonly mailedLinks: MailedLinksService,
  ) {}

  /** @returns true if there may be more */
  async notify(): Promise<boolean> {
    await this.mailedLinks.revokeGivenAway();
    type Owner = { id: string; email: string; fullName: string; brandName: string };
    const owners = await this.database.query<Owner>(UNNOTIFIED);
    for (const { id: applicationId, email: to, fullName: name, brandName } of owners) {
      await this.database.transaction((tx) =>
        this.mails.queue(tx, {
          template: "brand-links-ended",
          to,
          applicationId,
          dedupeKey: `brand-links-ended/${applicationId}`,
          data: { name, brandName },
        }),
      );
    }
    return owners.length === AT_ONCE;
  }
}
