import { Body, Controller, Get, Param, Query, Res, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { CloseGstMonthDto, GstFigureDto } from "@sakhi/domain/admin/gst.dto";
import { DEFAULT_PAGE_SIZE } from "@sakhi/domain/admin/queries.dto";
import { monthTitle } from "@sakhi/domain/gst/months";
import { returnWordsIn } from "@sakhi/domain/gst/return-words";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import type { FastifyReply } from "fastify";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators, ForTokens } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { FileRoute } from "../platform/files/export-route.js";
import { XLSX_TYPE } from "../platform/files/xlsx.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { GstFilesService } from "./gst-files.service.js";
import { GstDocumentResponse, GstMonthResponse, GstPackResponse } from "./gst.response.js";
import { GstService } from "./gst.service.js";

/** What an entry of the audit log about a month is about. */
const subject = (month: string) => ({ subjectType: "organisation", subjectId: `GST ${month}` }) as const;

/** Returns of GST by month, of the whole organisation: all events and listings. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/gst")
@ForAdministrators()
export class GstController {
  constructor(
    private readonly gst: GstService,
    private readonly files: GstFilesService,
    private readonly auditLog: AuditLogService,
    private readonly operatorTransaction: OperatorTransactionService,
  ) {}

  /** Every month from the first document on, newest first. */
  @Needs("gst.read")
  @Get("months")
  @ApiOkResponse({ type: [GstMonthResponse] })
  listGstMonths(): Promise<GstMonthResponse[]> {
    return this.gst.months();
  }

  /** The return of a month. The read is audited. */
  @Needs("gst.read")
  @Get("months/:month")
  @ApiOkResponse({ type: GstPackResponse })
  @ApiErrors(["not_found"])
  async getGstPack(
    @CurrentAdministrator() administrator: Administrator,
    @Param("month") month: string,
    @PageLanguage() language: LanguageCode,
  ): Promise<GstPackResponse> {
    const pack = await this.gst.pack(month, returnWordsIn(language));
    await this.viewed(administrator, month);
    return pack;
  }

  /** The documents of a figure, by day. The read is audited. */
  @Needs("gst.read")
  @Get("documents/:month")
  @ApiOkResponse({ type: [GstDocumentResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request", "not_found"])
  async listGstDocuments(
    @CurrentAdministrator() administrator: Administrator,
    @Param("month") month: string,
    @Query() { figure, limit = DEFAULT_PAGE_SIZE, offset = 0 }: GstFigureDto,
    @PageLanguage() language: LanguageCode,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GstDocumentResponse[]> {
    const page = await this.gst.documents(month, { figure, limit, offset }, returnWordsIn(language));
    await this.viewed(administrator, month);
    return sendPage(reply, page);
  }

  /** GSTR-1 in the form of the GST portal, as its offline tool takes it. The export is audited. */
  @Needs("gst.read")
  @FileRoute("months/:month/gstr1.json", "application/json")
  @ForTokens("exports:read")
  @ApiErrors(["not_found", "rate_limited"])
  exportGstJson(
    @CurrentAdministrator() administrator: Administrator,
    @Param("month") month: string,
  ): Promise<StreamableFile> {
    return this.files.json(administrator, month);
  }

  /** GSTR-1 and GSTR-3B as a workbook, a sheet for each table. The export is audited. */
  @Needs("gst.read")
  @FileRoute("months/:month/gst.xlsx", XLSX_TYPE)
  @ForTokens("exports:read")
  @ApiErrors(["not_found", "rate_limited"])
  exportGstWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Param("month") month: string,
  ): Promise<StreamableFile> {
    return this.files.workbook(administrator, month);
  }

  /** The PDFs of all invoices and credit notes that were issued in a month. The export is audited. */
  @Needs("gst.read")
  @FileRoute("months/:month/documents.zip", "application/zip")
  @ForTokens("exports:read")
  @ApiErrors(["not_found", "rate_limited"])
  exportGstDocuments(
    @CurrentAdministrator() administrator: Administrator,
    @Param("month") month: string,
  ): Promise<StreamableFile> {
    return this.files.documents(administrator, month);
  }

  /** Closes a month whose return was filed: what comes later is reported by the next open month. */
  @Needs("gst.close")
  @PostAction("months/:month/close", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "gst_month_running", "gst_month_out_of_order", "gst_month_changed"])
  closeGstMonth(
    @CurrentAdministrator() administrator: Administrator,
    @Param("month") month: string,
    @Body() { fingerprint }: CloseGstMonthDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<DoneResponse> {
    const { closed, dates } = returnWordsIn(language);
    return this.operatorTransaction.run(administrator, async (tx) => {
      const documents = await this.gst.close(tx, month, fingerprint, administrator.username);
      return {
        response: { message: closed({ month: monthTitle(month, dates) }) },
        audit: { action: "gst_month_closed", ...subject(month), after: { documents, fingerprint } },
      };
    });
  }

  /** Opens the last closed month again, if its return was not filed after all. */
  @Needs("gst.close")
  @PostAction("months/:month/reopen", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "gst_month_out_of_order"])
  reopenGstMonth(
    @CurrentAdministrator() administrator: Administrator,
    @Param("month") month: string,
    @Body() { reason }: ReasonDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<DoneResponse> {
    const { reopened, dates } = returnWordsIn(language);
    return this.operatorTransaction.run(administrator, async (tx) => {
      await this.gst.reopen(tx, month);
      return {
        response: { message: reopened({ month: monthTitle(month, dates) }) },
        audit: { action: "gst_month_reopened", ...subject(month), reason },
      };
    });
  }

  private viewed(administrator: Administrator, month: string): Promise<void> {
    return this.auditLog.viewed(administrator, "gst_viewed", "organisation", `GST ${month}`);
  }
}
