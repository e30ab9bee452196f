import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { type BeforeApplicationShutdown, Injectable, Logger } from "@nestjs/common";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Config } from "../platform/config/config.js";
import { HttpError } from "../platform/http/error-response.js";
import { type Network, networksOf } from "../platform/http/networks.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { changedStalls, type Layout } from "./layout.js";
import { LayoutService } from "./layout.service.js";

/** Maximum open streams of a process. */
const MAX_STREAMS = 10_000;
/** Maximum open streams of one address, which many phones may share; wider networks have a multiple. Further pages poll. */
export const MAX_STREAMS_PER_NETWORK = 200;
/** Retry-After of a rejected stream, in seconds. */
const RETRY_AFTER_SECONDS = 60;
/** Interval of heartbeats: proxies close connections that are idle for a minute. */
const HEARTBEAT_MS = 15_000;
/** Minimum interval between two reads of the plan, in ms. */
const READ_MS = 25;
/** Minimum interval between two events of a stream, in ms; batches changes in the opening minute. */
const EVENT_MS = 200;
/** Sending to all streams takes at most 1/SHARE of the process's time. */
const SHARE = 5;
/** Streams written to before yielding to the event loop. */
const BATCH = 250;
/** Unread bytes after which a slow client is disconnected; its page reconnects and resumes. */
const MAX_UNREAD = 64 * 1024;
/** How long the plan may be unavailable before all streams are ended, in ms; pages then poll and get 503. */
const UNAVAILABLE_MS = 2_000;
/** Time for a slow client to read the rest of an ended stream, in ms. */
const DRAIN_MS = 1_000;

/** An open page's stream. */
interface Stream {
  readonly eventId: number;
  readonly raw: ServerResponse;
  /** The last plan sent on it. */
  layout: Layout;
}

/**
 * Server-sent events of an event's floor plan: each open page is sent the changes, with the plan's version as event id. All
 * streams of an event share the process's cached plan ({@link LayoutService}), so that a page causes no database load. Events:
 *
 * - `plan`: all stalls, if the page has no plan or an unknown version
 * - `changes`: the current data of the stalls that differ from the page's plan; may be empty
 * - `alive`: every 15 s
 */
@Injectable()
export class LayoutStreamsService implements BeforeApplicationShutdown {
  private readonly log = new ThrottledLog(new Logger("LayoutStreams"));
  /** Open streams by event; an event without any has no entry. */
  private readonly streams = new Map<number, Set<Stream>>();
  private readonly perNetwork = new Map<string, number>();
  /** Open streams, including those waiting for their first plan. */
  private open = 0;
  private heartbeat: NodeJS.Timeout | undefined;
  /** The loop of each event with streams. */
  private readonly following = new Map<number, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly layout: LayoutService,
  ) {}

  /**
   * Opens the stream of a request to an event's plan; it ends with the connection.
   *
   * @param since version of the page's plan, if any
   * @throws HttpError rate_limited or service_unavailable with Retry-After; the page falls back to polling
   */
  async follow(
    eventId: number,
    request: FastifyRequest,
    reply: FastifyReply,
    since: string | undefined,
  ): Promise<void> {
    const networks = networksOf(request.ip);
    this.admit(networks);
    const { raw } = reply;
    // Counted from here until the connection closes.
    raw.once("close", () => {
      this.release(networks);
    });
    const layout = await this.layout.current(eventId);
    if (raw.destroyed) return;
    reply.hijack();
    raw.writeHead(200, {
      ...headersOf(reply),
      "content-type": "text/event-stream",
      // Proxies must neither cache nor compress the stream; compression would buffer events.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      // No keep-alive, so that shutdown does not wait for idle connections.
      connection: "close",
    });
    // Random delay, so that pages do not all reconnect at once after the server ends the streams.
    raw.write(
      `retry: ${2_000 + Math.floor(Math.random() * 4_000)}\n${eventOf(this.layout.byVersion(eventId, since), layout)}`,
    );
    this.add({ eventId, raw, layout });
    this.heartbeat ??= setInterval(() => void this.sendAlive(), HEARTBEAT_MS).unref();
    if (!this.following.has(eventId)) this.following.set(eventId, this.run(eventId));
  }

  /** Ends all streams, so that shutdown does not wait for them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.endAll();
    await Promise.all(this.following.values());
  }

  private add(stream: Stream): void {
    const { eventId, raw } = stream;
    const ofEvent = this.streams.get(eventId) ?? new Set();
    this.streams.set(eventId, ofEvent.add(stream));
    raw.once("close", () => {
      ofEvent.delete(stream);
      if (ofEvent.size === 0) this.streams.delete(eventId);
    });
  }

  /** Sends changes of an event's plan while any stream of it is open. */
  private async run(eventId: number): Promise<void> {
    let lastRead = performance.now();
    while (this.streams.has(eventId) && !this.stopping) {
      const began = performance.now();
      let interval = READ_MS;
      try {
        const layout = await this.layout.current(eventId);
        lastRead = performance.now();
        if (await this.send(eventId, layout)) interval = Math.max(EVENT_MS, (performance.now() - lastRead) * SHARE);
      } catch (error) {
        this.log.warn(`The layout cannot be read for its streams: ${describeError(error)}`);
        if (performance.now() - lastRead > UNAVAILABLE_MS) this.endAll(this.streams.get(eventId));
        interval = UNAVAILABLE_MS / 8;
      }
      await this.layout.nextChange(eventId, this.following.size);
      await pause(Math.max(0, began + interval - performance.now()));
    }
    // In the same tick as the last check of `streams`, so that the next stream starts a new loop.
    this.following.delete(eventId);
    if (this.following.size > 0) return;
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
  }

  /** Sends the plan to all streams of the event with a different one. @returns whether there were any */
  private async send(eventId: number, layout: Layout): Promise<boolean> {
    const events = new Map<Layout, string>();
    return this.toEach(this.streams.get(eventId) ?? [], (stream) => {
      if (stream.layout === layout) return undefined;
      const event = events.get(stream.layout) ?? eventOf(stream.layout, layout);
      events.set(stream.layout, event);
      stream.layout = layout;
      return event;
    });
  }

  private async sendAlive(): Promise<void> {
    await this.toEach(this.all(), () => "event: alive\ndata: 1\n\n");
  }

  private *all(): Iterable<Stream> {
    for (const ofEvent of this.streams.values()) yield* ofEvent;
  }

  private async toEach(streams: Iterable<Stream>, textFor: (stream: Stream) => string | undefined): Promise<boolean> {
    let written = 0;
    for (const stream of streams) {
      const text = textFor(stream);
      if (text === undefined) continue;
      stream.raw.write(text);
      if (stream.raw.writableLength > MAX_UNREAD) stream.raw.destroy();
      written += 1;
      if (written % BATCH === 0) await nextTurn();
    }
    return written > 0;
  }

  private endAll(streams: Iterable<Stream> = this.all()): void {
    for (const { raw } of streams) {
      raw.end();
      setTimeout(() => raw.destroy(), DRAIN_MS).unref();
    }
  }

  private admit(networks: readonly Network[]): void {
    if (this.stopping) throw new HttpError("service_unavailable", {}, retryAfter());
    const isFull =
      this.open >= MAX_STREAMS ||
      (this.config.rateLimits &&
        networks.some(({ name, factor }) => (this.perNetwork.get(name) ?? 0) >= factor * MAX_STREAMS_PER_NETWORK));
    if (isFull) throw new HttpError("rate_limited", { retryAfterSeconds: RETRY_AFTER_SECONDS }, retryAfter());
    this.open += 1;
    for (const { name } of networks) this.perNetwork.set(name, (this.perNetwork.get(name) ?? 0) + 1);
  }

  private release(networks: readonly Network[]): void {
    this.open -= 1;
    for (const { name } of networks) {
      const left = (this.perNetwork.get(name) ?? 1) - 1;
      if (left === 0) this.perNetwork.delete(name);
      else this.perNetwork.set(name, left);
    }
  }
}

/** The event that updates a page from its plan to the current one. */
function eventOf(before: Layout | undefined, now: Layout): string {
  const changed = before === undefined ? undefined : changedStalls(before, now);
  const data = changed === undefined ? now.json.toString() : JSON.stringify(changed);
  return `id: ${now.version}\nevent: ${changed === undefined ? "plan" : "changes"}\ndata: ${data}\n\n`;
}

function retryAfter(): Record<string, string> {
  return { "retry-after": String(RETRY_AFTER_SECONDS) };
}

/** The headers set by hooks so far. */
function headersOf(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders());
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}
