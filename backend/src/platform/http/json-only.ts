import type { FastifyInstance } from "fastify";
import { HttpError } from "./error-response.js";

const JSON_TYPE = /^application\/json *(?:;|$)/i;

/**
 * Refuses a body of any other kind than JSON with 415 wherever the API takes one. Nest reads forms too, and a form is
 * what a page of another site can send without asking.
 */
export function takeJsonOnly(fastify: FastifyInstance): void {
  fastify.addHook("onRequest", (request, _reply, done) => {
    const type = request.headers["content-type"];
    const refused = type !== undefined && request.url.startsWith("/api/") && !JSON_TYPE.test(type);
    done(refused ? new HttpError("unsupported_media_type") : undefined);
  });
}
