import { Body, Controller, Get, Param, Query, Res, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { DisputesQueryDto, EvidenceSentDto } from "@sakhi/domain/admin/disputes.dto";
import { moneyAnswersIn } from "@sakhi/domain/admin/money-answers";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { FastifyReply } from "fastify";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { DisputesService } from "../payments/disputes.service.js";
import { FileRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { DisputeEvidenceService } from "./dispute-evidence.service.js";
import { DisputeDetailsResponse, DisputeResponse } from "./disputes.response.js";
import { DisputeReadsService } from "./disputes.service.js";

/** Disputes of payments (chargebacks), over all events. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/disputes")
@ForAdministrators()
export class DisputesController {
  constructor(
    private readonly reads: DisputeReadsService,
    private readonly evidence: DisputeEvidenceService,
    private readonly disputes: DisputesService,
    private readonly operatorTransaction: OperatorTransactionService,
  ) {}

  /** Disputes that wait for evidence first, by their deadline. Without the buyers. */
  @Get()
  @Needs("disputes.read")
  @ApiOkResponse({ type: [DisputeResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listDisputes(
    @Query() query: DisputesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DisputeResponse[]> {
    return sendPage(reply, await this.reads.list(query));
  }

  /** A dispute, and what there is to send. */
  @Get(":disputeId")
  @Needs("disputes.read")
  @ApiOkResponse({ type: DisputeDetailsResponse })
  @ApiErrors(["not_found"])
  getDispute(@Param("disputeId") disputeId: string): Promise<DisputeDetailsResponse> {
    return this.reads.details(disputeId);
  }

  /** What to send to the payer's bank: a summary with the buyer's details, and the documents. The download is audited. */
  @FileRoute(":disputeId/evidence.zip", "application/zip")
  @Needs("disputes.read")
  @ApiErrors(["not_found", "rate_limited"])
  exportDisputeEvidence(
    @CurrentAdministrator() administrator: Administrator,
    @Param("disputeId") disputeId: string,
  ): Promise<StreamableFile> {
    return this.evidence.bundle(administrator, disputeId);
  }

  /** Records that the evidence was sent on the provider's pages. */
  @PostAction(":disputeId/evidence-sent", DoneResponse)
  @ForOperators()
  @Needs("disputes.change")
  @ApiErrors(["invalid_request", "not_found", "dispute_decided"])
  markEvidenceSent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("disputeId") disputeId: string,
    @Body() { note }: EvidenceSentDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<DoneResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { orderId } = await this.disputes.evidenceSent(tx, disputeId, { by: administrator.username, note });
      return {
        response: { message: moneyAnswersIn(language).evidenceSent },
        audit: {
          ...{ action: "dispute_evidence_sent", subjectType: "organisation", subjectId: `dispute ${disputeId}` },
          ...{ reason: note, after: { disputeId, orderId } },
        },
      };
    });
  }

  /** Asks the provider how the dispute stands. */
  @PostAction(":disputeId/check", DoneResponse)
  @ForOperators()
  @Needs("disputes.change")
  @ApiErrors(["not_found", "disputes_unreachable"])
  async checkDispute(
    @CurrentAdministrator() administrator: Administrator,
    @Param("disputeId") disputeId: string,
    @PageLanguage() language: LanguageCode,
  ): Promise<DoneResponse> {
    const { orderId } = await this.reads.row(disputeId);
    const found = orderId === null ? [] : await this.disputes.check(orderId);
    const seen = found.find((each) => each.disputeId === disputeId);
    if (seen === undefined) throw new DomainError("disputes_unreachable");
    return this.operatorTransaction.run(administrator, async () => ({
      response: { message: moneyAnswersIn(language).providerSays({ status: seen.status }) },
      audit: {
        ...{ action: "dispute_checked", subjectType: "organisation", subjectId: `dispute ${disputeId}` },
        after: { disputeId, orderId, status: seen.status },
      },
    }));
  }
}
