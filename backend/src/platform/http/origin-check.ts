import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config/config.js";
import { HttpError } from "./error-response.js";

const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Refuses a writing call that a page of another site made: its Origin must be our public address, scheme and port
 * included. Locally also the address it was sent to, where that is localhost or a number: a name could be somebody
 * else's that was pointed at us (DNS rebinding). Calls without an Origin (servers, curl) are no browser's, and carry no
 * cookie a browser added (architecture section 5), unless they say themselves that another site sent them. `null`
 * origins are refused.
 */
export function checkOrigin(
  fastify: FastifyInstance,
  config: Pick<Config, "publicUrl" | "production">,
): void {
  const publicOrigin = new URL(config.publicUrl).origin;
  fastify.addHook("onRequest", (request, _reply, done) => {
    done(isForeign(request, publicOrigin, config.production) ? new HttpError("origin_refused") : undefined);
  });
}

function isForeign(request: FastifyRequest, publicOrigin: string, production: boolean): boolean {
  const origin = request.headers.origin;
  if (!WRITING.has(request.method)) return false;
  if (origin === undefined) return request.headers["sec-fetch-site"] === "cross-site";
  if (origin === publicOrigin) return false;
  return production || !isSentHere(request, origin);
}

/** Whether a page at this origin was served by the very address that it calls, and nobody can own its name. */
function isSentHere(request: FastifyRequest, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  const isNobodys = hostname === "localhost" || isIP(hostname.replace("[", "").replace("]", "")) !== 0;
  return isNobodys && host === request.host && protocol === `${request.protocol}:`;
}
