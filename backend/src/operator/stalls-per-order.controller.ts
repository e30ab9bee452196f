import { Body, Controller, Get, Param, Put } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { StallsPerOrderDto } from "@sakhi/domain/bookings/stalls-per-order.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { SeveralStallsService } from "../bookings/several-stalls.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { StallsPerOrderResponse } from "./operator.response.js";

/** How many stalls one order of an event may have (docs/decisions/0131). */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class StallsPerOrderController {
  constructor(
    private readonly eventFacts: EventFactsService,
    private readonly severalStalls: SeveralStallsService,
    private readonly operatorTransaction: OperatorTransactionService,
  ) {}

  /** How many stalls one order may have. */
  @Get("events/:slug/stalls-per-order")
  @Needs("events.read", { slug: "slug" })
  @ForAdministrators()
  @ApiOkResponse({ type: StallsPerOrderResponse })
  @ApiErrors(["event_not_found"])
  async getStallsPerOrder(@Param("slug") slug: string): Promise<StallsPerOrderResponse> {
    const { id } = await this.eventFacts.resolve(slug, "administrator");
    return { most: await this.severalStalls.most(id) };
  }

  /** Says how many stalls one order may have. Orders that have more keep them. */
  @Put("events/:slug/stalls-per-order")
  @Needs("events.change", { slug: "slug" })
  @ForOperators()
  @ApiOkResponse({ type: StallsPerOrderResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  async changeStallsPerOrder(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() { most }: StallsPerOrderDto,
  ): Promise<StallsPerOrderResponse> {
    const { id } = await this.eventFacts.resolve(slug, "administrator");
    return this.operatorTransaction.run(administrator, async (tx) => {
      const before = await this.severalStalls.most(id, tx);
      await this.severalStalls.setMost(tx, id, most);
      return {
        response: { most },
        audit: {
          ...{ action: "stalls_per_order_changed", subjectType: "event" as const, subjectId: String(id) },
          ...{ before: { most: before }, after: { most, event: slug } },
        },
      };
    });
  }
}
