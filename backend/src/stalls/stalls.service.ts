import { Injectable } from "@nestjs/common";
import { toRupees } from "@sakhi/domain/money/money";
import type { Paise } from "@sakhi/domain/money/money";
import { similarStalls, stallStatus } from "@sakhi/domain/bookings/stall.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { Tx } from "../platform/database/database.js";
import type { LayoutStallResponse } from "./layout.response.js";
import { StallsRepository } from "./stalls.repository.js";
import type { StallRow, StallWithState } from "./stalls.repository.js";

export type { StallRow } from "./stalls.repository.js";

/** A free stall offered instead of one that is taken; price in rupees. */
export interface StallOffer {
  readonly stallId: string;
  readonly type: StallType;
  readonly price: number;
}

/** Stalls: what there is, where, at what price, and how it reads to the public. */
@Injectable()
export class StallsService {
  constructor(private readonly stalls: StallsRepository) {}

  /** Every stall, A1 to B50. */
  all(): Promise<StallRow[]> {
    return this.stalls.all();
  }

  find(stallId: string): Promise<StallRow | undefined> {
    return this.stalls.find(stallId);
  }

  /** Whether there is such a stall, asked inside a transaction. */
  exists(tx: Tx, stallId: string): Promise<boolean> {
    return this.stalls.exists(tx, stallId);
  }

  /** Locks stalls in ascending order until `tx` ends; those that do not exist are missing from the answer. */
  lock(tx: Tx, stallIds: readonly string[]): Promise<StallRow[]> {
    return this.stalls.lock(tx, stallIds);
  }

  /** Sets the price of reservations from now on; the caller has locked the stall. */
  changePrice(tx: Tx, stallId: string, pricePaise: Paise): Promise<void> {
    return this.stalls.changePrice(tx, stallId, pricePaise);
  }

  /** Every stall with the state of its live booking; an expired hold is none. */
  withState(tx?: Tx): Promise<StallWithState[]> {
    return this.stalls.allWithState(tx);
  }

  /** The floor plan as the public sees it: status from the live booking, an expired hold reads Available. */
  async layout(): Promise<LayoutStallResponse[]> {
    const stalls = await this.stalls.allWithState();
    return stalls.map(({ stallId, type, pricePaise, live, x, y, layoutVersion }) => ({
      stallId,
      type,
      price: toRupees(pricePaise),
      status: stallStatus(live),
      x,
      y,
      layoutVersion,
    }));
  }

  /** At most three free stalls like this one, nearest of the same type first. */
  async similarTo(stallId: string): Promise<StallOffer[]> {
    const stalls = await this.stalls.allWithState();
    const taken = stalls.find((stall) => stall.stallId === stallId);
    if (taken === undefined) return [];
    const free = stalls.filter((stall) => stallStatus(stall.live) === "Available");
    return similarStalls(taken, free).map(({ stallId: id, type, pricePaise }) => ({
      stallId: id,
      type,
      price: toRupees(pricePaise),
    }));
  }
}
