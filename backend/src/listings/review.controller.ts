import { Body, Controller, Get, Param, ParseUUIDPipe, Query, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { CorrectApplicationDto } from "@sakhi/domain/listings/correct-application.dto";
import {
  ApplicationReasonDto,
  ApplicationsQueryDto,
  ApproveApplicationDto,
  AskForPageDto,
  WithdrawApplicationDto,
} from "@sakhi/domain/listings/review.dto";
import type { FastifyReply } from "fastify";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { PostAction } from "../platform/http/post-action.js";
import { ListingCorrectionsService } from "./listing-corrections.service.js";
import { ReviewReadsService } from "./review-reads.service.js";
import {
  ApplicationDetailsResponse,
  ApplicationSummaryResponse,
  ApproveErrorResponse,
  CorrectApplicationResponse,
  ReviewResponse,
} from "./review.response.js";
import { ReviewService } from "./review.service.js";

/** Rejects ids that are no UUID with application_not_found. */
const APPLICATION_ID = new ParseUUIDPipe({ exceptionFactory: () => new DomainError("application_not_found") });

/** Applications to be listed, for administrators. */
@ApiTags("administration")
@ForAdministrators()
@Controller("api/v1/mela/admin/listings")
export class ReviewController {
  constructor(
    private readonly review: ReviewService,
    private readonly reviewReads: ReviewReadsService,
    private readonly invoices: InvoicesService,
    private readonly refunds: RefundsService,
    private readonly mails: MailService,
    private readonly listingCorrections: ListingCorrectionsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Lists applications: those under review first, longest waiting first; then the others, newest first. */
  @Needs("listings.read")
  @Get()
  @ApiOkResponse({ type: [ApplicationSummaryResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listApplications(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: ApplicationsQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ApplicationSummaryResponse[]> {
    await this.auditLog.viewed(administrator, "applications_viewed", "application", "list");
    return sendPage(reply, await this.reviewReads.list(query));
  }

  /** Returns an application with its form, history, orders, documents and mails. The read is audited. */
  @Needs("listings.read")
  @Get(":id")
  @ApiOkResponse({ type: ApplicationDetailsResponse })
  @ApiErrors(["application_not_found"])
  async getApplication(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", APPLICATION_ID) id: string,
  ): Promise<ApplicationDetailsResponse> {
    const [details, invoices, refunds, mails] = await Promise.all([
      this.reviewReads.details(id),
      this.invoices.ofSubject("application", id),
      this.refunds.ofSubject("application", id),
      this.mails.about({ applicationId: id }),
    ]);
    await this.auditLog.viewed(administrator, "application_viewed", "application", id);
    return { ...details, invoices, refunds, mails };
  }

  /** Approves an application: lists it on the public site for a year. Its page needs a picture, or its owner's word. */
  @Needs("listings.change")
  @PostAction(":id/approve", ReviewResponse)
  @ForOperators()
  @ApiErrors(
    [
      "invalid_request",
      "application_not_found",
      "application_moved",
      "brand_page_unreviewed",
      "brand_page_missing",
      "brand_name_taken",
      "brand_looks_alike",
      "brand_not_found",
    ],
    ApproveErrorResponse,
  )
  approveApplication(
    @Param("id", APPLICATION_ID) id: string,
    @Body() dto: ApproveApplicationDto,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<ReviewResponse> {
    return this.review.approve(id, dto, administrator);
  }

  /** Mails the owner what her page lacks before it can go live, with the link to it. */
  @Needs("listings.change")
  @PostAction(":id/ask-for-page", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "application_not_found", "application_moved"])
  async askForPage(
    @Param("id", APPLICATION_ID) id: string,
    @Body() dto: AskForPageDto,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<DoneResponse> {
    await this.review.askForPage(id, dto, administrator);
    return { message: "Its owner gets a mail with the link to her page." };
  }

  /** Rejects an application and refunds its fee in full, with a credit note. */
  @Needs("listings.change")
  @PostAction(":id/reject", ReviewResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "application_not_found", "application_moved"])
  rejectApplication(
    @Param("id", APPLICATION_ID) id: string,
    @Body() dto: ApplicationReasonDto,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<ReviewResponse> {
    return this.review.reject(id, dto, administrator);
  }

  /**
   * Corrects a paid or granted application. If tax facts change, a credit note reverses its invoice and a new one is
   * issued; no money moves.
   */
  @Needs("listings.change")
  @PostAction(":id/correct", CorrectApplicationResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "application_not_found", "application_moved", "nothing_to_correct"])
  correctApplication(
    @Param("id", APPLICATION_ID) id: string,
    @Body() dto: CorrectApplicationDto,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<CorrectApplicationResponse> {
    return this.listingCorrections.correct(id, dto, administrator);
  }

  /** Withdraws a claim or a listing and refunds the chosen part of its fee. */
  @Needs("listings.change")
  @PostAction(":id/withdraw", ReviewResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "application_not_found", "application_moved", "reject_instead"])
  withdrawApplication(
    @Param("id", APPLICATION_ID) id: string,
    @Body() dto: WithdrawApplicationDto,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<ReviewResponse> {
    return this.review.withdraw(id, dto, administrator);
  }
}
