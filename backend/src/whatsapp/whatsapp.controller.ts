import { Controller, Get, Header, HttpCode, Post, Query, Req, type RawBodyRequest } from "@nestjs/common";
import { ApiBody, ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import type { FastifyRequest } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { WhatsappConsentsService } from "./whatsapp-consents.service.js";
import { WhatsappWebhookService } from "./whatsapp-webhook.service.js";
import { WhatsappOfferResponse, WhatsappReceivedResponse } from "./whatsapp.response.js";

/** What forms offer, and the webhook of Meta's Cloud API. */
@ApiTags("whatsapp")
@Controller("api/v1/whatsapp")
export class WhatsappController {
  constructor(
    private readonly consents: WhatsappConsentsService,
    private readonly webhook: WhatsappWebhookService,
  ) {}

  /** Whether forms offer messages by WhatsApp. */
  @Get("offer")
  @ApiOkResponse({ type: WhatsappOfferResponse })
  getWhatsappOffer(): WhatsappOfferResponse {
    const consent = this.consents.offered;
    return consent === undefined ? {} : { consent };
  }

  /** Meta asks once whether the address is ours, and gets its challenge back. 401 without the secret that we agreed on. */
  @Get("webhook")
  @Header("content-type", "text/plain; charset=utf-8")
  @ApiProduces("text/plain")
  @ApiOkResponse({ schema: { type: "string" } })
  @ApiErrors(["report_refused", "not_found"])
  verifyWhatsappWebhook(
    @Query("hub.mode") mode: string,
    @Query("hub.verify_token") token: string,
    @Query("hub.challenge") challenge: string,
  ): string {
    return this.webhook.challenge(mode, token, challenge);
  }

  /** Reports of delivery and reading, and answers. 401 when the signature is invalid. */
  @Post("webhook")
  @HttpCode(200)
  @ApiBody({ schema: { type: "object" } })
  @ApiErrors(["report_refused", "not_found"])
  async receiveWhatsappReports(@Req() request: RawBodyRequest<FastifyRequest>): Promise<WhatsappReceivedResponse> {
    await this.webhook.receive(request.rawBody, request.headers["x-hub-signature-256"]);
    return { received: true };
  }
}
