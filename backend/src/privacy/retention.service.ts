import { Injectable, Logger } from "@nestjs/common";
import { CLAIM_WAITS_DAYS } from "@sakhi/domain/listings/listing.rules";
import { UNFINISHED_ORDER_STATES } from "@sakhi/domain/payments/payment.states";
import { forgetEnquiryNetworks } from "../enquiries/personal.sql.js";
import { eraseArrivals } from "../gate/personal.sql.js";
import { deleteClaims } from "../listings/personal.sql.js";
import { eraseMails } from "../mail/personal.sql.js";
import { ERASABLE_MESSAGE, eraseMessages } from "../messages/personal.sql.js";
import { eraseBookingRequests } from "../my-booking/personal.sql.js";
import { deleteLeftPaperUploads, erasePapers, PAPERS_END } from "../papers/personal.sql.js";
import { erasePaymentRequests } from "../payments/personal.sql.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { countSuccessful } from "../platform/loops/count-successful.js";
import { claimNight } from "../platform/loops/nightly-claim.js";
import { deleteWhatsappMessages } from "../whatsapp/personal.sql.js";
import { ERASABLE } from "./erasable.sql.js";
import { PersonalData } from "./personal-data.js";

/** Rows erased in one transaction. */
const BATCH = 200;

/**
 * Erases personal data after its retention period (docs/security.md, Personal data), once a night in one of the jobs
 * processes. The settings hold the periods. Tax records, which the law keeps for years, are excluded.
 */
@Injectable()
export class RetentionService {
  private readonly logger = new Logger("Retention");

  constructor(
    private readonly database: Database,
    private readonly data: PersonalData,
    private readonly config: Config,
  ) {}

  /**
   * Runs if it is 02:00 or later in India and no process has run today. An interrupted run restarts after an hour:
   * every step is idempotent.
   *
   * @returns undefined if no run was due
   */
  async runIfDue(): Promise<Readonly<Record<string, number>> | undefined> {
    return (await claimNight(this.database, "retention_runs", 2)) ? this.run() : undefined;
  }

  /**
   * Erases everything past its retention period.
   *
   * @returns the number of rows of each kind
   * @throws the first failure, after every kind was tried: the run is repeated after an hour
   */
  async run(): Promise<Readonly<Record<string, number>>> {
    const { unpaidRegistrationDays, enquiryDays, applicationDays, mailDays } = this.config.retention;
    const steps = {
      unpaidRegistrations: this.inBatches(
        `SELECT b.id FROM bookings b WHERE ${ERASABLE.booking} AND ${olderThan("b.ended_at")} LIMIT ${BATCH}`,
        unpaidRegistrationDays,
        (tx, ids) => this.data.eraseBookings(tx, ids),
      ),
      bookingRequests: this.inBatches(
        `SELECT r.id FROM booking_requests r WHERE ${ERASABLE.request} AND ${olderThan("r.answered_at")} LIMIT ${BATCH}`,
        enquiryDays,
        eraseBookingRequests,
      ),
      papers: this.inBatches(
        `SELECT b.id FROM bookings b WHERE ${ERASABLE.papers} AND ${olderThan(PAPERS_END)} LIMIT ${BATCH}`,
        enquiryDays,
        erasePapers,
      ),
      arrivals: this.inBatches(
        `SELECT b.id FROM bookings b WHERE ${ERASABLE.arrivals} AND ${olderThan(PAPERS_END)} LIMIT ${BATCH}`,
        enquiryDays,
        eraseArrivals,
      ),
      paperUploads: this.inBatches(
        `SELECT booking_id AS id FROM paper_uploads WHERE ${olderThan("updated_at")} LIMIT ${BATCH}`,
        1,
        deleteLeftPaperUploads,
      ),
      enquiries: this.inBatches(
        `SELECT id FROM enquiries WHERE ${olderThan("created_at")} LIMIT ${BATCH}`,
        enquiryDays,
        (tx, ids) => this.data.deleteEnquiries(tx, ids),
      ),
      waitingPlaces: this.inBatches(
        `SELECT w.id FROM waiting_places w WHERE ${ERASABLE.place} AND ${olderThan("w.ended_at")} LIMIT ${BATCH}`,
        enquiryDays,
        (tx, ids) => this.data.deletePlaces(tx, ids),
      ),
      enquiryNetworks: this.inBatches(
        `SELECT id FROM enquiries WHERE network IS NOT NULL AND ${olderThan("created_at")} LIMIT ${BATCH}`,
        1,
        forgetEnquiryNetworks,
      ),
      applications: this.inBatches(
        `SELECT a.id FROM listing_applications a
          WHERE ${ERASABLE.application} AND a.state IN ('rejected', 'withdrawn', 'lapsed')
            AND ${olderThan("a.updated_at")} LIMIT ${BATCH}`,
        applicationDays,
        (tx, ids) => this.data.eraseApplications(tx, ids),
      ),
      listingClaims: this.inBatches(
        `SELECT id FROM listing_claims WHERE ${olderThan("created_at")} LIMIT ${BATCH}`,
        CLAIM_WAITS_DAYS,
        deleteClaims,
      ),
      mails: this.inBatches(
        `SELECT m.id FROM mails m WHERE ${ERASABLE.mail} AND ${olderThan("m.created_at")} LIMIT ${BATCH}`,
        mailDays,
        eraseMails,
      ),
      messages: this.inBatches(
        `SELECT m.id FROM messages m WHERE ${ERASABLE_MESSAGE} AND ${olderThan("m.ended_at")} LIMIT ${BATCH}`,
        mailDays,
        eraseMessages,
      ),
      whatsappMessages: this.inBatches(
        `SELECT w.id FROM whatsapp_messages w WHERE ${ERASABLE.whatsapp} AND ${olderThan("w.created_at")} LIMIT ${BATCH}`,
        mailDays,
        deleteWhatsappMessages,
      ),
      paymentRequests: this.inBatches(
        `SELECT p.id FROM payment_attempts p JOIN orders o USING (order_id)
          WHERE p.erased_at IS NULL AND p.state IN ('accepted', 'refused')
            AND o.state NOT IN ${sqlList(UNFINISHED_ORDER_STATES)} AND ${olderThan("p.created_at")} LIMIT ${BATCH}`,
        unpaidRegistrationDays,
        erasePaymentRequests,
      ),
    };
    const result: Record<string, number> = {};
    // A kind that cannot be erased does not stop the others.
    await countSuccessful(Object.entries(steps), async ([kind, step]) => (result[kind] = await step()));
    await this.database.query(
      `UPDATE retention_runs SET finished_at = clock_timestamp(), erased = $1
        WHERE day = (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date`,
      [JSON.stringify(result)],
    );
    const counts = Object.entries(result).filter(([, count]) => count > 0);
    if (counts.length > 0)
      this.logger.log(`erased ${counts.map(([kind, count]) => `${kind}: ${String(count)}`).join(", ")}`);
    return result;
  }

  private inBatches(
    sql: string,
    days: number,
    erase: (tx: Tx, ids: string[]) => Promise<string[]>,
  ): () => Promise<number> {
    return async () => {
      let erased = 0;
      for (;;) {
        const done = await this.database.transaction(async (tx) => {
          const found = await rows<{ id: string }>(tx, sql, [days]);
          return erase(
            tx,
            found.map(({ id }) => id),
          );
        });
        erased += done.length;
        // Rows found but not erased have changed meanwhile; the next night retries.
        if (done.length === 0) return erased;
      }
    };
  }
}

const olderThan = (column: string): string => `${column} < clock_timestamp() - make_interval(days => $1)`;
