import { Controller, Get, Query, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { MoneyQueryDto } from "@sakhi/domain/admin/queries.dto";
import { CurrentAdministrator, ForAdministrators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ExportRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { MoneyOverviewResponse } from "./money.response.js";
import { MoneyService } from "./money.service.js";

/** The money of all events in one view. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class MoneyController {
  constructor(private readonly money: MoneyService) {}

  /** Sold, refunded and expected by event, with a comparison with the event before. */
  @Get("money")
  @Needs("money.read", "lists")
  @ApiOkResponse({ type: MoneyOverviewResponse })
  @ApiErrors(["invalid_request"])
  getMoney(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: MoneyQueryDto,
  ): Promise<MoneyOverviewResponse> {
    return this.money.overview(administrator, query);
  }

  /** The same as a file; the last row has totals. */
  @ExportRoute("money", "csv")
  @Needs(["money.read", "exports.read"], "lists")
  @ApiErrors(["invalid_request", "rate_limited"])
  exportMoney(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: MoneyQueryDto,
  ): Promise<StreamableFile> {
    return this.money.exportFile(administrator, query, "csv");
  }

  /** The same as a workbook. */
  @ExportRoute("money", "xlsx")
  @Needs(["money.read", "exports.read"], "lists")
  @ApiErrors(["invalid_request", "rate_limited"])
  exportMoneyWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: MoneyQueryDto,
  ): Promise<StreamableFile> {
    return this.money.exportFile(administrator, query, "xlsx");
  }
}
