import { Body, Controller, HttpCode, HttpStatus, Param, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ChangeStallPriceDto, SellOfflineDto } from "@sakhi/domain/operator/stall-actions.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { OfflineSalesService } from "./offline-sales.service.js";
import { StallActionsService } from "./stall-actions.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import {
  ActionErrorResponse,
  OfflineSaleResponse,
  StallBlockResponse,
  StallPriceResponse,
} from "./operator.response.js";

/** What an operator does with a stall. Each is one transaction with its line in the audit log. */
@ApiTags("administration")
@ForOperators()
@Controller("api/v1/mela/admin/stalls/:stallId")
export class StallActionsController {
  constructor(
    private readonly actions: StallActionsService,
    private readonly sales: OfflineSalesService,
  ) {}

  /** Keeps a free stall for the organiser; in public it reads Reserved. */
  @Post("block")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallBlockResponse })
  @ApiErrors(
    ["invalid_request", "stall_not_found", "stall_sold", "stall_reserved", "stall_blocked"],
    ActionErrorResponse,
  )
  blockStall(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Body() dto: ReasonDto,
  ): Promise<StallBlockResponse> {
    return this.actions.block(administrator, stallId, dto.reason);
  }

  /** Gives a blocked stall back to the public. */
  @Post("unblock")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallBlockResponse })
  @ApiErrors(["invalid_request", "stall_not_found", "stall_not_blocked"])
  unblockStall(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Body() dto: ReasonDto,
  ): Promise<StallBlockResponse> {
    return this.actions.unblock(administrator, stallId, dto.reason);
  }

  /** What the stall costs from now on; bookings that exist keep the price at which they were reserved. */
  @Post("price")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallPriceResponse })
  @ApiErrors(["invalid_request", "stall_not_found"])
  changeStallPrice(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Body() dto: ChangeStallPriceDto,
  ): Promise<StallPriceResponse> {
    return this.actions.changePrice(administrator, stallId, dto);
  }

  /** Sells a free stall to somebody who has paid the organiser directly; invoice and confirmation as always. */
  @Post("sell-offline")
  @ApiCreatedResponse({ type: OfflineSaleResponse })
  @ApiErrors(
    ["invalid_request", "stall_not_found", "stall_sold", "stall_reserved", "stall_blocked"],
    ActionErrorResponse,
  )
  sellStallOffline(
    @CurrentAdministrator() administrator: Administrator,
    @Param("stallId") stallId: string,
    @Body() dto: SellOfflineDto,
  ): Promise<OfflineSaleResponse> {
    return this.sales.sell(administrator, stallId, dto);
  }
}
