import { Controller, Get, Query, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AuditQueryDto, DEFAULT_PAGE_SIZE } from "@sakhi/domain/admin/queries.dto";
import type { FastifyReply } from "fastify";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { toResponse, sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { AuditEntryResponse } from "./audit.response.js";

/** The audit log. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/audit")
@ForAdministrators()
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  /** Entries of the audit log, newest first. */
  @Get()
  @ApiOkResponse({ type: [AuditEntryResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listAudit(
    @Query() { limit = DEFAULT_PAGE_SIZE, offset = 0, ...subject }: AuditQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntryResponse[]> {
    return sendPage(reply, await this.log.read({ ...subject, limit, offset })).map((entry) => toResponse(entry));
  }
}
