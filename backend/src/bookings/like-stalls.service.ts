import { Injectable } from "@nestjs/common";
import { onStallFor, stallForLateMoney, stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { sameKindOfStall } from "@sakhi/domain/operator/operator.rules";
import type { Tx } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";

/** The lost stall and its agreed price, which offered stalls must match. */
export type LostStall = Pick<BookingRow, "stallKey" | "eventId" | "pricePaise">;

/** The stalls that can be offered instead of a lost one (docs/decisions/0012). */
@Injectable()
export class LikeStallsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stalls: StallsService,
  ) {}

  /** Numbers of the event's free stalls like the lost one, in the order of the floor plan. */
  async free(lost: LostStall, tx?: Tx): Promise<string[]> {
    const all = await this.stalls.withState(lost.eventId, tx);
    const from = await this.stalls.byKey(lost.stallKey, tx);
    return all
      .filter(
        (stall) =>
          stallStatus(stall.live ?? undefined) === "Available" && sameKindOfStall(lost.pricePaise, from, stall),
      )
      .map((stall) => stall.stallId);
  }

  /** Whether a stall of the event, free or not, is like the lost one; undefined if there is no such stall. */
  async isLike(lost: LostStall, stallId: string, tx?: Tx): Promise<boolean | undefined> {
    const all = await this.stalls.withState(lost.eventId, tx);
    const to = all.find((stall) => stall.stallId === stallId);
    if (to === undefined) return undefined;
    return sameKindOfStall(lost.pricePaise, await this.stalls.byKey(lost.stallKey, tx), to);
  }

  /** Whether a stall like the booking's lost one is free, or held by the payer's own browser: the sale releases that hold. */
  async isFreeFor(tx: Tx, booking: BookingRow, stallId: string): Promise<boolean> {
    if ((await this.isLike(booking, stallId, tx)) !== true) return false;
    const stall = await this.stalls.lockNamed(tx, { eventId: booking.eventId, stallId });
    const live = stall && (await this.bookings.onStall(stall.stallKey, tx));
    return stallForLateMoney(onStallFor(booking.visitorId, live)) !== "taken";
  }
}
