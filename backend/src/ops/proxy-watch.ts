import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { type ForwardingProblem, forwardingProblem, type ForwardingSeen } from "@sakhi/domain/site/forwarding.rules";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { networksOf } from "../platform/http/networks.js";
import { cookieName, VISITOR_COOKIE } from "../platform/http/visitor-cookie.js";
import { describeError } from "../platform/log/log.js";

/** How long requests are counted before they are judged, in ms. */
const WINDOW_MS = 10 * 60_000;
/** Most networks and visitors of a network that are counted. */
const MAX_NETWORKS = 5_000;
const MAX_VISITORS = 500;
/** Called by machines of ours without the proxy. */
const OURS = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

interface NetworkSeen {
  requests: number;
  readonly visitors: Set<string>;
}

/** Watches whether clients' addresses are read right (TRUST_PROXY), and raises an issue if they are not. */
@Injectable()
export class ProxyWatch implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger("ProxyWatch");
  private timer: NodeJS.Timeout | undefined;
  private requests = 0;
  private forwarded = 0;
  private otherHops = 0;
  private networks = new Map<string, NetworkSeen>();
  private readonly addresses = new Map<string, NetworkSeen>();

  constructor(
    private readonly config: Config,
    private readonly host: HttpAdapterHost,
    private readonly database: Database,
    private readonly issues: IssuesService,
  ) {}

  onModuleInit(): void {
    // A trial has no proxy, and all its visitors are on one machine: nothing would be judged.
    if (!this.config.production) return;
    this.host.httpAdapter.getInstance<FastifyInstance>().addHook("onRequest", (request, _reply, done) => {
      this.see(request);
      done();
    });
    this.timer = setInterval(() => void this.judge(), WINDOW_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private see(request: FastifyRequest): void {
    if (OURS.test(request.url)) return;
    this.requests += 1;
    const header = request.headers["x-forwarded-for"];
    const hops = header === undefined ? 0 : String(header).split(",").length;
    if (hops > 0) this.forwarded += 1;
    const { trustProxy } = this.config;
    if (typeof trustProxy === "number" && hops !== trustProxy) this.otherHops += 1;
    const seen = this.networkOf(request, header);
    if (seen === undefined) return;
    seen.requests += 1;
    const visitor = request.cookies[cookieName(request, VISITOR_COOKIE)];
    if (visitor !== undefined && seen.visitors.size < MAX_VISITORS) seen.visitors.add(visitor);
  }

  /** By what the address is read from, because an open page asks many times, and reading a network takes as long as answering it. */
  private networkOf(request: FastifyRequest, header: string | string[] | undefined): NetworkSeen | undefined {
    const readFrom = `${request.socket.remoteAddress} ${String(header)}`;
    const known = this.addresses.get(readFrom);
    if (known !== undefined) return known;
    const [{ name: network }] = networksOf(request.ip);
    let seen = this.networks.get(network);
    if (seen === undefined && this.networks.size < MAX_NETWORKS) {
      seen = { requests: 0, visitors: new Set() };
      this.networks.set(network, seen);
    }
    if (seen !== undefined && this.addresses.size < MAX_NETWORKS) this.addresses.set(readFrom, seen);
    return seen;
  }

  /** Judges the requests since the last time. @returns the problem, if there is one */
  async judge(): Promise<ForwardingProblem | undefined> {
    const most = [...this.networks.values()].reduce<NetworkSeen>(
      (one, other) => (other.requests > one.requests ? other : one),
      { requests: 0, visitors: new Set() },
    );
    const seen: ForwardingSeen = {
      requests: this.requests,
      forwarded: this.forwarded,
      otherHops: this.otherHops,
      ofOneNetwork: most.requests,
      visitorsOfOneNetwork: most.visitors.size,
    };
    this.requests = this.forwarded = this.otherHops = 0;
    this.networks = new Map();
    this.addresses.clear();
    const problem = forwardingProblem(seen, this.config.trustProxy !== false);
    if (problem === undefined) return undefined;
    const { requests, forwarded, otherHops, visitorsOfOneNetwork: visitors } = seen;
    const facts = { requests, forwarded, otherHops, visitors };
    this.log.warn({ event: "addresses_misread", problem, ...facts });
    try {
      await this.database.transaction((tx) =>
        this.issues.raise(tx, { kind: "addresses_misread", subject: problem, facts }),
      );
    } catch (error) {
      this.log.warn(`The issue was not raised: ${describeError(error)}.`);
    }
    return problem;
  }
}
