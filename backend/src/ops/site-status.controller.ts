import { Controller, Get, Header } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import type { SiteStatus } from "@sakhi/domain/site/site-status.rules";
import { SiteStatusResponse } from "./site-status.response.js";
import { SiteStatusService } from "./site-status.service.js";

/** What visitors notice of a fault. */
@ApiTags("site")
@Controller("api/v1/status")
export class SiteStatusController {
  constructor(private readonly siteStatus: SiteStatusService) {}

  /** Whether booking, payments and mails work, as of the last ten seconds. Never fails, and names no part. */
  @Get()
  @Header("Cache-Control", "public, max-age=10")
  @ApiOkResponse({ type: SiteStatusResponse })
  getSiteStatus(): SiteStatus {
    return this.siteStatus.current;
  }
}
