import { Controller, Get, Query, Res, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AuditQueryDto, DEFAULT_PAGE_SIZE } from "@sakhi/domain/admin/queries.dto";
import type { FastifyReply } from "fastify";
import { CurrentAdministrator, ForAdministrators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ExportRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { toResponse, sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { AuditExportService } from "./audit-export.service.js";
import { AuditEntryResponse } from "./audit.response.js";

/** The audit log. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class AuditController {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly files: AuditExportService,
  ) {}

  /** Entries of the audit log, newest first. */
  @Needs("audit.read", "lists")
  @Get("audit")
  @ApiOkResponse({ type: [AuditEntryResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listAudit(
    @CurrentAdministrator() { events }: Administrator,
    @Query() { limit = DEFAULT_PAGE_SIZE, offset = 0, ...filter }: AuditQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntryResponse[]> {
    return sendPage(reply, await this.auditLog.read({ ...filter, events, limit, offset })).map((entry) =>
      toResponse(entry),
    );
  }

  /** Everyone who has an entry: usernames, "command line" and "not logged in". */
  @Needs("audit.read", "lists")
  @Get("audit/people")
  @ApiOkResponse({ type: [String] })
  listAuditPeople(@CurrentAdministrator() { events }: Administrator): Promise<string[]> {
    return this.auditLog.people(events);
  }

  /** All entries that match the filter, as CSV. The export is audited. */
  @Needs(["audit.read", "exports.read"], "lists")
  @ExportRoute("audit", "csv")
  @ApiErrors(["invalid_request", "rate_limited"])
  exportAudit(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AuditQueryDto,
  ): Promise<StreamableFile> {
    return this.files.file(administrator, query, "csv");
  }

  /** The same as a workbook. */
  @Needs(["audit.read", "exports.read"], "lists")
  @ExportRoute("audit", "xlsx")
  @ApiErrors(["invalid_request", "rate_limited"])
  exportAuditWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: AuditQueryDto,
  ): Promise<StreamableFile> {
    return this.files.file(administrator, query, "xlsx");
  }
}
