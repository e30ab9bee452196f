import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import type { ChangeStallPriceDto } from "@sakhi/domain/operator/stall-actions.dto";
import type { Administrator } from "../accounts/administrator.js";
import { StallsService } from "../stalls/stalls.service.js";
import { OrganiserLocks } from "./organiser-locks.service.js";
import type { StallPriceResponse } from "./organiser.response.js";
import { OrganiserTransaction } from "./organiser-transaction.service.js";

/** What stalls cost. */
@Injectable()
export class StallPrices {
  constructor(
    private readonly transaction: OrganiserTransaction,
    private readonly locks: OrganiserLocks,
    private readonly stalls: StallsService,
  ) {}

  /**
   * The price for whoever reserves the stall from now on. A booking keeps the one at which it was reserved.
   *
   * @throws DomainError stall_not_found; invalid_request
   */
  change(
    administrator: Administrator,
    stallId: string,
    { price, reason }: ChangeStallPriceDto,
  ): Promise<StallPriceResponse> {
    const pricePaise = toPaise(price);
    if (pricePaise === undefined)
      throw new DomainError("invalid_request", { fields: { price: [NO_AMOUNT] } });
    return this.transaction.run(administrator, async (tx) => {
      const before = await this.locks.stall(tx, stallId);
      await this.stalls.changePrice(tx, stallId, pricePaise);
      return {
        answer: { stallId, price: toRupees(pricePaise), priceBefore: toRupees(before.pricePaise) },
        audit: {
          action: "stall_price_changed",
          subjectType: "stall",
          subjectId: stallId,
          reason,
          before: { pricePaise: before.pricePaise },
          after: { pricePaise },
        },
      };
    });
  }
}

const NO_AMOUNT = "The price is an amount in rupees, at most 2 decimals";
