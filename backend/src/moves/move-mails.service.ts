import { Injectable } from "@nestjs/common";
import { STALL_MOVE, type StallMoveInput, stallMoveWorkflowId } from "@sakhi/workflows/moves/stall-move.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { MailService } from "../mail/mail.service.js";
import type { Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { type StallMoveRow, StallMoveRecordsService } from "./stall-move-records.service.js";

/** Notifies the holder and the workflow of a move that it has come to something. */
@Injectable()
export class MoveMailsService {
  constructor(
    private readonly moves: StallMoveRecordsService,
    private readonly mails: MailService,
    private readonly outbox: Outbox,
  ) {}

  /** Starts the move's workflow, or makes it recheck, once `tx` has committed. */
  async nudge(tx: Tx, moveId: string): Promise<void> {
    await this.outbox.nudge(tx, {
      workflowType: STALL_MOVE,
      workflowId: stallMoveWorkflowId(moveId),
      args: [{ moveId } satisfies StallMoveInput],
      signal: RECHECK,
      searchAttributes: { StallId: undefined, OrderId: undefined, Stage: "asked" },
      summary: "Move to another stall",
      evenIfCompleted: true,
    });
  }

  /** Makes the workflow of a booking's waiting move recheck: its booking has ended. */
  async bookingEnded(tx: Tx, bookingId: string): Promise<void> {
    const open = await this.moves.openOf(bookingId, tx);
    if (open !== undefined) await this.nudge(tx, open.id);
  }

  /** An operator's link to pay for the other stall. */
  async asked(tx: Tx, booking: BookingRow, moveId: string): Promise<void> {
    const move = await this.moves.find(moveId, tx);
    if (booking.email === null || move === undefined || move.until === null) return;
    await this.mails.queue(tx, {
      template: "move-asked",
      to: booking.email,
      bookingId: booking.id,
      data: {
        ...{ name: booking.fullName ?? "", orderId: booking.orderId ?? "" },
        ...{ fromStallId: move.fromStallId, stallId: move.toStallId, amountPaise: move.toPayPaise },
        expiresAt: move.until.toISOString(),
      },
      dedupeKey: `move-asked/${moveId}`,
    });
  }

  /** A move that an operator has withdrawn, or whose time is over. */
  async ended(tx: Tx, booking: BookingRow, move: StallMoveRow, why: "lapsed" | "withdrawn"): Promise<void> {
    if (booking.email === null) return;
    await this.mails.queue(tx, {
      template: "move-over",
      to: booking.email,
      bookingId: booking.id,
      data: {
        ...{ name: booking.fullName ?? "", orderId: booking.orderId ?? "", why },
        ...{ fromStallId: move.fromStallId, stallId: move.toStallId },
      },
      dedupeKey: `move-over/${move.id}`,
    });
  }
}
