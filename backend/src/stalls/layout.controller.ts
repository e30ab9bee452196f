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

/** Where the plan is asked for, as nearly everybody writes it; any other spelling goes the usual way. */
const LAYOUT_PATH = "/api/v1/mela/layout";
const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Different Accept-Encoding headers whose meaning is remembered. */
const MAX_REMEMBERED = 200;

/** The head of an answer as Node takes it: names and values in turn. */
type Head = readonly string[];

/** What is sent for one plan and one encoding. */
interface Prepared {
  readonly head: Head;
  readonly body: Buffer;
}

/**
 * The floor plan, for everybody. The plan itself has a short way: from memory to the socket, before hooks, guards, pipes,
 * serialization, ETag and compression, which all would come to the same bytes (docs/decisions/0021). Counted, named and
 * timed like any other. Whatever is not a plain GET of the very address goes the usual way, and so does every error.
 */
@ApiTags("mela")
@Controller("api/v1/mela/layout")
export class LayoutController {
  /** Helmet's headers, as the first answer got them: they follow from the settings only. */
  private security: Head | undefined;
  private readonly encodings = new Map<string, Encoding>();
  private prepared = new Map<Encoding | "not modified", Prepared>();
  private preparedOf: Layout | undefined;
  /** Which facts of the Mela the prepared answers name. */
  private preparedWith: string | undefined;

  constructor(
    host: HttpAdapterHost,
    private readonly layouts: LayoutService,
    private readonly facts: EventFactsService,
    private readonly streams: LayoutStreams,
  ) {
    const fastify = host.httpAdapter.getInstance<FastifyInstance>();
    // Controllers are made before createHttpApp adds its hooks: this one is the first.
    fastify.addHook("onRequest", (request, reply, done) => {
      if (this.security === undefined || !isPlain(request)) return done();
      const layout = layouts.fresh();
      if (layout !== undefined) return this.send(layout, request, reply);
      layouts.current().then(
        (current) => {
          this.send(current, request, reply);
        },
        // The usual way asks again and answers the error.
        () => {
          done();
        },
      );
    });
    // Anyone who wrote through this process finds it in the next plan, whether or not the notification is here by then.
    fastify.addHook("onSend", (request, _reply, payload, done) => {
      if (WRITING.has(request.method)) layouts.changed();
      done(null, payload);
    });
  }

  /**
   * All stalls with place, price in rupees and status. Polled: the answer changes only when a stall does, so that
   * If-None-Match gets 304.
   */
  @Get()
  @Header("Cache-Control", "no-cache")
  @ApiOkResponse({ type: [LayoutStallResponse] })
  async getLayout(@Res() reply: FastifyReply): Promise<void> {
    const layout = await this.layouts.current();
    // Helmet writes past Fastify, and nothing else does: nothing of one visitor's answer is among them.
    this.security ??= Object.entries(reply.raw.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
    await reply.header("etag", layout.etag).type("application/json; charset=utf-8").send(layout.json);
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
    // A HEAD is answered: its stream would say nothing and stay open.
    if (request.method === "HEAD") return void reply.type("text/event-stream").send();
    const lastEventId = request.headers["last-event-id"];
    await this.streams.follow(request, reply, typeof lastEventId === "string" ? lastEventId : since);
  }

  private send(layout: Layout, request: FastifyRequest, reply: FastifyReply): void {
    const { headers } = request.raw;
    const unchanged = headers["if-none-match"]?.includes(layout.version) === true;
    const { head, body } = this.prepare(
      layout,
      unchanged ? "not modified" : this.encodingOf(headers["accept-encoding"]),
    );
    reply.hijack();
    reply.raw.writeHead(unchanged ? 304 : 200, [...head, "x-request-id", request.id]);
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
      const head = [
        ...(this.security ?? []),
        ...["cache-control", "no-cache", "etag", layout.etag, "vary", "accept-encoding"],
        ...(version === undefined ? [] : [FACTS_VERSION, version]),
        ...(isBody && kind !== undefined ? ["content-encoding", kind] : []),
        ...(isBody ? ["content-type", "application/json; charset=utf-8"] : []),
        ...(isBody ? ["content-length", String(body.length)] : []),
      ];
      prepared = { head, body };
      this.prepared.set(kind, prepared);
    }
    return prepared;
  }

  private encodingOf(accepted = ""): Encoding {
    if (this.encodings.has(accepted)) return this.encodings.get(accepted);
    const encoding = encodingFor(accepted);
    if (this.encodings.size < MAX_REMEMBERED) this.encodings.set(accepted, encoding);
    return encoding;
  }
}

/** Whether nothing about the request needs looking at: a GET of the very address, without a body or the mention of one. */
function isPlain({ raw: { method, url, headers } }: FastifyRequest): boolean {
  return (
    url === LAYOUT_PATH &&
    method === "GET" &&
    headers["content-type"] === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}
