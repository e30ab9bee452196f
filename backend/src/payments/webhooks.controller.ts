import { Controller, HttpCode, Post, Req, type RawBodyRequest } from "@nestjs/common";
import { ApiBody, ApiTags } from "@nestjs/swagger";
import type { FastifyRequest } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { WebhookEnvelope, WebhookReceivedResponse } from "./payment.response.js";
import { WebhooksService } from "./webhooks.service.js";

/** Receives the payment provider's webhooks. */
@ApiTags("payments")
@Controller("api/v1/cashfree")
export class WebhookController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** Stores a webhook, which is handled asynchronously. 401 when its signature is invalid. */
  @Post("webhook")
  @HttpCode(200)
  @ApiBody({ type: WebhookEnvelope })
  @ApiErrors(["signature_refused"])
  async webhook(@Req() request: RawBodyRequest<FastifyRequest>): Promise<WebhookReceivedResponse> {
    await this.webhooks.receive(request.rawBody, request.headers);
    return { received: true };
  }
}
