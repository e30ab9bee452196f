import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { RECOVERY } from "../accounts/administrator.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { firstBookingKey } from "../mail/mail.service.js";
import { BookingMovesService } from "../operator/booking-moves.service.js";
import { CancellationsService } from "../operator/cancellations.service.js";
import { Database } from "../platform/database/database.js";
import { LostHistoryService } from "./lost-history.service.js";
import { LostOfflineSalesService } from "./lost-offline-sales.service.js";
import { LostOrdersService } from "./lost-orders.service.js";
import { bookingOf, isBooking, isSale, type Read, RESTORED, SIGNIFICANT, SOLD_OFFLINE } from "./lost-steps.js";
import { Reading } from "./reading.js";
import type { RecoveredItem } from "./recovery.types.js";
import { assumeSent, isReaddressed, keepNumbers, type LostBooking } from "./restored-sales.service.js";
import { SaleRecoveryService } from "./sale-recovery.service.js";

const REASON = "repeated after a restored backup";

/** Bookings whose rows or later changes a restored database does not have. */
@Injectable()
export class LostBookingsService {
  private readonly logger = new Logger("Recovery");

  constructor(
    private readonly database: Database,
    private readonly saleRecovery: SaleRecoveryService,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingMoves: BookingMovesService,
    private readonly cancellations: CancellationsService,
    private readonly lostOrders: LostOrdersService,
    private readonly lostHistory: LostHistoryService,
    private readonly lostOfflineSales: LostOfflineSalesService,
  ) {}

  /**
   * A booking that the database does not have.
   *
   * @param all every one of them: with it, those of the other stalls of its order are created
   */
  async lost(workflow: Read, reading: Reading, mailLog: boolean, all: readonly Read[] = []): Promise<RecoveredItem> {
    const { workflowId, stallId, orderId, entries } = workflow;
    const bookingId = bookingOf(workflow);
    const item = {
      id: workflowId,
      ...(stallId === undefined ? {} : { stallId }),
      ...(orderId === undefined ? {} : { orderId }),
    };
    if (stallId === undefined || orderId === undefined) return { ...item, as: "unpaid", note: "never registered" };
    if (entries.some(({ what }) => what === "sold_offline")) {
      await this.lostOfflineSales.block(bookingId, stallId, orderId, entries);
      return { ...item, as: "issue", note: SOLD_OFFLINE };
    }
    const known = (each: Read): LostBooking => ({
      bookingId: bookingOf(each),
      ...{ stallId: each.stallId ?? stallId, orderId, entries: each.entries },
      confirmed: !mailLog && each.entries.some(({ what }) => isSale(what)),
    });
    const others = all.filter((each) => each.orderId === orderId && each.workflowId !== workflowId && isBooking(each));
    const as = await this.saleRecovery.restore({ ...known(workflow), others: others.map(known) });
    if (as === "unreachable") reading.unanswered.push(orderId);
    return { ...item, ...RESTORED[as] };
  }

  /** A booking that the database has. @returns undefined if nothing of it was lost */
  async known(workflow: Read, reading: Reading, mailLog: boolean): Promise<RecoveredItem | undefined> {
    const { workflowId } = workflow;
    const bookingId = bookingOf(workflow);
    const lost = await this.lostHistory.lostSteps("booking_events", "booking_id", bookingId, workflow.entries);
    if (lost.length === 0) return undefined;
    const booking = await this.bookingLocks.find(bookingId);
    if (booking === undefined) return undefined;
    const orderId = workflow.orderId ?? booking.orderId ?? undefined;
    const item = { id: workflowId, stallId: booking.stallId, ...(orderId === undefined ? {} : { orderId }) };
    if (orderId !== undefined) {
      await this.database.transaction(async (tx) => {
        await keepNumbers(tx, orderId, lost);
        if (isReaddressed(lost)) await assumeSent(tx, [firstBookingKey(bookingId)]);
        if (!mailLog) await assumeSent(tx, mailedFor(bookingId, lost, workflow.entries));
      });
      if (!(await this.adopt(booking, orderId, lost, reading)))
        return { ...item, as: "issue", note: "paid, and not sold here" };
    }
    if (lost.some(({ what }) => what === "sold_offline")) return { ...item, as: "issue", note: SOLD_OFFLINE };
    const repeated = await this.repeat(bookingId, lost);
    const left = await this.lostHistory.lostSteps("booking_events", "booking_id", bookingId, workflow.entries);
    const open = left.filter(({ what }) => SIGNIFICANT.has(what));
    if (open.length === 0) return { ...item, as: repeated ? "repeated" : "sold" };
    await this.lostHistory.raiseBehind(workflowId, open, { bookingId, orderId });
    return { ...item, as: "issue", note: open.map(({ what }) => what).join(", ") };
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
    if (await this.lostOrders.settle(orderId, reading)) return true;
    const { stallId, id: bookingId } = booking;
    const as = await this.saleRecovery.adopt({ bookingId, stallId, orderId, entries });
    if (as === "unreachable") reading.unanswered.push(orderId);
    return as !== "taken" && as !== "incomplete";
  }

  /** Repeats a lost cancellation or move. @returns whether anything was repeated */
  private async repeat(bookingId: string, lost: readonly HistoryEntry[]): Promise<boolean> {
    let repeated = false;
    for (const { what, note = "" } of lost) {
      const to = what === "moved" ? / to (?<stall>[A-Z]\d{1,3})$/.exec(note)?.groups?.["stall"] : undefined;
      try {
        if (to !== undefined) await this.bookingMoves.move(RECOVERY, bookingId, { toStallId: to, reason: REASON });
        else if (what === "cancelled")
          await this.cancellations.cancel(RECOVERY, bookingId, { refund: "none", reason: REASON });
        else continue;
        repeated = true;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.logger.warn(`${what} of ${bookingId} was not repeated: ${error.code}`);
      }
    }
    return repeated;
  }
}

/** Without a log of mails, what the history shows as done counts as mailed. @returns dedupe keys */
function mailedFor(bookingId: string, lost: readonly HistoryEntry[], entries: readonly HistoryEntry[]): string[] {
  const moves = (history: readonly HistoryEntry[]): number => history.filter(({ what }) => what === "moved").length;
  let move = moves(entries) - moves(lost);
  return lost.flatMap(({ what }) => {
    if (isSale(what)) return [`booking-confirmed-${bookingId}`];
    if (what === "moved") return [`booking-moved/${bookingId}/${move++}`];
    return what === "cancelled" ? [`booking-cancelled/${bookingId}`] : [];
  });
}
