import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { AskMoveDto } from "@sakhi/domain/moves/moves.dto";
import { LinkSessionsService } from "../mail/link-sessions.service.js";
import { MovePaymentsService } from "../moves/move-payments.service.js";
import { MoveTargetsService } from "../moves/move-targets.service.js";
import type { MyMovesResponse } from "../moves/moves.response.js";
import { StallMoveRecordsService } from "../moves/stall-move-records.service.js";
import { StallMovesService } from "../moves/stall-moves.service.js";
import { PaymentReturnService } from "../payments/payment-return.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import { Database, isUniqueViolation } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";

/** The moves of a booking, for a browser that opened it. */
@Injectable()
export class MyBookingMovesService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly linkSessions: LinkSessionsService,
    private readonly targets: MoveTargetsService,
    private readonly moves: StallMoveRecordsService,
    private readonly stallMoves: StallMovesService,
    private readonly movePayments: MovePaymentsService,
    private readonly paymentReturn: PaymentReturnService,
  ) {}

  /**
   * The moves, and the stalls that she can move to. Reads the order of a move that is being paid at the provider first.
   *
   * @throws DomainError booking_link_invalid; booking_not_sold
   */
  async view(token: string): Promise<MyMovesResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    const open = await this.moves.openOf(bookingId);
    const orderId = open && (await this.moves.unfinishedOrder(open.id));
    if (orderId === undefined) return this.read(bookingId);
    return this.paymentReturn
      .status(orderId, async () => {
        return { status: "payment_pending", outcome: { kind: "pending" }, view: await this.read(bookingId) } as const;
      })
      .then(({ view }) => view);
  }

  /**
   * Moves the booking to a free stall of the same or a lower price, or keeps a dearer one until she has paid the difference.
   *
   * @throws DomainError booking_link_invalid, and what {@link StallMovesService.ask} throws
   * @throws HttpError rate_limited
   */
  async ask(token: string, { toStallId, seenDifference }: AskMoveDto): Promise<MyMovesResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await this.limits.use({ limit: "booking_moves_per_booking", by: bookingId });
    const seenPaise = seenDifference === undefined ? undefined : Math.round(seenDifference * 100);
    try {
      await this.database.transaction((tx) =>
        this.stallMoves.ask(tx, bookingId, { toStallId, by: "holder", seenPaise }),
      );
    } catch (error) {
      if (isUniqueViolation(error, "bookings_one_live_per_stall")) throw new DomainError("stall_reserved");
      throw error;
    }
    return this.read(bookingId);
  }

  /**
   * Starts or continues the payment of a move.
   *
   * @throws DomainError booking_link_invalid, and what {@link MovePaymentsService.initiate} throws
   * @throws HttpError rate_limited
   */
  async pay(token: string, moveId: string, { address, language }: Visitor): Promise<InitiateResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    return this.movePayments.initiate({ bookingId, moveId, address, language });
  }

  /** Withdraws a move that waits for its money. @throws DomainError booking_link_invalid; move_over */
  async withdraw(token: string, moveId: string): Promise<MyMovesResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await this.database.transaction((tx) => this.stallMoves.withdraw(tx, bookingId, moveId, "holder"));
    return this.read(bookingId);
  }

  private async read(bookingId: string): Promise<MyMovesResponse> {
    const view = await this.targets.view(bookingId);
    if (view === undefined) throw new DomainError("booking_ended");
    return view;
  }
}
