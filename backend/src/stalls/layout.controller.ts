import { Controller, Get, Header, Query, Req, Res } from "@nestjs/common";
import { RouteConfig } from "@nestjs/platform-fastify";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { LayoutEventsQueryDto } from "@sakhi/domain/stalls/layout-events-query.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiErrors } from "../platform/http/api-errors.js";
import { STREAM } from "../platform/metrics/http-metrics.js";
import { LayoutRoute } from "./layout.route.js";
import { LayoutStreams } from "./layout-streams.service.js";
import { LayoutStallResponse } from "./stalls.response.js";

/** The floor plan, for everybody. */
@ApiTags("mela")
@Controller("api/v1/mela/layout")
export class LayoutController {
  constructor(
    private readonly route: LayoutRoute,
    private readonly streams: LayoutStreams,
  ) {}

  /**
   * All stalls with place, price in rupees and status. Polled: the answer changes only when a stall does, so that
   * If-None-Match gets 304.
   */
  @Get()
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [LayoutStallResponse] })
  async getLayout(@Res() reply: FastifyReply): Promise<void> {
    await this.route.answer(reply);
  }

  /**
   * The plan's changes as server-sent events, without end. `plan` has all stalls, `changes` those that are not as before
   * (maybe none), `alive` comes every 15 s. The id of an event is the plan's version; sent back as Last-Event-ID or
   * `since`, what has changed meanwhile comes first, otherwise the whole plan. Who is refused polls the layout.
   */
  @Get("events")
  @RouteConfig(STREAM)
  @ApiProduces("text/event-stream")
  @ApiOkResponse({ description: "Events, until the caller goes", schema: { type: "string" } })
  @ApiErrors(["rate_limited"])
  async followLayout(
    @Query() { since }: LayoutEventsQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lastEventId = request.headers["last-event-id"];
    await this.streams.follow(request, reply, typeof lastEventId === "string" ? lastEventId : since);
  }
}
