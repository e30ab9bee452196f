import { Body, Controller, Get, Param, Post, Put, Query, Res } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { DeliveriesQueryDto, EnableWebhookDto, WebhookEndpointDto } from "@sakhi/domain/integrations/webhook.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import type { FastifyReply } from "fastify";
import { DoneResponse } from "../accounts/account.response.js";
import {
  AutomaticRequest,
  CurrentAdministrator,
  ForAdministrators,
  ForOperators,
} from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { PostAction } from "../platform/http/post-action.js";
import {
  SentAgainResponse,
  WebhookDeliveryResponse,
  WebhookEndpointResponse,
  WebhookSecretResponse,
} from "./integrations.response.js";
import { WebhookEndpointsService } from "./webhook-endpoints.service.js";

/** Webhooks to other systems: who is notified of what, and what they were notified (docs/integrations.md). */
@ApiTags("administration")
@Controller("api/v1/mela/admin/webhooks")
export class IntegrationsController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  /** All endpoints, in the order in which they were added. */
  @Get()
  @ForAdministrators()
  @Needs("integrations.read")
  @AutomaticRequest(true)
  @ApiOkResponse({ type: [WebhookEndpointResponse] })
  listWebhookEndpoints(): Promise<WebhookEndpointResponse[]> {
    return this.endpoints.list();
  }

  /** Adds an endpoint. Its secret is shown only now. */
  @Post()
  @ForOperators()
  @Needs("integrations.change")
  @ApiCreatedResponse({ type: WebhookSecretResponse })
  @ApiErrors(["invalid_request", "webhooks_full", "event_not_found"])
  addWebhookEndpoint(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: WebhookEndpointDto,
  ): Promise<WebhookSecretResponse> {
    return this.endpoints.add(administrator, dto);
  }

  /** Changes an endpoint; deliveries that wait go to its new address. */
  @Put(":id")
  @ForOperators()
  @Needs("integrations.change")
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors(["invalid_request", "webhook_not_found", "event_not_found"])
  async changeWebhookEndpoint(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: WebhookEndpointDto,
  ): Promise<DoneResponse> {
    await this.endpoints.change(administrator, id, dto);
    return { message: "The endpoint was changed." };
  }

  /** Deletes an endpoint with its log. */
  @PostAction(":id/delete", DoneResponse)
  @ForOperators()
  @Needs("integrations.change")
  @ApiErrors(["invalid_request", "webhook_not_found"])
  async deleteWebhookEndpoint(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<DoneResponse> {
    await this.endpoints.remove(administrator, id, reason);
    return { message: "The endpoint was deleted." };
  }

  /** Enables an endpoint, or disables it: what waits is given up, and nothing new is kept for it. */
  @PostAction(":id/enabled", DoneResponse)
  @ForOperators()
  @Needs("integrations.change")
  @ApiErrors(["invalid_request", "webhook_not_found"])
  async enableWebhookEndpoint(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() { enabled }: EnableWebhookDto,
  ): Promise<DoneResponse> {
    await this.endpoints.enable(administrator, id, enabled);
    return { message: enabled ? "The endpoint is enabled." : "The endpoint is disabled." };
  }

  /** Makes a new secret, which is shown only now. The one before signs too for 24 hours. */
  @PostAction(":id/secret", WebhookSecretResponse)
  @ForOperators()
  @Needs("integrations.change")
  @ApiErrors(["webhook_not_found"])
  rotateWebhookSecret(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<WebhookSecretResponse> {
    return this.endpoints.rotate(administrator, id);
  }

  /** Sends a test.ping, also to a disabled endpoint. It is tried once; its outcome is in the log. */
  @PostAction(":id/ping", DoneResponse)
  @ForOperators()
  @Needs("integrations.change")
  @ApiErrors(["webhook_not_found"])
  async pingWebhookEndpoint(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<DoneResponse> {
    await this.endpoints.ping(administrator, id);
    return { message: "A test is on its way." };
  }

  /** The log of an endpoint, newest first: 30 days. */
  @Get(":id/deliveries")
  @ForAdministrators()
  @Needs("integrations.read")
  @AutomaticRequest(true)
  @ApiOkResponse({ type: [WebhookDeliveryResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request", "webhook_not_found"])
  async listWebhookDeliveries(
    @Param("id", IdParam) id: string,
    @Query() query: DeliveriesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDeliveryResponse[]> {
    return sendPage(reply, await this.endpoints.deliveries(id, query));
  }

  /** Sends one delivery again, with the same webhook-id. */
  @PostAction(":id/deliveries/:deliveryId/again", DoneResponse)
  @ForOperators()
  @Needs("integrations.change")
  @ApiErrors(["webhook_not_found", "webhook_disabled", "delivery_not_found"])
  async sendWebhookAgain(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Param("deliveryId", IdParam) deliveryId: string,
  ): Promise<DoneResponse> {
    await this.endpoints.sendAgain(administrator, id, deliveryId);
    return { message: "It is sent again." };
  }

  /** Sends all deliveries again that were given up. */
  @PostAction(":id/failed/again", SentAgainResponse)
  @ForOperators()
  @Needs("integrations.change")
  @ApiErrors(["webhook_not_found", "webhook_disabled"])
  async sendFailedWebhooksAgain(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<SentAgainResponse> {
    return { deliveries: await this.endpoints.sendFailedAgain(administrator, id) };
  }
}
