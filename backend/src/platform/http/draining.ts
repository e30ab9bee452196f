import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long a stopping api serves behind a proxy, in ms: longer than deploy/Caddyfile keeps an idle connection to it. */
const DRAIN_MS = 3_000;

/**
 * A proxy repeats no call that changes something once it has sent it on a connection that the api then closes. So an api that
 * stops serves a little longer and ends each connection with a response, until the proxy has none left: what it sends next
 * needs a new connection, which only a running api accepts.
 *
 * @returns a function that drains the connections; the caller closes the app afterwards
 */
export function drainBeforeStop(fastify: FastifyInstance): (ms?: number) => Promise<void> {
  let draining = false;
  fastify.addHook("onSend", (_request, reply, payload, done) => {
    if (draining) reply.header("connection", "close");
    done(null, payload);
  });
  return async (ms = DRAIN_MS) => {
    draining = true;
    await delay(ms);
  };
}
