import { Body, Controller, Param, Post, Query } from "@nestjs/common";
import { ApiCreatedResponse, ApiTags } from "@nestjs/swagger";
import { StatedEventDto } from "@sakhi/domain/fields/named-event.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ChangeStallPriceDto, SellOfflineDto } from "@sakhi/domain/operator/stall-actions.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import {
  ActionErrorResponse,
  OfflineSaleResponse,
  StallBlockResponse,
  StallPriceResponse,
} from "./operator.response.js";
import { type ChosenStall, StallActionsService } from "./stall-actions.service.js";

/** Of events that can only be read and exported. */
const UNCHANGEABLE = ["event_archived", "event_cancelled"] as const;

/** Operator actions on a stall. Each is one transaction that also writes the audit log. */
@ApiTags("administration")
@ForOperators()
@Controller("api/v1/mela/admin/stalls/:stallId")
export class StallActionsController {
  constructor(
    private readonly stallActions: StallActionsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** Blocks a free stall; the public floor plan shows it as Reserved. */
  @Needs("bookings.change", { query: "event" })
  @PostAction("block", StallBlockResponse)
  @ApiErrors(
    [
      "invalid_request",
      "event_required",
      "event_not_found",
      ...UNCHANGEABLE,
      "stall_not_found",
      "stall_sold",
      "stall_reserved",
      "stall_blocked",
    ],
    ActionErrorResponse,
  )
  async blockStall(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Query() { event }: StatedEventDto,
    @Body() dto: ReasonDto,
  ): Promise<StallBlockResponse> {
    return this.stallActions.block(administrator, await this.stall(event, stallId), dto.reason);
  }

  /** Makes a blocked stall bookable again. */
  @Needs("bookings.change", { query: "event" })
  @PostAction("unblock", StallBlockResponse)
  @ApiErrors([
    "invalid_request",
    "event_required",
    "event_not_found",
    ...UNCHANGEABLE,
    "stall_not_found",
    "stall_not_blocked",
    "stall_offered",
    "stall_kept",
  ])
  async unblockStall(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Query() { event }: StatedEventDto,
    @Body() dto: ReasonDto,
  ): Promise<StallBlockResponse> {
    return this.stallActions.unblock(administrator, await this.stall(event, stallId), dto.reason);
  }

  /** Sets the stall's price; existing bookings keep the price at which they were reserved. */
  @Needs("events.change", { query: "event" })
  @PostAction("price", StallPriceResponse)
  @ApiErrors(["invalid_request", "event_required", "event_not_found", ...UNCHANGEABLE, "stall_not_found"])
  async changeStallPrice(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Query() { event }: StatedEventDto,
    @Body() dto: ChangeStallPriceDto,
  ): Promise<StallPriceResponse> {
    return this.stallActions.changePrice(administrator, await this.stall(event, stallId), dto);
  }

  /** Sells a free stall to a walk-in who paid directly, with the usual invoice and confirmation. */
  @Needs("bookings.change", { query: "event" })
  @Post("sell-offline")
  @ApiCreatedResponse({ type: OfflineSaleResponse })
  @ApiErrors(
    [
      "invalid_request",
      "sales_paused",
      "event_required",
      "event_not_found",
      "event_not_published",
      ...UNCHANGEABLE,
      "stall_not_found",
      "stall_sold",
      "stall_reserved",
      "stall_blocked",
    ],
    ActionErrorResponse,
  )
  async sellStallOffline(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Query() { event }: StatedEventDto,
    @Body() dto: SellOfflineDto,
  ): Promise<OfflineSaleResponse> {
    return this.stallActions.sellOffline(administrator, await this.stall(event, stallId), dto);
  }

  /** @throws DomainError event_required, event_not_found */
  private async stall(event: string | undefined, stallId: string): Promise<ChosenStall> {
    return { event: await this.eventFacts.stated(event), stallId };
  }
}
