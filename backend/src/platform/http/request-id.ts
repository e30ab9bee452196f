import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { withRequestId } from "../log/request-context.js";

/** The header in which a proxy may name a request, and in which we answer its name. */
export const REQUEST_ID_HEADER = "x-request-id";

/**
 * What proxies make: a UUID, 16 to 64 hexadecimal digits, or a ULID. Anything else could be a phone number, a name or
 * a forged line of log. At least one letter: a row of digits could be a card's number.
 */
const SANE =
  /^(?=.*[a-z])(?:[0-9a-f]{16,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{26})$/i;

/** The id a request came with, if it is a sane one; otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && SANE.test(given) ? given : randomUUID();
}

/** Answers each request's id, and lets whatever is logged while it is answered carry it. */
export function nameRequests(fastify: FastifyInstance): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    withRequestId(request.id, done);
  });
  // Reading a body goes by the stream's events, which know nothing of the request's context.
  fastify.addHook("preValidation", (request, _reply, done) => {
    withRequestId(request.id, done);
  });
}
