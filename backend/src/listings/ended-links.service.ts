import { Injectable } from "@nestjs/common";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";

/** Owners notified in one turn. */
const AT_ONCE = 50;

/** Links that mails with a buyer's message carried until decision 92. */
const GIVEN_AWAY = `purpose = 'brand' AND mail_id IN (SELECT id FROM mails WHERE template = 'brand-enquiry')`;

const UNNOTIFIED = `
  SELECT a.id, a.email, a.full_name AS "fullName", coalesce(b.name, a.brand_name) AS "brandName"
    FROM listing_applications a LEFT JOIN brands b ON b.id = a.brand_id
   WHERE a.erased_at IS NULL AND a.state IN ('under_review', 'live', 'expired')
     AND a.id IN (SELECT subject_id FROM mailed_links WHERE ${GIVEN_AWAY})
     AND NOT EXISTS (SELECT FROM mails m WHERE m.dedupe_key = 'brand-links-ended/' || a.id)
   LIMIT ${AT_ONCE}`;

/** Notifies owners once that links which their answers gave away have ended, and ends those of a release that ran meanwhile. */
@Injectable()
export class EndedLinksService {
  constructor(
    private readonly database: Database,
    private readonly mails: MailService,
  ) {}

  /** @returns true if there may be more */
  async notify(): Promise<boolean> {
    await this.database.query(
      `WITH ended AS (
         UPDATE mailed_links SET revoked_at = clock_timestamp() WHERE revoked_at IS NULL AND ${GIVEN_AWAY} RETURNING id)
       UPDATE link_sessions s SET ended_at = clock_timestamp() FROM ended
        WHERE s.link_id = ended.id AND s.ended_at IS NULL`,
    );
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
