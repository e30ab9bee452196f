import { Injectable } from "@nestjs/common";
import type { ListingDurations, ListingStepFacts } from "@sakhi/workflows/listings/listing.activities";
import { Config } from "../../platform/config/config.js";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { ApplicationsRepository } from "../applications/applications.repository.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import { lapsesAt } from "./listing-facts.service.js";
import { ListingMails } from "./listing-mails.service.js";
import { ListingEventPublisher } from "./listing-event-publisher.service.js";

/** How long one may be overdue before the sweep takes it up, in seconds. */
const OVERDUE_SECONDS = 60;

/** The end of applications that nobody pays for. Judged by the database's clock. */
@Injectable()
export class UnpaidApplications {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly listingOrders: ListingOrdersRepository,
    private readonly mails: ListingMails,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /**
   * submitted → lapsed, when nobody has paid in all that time; too early, or while an order is open, does nothing.
   * Money of an earlier order that comes after that still pays for it.
   *
   * @param durations absent = the settings'
   */
  lapse(
    applicationId: string,
    durations: Pick<ListingDurations, "unpaidMs"> = this.durations(),
  ): Promise<ListingStepFacts> {
    return this.database.transaction(async (tx) => {
      const done = await this.close(tx, applicationId, durations);
      const [clock] = await rows<{ at: Date }>(tx, "SELECT clock_timestamp() AS at");
      return { done, at: (clock?.at ?? new Date()).toISOString() };
    });
  }

  /** Closes those whose time has been over for a minute; for the sweep. @returns how many */
  async lapseOverdue(limit: number): Promise<number> {
    let lapsed = 0;
    const seconds = this.config.listings.unpaidSeconds + OVERDUE_SECONDS;
    for (const applicationId of await this.applications.unpaidFor(seconds, limit)) {
      if ((await this.lapse(applicationId)).done) lapsed += 1;
    }
    return lapsed;
  }

  private async close(
    tx: Tx,
    applicationId: string,
    durations: Pick<ListingDurations, "unpaidMs">,
  ): Promise<boolean> {
    const application = await this.applications.lock(tx, applicationId);
    if (application?.state !== "submitted") return false;
    if (lapsesAt(application.updated_at, durations) > application.read_at) return false;
    if ((await this.listingOrders.openOf(applicationId, tx)) !== undefined) return false;
    if (!(await this.applications.step(tx, applicationId, "lapsed"))) return false;
    // Who applied again, or is listed by now, has nothing to be told of the try before.
    if (!(await this.applications.isSuperseded(tx, application))) {
      await this.mails.owner(tx, application, "listing-lapsed", {});
    }
    // A run that does not know of this deadline, for it began before there was one, ends by the nudge.
    await this.publisher.record(tx, { applicationId, stage: "lapsed" }, { kind: "lapsed", actor: "system" });
    return true;
  }

  private durations(): Pick<ListingDurations, "unpaidMs"> {
    return { unpaidMs: this.config.listings.unpaidSeconds * 1000 };
  }
}
