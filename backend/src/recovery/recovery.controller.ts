import { Body, Controller, Get } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { DoneResponse } from "../accounts/account.response.js";
import {
  AutomaticRequest,
  CurrentAdministrator,
  ForAdministrators,
  ForOperators,
} from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { toResponse } from "../platform/http/list-response.js";
import { PostAction } from "../platform/http/post-action.js";
import { missingText } from "./findings.js";
import { RecoveryStatusResponse } from "./recovery.response.js";
import { RecoveryService } from "./recovery.service.js";

/** The recovery of a restored database. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/recovery")
@ForAdministrators()
export class RecoveryController {
  constructor(private readonly recovery: RecoveryService) {}

  /** Returns why sales are paused, if they are: what is missing, and what reading everything outside has brought. */
  @Needs("system.read")
  @Get()
  @AutomaticRequest(true)
  @ApiOkResponse({ type: RecoveryStatusResponse })
  async getRecovery(): Promise<RecoveryStatusResponse> {
    const open = await this.recovery.current();
    if (open === undefined) return toResponse({ unverifiedSince: await this.recovery.unverifiedSince() });
    const { startedAt, knownUntil, readAt, report, found } = open;
    return {
      recovery: {
        ...toResponse({ startedAt, knownUntil, readAt }),
        missing: missingText(found),
        items: (report?.items ?? []).map((item) => ({ ...item })),
        unanswered: [...(report?.unanswered ?? [])],
      },
    };
  }

  /** Ends the recovery, or vouches for a database that nobody could compare: stalls are sold again. */
  @Needs("system.change")
  @PostAction("open", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_recovering", "recovery_unread", "recovery_incomplete", "recovery_uncompared"])
  async openSales(
    @CurrentAdministrator() administrator: Administrator,
    @Body() { reason }: ReasonDto,
  ): Promise<DoneResponse> {
    await this.recovery.openSales(administrator, reason);
    return { message: "Sales are open." };
  }
}
