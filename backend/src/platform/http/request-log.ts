import { Logger } from "@nestjs/common";
import type { FastifyInstance } from "fastify";

/** Whether a request leaves a line: whatever wrote or tried to, and whatever failed. Mere reading is counted only. */
function isLogged(method: string, status: number): boolean {
  return status >= 500 || (method !== "GET" && method !== "HEAD" && method !== "OPTIONS");
}

/**
 * One line per writing or failed request: its route as a template, never its address, which may hold anything; and
 * never who sent it.
 */
export function logRequests(fastify: FastifyInstance): void {
  const log = new Logger("Http");
  fastify.addHook("onResponse", (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    if (isLogged(request.method, status)) {
      const line = {
        event: "request",
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? "(none)",
        status,
        ms: Math.round(elapsedTime),
      };
      if (status >= 500) log.warn(line);
      else log.log(line);
    }
    done();
  });
}
