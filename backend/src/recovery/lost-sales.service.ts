import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { highestNumbers } from "@sakhi/domain/recovery/position.rules";
import { Database } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import { LostBookingsService } from "./lost-bookings.service.js";
import { LostListingsService } from "./lost-listings.service.js";
import { LostOrdersService } from "./lost-orders.service.js";
import { LostRefundsService } from "./lost-refunds.service.js";
import { isBooking, isListing, isSale, type Read } from "./lost-steps.js";
import { OutsidePositionsService } from "./outside-positions.service.js";
import { Reading } from "./reading.js";
import { RecoveryService } from "./recovery.service.js";
import type { RecoveryReport } from "./recovery.types.js";
import { RunsOutsideService, type WorkflowOutside } from "./runs-outside.service.js";

/** How far before the database's newest entry runs and orders are read, in ms. */
const MARGIN_MS = 60 * 60_000;

/**
 * Reads everything outside that a restored database does not have, and creates again what it can; raises an issue for the
 * rest (docs/decisions/0050). May run any number of times: what exists again is left alone.
 */
@Injectable()
export class LostSalesService {
  private readonly logger = new Logger("Recovery");

  constructor(
    private readonly database: Database,
    private readonly recovery: RecoveryService,
    private readonly outsidePositions: OutsidePositionsService,
    private readonly runsOutside: RunsOutsideService,
    private readonly lostRefunds: LostRefundsService,
    private readonly lostBookings: LostBookingsService,
    private readonly lostListings: LostListingsService,
    private readonly lostOrders: LostOrdersService,
  ) {}

  /**
   * Reads everything outside once.
   *
   * @param listed order ids in files of the provider, which may know orders that nothing else names
   * @throws DomainError not_recovering
   * @throws gRPC's errors if Temporal cannot list its runs: nothing was changed
   */
  async readAll(listed: readonly string[] = []): Promise<RecoveryReport> {
    const open = await this.recovery.current();
    if (open === undefined) throw new DomainError("not_recovering");
    const { position } = await this.recovery.here();
    const since = new Date((open.knownUntil?.getTime() ?? 0) - MARGIN_MS);
    const workflows = await this.runsOutside.since(position.installation, since);
    const reading = new Reading();
    const read = await this.histories(workflows, reading);
    const mailLog = this.outsidePositions.files.kept && (await this.loadMails(position.installation));
    const numbers = read.flatMap(({ entries }) => entries.flatMap(({ note }) => note ?? []));
    const mailed = mailLog ? await this.recovery.mailedNumbers(position.installation) : {};
    const counters = await this.database.transaction((tx) =>
      this.recovery.setCounters(tx, open.id, [
        open.found.outside?.documents ?? {},
        open.found.here.documents,
        highestNumbers(numbers),
        mailed,
      ]),
    );
    const unknown = new Set(await this.recovery.unknownAmong(read));
    await this.lostOnes(read, unknown, reading, mailLog);
    await this.lostRefunds.restore(read, reading, mailLog);
    await this.knownOnes(read, unknown, reading, mailLog);
    await this.lostOrders.namedOrders(position.installation, since, reading, listed);
    await this.lostOrders.settleKnown(since, reading);
    await this.endLostRuns(read, reading);
    const { unanswered, settled } = reading;
    const again = new Set(reading.items.map(({ id }) => id));
    // What an earlier reading has created again is no longer lost.
    const items = [...(open.report?.items ?? []).filter(({ id }) => !again.has(id)), ...reading.items];
    const recordUntil = await this.outsidePositions.files.newestEntry(position.installation, open.startedAt);
    const report: RecoveryReport = {
      ...{ items, settled, unanswered, counters, mailLog },
      ...(recordUntil === undefined ? {} : { recordUntil: recordUntil.toISOString() }),
      ...(listed.length === 0 ? {} : { listedOrders: listed.length }),
    };
    await this.database.transaction((tx) => this.recovery.report(tx, open.id, report));
    return report;
  }

  private async histories(workflows: readonly WorkflowOutside[], reading: Reading): Promise<Read[]> {
    const read: Read[] = [];
    for (const workflow of workflows) {
      const hasHistory = isBooking(workflow) || isListing(workflow);
      try {
        read.push({ ...workflow, entries: hasHistory ? await this.runsOutside.historyOf(workflow) : [] });
      } catch (error) {
        this.logger.warn(`the history of ${workflow.workflowId} gave no answer: ${describeError(error)}`);
        reading.unanswered.push(workflow.workflowId);
      }
    }
    return read;
  }

  private loadMails(installation: string): Promise<boolean> {
    return this.database.transaction((tx) => this.recovery.loadSentMails(tx, installation));
  }

  /** Bookings and applications that the database does not have; sales first, so that their stalls are theirs again. */
  private async lostOnes(
    read: readonly Read[],
    unknown: ReadonlySet<string>,
    reading: Reading,
    mailLog: boolean,
  ): Promise<void> {
    const lost = read.filter(({ workflowId }) => unknown.has(workflowId));
    const paid = ({ entries }: Read): number => (entries.some(({ what }) => isSale(what)) ? 0 : 1);
    for (const workflow of lost.toSorted((a, b) => paid(a) - paid(b))) {
      await reading.guarded(workflow.workflowId, async () => {
        reading.items.push(
          isBooking(workflow)
            ? await this.lostBookings.lost(workflow, reading, mailLog, lost)
            : await this.lostListings.lost(workflow, reading),
        );
      });
    }
  }

  /** Bookings and applications that the database has, and whose later changes it lost. */
  private async knownOnes(
    read: readonly Read[],
    unknown: ReadonlySet<string>,
    reading: Reading,
    mailLog: boolean,
  ): Promise<void> {
    for (const workflow of read.filter(({ workflowId }) => !unknown.has(workflowId))) {
      if (workflow.entries.length === 0) continue;
      await reading.guarded(workflow.workflowId, async () => {
        const item = isBooking(workflow)
          ? await this.lostBookings.known(workflow, reading, mailLog)
          : await this.lostListings.known(workflow, reading);
        if (item !== undefined) reading.items.push(item);
      });
    }
  }

  /** Ends the open runs of what could not be created again. */
  private async endLostRuns(read: readonly Read[], reading: Reading): Promise<void> {
    const open = read.filter(({ status }) => status === "RUNNING");
    const lost = new Set([...(await this.recovery.unknownAmong(open)), ...(await this.lostRefunds.lostWatches(open))]);
    for (const workflow of open.filter(({ workflowId }) => lost.has(workflowId))) {
      await reading.guarded(workflow.workflowId, () => this.runsOutside.end(workflow));
    }
  }
}
