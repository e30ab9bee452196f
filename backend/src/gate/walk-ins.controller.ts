import { Body, Controller, Get, Param, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { WalkInDto } from "@sakhi/domain/bookings/walk-in.dto";
import { CurrentAdministrator, ForGate } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { GateListService } from "./gate-list.service.js";
import { WalkInResponse, WalkInsResponse } from "./gate.response.js";
import { WalkInListService } from "./walk-in-list.service.js";
import { WalkInsService } from "./walk-ins.service.js";

const REFUSED = ["event_not_found", "other_gate", "rate_limited"] as const;
const OF_ONE = [...REFUSED, "booking_not_found"] as const;
const CHANGES = ["invalid_request", "origin_refused"] as const;

/** Sells free stalls to who stands at the gate, by a UPI QR code. */
@ApiTags("administration")
@Controller("api/v1/mela/gate/:slug/walk-ins")
@ForGate()
export class WalkInsController {
  constructor(
    private readonly gateList: GateListService,
    private readonly walkIns: WalkInsService,
    private readonly walkInList: WalkInListService,
    private readonly limits: RateLimits,
  ) {}

  /** Stalls that can be sold now, and the gate's sales of the last hours. */
  @Needs("gate.sell", { slug: "slug" })
  @Get()
  @ApiOkResponse({ type: WalkInsResponse })
  @ApiErrors(REFUSED)
  async getWalkIns(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<WalkInsResponse> {
    await this.admit(administrator);
    return this.walkInList.list(await this.gateList.named(slug));
  }

  /** Reserves a stall and begins its payment. Nothing is sold before the provider has the money. */
  @Needs("gate.sell", { slug: "slug" })
  @Post()
  @ApiCreatedResponse({ type: WalkInResponse })
  @ApiErrors([
    ...CHANGES,
    ...REFUSED,
    ...(["stall_not_found", "stall_sold", "stall_reserved", "event_not_published", "event_over"] as const),
    ...(["sales_paused", "too_many_walk_ins", "order_refused"] as const),
  ])
  async startWalkIn(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: WalkInDto,
  ): Promise<WalkInResponse> {
    await this.admit(administrator);
    return this.walkIns.start(administrator, await this.gateList.named(slug), dto);
  }

  /** How a sale stands, with the code to scan while it can be paid. */
  @Needs("gate.sell", { slug: "slug" })
  @Get(":id")
  @ApiOkResponse({ type: WalkInResponse })
  @ApiErrors(OF_ONE)
  async getWalkIn(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("id") id: string,
  ): Promise<WalkInResponse> {
    await this.admit(administrator);
    return this.walkIns.find(await this.gateList.named(slug), id);
  }

  /** Begins the payment, or gets its code, if the provider did not answer before. */
  @Needs("gate.sell", { slug: "slug" })
  @PostAction(":id/pay", WalkInResponse)
  @ApiErrors([
    ...CHANGES,
    ...OF_ONE,
    ...(["hold_expired", "booking_ended", "already_paid", "order_closing", "sales_paused"] as const),
    ...(["order_refused", "provider_unavailable"] as const),
  ])
  async payWalkIn(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("id") id: string,
  ): Promise<WalkInResponse> {
    await this.admit(administrator);
    return this.walkIns.pay(await this.gateList.named(slug), id);
  }

  /** Ends a sale that is not paid for. Money that arrives all the same is settled as late money. */
  @Needs("gate.sell", { slug: "slug" })
  @PostAction(":id/cancel", WalkInResponse)
  @ApiErrors([...CHANGES, ...OF_ONE, "booking_sold", "booking_ended", "hold_expired"])
  async cancelWalkIn(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("id") id: string,
  ): Promise<WalkInResponse> {
    await this.admit(administrator);
    return this.walkIns.cancel(administrator, await this.gateList.named(slug), id);
  }

  /** @throws HttpError rate_limited */
  private async admit({ id }: Administrator): Promise<void> {
    await this.limits.use({ limit: "gate_calls_per_administrator", by: id });
  }
}
