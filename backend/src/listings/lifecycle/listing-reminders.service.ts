import { Injectable } from "@nestjs/common";
import type { ListingDurations, ListingStepFacts } from "@sakhi/workflows/listings/listing.activities";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { RenewalLinks } from "../renewal/renewal-links.service.js";
import { ListingEvents } from "./listing-events.service.js";
import { reviewReminderAt } from "./listing-facts.service.js";
import { ListingMails } from "./listing-mails.service.js";

/** What time brings: reminders, and the end of the year. Each once, judged by the database's clock. */
@Injectable()
export class ListingReminders {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly links: RenewalLinks,
    private readonly mails: ListingMails,
    private readonly events: ListingEvents,
  ) {}

  /** Mails the organisation that an application has waited for long; too early, or again, does nothing. */
  remindReviewer(applicationId: string, durations: ListingDurations): Promise<ListingStepFacts> {
    return this.step(applicationId, async (tx, application) => {
      const { review_since: since, read_at: now } = application;
      if (since === null || reviewReminderAt(since, durations) > now) return false;
      if (!(await this.applications.remindedReviewer(tx, applicationId))) return false;
      await this.mails.remindOffice(tx, application, since);
      await this.events.record(tx, applicationId, { kind: "reviewer_reminded", actor: "system" });
      return true;
    });
  }

  /** Mails the owner that the year ends, with the link to renew; once for each end and reminder. */
  remindOwner(
    applicationId: string,
    which: "first" | "last",
    { firstReminderMs, lastReminderMs }: ListingDurations,
  ): Promise<ListingStepFacts> {
    return this.step(applicationId, async (tx, application) => {
      const { live_until: end, read_at: now, year } = application;
      const before = which === "first" ? firstReminderMs : lastReminderMs;
      if (end === null || end.getTime() - before > now.getTime()) return false;
      if (!(await this.applications.remindedOwner(tx, applicationId, which))) return false;
      await this.mails.owner(
        tx,
        application,
        "listing-ending",
        { which, liveUntil: end.toISOString(), renewUrl: this.links.url(application) },
        `${year}/${which}`,
      );
      const kind = which === "first" ? "owner_reminded_first" : "owner_reminded_last";
      await this.events.record(tx, applicationId, { kind, actor: "system" });
      return true;
    });
  }

  /** Notes that the year is over (the site stopped showing the listing by itself), and mails the owner. */
  expire(applicationId: string): Promise<ListingStepFacts> {
    return this.step(applicationId, async (tx, application) => {
      const { live_until: end, year } = application;
      if (end === null || !(await this.applications.expire(tx, applicationId))) return false;
      await this.mails.owner(
        tx,
        application,
        "listing-expired",
        { liveUntil: end.toISOString(), renewUrl: this.links.url(application) },
        String(year),
      );
      await this.events.record(tx, applicationId, { kind: "expired", actor: "system" });
      return true;
    });
  }

  private step(
    applicationId: string,
    work: (tx: Tx, application: ApplicationRow) => Promise<boolean>,
  ): Promise<ListingStepFacts> {
    return this.database.transaction(async (tx) => {
      const application = await this.applications.lock(tx, applicationId);
      const done = application !== undefined && (await work(tx, application));
      const [clock] = await rows<{ at: Date }>(tx, "SELECT clock_timestamp() AS at");
      return { done, at: (clock?.at ?? new Date()).toISOString() };
    });
  }
}
