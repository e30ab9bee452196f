import { Body, Controller, Get, Param, Query, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AnsweredEnquiryDto, EnquiriesQueryDto } from "@sakhi/domain/admin/enquiries.dto";
import { DEFAULT_PAGE_SIZE } from "@sakhi/domain/admin/queries.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import type { FastifyReply } from "fastify";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { EnquiriesService, type ReadEnquiry } from "../enquiries/enquiries.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { toResponse, sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { PostAction } from "../platform/http/post-action.js";
import { AdminEnquiryResponse } from "./admin-enquiries.response.js";

/** Length of the reference given to the sender: the start of the enquiry's id. */
const REFERENCE_LENGTH = 8;

/** Enquiries, support messages and messages to brands. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/enquiries")
@ForAdministrators()
export class AdminEnquiriesController {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly database: Database,
    private readonly enquiries: EnquiriesService,
  ) {}

  /** Gifting requests, support messages and messages to brands, newest first. The read is audited. */
  @Needs("enquiries.read")
  @Get()
  @ApiOkResponse({ type: [AdminEnquiryResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listEnquiries(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: EnquiriesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminEnquiryResponse[]> {
    await this.auditLog.viewed(administrator, "enquiries_viewed", "enquiry", "list");
    const { kind, state: status, limit = DEFAULT_PAGE_SIZE, offset = 0 } = query;
    return sendPage(reply, await this.enquiries.page({ kind, status, limit, offset })).map(responseOf);
  }

  /** Marks an enquiry as answered. */
  @Needs("enquiries.change")
  @PostAction(":id/answered", AdminEnquiryResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "enquiry_quarantined", "enquiry_answered"])
  async markEnquiryAnswered(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: AnsweredEnquiryDto,
  ): Promise<AdminEnquiryResponse> {
    await this.database.transaction(async (tx) => {
      const before = await this.get(id, tx);
      if (!(await this.enquiries.answered(tx, id, administrator.username, dto.note))) {
        throw new DomainError(before.status === "quarantined" ? "enquiry_quarantined" : "enquiry_answered");
      }
      await this.record(tx, administrator, "enquiry_answered", before);
    });
    return responseOf(await this.get(id));
  }

  /** Approves a quarantined enquiry and sends its mails. */
  @Needs("enquiries.change")
  @PostAction(":id/let-through", AdminEnquiryResponse)
  @ForOperators()
  @ApiErrors(["not_found", "enquiry_not_quarantined"])
  async letEnquiryThrough(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<AdminEnquiryResponse> {
    await this.database.transaction(async (tx) => {
      const before = await this.get(id, tx);
      if (!(await this.enquiries.approve(tx, id))) throw new DomainError("enquiry_not_quarantined");
      await this.record(tx, administrator, "enquiry_let_through", before);
    });
    return responseOf(await this.get(id));
  }

  /**
   * Stops an enquiry to a brand: an unsent mail is not sent, and further messages of its sender to any brand are
   * quarantined.
   */
  @Needs("enquiries.change")
  @PostAction(":id/stop", AdminEnquiryResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "enquiry_not_stoppable"])
  async stopEnquiry(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminEnquiryResponse> {
    await this.database.transaction(async (tx) => {
      const before = await this.get(id, tx);
      if (!(await this.enquiries.stop(tx, id, administrator.username))) throw new DomainError("enquiry_not_stoppable");
      await this.record(tx, administrator, "enquiry_stopped", before, reason);
    });
    return responseOf(await this.get(id));
  }

  private async get(id: string, tx?: Tx): Promise<ReadEnquiry> {
    const found = await this.enquiries.find(id, tx);
    if (found === undefined) throw new DomainError("not_found");
    return found;
  }

  private async record(
    tx: Tx,
    administrator: Administrator,
    action: keyof typeof STATE_AFTER,
    before: ReadEnquiry,
    reason?: string,
  ): Promise<void> {
    const after = action === "enquiry_let_through" && before.kind === "brand" ? "forwarded" : STATE_AFTER[action];
    await this.auditLog.record(tx, {
      administrator,
      action,
      subjectType: "enquiry",
      subjectId: before.id,
      reason,
      before: { kind: before.kind, state: before.status },
      after: { state: after },
    });
  }
}

/** The state that each action leads to. */
const STATE_AFTER = { enquiry_answered: "answered", enquiry_let_through: "open", enquiry_stopped: "stopped" } as const;

function responseOf({ status: state, digest: _digest, ...enquiry }: ReadEnquiry): AdminEnquiryResponse {
  return { ...toResponse(enquiry), reference: enquiry.id.slice(0, REFERENCE_LENGTH).toUpperCase(), state };
}
