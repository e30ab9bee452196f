import { Controller, Get, Header, Query, Req, Res } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { RouteConfig } from "@nestjs/platform-fastify";
import { ApiExtraModels, ApiOkResponse, ApiProduces, ApiQuery, ApiTags } from "@nestjs/swagger";
import { NamedEventDto } from "@sakhi/domain/fields/named-event.dto";
import { LayoutEventsQueryDto, PlanDrawingQueryDto } from "@sakhi/domain/stalls/layout-events-query.dto";
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from "fastify";
import { EventFactsService } from "../events/event-facts.service.js";
import { encodingFor } from "../platform/http/accept-encoding.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { validationPipe } from "../platform/http/validation.pipe.js";
import { STREAM } from "../platform/metrics/http-metrics.js";
import { countsFor } from "../platform/metrics/objectives.js";
import { LayoutStreamsService } from "./layout-streams.service.js";
import { LayoutService, planHeader } from "./layout.service.js";
import { LayoutStallResponse, PlanDrawingResponse } from "./stalls.response.js";

const WRITE_METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** The public floor plan: bytes that are ready, compressed once per plan (docs/decisions/0021). */
@ApiTags("mela")
@Controller("api/v1/mela/layout")
export class LayoutController {
  private readonly validation = validationPipe();

  constructor(
    host: HttpAdapterHost,
    private readonly eventFacts: EventFactsService,
    private readonly layout: LayoutService,
    private readonly layoutStreams: LayoutStreamsService,
  ) {
    const fastify = host.httpAdapter.getInstance<FastifyInstance>();
    // A write through this process is visible in the next plan, even before its notification arrives. With the routes that
    // write, because a hook for all is called for every read, too.
    const invalidate: onSendHookHandler = (_request, _reply, payload, done) => {
      layout.invalidate();
      done(null, payload);
    };
    fastify.addHook("onRoute", (route) => {
      const writes = [route.method].flat().some((method) => WRITE_METHODS.has(method));
      if (writes) route.onSend = [route.onSend ?? [], invalidate].flat();
    });
  }

  /**
   * All stalls with position, price in rupees and status. Clients poll it with If-None-Match and get 304 until a stall
   * changes. The header Plan-Event has the event's slug, percent-encoded, to name it when reserving: another may become
   * current meanwhile.
   */
  @Get()
  @RouteConfig(countsFor("plan"))
  @Header("Cache-Control", "no-cache")
  @ApiExtraModels(NamedEventDto)
  @ApiQuery({ type: NamedEventDto })
  @ApiOkResponse({ type: [LayoutStallResponse] })
  @ApiErrors(["invalid_request", "event_not_found"])
  async getLayout(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { headers, query } = request;
    // Without @Query(): Nest awaits a pipe even for an empty query, and its promises took a fifth of a poll's CPU time.
    const event = Object.keys(query as object).length === 0 ? undefined : await this.eventNamedBy(query);
    const { id, slug } = await this.eventFacts.resolve(event);
    const layout = await this.layout.current(id);
    void reply.headers({ etag: layout.etag, vary: "accept-encoding", ...planHeader(slug) });
    if (headers["if-none-match"]?.includes(layout.version) === true) return void reply.code(304).send();
    // An encoded body passes through the general compression unchanged.
    const encoding = encodingFor(headers["accept-encoding"]);
    if (encoding !== undefined) void reply.header("content-encoding", encoding);
    void reply.type("application/json; charset=utf-8").send(layout.body(encoding));
  }

  /**
   * Area and fixtures of a publication, for plans whose stalls name it (`drawing`). They never change: a change is another
   * publication.
   */
  @Get("drawing")
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: PlanDrawingResponse })
  @ApiErrors(["invalid_request", "event_not_found", "plan_not_found"])
  async getPlanDrawing(@Query() { event, number }: PlanDrawingQueryDto): Promise<PlanDrawingResponse> {
    const { id } = await this.eventFacts.resolve(event);
    return this.layout.drawing(id, number);
  }

  /**
   * An endless stream of the plan's changes as server-sent events: `plan` has all stalls, `changes` those that differ
   * (possibly none), `alive` is sent every 15 s. The event id is the plan's version; send it as Last-Event-ID or `since`
   * to start with the changes since then instead of the whole plan. Rejected clients poll the layout.
   */
  @Get("events")
  @RouteConfig(STREAM)
  @ApiProduces("text/event-stream")
  @ApiOkResponse({ description: "Events, until the client disconnects", schema: { type: "string" } })
  @ApiErrors(["invalid_request", "event_not_found", "rate_limited"])
  async followLayout(
    @Query() { event, since }: LayoutEventsQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // A HEAD gets only the headers; following would leave a silent stream open.
    if (request.method === "HEAD") return void reply.type("text/event-stream").send();
    const lastEventId = request.headers["last-event-id"];
    const { id } = await this.eventFacts.resolve(event);
    await this.layoutStreams.follow(id, request, reply, typeof lastEventId === "string" ? lastEventId : since);
  }

  /** @throws HttpError invalid_request */
  private async eventNamedBy(query: unknown): Promise<string | undefined> {
    const metadata = { type: "query", metatype: NamedEventDto } as const;
    return ((await this.validation.transform(query, metadata)) as NamedEventDto).event;
  }
}
