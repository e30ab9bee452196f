import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpRefusal } from "./error-answer.js";

const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Refuses a writing call that a page of another site made: its Origin must be this site's Host or our public
 * address. Calls without an Origin (servers, curl) are no browser's, and carry no cookie a browser added
 * (architecture section 5), unless they say themselves that another site sent them. `null` origins are refused.
 */
export function checkOrigin(fastify: FastifyInstance, publicUrl: string): void {
  const publicOrigin = new URL(publicUrl).origin;
  fastify.addHook("onRequest", (request, _reply, done) => {
    done(isForeign(request, publicOrigin) ? new HttpRefusal("origin_refused") : undefined);
  });
}

function isForeign(request: FastifyRequest, publicOrigin: string): boolean {
  const origin = request.headers.origin;
  if (!WRITING.has(request.method)) return false;
  if (origin === undefined) return request.headers["sec-fetch-site"] === "cross-site";
  if (origin === publicOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}
