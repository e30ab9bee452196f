import { Controller, HttpCode, Post, Req } from "@nestjs/common";
import type { RawBodyRequest } from "@nestjs/common";
import { ApiBody, ApiTags } from "@nestjs/swagger";
import type { FastifyRequest } from "fastify";
import { WebhookEnvelope, WebhookReceivedResponse } from "../payment.response.js";
import { WebhookInbox } from "./webhook-inbox.service.js";

/** Where the payment provider tells us that something happened. */
@ApiTags("payments")
@Controller("api/v1/cashfree")
export class WebhookController {
  constructor(private readonly inbox: WebhookInbox) {}

  /** Stores the provider's event; handled afterwards. 401 when the signature is not the provider's. */
  @Post("webhook")
  @HttpCode(200)
  @ApiBody({ type: WebhookEnvelope })
  async webhook(@Req() request: RawBodyRequest<FastifyRequest>): Promise<WebhookReceivedResponse> {
    await this.inbox.receive(request.rawBody, request.headers);
    return { received: true };
  }
}
