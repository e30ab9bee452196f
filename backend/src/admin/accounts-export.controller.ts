import { Controller, Query, type StreamableFile } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { AccountsQueryDto } from "@sakhi/domain/admin/queries.dto";
import { CurrentAdministrator, ForAdministrators, ForTokens } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ExportRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { AccountsExportService } from "./accounts-export.service.js";

/** Files for accounting. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class AccountsExportController {
  constructor(private readonly files: AccountsExportService) {}

  /**
   * Sales: invoices and credit notes with tax, payments and refunds; the last row has totals. Of one event, its stalls; of
   * all, with "all", the listings too.
   */
  @Needs(["money.read", "exports.read"], { query: "event" })
  @ExportRoute("accounts", "csv")
  @ForTokens("exports:read")
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "rate_limited"])
  exportAccounts(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AccountsQueryDto,
  ): Promise<StreamableFile> {
    return this.files.accounts(administrator, query, "csv");
  }

  /** The same as a workbook. */
  @Needs(["money.read", "exports.read"], { query: "event" })
  @ExportRoute("accounts", "xlsx")
  @ForTokens("exports:read")
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "rate_limited"])
  exportAccountsWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AccountsQueryDto,
  ): Promise<StreamableFile> {
    return this.files.accounts(administrator, query, "xlsx");
  }

  /** Registrations that ended without a payment; of all events, with "all", the paid listings too. */
  @Needs(["money.read", "exports.read"], { query: "event" })
  @ExportRoute("abandoned", "csv")
  @ForTokens("exports:read")
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "rate_limited"])
  exportAbandoned(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AccountsQueryDto,
  ): Promise<StreamableFile> {
    return this.files.abandoned(administrator, query, "csv");
  }

  /** The same as a workbook. */
  @Needs(["money.read", "exports.read"], { query: "event" })
  @ExportRoute("abandoned", "xlsx")
  @ForTokens("exports:read")
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "rate_limited"])
  exportAbandonedWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AccountsQueryDto,
  ): Promise<StreamableFile> {
    return this.files.abandoned(administrator, query, "xlsx");
  }
}
