import { Injectable } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import { askedToWait } from "./asked-to-wait.js";
import { Counters } from "./counters.js";
import { type countsFor, countEvent } from "./objectives.js";

/** In seconds, finest in the range that visitors notice: 0.1 to 2. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

/** `@RouteConfig` of a streaming route: its duration is not a response time. */
export const STREAM = { stream: true } as const;

/** Metrics of this process: its HTTP requests, and Node's default metrics. */
@Injectable()
export class HttpMetrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests answered, by method, route template and status",
    labelNames: ["method", "route", "status"] as const,
    buckets: BUCKETS,
    registers: [this.registry],
  });

  private readonly asked = new Counter({
    name: "sakhi_asked_to_wait_total",
    help: "Requests asked to wait because this process has more to do than it can: newcomers (new), calls of open pages (open)",
    labelNames: ["what"] as const,
    registers: [this.registry],
  });

  constructor(host: HttpAdapterHost, counters: Counters) {
    collectDefaultMetrics({ register: this.registry });
    // A series that appears with a value shows no increase.
    for (const what of ["new", "open"]) this.asked.inc({ what }, 0);
    const fastify = host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook("onResponse", (request, reply, done) => {
      // The route's template, never the URL: its cardinality is bounded.
      const route = request.routeOptions.url ?? "(none)";
      const { stream, objective } = request.routeOptions.config as Partial<
        typeof STREAM & ReturnType<typeof countsFor>
      >;
      const what = askedToWait(request);
      if (what !== undefined) this.asked.inc({ what });
      if (stream === true && reply.statusCode === 200) return done();
      const labels = { method: request.method, route, status: reply.statusCode };
      const seconds = reply.elapsedTime / 1000;
      this.requests.observe(labels, seconds);
      if (objective !== undefined) countEvent(counters, objective, seconds, reply.statusCode < 500);
      done();
    });
  }
}
