import { Injectable } from "@nestjs/common";
import { canTransition } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Tx } from "../../platform/database/database.js";
import { StallsService } from "../../stalls/stalls.service.js";
import { VisitorsService } from "../../visitors/visitors.service.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";
import { HoldRelease } from "./hold-release.service.js";
import { HoldStart } from "./hold-start.service.js";
import { PaymentsToClose } from "../payment/payments-to-close.service.js";
import { NetworkHolds } from "./network-holds.service.js";
import type { NetworkParams } from "./network-holds.service.js";
import { checkReserve } from "./reserve.rules.js";

/** Who wants which stall. */
export interface ReserveParams extends NetworkParams {
  readonly visitorId: string;
  readonly stallId: string;
}

/** A stall that is now the visitor's; `again` when it already was. */
export interface Reserved {
  readonly booking: BookingRow;
  readonly again: boolean;
  /** Whether a proof of work was needed, and used up. */
  readonly proven: boolean;
}

/** Reserving a stall, inside one transaction (architecture section 4, step 1). */
@Injectable()
export class ReserveTransaction {
  constructor(
    private readonly visitors: VisitorsService,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldRelease,
    private readonly start: HoldStart,
    private readonly payments: PaymentsToClose,
    private readonly networks: NetworkHolds,
  ) {}

  /**
   * @throws DomainError stall_not_found, stall_sold, stall_reserved, payment_in_progress, network_blocked, proof_required
   */
  async run(tx: Tx, params: ReserveParams): Promise<Reserved> {
    const { visitorId, stallId, network } = params;
    // The order of locks: network → visitor → stalls ascending → bookings.
    await this.networks.lock(tx, network);
    await this.visitors.lockOrCreate(tx, visitorId);
    const mine = await this.bookings.liveOfVisitor(tx, visitorId);
    const held = mine.filter((booking) => canTransition("hold_released", booking.state));
    const stalls = await this.stalls.lock(tx, [stallId, ...held.map((booking) => booking.stallId)]);
    const stall = stalls.find((one) => one.stallId === stallId);
    if (stall === undefined) throw new DomainError("stall_not_found");

    const verdict = checkReserve(await this.lockedOnStall(tx, stallId), visitorId);
    if (verdict.kind === "own") return { booking: verdict.booking, again: true, proven: false };
    const proven = await this.networks.admit(tx, params);
    if (verdict.kind === "overdue") {
      await this.holds.releaseInTx(tx, verdict.bookingId, "hold_expired", "system");
    }
    // Given up only together with the new one: a refusal rolls this back.
    for (const other of held.filter((booking) => booking.stallId !== stallId)) {
      if (other.expired) await this.holds.releaseInTx(tx, other.id, "hold_expired", "system");
      else await this.holds.releaseInTx(tx, other.id, "replaced", "visitor");
    }
    await this.payments.askToClose(tx, mine);
    const booking = await this.start.begin(tx, visitorId, stall, network);
    await this.networks.watch(tx, network);
    return { booking, again: false, proven };
  }

  /** The booking on the stall, read again under its lock: its workflow may be releasing it at this moment. */
  private async lockedOnStall(tx: Tx, stallId: string): Promise<BookingRow | undefined> {
    const onStall = await this.bookings.onStall(tx, stallId);
    return onStall && this.bookings.lock(tx, onStall.id);
  }
}
