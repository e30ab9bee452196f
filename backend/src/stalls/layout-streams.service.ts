import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { type BeforeApplicationShutdown, Injectable, Logger } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Config } from "../platform/config/config.js";
import { HttpError } from "../platform/http/error-response.js";
import { clientNetwork } from "../platform/http/rate-limits.js";
import { describeError, QuietLog } from "../platform/log/log.js";
import { changedStalls, type Layout } from "./layout.js";
import { LayoutService } from "./layout.service.js";

/** Streams that one process keeps open. */
const MAX_STREAMS = 10_000;
/** Streams of one network (clientNetwork): many phones share one. Those beyond poll. */
export const MAX_STREAMS_PER_NETWORK = 200;
/** When a refused page may ask again, in seconds. */
const RETRY_AFTER_SECONDS = 60;
/** How often each stream says that it lives: proxies end what is silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** Least pause between two looks at the plan, in ms. */
const LOOK_MS = 25;
/** Least pause between two events on a stream, in ms: in the opening minute several changes go out as one. */
const EVENT_MS = 200;
/** Sending to all takes at most one part in so many of the process's time. */
const SHARE = 5;
/** Streams written to before others get their turn. */
const BATCH = 250;
/** Bytes a client may leave unread before its stream is ended; its page goes on where it was. */
const MAX_UNREAD = 64 * 1024;
/** How long the plan may be unreadable before the streams are ended, in ms: then pages poll and get 503. */
const AWAY_MS = 2_000;
/** How long a client that does not read has for the rest of its stream when we stop, in ms. */
const LAST_BYTES_MS = 1_000;

/** A page that follows the plan. */
interface Stream {
  readonly raw: ServerResponse;
  /** The plan it has. */
  layout: Layout;
}

/**
 * Server-sent events of the floor plan: each open page is sent what has changed, with the plan's version as the event's
 * id. All streams of a process live on the one plan that it keeps ({@link LayoutService}), so a page costs the database
 * nothing. Events:
 *
 * - `plan`: all stalls, where the page has no plan or one we do not know
 * - `changes`: the stalls that differ from the plan it has, as they are now; may be none
 * - `alive`: every 15 s
 */
@Injectable()
export class LayoutStreams implements BeforeApplicationShutdown {
  private readonly quiet = new QuietLog(new Logger("LayoutStreams"));
  private readonly streams = new Set<Stream>();
  private readonly perNetwork = new Map<string, number>();
  /** Also those that wait for the plan. */
  private open = 0;
  private heartbeat: NodeJS.Timeout | undefined;
  private following: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly layouts: LayoutService,
  ) {}

  /**
   * Opens the stream of a request; it ends with the connection.
   *
   * @param since the version the page has, where it has one
   * @throws HttpError rate_limited or service_unavailable with Retry-After: the page polls
   */
  async follow(request: FastifyRequest, reply: FastifyReply, since: string | undefined): Promise<void> {
    const network = clientNetwork(request.ip);
    this.admit(network);
    const { raw } = reply;
    // From here on it counts, until the connection is closed.
    raw.once("close", () => {
      this.release(network);
    });
    const layout = await this.layouts.current();
    if (raw.destroyed) return;
    reply.hijack();
    raw.writeHead(200, {
      ...headersOf(reply),
      "content-type": "text/event-stream",
      // No proxy may compress it, and so keep events back, or keep it at all.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      // Its connection ends with it: a process that stops waits for none.
      connection: "close",
    });
    // After an end of ours pages come back one by one.
    raw.write(`retry: ${2_000 + Math.floor(Math.random() * 4_000)}\n${eventOf(this.layouts.earlier(since), layout)}`);
    const stream = { raw, layout };
    this.streams.add(stream);
    raw.once("close", () => this.streams.delete(stream));
    this.heartbeat ??= setInterval(() => void this.sendAlive(), HEARTBEAT_MS).unref();
    this.following ??= this.run();
  }

  /** Ends all streams, so that stopping waits for none. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.endAll();
    await this.following;
  }

  /** Sends what changes for as long as there is a stream. */
  private async run(): Promise<void> {
    let readable = performance.now();
    while (this.streams.size > 0 && !this.stopping) {
      const began = performance.now();
      let least = LOOK_MS;
      try {
        const layout = await this.layouts.current();
        readable = performance.now();
        if (await this.send(layout)) least = Math.max(EVENT_MS, (performance.now() - readable) * SHARE);
      } catch (error) {
        this.quiet.warn(`The layout cannot be read for its streams: ${describeError(error)}`);
        if (performance.now() - readable > AWAY_MS) this.endAll();
        least = AWAY_MS / 8;
      }
      await this.layouts.nextChange();
      await pause(Math.max(0, began + least - performance.now()));
    }
    // At once with the last look at the streams: the next one starts its own.
    this.following = undefined;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
  }

  /** Sends the plan to all that have another; answers whether there were any. */
  private async send(layout: Layout): Promise<boolean> {
    const events = new Map<Layout, string>();
    return this.toEach((stream) => {
      if (stream.layout === layout) return undefined;
      const event = events.get(stream.layout) ?? eventOf(stream.layout, layout);
      events.set(stream.layout, event);
      stream.layout = layout;
      return event;
    });
  }

  private async sendAlive(): Promise<void> {
    await this.toEach(() => "event: alive\ndata: 1\n\n");
  }

  private async toEach(textFor: (stream: Stream) => string | undefined): Promise<boolean> {
    let written = 0;
    for (const stream of this.streams) {
      const text = textFor(stream);
      if (text === undefined) continue;
      stream.raw.write(text);
      if (stream.raw.writableLength > MAX_UNREAD) stream.raw.destroy();
      written += 1;
      if (written % BATCH === 0) await nextTurn();
    }
    return written > 0;
  }

  private endAll(): void {
    for (const { raw } of this.streams) {
      raw.end();
      setTimeout(() => raw.destroy(), LAST_BYTES_MS).unref();
    }
  }

  private admit(network: string): void {
    if (this.stopping) throw new HttpError("service_unavailable", {}, retryAfter());
    const ofNetwork = this.perNetwork.get(network) ?? 0;
    const isFull = this.open >= MAX_STREAMS || (this.config.rateLimits && ofNetwork >= MAX_STREAMS_PER_NETWORK);
    if (isFull) throw new HttpError("rate_limited", { retryAfterSeconds: RETRY_AFTER_SECONDS }, retryAfter());
    this.open += 1;
    this.perNetwork.set(network, ofNetwork + 1);
  }

  private release(network: string): void {
    this.open -= 1;
    const left = (this.perNetwork.get(network) ?? 1) - 1;
    if (left === 0) this.perNetwork.delete(network);
    else this.perNetwork.set(network, left);
  }
}

/** What takes a page from the plan it has to this one. */
function eventOf(before: Layout | undefined, now: Layout): string {
  const changed = before === undefined ? undefined : changedStalls(before, now);
  const data = changed === undefined ? now.json.toString() : JSON.stringify(changed);
  return `id: ${now.version}\nevent: ${changed === undefined ? "plan" : "changes"}\ndata: ${data}\n\n`;
}

function retryAfter(): Record<string, string> {
  return { "retry-after": String(RETRY_AFTER_SECONDS) };
}

/** What the hooks have set so far. */
function headersOf(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders());
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}
