import { Injectable } from "@nestjs/common";
import { nextOfMove } from "@sakhi/domain/moves/move.rules";
import type { StallMoveActivities, StallMoveStep } from "@sakhi/workflows/moves/stall-move.activities";
import { stallMoveWorkflowId } from "@sakhi/workflows/moves/stall-move.messages";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { OrderClosingService } from "../payments/order-closing.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database } from "../platform/database/database.js";
import { MoveMailsService } from "./move-mails.service.js";
import { StallMoveRecordsService } from "./stall-move-records.service.js";
import { StallMovesService } from "./stall-moves.service.js";

/** How long a move may be without its workflow before the sweep starts one, in seconds. */
const OVERDUE_SECONDS = 60;
/** When to recheck an order that is not final, if nothing says when, in ms. */
const LOOK_MS = 15_000;
const AT_ONCE_MS = 1;

/** The life of a move until it is paid, over or withdrawn: the activity of its workflow. */
@Injectable()
export class StallMoveLifecycleService implements StallMoveActivities {
  constructor(
    private readonly database: Database,
    private readonly moves: StallMoveRecordsService,
    private readonly stallMoves: StallMovesService,
    private readonly moveMails: MoveMailsService,
    private readonly orderClosing: OrderClosingService,
    private readonly orders: OrdersService,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
  ) {}

  /** Workflow id → move, of those that are unfinished: each should have an open run. */
  async workflows(ageSeconds = OVERDUE_SECONDS): Promise<Map<string, string>> {
    return new Map((await this.moves.unfinished(ageSeconds)).map((id) => [stallMoveWorkflowId(id), id]));
  }

  /** Starts the workflow of a move again; for the sweep. */
  async restart(id: string): Promise<void> {
    await this.database.transaction((tx) => this.moveMails.nudge(tx, id));
  }

  async checkStallMove(moveId: string): Promise<StallMoveStep> {
    // Of a booking that was cancelled meanwhile, before its order is final.
    await this.settle(moveId);
    const orderId = await this.moves.unfinishedOrder(moveId);
    if (orderId !== undefined) {
      const { step, recheckInMs = LOOK_MS } = await this.orderClosing.closePaymentOrder(orderId);
      // Paid, and not sold: an operator decides (wrong amount); the sweep and each webhook settle it again.
      if (step !== "closed") return { isOpen: true, state: "paying", recheckInMs };
    }
    await this.settle(moveId);
    const move = await this.moves.find(moveId);
    if (move?.state !== "asked") return { isOpen: false, state: move?.state ?? "withdrawn", recheckInMs: AT_ONCE_MS };
    return { isOpen: true, state: "asked", recheckInMs: Math.max(AT_ONCE_MS, Math.ceil(move.msLeft)) };
  }

  /**
   * Decides what happens to a move, under its locks: {@link nextOfMove}. Safe to repeat, and in several processes at once.
   *
   * @returns whether anything changed
   */
  async settle(moveId: string): Promise<boolean> {
    const before = await this.moves.find(moveId);
    if (before?.state !== "asked") return false;
    return this.database.transaction(async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, before.bookingId, [before.toStallId]);
      const move = await this.moves.lock(tx, moveId);
      const hasUnfinishedOrder = (await this.moves.unfinishedOrder(moveId, tx)) !== undefined;
      const next = nextOfMove({ state: move.state, booking: booking.state, isOver: move.isOver, hasUnfinishedOrder });
      if (next === undefined || move.blockId === null) return false;
      await this.stallMoves.free(tx, move.blockId);
      await this.moves.end(tx, moveId, next === "lapse" ? "lapsed" : "withdrawn");
      await this.bookingHistory.record(tx, booking.id, {
        kind: next === "lapse" ? "move_lapsed" : "move_withdrawn",
        actor: "system",
        note: `${move.fromStallId} to ${move.toStallId}`,
        detail: { moveId },
      });
      if (next === "lapse") await this.moveMails.ended(tx, booking, move, "lapsed");
      for (const orderId of await this.moves.closedOrders(tx, moveId)) {
        await this.orders.watchForLatePayment(tx, { orderId, stallId: move.toStallId });
      }
      return true;
    });
  }
}
