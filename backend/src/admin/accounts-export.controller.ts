import { Controller, Get, Query, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { AccountsQueryDto } from "@sakhi/domain/admin/queries.dto";
import { CurrentAdministrator, ForAdministrators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { AccountsExportService } from "./accounts-export.service.js";

/** CSV files for accounting. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class AccountsExportController {
  constructor(private readonly accountsExport: AccountsExportService) {}

  /**
   * Sales: invoices and credit notes with tax, payments and refunds; the last row has totals. Of one event, its stalls; of
   * all, with "all", the listings too.
   */
  @Get("accounts.csv")
  @ApiProduces("text/csv")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["invalid_request", "event_required", "event_not_found"])
  exportAccounts(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AccountsQueryDto,
  ): Promise<StreamableFile> {
    return this.accountsExport.accounts(administrator, query);
  }

  /** Registrations that ended without a payment; of all events, with "all", the paid listings too. */
  @Get("abandoned.csv")
  @ApiProduces("text/csv")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["invalid_request", "event_required", "event_not_found"])
  exportAbandoned(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AccountsQueryDto,
  ): Promise<StreamableFile> {
    return this.accountsExport.abandoned(administrator, query);
  }
}
