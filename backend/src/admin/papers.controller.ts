import { Controller, Get, Param, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { CurrentAdministrator, ForAdministrators, ForOperators, ForTokens } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { paperDownload, PaperResponse } from "../papers/papers.response.js";
import { PapersService } from "../papers/papers.service.js";
import { ExportRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PapersListService } from "./papers-list.service.js";
import { BookingPapersResponse } from "./papers.response.js";

/** Papers of an event's sold stalls. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class PapersAdminController {
  constructor(
    private readonly list: PapersListService,
    private readonly papers: PapersService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Every sold stall that is asked something, with what is missing. The read is audited. */
  @Needs("bookings.read", { slug: "slug" })
  @Get("events/:slug/papers")
  @ForAdministrators()
  @ApiOkResponse({ type: [BookingPapersResponse] })
  @ApiErrors(["event_not_found"])
  async listPapers(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<BookingPapersResponse[]> {
    const found = await this.list.list(slug);
    await this.auditLog.viewed(administrator, "papers_viewed", "registrations", slug);
    return found;
  }

  /** All sold stalls with their answers, as CSV. The export is audited. */
  @Needs(["bookings.read", "exports.read"], { slug: "slug" })
  @ExportRoute("events/:slug/papers", "csv")
  @ForTokens("exports:read")
  @ForAdministrators()
  @ApiErrors(["event_not_found", "rate_limited"])
  exportPapers(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<StreamableFile> {
    return this.list.file(administrator, slug, "csv");
  }

  /** The same as a workbook. */
  @Needs(["bookings.read", "exports.read"], { slug: "slug" })
  @ExportRoute("events/:slug/papers", "xlsx")
  @ForTokens("exports:read")
  @ForAdministrators()
  @ApiErrors(["event_not_found", "rate_limited"])
  exportPapersWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<StreamableFile> {
    return this.list.file(administrator, slug, "xlsx");
  }

  /** What is asked of a booking, with its answers. The read is audited. */
  @Needs("bookings.read", { booking: "id" })
  @Get("papers/:id")
  @ForAdministrators()
  @ApiOkResponse({ type: [PaperResponse] })
  @ApiErrors(["not_found"])
  async getBookingPapers(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<PaperResponse[]> {
    const papers = await this.papers.ofBookingId(id);
    await this.auditLog.viewed(administrator, "booking_viewed", "booking", id);
    return papers;
  }

  /** A file that was uploaded for a booking; for operators only. The read is audited. */
  @Needs(["bookings.change", "contacts.read"], { booking: "id" })
  @Get("paper-files/:id/:key")
  @ForOperators()
  @ApiProduces("application/octet-stream")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["not_found"])
  async getPaper(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Param("key") key: string,
  ): Promise<StreamableFile> {
    const file = await this.papers.file(id, key);
    await this.auditLog.viewed(administrator, "paper_downloaded", "booking", id);
    return paperDownload(file);
  }
}
