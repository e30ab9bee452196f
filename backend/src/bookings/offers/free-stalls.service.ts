import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import { sameKindOfStall } from "@sakhi/domain/operator/operator.rules";
import { stallStatus } from "@sakhi/domain/stalls/stall.rules";
import type { Tx } from "../../platform/database/database.js";
import { StallsService } from "../../stalls/stalls.service.js";

/** What a stall is to be like: the stall that was lost, and the price agreed for it. */
export interface LostStall {
  readonly stallId: string;
  readonly pricePaise: Paise;
}

/** Stalls that can take the place of one that was lost: the rule by which organisers move bookings. */
@Injectable()
export class FreeStalls {
  constructor(private readonly stalls: StallsService) {}

  /** Numbers of the stalls like the lost one that are free now, in their order in the hall. */
  async like(lost: LostStall, tx?: Tx): Promise<string[]> {
    const all = await this.stalls.withState(tx);
    const from = all.find((stall) => stall.stallId === lost.stallId);
    if (from === undefined) return [];
    return all
      .filter(
        (stall) => stallStatus(stall.live) === "Available" && sameKindOfStall(lost.pricePaise, from, stall),
      )
      .map((stall) => stall.stallId);
  }

  /** Whether a stall is like the lost one, free or not; undefined when there is no such stall. */
  async isLike(lost: LostStall, stallId: string, tx?: Tx): Promise<boolean | undefined> {
    const all = await this.stalls.withState(tx);
    const from = all.find((stall) => stall.stallId === lost.stallId);
    const to = all.find((stall) => stall.stallId === stallId);
    if (to === undefined || from === undefined) return undefined;
    return sameKindOfStall(lost.pricePaise, from, to);
  }
}
