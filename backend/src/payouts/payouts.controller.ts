import { Body, Controller, Get, Query, Res, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { moneyAnswersIn } from "@sakhi/domain/admin/money-answers";
import { BankStatementDto, PayoutFileDto, PayoutLinesQueryDto, PayoutsQueryDto } from "@sakhi/domain/admin/payouts.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { FastifyReply } from "fastify";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { ExportRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { PayoutComparisonService } from "./payout-comparison.service.js";
import { type PayoutReading, PayoutReadingsService } from "./payout-readings.service.js";
import {
  BankStatementResponse,
  PayoutLineResponse,
  PayoutReadingResponse,
  PayoutResponse,
  PayoutSummaryResponse,
} from "./payouts.response.js";
import { PayoutsService } from "./payouts.service.js";

const AUDITED = { subjectType: "organisation", subjectId: "payouts" } as const;

/** What the payment provider paid out to the bank, of the whole organisation. No personal data. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class PayoutsController {
  constructor(
    private readonly payouts: PayoutsService,
    private readonly readings: PayoutReadingsService,
    private readonly comparison: PayoutComparisonService,
    private readonly operatorTransaction: OperatorTransactionService,
  ) {}

  /** Sold, refunded, fees, paid out and still to come, by event. */
  @Get("payouts/summary")
  @Needs("payouts.read")
  @ApiOkResponse({ type: PayoutSummaryResponse })
  getPayoutSummary(): Promise<PayoutSummaryResponse> {
    return this.payouts.summary();
  }

  /** Payouts, the newest first. */
  @Get("payouts")
  @Needs("payouts.read")
  @ApiOkResponse({ type: [PayoutResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listPayouts(
    @Query() query: PayoutsQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PayoutResponse[]> {
    return sendPage(reply, await this.payouts.payouts(query));
  }

  /** What payouts are made of. */
  @Get("payout-lines")
  @Needs("payouts.read")
  @ApiOkResponse({ type: [PayoutLineResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listPayoutLines(
    @Query() query: PayoutLinesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PayoutLineResponse[]> {
    return sendPage(reply, await this.payouts.lines(query));
  }

  /** The lines of payouts; the last row has totals. The export is audited. */
  @ExportRoute("payout-lines", "csv")
  @Needs("payouts.read")
  @ApiErrors(["invalid_request", "rate_limited"])
  exportPayouts(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: PayoutsQueryDto,
  ): Promise<StreamableFile> {
    return this.payouts.file(administrator, query, "csv");
  }

  /** The same as a workbook. */
  @ExportRoute("payout-lines", "xlsx")
  @Needs("payouts.read")
  @ApiErrors(["invalid_request", "rate_limited"])
  exportPayoutsWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: PayoutsQueryDto,
  ): Promise<StreamableFile> {
    return this.payouts.file(administrator, query, "xlsx");
  }

  /** Reads the provider's reports now, as every night, and compares them. */
  @PostAction("payouts/read", PayoutReadingResponse)
  @ForOperators()
  @Needs("payouts.change")
  @ApiErrors(["payouts_unreachable"])
  async readPayouts(
    @CurrentAdministrator() administrator: Administrator,
    @PageLanguage() language: LanguageCode,
  ): Promise<PayoutReadingResponse> {
    // Reading twice changes nothing, so the calls to the provider need no transaction.
    const reading = await this.readings.readNow(administrator.username);
    if (reading.problem !== undefined) throw new DomainError("payouts_unreachable", {}, reading.problem);
    return this.audited(administrator, "payouts_read", reading, language);
  }

  /** Reads a file of the provider's dashboard, and compares it. */
  @PostAction("payouts/file", PayoutReadingResponse)
  @ForOperators()
  @Needs("payouts.change")
  @ApiErrors(["invalid_request", "payout_file_unreadable"])
  async readPayoutFile(
    @CurrentAdministrator() administrator: Administrator,
    @Body() { content }: PayoutFileDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<PayoutReadingResponse> {
    const reading = await this.readings.readFile(content, administrator.username);
    return this.audited(administrator, "payout_file_read", reading, language);
  }

  /** Compares lines of a bank statement with the payouts. Only day and amount of a payout's transfer are kept. */
  @PostAction("payouts/bank-statement", BankStatementResponse)
  @ForOperators()
  @Needs("payouts.change")
  @ApiErrors(["invalid_request", "payout_file_unreadable"])
  async readBankStatement(
    @CurrentAdministrator() administrator: Administrator,
    @Body() { content }: BankStatementDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<BankStatementResponse> {
    const result = await this.operatorTransaction.run(administrator, async (tx) => {
      const lines = await this.payouts.readBankStatement(tx, content, administrator.username);
      const count = (wanted: string): number => lines.filter(({ verdict }) => verdict === wanted).length;
      const [matched, differs, unknown] = [count("matched"), count("differs"), count("unknown")];
      return {
        response: { message: moneyAnswersIn(language).compared({ matched, different: differs, unknown }), lines },
        audit: { action: "bank_statement_read", ...AUDITED, after: { matched, differs, unknown } },
      };
    });
    await this.comparison.compare();
    return result;
  }

  private audited(
    administrator: Administrator,
    action: AuditAction,
    { lines, changed, differences }: PayoutReading,
    language: LanguageCode,
  ): Promise<PayoutReadingResponse> {
    return this.operatorTransaction.run(administrator, async () => ({
      response: {
        message: moneyAnswersIn(language).read({ lines, changed, differences }),
        ...{ lines, changed, differences },
      },
      audit: { action, ...AUDITED, after: { lines, changed, differences } },
    }));
  }
}
