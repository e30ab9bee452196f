import { Controller, Get, Header, Query, Req, Res } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { RouteConfig } from "@nestjs/platform-fastify";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { LayoutEventsQueryDto } from "@sakhi/domain/stalls/layout-events-query.dto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { EventFactsService, FACTS_VERSION } from "../events/event-facts.service.js";
import { type Encoding, encodingFor } from "../platform/http/accept-encoding.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { STREAM } from "../platform/metrics/http-metrics.js";
import { LayoutStallResponse } from "./stalls.response.js";
import type { Layout } from "./layout.js";
import { LayoutService } from "./layout.service.js";
import { LayoutStreams } from "./layout-streams.service.js";

/** The exact URL of the fast path; any other spelling takes the regular route. */
const LAYOUT_PATH = "/api/v1/mela/layout";
const WRITE_METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Maximum number of Accept-Encoding headers with a cached result. */
const MAX_ENCODINGS = 200;

/** Response headers in Node's flat format: names and values alternate. */
type FlatHeaders = readonly string[];

/** The response for one plan and one encoding. */
interface Prepared {
  readonly responseHeaders: FlatHeaders;
  readonly body: Buffer;
}

/**
 * The public floor plan. A plain GET of {@link LAYOUT_PATH} takes a fast path from memory to the socket, which skips
 * hooks, guards, pipes, serialization, ETag and compression and sends the same bytes (docs/decisions/0021). It has
 * metrics and a request id like every request. All other requests, and every error, take the regular route.
 */
@ApiTags("mela")
@Controller("api/v1/mela/layout")
export class LayoutController {
  /** Helmet's headers, taken from the first regular response; they depend on the configuration only. */
  private securityHeaders: FlatHeaders | undefined;
  private readonly encodings = new Map<string, Encoding>();
  private prepared = new Map<Encoding | "not modified", Prepared>();
  private preparedOf: Layout | undefined;
  /** Version of the event facts in the prepared responses. */
  private preparedWith: string | undefined;

  constructor(
    host: HttpAdapterHost,
    private readonly layouts: LayoutService,
    private readonly facts: EventFactsService,
    private readonly streams: LayoutStreams,
  ) {
    const fastify = host.httpAdapter.getInstance<FastifyInstance>();
    // Controllers are instantiated before createHttpApp adds its hooks, so this hook runs first.
    fastify.addHook("onRequest", (request, reply, done) => {
      if (this.securityHeaders === undefined || !isPlain(request)) return done();
      const layout = layouts.fresh();
      if (layout !== undefined) return this.send(layout, request, reply);
      layouts.current().then(
        (current) => {
          this.send(current, request, reply);
        },
        // The regular route reads again and returns the error.
        () => {
          done();
        },
      );
    });
    // A write through this process is visible in the next plan, even before its notification arrives.
    fastify.addHook("onSend", (request, _reply, payload, done) => {
      if (WRITE_METHODS.has(request.method)) layouts.invalidate();
      done(null, payload);
    });
  }

  /**
   * All stalls with position, price in rupees and status. Clients poll it with If-None-Match and get 304 until a stall
   * changes.
   */
  @Get()
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [LayoutStallResponse] })
  async getLayout(@Res() reply: FastifyReply): Promise<void> {
    const layout = await this.layouts.current();
    // Only Helmet writes to the raw response, so these headers contain nothing specific to a visitor.
    this.securityHeaders ??= Object.entries(reply.raw.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
    await reply.header("etag", layout.etag).type("application/json; charset=utf-8").send(layout.json);
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
  @ApiErrors(["rate_limited"])
  async followLayout(
    @Query() { since }: LayoutEventsQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // A HEAD gets only the headers; following would leave a silent stream open.
    if (request.method === "HEAD") return void reply.type("text/event-stream").send();
    const lastEventId = request.headers["last-event-id"];
    await this.streams.follow(request, reply, typeof lastEventId === "string" ? lastEventId : since);
  }

  private send(layout: Layout, request: FastifyRequest, reply: FastifyReply): void {
    const { headers } = request.raw;
    const unchanged = headers["if-none-match"]?.includes(layout.version) === true;
    const { responseHeaders, body } = this.prepare(
      layout,
      unchanged ? "not modified" : this.encodingOf(headers["accept-encoding"]),
    );
    reply.hijack();
    reply.raw.writeHead(unchanged ? 304 : 200, [...responseHeaders, "x-request-id", request.id]);
    if (unchanged) reply.raw.end();
    else reply.raw.end(body);
  }

  private prepare(layout: Layout, kind: Encoding | "not modified"): Prepared {
    const { version } = this.facts;
    if (this.preparedOf !== layout || this.preparedWith !== version) {
      this.preparedOf = layout;
      this.preparedWith = version;
      this.prepared = new Map();
    }
    let prepared = this.prepared.get(kind);
    if (prepared === undefined) {
      const isBody = kind !== "not modified";
      const body = isBody ? layout.body(kind) : Buffer.alloc(0);
      const responseHeaders = [
        ...(this.securityHeaders ?? []),
        ...["cache-control", "no-cache", "etag", layout.etag, "vary", "accept-encoding"],
        ...(version === undefined ? [] : [FACTS_VERSION, version]),
        ...(isBody && kind !== undefined ? ["content-encoding", kind] : []),
        ...(isBody ? ["content-type", "application/json; charset=utf-8"] : []),
        ...(isBody ? ["content-length", String(body.length)] : []),
      ];
      prepared = { responseHeaders, body };
      this.prepared.set(kind, prepared);
    }
    return prepared;
  }

  private encodingOf(accepted = ""): Encoding {
    if (this.encodings.has(accepted)) return this.encodings.get(accepted);
    const encoding = encodingFor(accepted);
    if (this.encodings.size < MAX_ENCODINGS) this.encodings.set(accepted, encoding);
    return encoding;
  }
}

/** True for a GET of exactly {@link LAYOUT_PATH} without a body or headers that announce one. */
function isPlain({ raw: { method, url, headers } }: FastifyRequest): boolean {
  return (
    url === LAYOUT_PATH &&
    method === "GET" &&
    headers["content-type"] === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}
