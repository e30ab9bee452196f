import { Controller, Get, Header, Param, Query, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { PrintQueryDto } from "@sakhi/domain/admin/prints.dto";
import { CurrentAdministrator, ForAdministrators } from "../../accounts/administrator.guard.js";
import type { Administrator } from "../../accounts/administrator.js";
import { Needs } from "../../accounts/needs.js";
import { ApiErrors } from "../../platform/http/api-errors.js";
import { PrintsService } from "./prints.service.js";

/** Lists, signs and the plan of an event, to be printed. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug")
export class PrintsController {
  constructor(private readonly prints: PrintsService) {}

  /** An A4 PDF of every sold stall. The export is audited. */
  @Needs(["bookings.read", "exports.read", "contacts.read"], { slug: "slug" })
  @Get("prints.pdf")
  @ForAdministrators()
  @ApiProduces("application/pdf")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @Header("X-Accel-Buffering", "no")
  @ApiErrors(["invalid_request", "event_not_found", "rate_limited"])
  exportPrint(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Query() { kind = "by-stall" }: PrintQueryDto,
  ): Promise<StreamableFile> {
    return this.prints.file(administrator, slug, kind);
  }
}
