import { Controller, Get } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { Needs } from "../accounts/needs.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { OperationsResponse } from "./status.response.js";
import { StatusService } from "./status.service.js";

/** System status. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/operations")
@ForAdministrators()
export class StatusController {
  constructor(private readonly status: StatusService) {}

  /** Returns what is waiting, what the sweep caught, which parts are up, and links to further tools. */
  @Needs("system.read")
  @Get()
  @ApiOkResponse({ type: OperationsResponse })
  getOperations(@PageLanguage() language: LanguageCode): Promise<OperationsResponse> {
    return this.status.read(language);
  }
}
