import { Body, Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { SendTicksDto } from "@sakhi/domain/gate/gate.dto";
import { CurrentAdministrator, ForGate } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { GateListService } from "./gate-list.service.js";
import { GateTicksService } from "./gate-ticks.service.js";
import { GateListResponse, GateNowResponse } from "./gate.response.js";

const REFUSED = ["event_not_found", "other_gate", "rate_limited"] as const;

/** The gate's page: a list, and who has arrived. For people at this event's gate, and operators. */
@ApiTags("administration")
@Controller("api/v1/mela/gate/:slug")
@ForGate()
export class GateController {
  constructor(
    private readonly gateList: GateListService,
    private readonly gateTicks: GateTicksService,
    private readonly limits: RateLimits,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The event's list, for a phone that loses its network. The read is audited. */
  @Needs("gate.use", { slug: "slug" })
  @Get("list")
  @ApiOkResponse({ type: GateListResponse })
  @ApiErrors(REFUSED)
  async getGateList(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<GateListResponse> {
    await this.admit(administrator);
    const list = await this.gateList.list(slug);
    await this.auditLog.viewed(administrator, "gate_list_viewed", "registrations", slug);
    return list;
  }

  /** Who has arrived, and whether the list has changed. */
  @Needs("gate.use", { slug: "slug" })
  @Get("now")
  @ApiOkResponse({ type: GateNowResponse })
  @ApiErrors(REFUSED)
  async getGateNow(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<GateNowResponse> {
    await this.admit(administrator);
    return this.gateList.now(slug);
  }

  /** Records what a phone ticked and undid. A tick that is sent again is recorded once. */
  @Needs("gate.use", { slug: "slug" })
  @PostAction("ticks", GateNowResponse)
  @ApiErrors(["invalid_request", "origin_refused", ...REFUSED])
  async sendGateTicks(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: SendTicksDto,
  ): Promise<GateNowResponse> {
    await this.admit(administrator);
    const event = await this.gateList.named(slug);
    return this.gateList.now(slug, await this.gateTicks.record(administrator, event, dto));
  }

  /** @throws HttpError rate_limited */
  private async admit({ id }: Administrator): Promise<void> {
    await this.limits.use({ limit: "gate_calls_per_administrator", by: id });
  }
}
