import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { ResendMailDto } from "@sakhi/domain/admin/resend-mail.dto";
import { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { KnownId } from "../platform/http/known-id.pipe.js";
import { DocumentActionsService } from "./document-actions.service.js";

/** Mails and invoices. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class DocumentActionsController {
  constructor(private readonly documents: DocumentActionsService) {}

  /** Sends a mail again: the same one where it never arrived, a copy where it did. */
  @Post("mails/:id/resend")
  @HttpCode(HttpStatus.OK)
  @ForOperators()
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors(["invalid_request", "not_found", "mail_under_way"])
  resendMail(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownId) id: string,
    @Body() dto: ResendMailDto,
  ): Promise<DoneResponse> {
    return this.documents.resendMail(administrator, id, dto.to);
  }

  /** The PDF of an invoice or a credit note. */
  @Get("invoices/:id/pdf")
  @ApiProduces("application/pdf")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["not_found"])
  getInvoicePdf(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownId) id: string,
  ): Promise<StreamableFile> {
    return this.documents.invoicePdf(administrator, id);
  }
}
