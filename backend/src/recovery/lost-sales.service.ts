import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { highestNumbers } from "@sakhi/domain/recovery/position.rules";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { IssuesService } from "../issues/issues.service.js";
import { BookingActionsService, RECOVERY } from "../operator/booking-actions.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { Database, isUniqueViolation, type Tx } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import { StallsService } from "../stalls/stalls.service.js";
import { isBooking, isListing, isSale, ordersOf, type Read, RESTORED, SIGNIFICANT } from "./lost-steps.js";
import { LostRefundsService } from "./lost-refunds.service.js";
import { OutsidePositionsService } from "./outside-positions.service.js";
import { Reading } from "./reading.js";
import { RecoveryService } from "./recovery.service.js";
import type { RecoveredItem, RecoveryReport } from "./recovery.types.js";
import { keepNumbers, RestoredSalesService } from "./restored-sales.service.js";
import { RunsOutsideService, type WorkflowOutside } from "./runs-outside.service.js";

/** How far before the database's newest entry runs and orders are read, in ms. */
const MARGIN_MS = 60 * 60_000;
/** Known orders of this age are settled again: late money, refunds. */
const ORDER_DAYS = 14;
const SOLD_OFFLINE = "sold offline: only the receipt knows the buyer";
const NOT_A_STALL = "an application: refund it";
const REASON = "repeated after a restored backup";

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
    private readonly restoredSales: RestoredSalesService,
    private readonly lostRefunds: LostRefundsService,
    private readonly unknownOrders: UnknownOrdersService,
    private readonly settlement: SettlementService,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly bookingActions: BookingActionsService,
    private readonly stalls: StallsService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Reads everything outside once.
   *
   * @throws DomainError not_recovering
   * @throws gRPC's errors if Temporal cannot list its runs: nothing was changed
   */
  async readAll(): Promise<RecoveryReport> {
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
    await this.namedOrders(position.installation, since, reading);
    await this.settleKnown(since, reading);
    await this.endLostRuns(read, reading);
    const { unanswered, settled } = reading;
    const again = new Set(reading.items.map(({ id }) => id));
    // What an earlier reading has created again is not lost any more.
    const items = [...(open.report?.items ?? []).filter(({ id }) => !again.has(id)), ...reading.items];
    const report: RecoveryReport = { items, settled, unanswered, counters, mailLog };
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
            ? await this.lostBooking(workflow, reading, mailLog)
            : await this.lostListing(workflow, reading),
        );
      });
    }
  }

  private async lostBooking(workflow: Read, reading: Reading, mailLog: boolean): Promise<RecoveredItem> {
    const { workflowId, stallId, orderId, entries } = workflow;
    const bookingId = workflowId.slice(stallBookingWorkflowId("").length);
    const item = {
      id: workflowId,
      ...(stallId === undefined ? {} : { stallId }),
      ...(orderId === undefined ? {} : { orderId }),
    };
    if (stallId === undefined || orderId === undefined) return { ...item, as: "unpaid", note: "never registered" };
    if (entries.some(({ what }) => what === "sold_offline")) {
      await this.blockLost(bookingId, stallId, orderId, entries);
      return { ...item, as: "issue", note: SOLD_OFFLINE };
    }
    const sold = entries.some(({ what }) => isSale(what));
    const as = await this.restoredSales.restore({ bookingId, stallId, orderId, entries, confirmed: sold && !mailLog });
    if (as === "unreachable") reading.unanswered.push(orderId);
    return { ...item, ...RESTORED[as] };
  }

  /** An application cannot be created again: nobody else has its form. Its money is an issue. */
  private async lostListing(workflow: Read, reading: Reading): Promise<RecoveredItem> {
    const { workflowId } = workflow;
    let item: RecoveredItem = { id: workflowId, as: "unpaid" };
    for (const orderId of ordersOf(workflow)) {
      const found = await this.unknownOrders.check(orderId);
      if (found === "unreachable") reading.unanswered.push(orderId);
      if (found === "raised") item = { id: workflowId, orderId, as: "issue", note: NOT_A_STALL };
    }
    return item;
  }

  /** Blocks the stall of a sale that only Temporal knows, so that it is not sold twice. */
  private async blockLost(
    bookingId: string,
    stallId: string,
    orderId: string,
    entries: readonly HistoryEntry[],
  ): Promise<void> {
    const number = entries.find(({ what }) => what === "invoice_issued")?.note ?? "";
    const facts = { orderId, stall: stallId, number };
    const block = async (tx: Tx): Promise<boolean> => {
      const [stall] = await this.stalls.lock(tx, [stallId]);
      if (stall === undefined) return false;
      await this.bookingLocks.clearStall(tx, stallId);
      await tx.query(
        `INSERT INTO bookings (id, stall_id, state, price_paise, block_reason) VALUES ($1, $2, 'blocked', $3, $4)`,
        [bookingId, stallId, stall.pricePaise, `Sold offline before the restore: ${orderId} ${number}`.trim()],
      );
      const booking = await this.bookingLocks.lockRow(tx, bookingId);
      await this.bookingHistory.publish(
        tx,
        booking,
        { kind: "blocked", actor: "system", note: stallId },
        { evenIfCompleted: true },
      );
      return true;
    };
    const blocked = await this.database.transaction(block).catch((error: unknown) => {
      if (error instanceof DomainError || isUniqueViolation(error, "bookings_one_live_per_stall")) return false;
      throw error;
    });
    await this.database.transaction((tx) =>
      this.issues.raise(tx, {
        kind: "sale_lost",
        subject: bookingId,
        ...(blocked ? { bookingId } : {}),
        facts: blocked ? facts : { ...facts, problem: "another booking has this stall now" },
      }),
    );
  }

  /** Orders that only webhooks, or the log of opened orders, have named. */
  private async namedOrders(installation: string, since: Date, reading: Reading): Promise<void> {
    const logged = await this.outsidePositions.files.ordersSince(installation, since);
    const orders = await this.database.query<{ order_id: string }>(
      `SELECT named.order_id FROM (
         SELECT w.order_id FROM webhook_inbox w UNION SELECT unnest($1::text[])
         UNION SELECT i.subject FROM issues i WHERE i.kind = 'order_unknown' AND i.resolved_at IS NULL) named
        WHERE named.order_id IS NOT NULL
          AND NOT EXISTS (SELECT FROM orders o WHERE o.order_id = named.order_id AND o.offline)
          AND NOT EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = named.order_id)`,
      [logged],
    );
    const done = new Set(reading.items.flatMap(({ orderId }) => orderId ?? []));
    for (const { order_id: orderId } of orders.filter((order) => !done.has(order.order_id))) {
      await reading.guarded(orderId, async () => {
        const as = await this.restoredSales.restoreOrder(orderId);
        if (as === "unreachable") reading.unanswered.push(orderId);
        if (as === undefined) {
          if ((await this.unknownOrders.check(orderId)) === "raised") {
            reading.items.push({ id: orderId, orderId, as: "issue", note: NOT_A_STALL });
          }
          return;
        }
        if (as === "taken") await this.unknownOrders.check(orderId);
        if (as !== "not_ours" && as !== "absent") reading.items.push({ id: orderId, orderId, ...RESTORED[as] });
      });
    }
    // What exists again needs no decision any more.
    await this.database.query(
      `UPDATE issues i SET resolved_at = clock_timestamp(), resolution = 'by_itself'
        WHERE i.kind = 'order_unknown' AND i.resolved_at IS NULL
          AND EXISTS (SELECT FROM orders o JOIN payment_attempts a USING (order_id) WHERE o.order_id = i.subject)`,
    );
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
          ? await this.knownBooking(workflow, reading, mailLog)
          : await this.knownListing(workflow, reading);
        if (item !== undefined) reading.items.push(item);
      });
    }
  }

  private async knownBooking(workflow: Read, reading: Reading, mailLog: boolean): Promise<RecoveredItem | undefined> {
    const { workflowId } = workflow;
    const bookingId = workflowId.slice(stallBookingWorkflowId("").length);
    const lost = await this.lostSteps("booking_events", "booking_id", bookingId, workflow.entries);
    if (lost.length === 0) return undefined;
    const booking = await this.bookingLocks.find(bookingId);
    if (booking === undefined) return undefined;
    const orderId = workflow.orderId ?? booking.orderId ?? undefined;
    const item = { id: workflowId, stallId: booking.stallId, ...(orderId === undefined ? {} : { orderId }) };
    if (orderId !== undefined) {
      await this.database.transaction((tx) => keepNumbers(tx, orderId, lost));
      if (!mailLog) await this.assumeMailed(bookingId, lost, workflow.entries);
      if (!(await this.adopt(booking, orderId, lost, reading)))
        return { ...item, as: "issue", note: "paid, and not sold here" };
    }
    if (lost.some(({ what }) => what === "sold_offline")) return { ...item, as: "issue", note: SOLD_OFFLINE };
    const repeated = await this.repeat(bookingId, lost);
    const left = await this.lostSteps("booking_events", "booking_id", bookingId, workflow.entries);
    const open = left.filter(({ what }) => SIGNIFICANT.has(what));
    if (open.length === 0) return { ...item, as: repeated ? "repeated" : "sold" };
    await this.raiseBehind(workflowId, open, { bookingId, orderId });
    return { ...item, as: "issue", note: open.map(({ what }) => what).join(", ") };
  }

  private async knownListing(workflow: Read, reading: Reading): Promise<RecoveredItem | undefined> {
    const { workflowId, entries } = workflow;
    const applicationId = workflowId.slice(listingWorkflowId("").length);
    const lost = await this.lostSteps("listing_events", "application_id", applicationId, entries);
    if (lost.length === 0) return undefined;
    const orders = ordersOf(workflow);
    for (const order of orders) if (!(await this.settle(order, reading))) await this.unknownOrders.check(order);
    const orderId = orders.at(-1);
    const left = await this.lostSteps("listing_events", "application_id", applicationId, entries);
    const item = { id: workflowId, ...(orderId === undefined ? {} : { orderId }) };
    if (left.length === 0) return { ...item, as: "repeated" };
    await this.raiseBehind(workflowId, left, { applicationId, orderId });
    return { ...item, as: "issue", note: left.map(({ what }) => what).join(", ") };
  }

  /**
   * Settles an order of a known booking; one that was opened after the backup is first recorded as opened.
   *
   * @returns false if it was paid and cannot be sold here: an issue is open
   */
  private async adopt(
    booking: BookingRow,
    orderId: string,
    entries: readonly HistoryEntry[],
    reading: Reading,
  ): Promise<boolean> {
    if (await this.settle(orderId, reading)) return true;
    const { stallId, id: bookingId } = booking;
    const as = await this.restoredSales.adopt({ bookingId, stallId, orderId, entries });
    if (as === "unreachable") reading.unanswered.push(orderId);
    return as !== "taken";
  }

  /** @returns false if the order was never requested as far as the database knows */
  private async settle(orderId: string, reading: Reading): Promise<boolean> {
    const [asked] = await this.database.query(
      "SELECT FROM payment_attempts a JOIN orders o USING (order_id) WHERE o.order_id = $1 LIMIT 1",
      [orderId],
    );
    if (asked === undefined) return false;
    const { outcome } = await this.settlement.settleOrder(orderId, "recovery");
    if (outcome === "unreachable") reading.unanswered.push(orderId);
    reading.settled += 1;
    return true;
  }

  /** Repeats a lost cancellation or move. @returns whether anything was repeated */
  private async repeat(bookingId: string, lost: readonly HistoryEntry[]): Promise<boolean> {
    let repeated = false;
    for (const { what, note = "" } of lost) {
      const to = what === "moved" ? / to (?<stall>[A-Z]\d{1,3})$/.exec(note)?.groups?.["stall"] : undefined;
      try {
        if (to !== undefined) await this.bookingActions.move(RECOVERY, bookingId, { toStallId: to, reason: REASON });
        else if (what === "cancelled")
          await this.bookingActions.cancel(RECOVERY, bookingId, { refund: "none", reason: REASON });
        else continue;
        repeated = true;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.logger.warn(`${what} of ${bookingId} was not repeated: ${error.code}`);
      }
    }
    return repeated;
  }

  /** Settles the known orders of the last days: money and refunds that came after the backup. */
  private async settleKnown(since: Date, reading: Reading): Promise<void> {
    const orders = await this.database.query<{ order_id: string }>(
      `SELECT o.order_id FROM orders o
        WHERE NOT o.offline AND EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = o.order_id)
          AND (o.state IN ('open', 'closing') OR o.created_at > $1::timestamptz - make_interval(days => $2))
        ORDER BY o.created_at`,
      [since, ORDER_DAYS],
    );
    for (const { order_id: orderId } of orders) {
      await reading.guarded(orderId, async () => {
        await this.settle(orderId, reading);
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

  /** Without a log of mails, what the history shows as done counts as mailed. */
  private async assumeMailed(
    bookingId: string,
    lost: readonly HistoryEntry[],
    entries: readonly HistoryEntry[],
  ): Promise<void> {
    const moves = (history: readonly HistoryEntry[]): number => history.filter(({ what }) => what === "moved").length;
    let move = moves(entries) - moves(lost);
    const keys = lost.flatMap(({ what }) => {
      if (isSale(what)) return [`booking-confirmed-${bookingId}`];
      if (what === "moved") return [`booking-moved/${bookingId}/${move++}`];
      return what === "cancelled" ? [`booking-cancelled/${bookingId}`] : [];
    });
    if (keys.length === 0) return;
    await this.database.query(
      "INSERT INTO mails_sent_before (dedupe_key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING",
      [keys],
    );
  }

  /** Entries of a history outside that the database's has fewer of. */
  private async lostSteps(
    table: "booking_events" | "listing_events",
    column: "booking_id" | "application_id",
    id: string,
    entries: readonly HistoryEntry[],
  ): Promise<HistoryEntry[]> {
    const known = await this.database.query<{ kind: string; count: number }>(
      `SELECT kind, count(*)::int AS count FROM ${table} WHERE ${column} = $1 GROUP BY kind`,
      [id],
    );
    const left = new Map(known.map(({ kind, count }) => [kind, count]));
    return entries.filter(({ what }) => {
      const count = left.get(what) ?? 0;
      left.set(what, count - 1);
      return count <= 0;
    });
  }

  private async raiseBehind(
    workflowId: string,
    lost: readonly HistoryEntry[],
    about: { readonly bookingId?: string; readonly applicationId?: string; readonly orderId: string | undefined },
  ): Promise<void> {
    const { orderId, ...subject } = about;
    const steps = lost.map(({ what, at, note }) => `${what} at ${at}${note === undefined ? "" : ` (${note})`}`);
    await this.database.transaction((tx) =>
      this.issues.raise(tx, {
        kind: "history_behind",
        subject: workflowId,
        ...subject,
        facts: { lost: steps.join("; ").slice(0, 1_000), ...(orderId === undefined ? {} : { orderId }) },
      }),
    );
  }
}
