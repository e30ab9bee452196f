import { randomUUID } from "node:crypto";
import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CountedLog, withRequestId } from "../log/log.js";
import { Logger } from "@nestjs/common";
import { isIP, type Socket } from "node:net";
import type { Config } from "../config/config.js";
import { errorResponse, HttpError, unavailableError } from "./error-response.js";

/** The header in which a proxy may name a request, and in which we answer its name. */
const REQUEST_ID_HEADER = "x-request-id";

/**
 * What proxies make: a UUID, 16 to 64 hexadecimal digits, or a ULID. Anything else could be a phone number, a name or
 * a forged line of log. At least one letter: a row of digits could be a card's number.
 */
const SANE = /^(?=.*[a-z])(?:[0-9a-f]{16,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{26})$/i;

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

/** Whether a request leaves a line: whatever wrote or tried to, and whatever failed. Mere reading is counted only. */
function isLogged(method: string, status: number): boolean {
  return status >= 500 || (method !== "GET" && method !== "HEAD" && method !== "OPTIONS");
}

/** The line of one request. */
interface RequestLine {
  readonly event: "request";
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Why it could not be answered while the database was away. */
  readonly error?: string;
}

/**
 * One line per writing or failed request: its route as a template, never its address, which may hold anything; and
 * never who sent it. Those that fail because the database is away share one line a second, with how many they were.
 */
export function logRequests(fastify: FastifyInstance): void {
  const log = new Logger("Http");
  const unavailable = new CountedLog<RequestLine>((line, requests) => log.warn({ ...line, requests }));
  fastify.addHook("onResponse", (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    if (isLogged(request.method, status)) {
      const line: RequestLine = {
        event: "request",
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? "(none)",
        status,
        ms: Math.round(elapsedTime),
      };
      const error = unavailableError(request);
      if (error !== undefined) unavailable.add({ ...line, error });
      else if (status >= 500) log.warn(line);
      else log.log(line);
    }
    done();
  });
}

const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Refuses a writing call that a page of another site made: its Origin must be our public address, scheme and port
 * included. Locally also the address it was sent to, where that is localhost or a number: a name could be somebody
 * else's that was pointed at us (DNS rebinding). Calls without an Origin (servers, curl) are no browser's, and carry no
 * cookie a browser added, unless they say themselves that another site sent them. `null`
 * origins are refused.
 */
export function checkOrigin(fastify: FastifyInstance, config: Pick<Config, "publicUrl" | "production">): void {
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

/**
 * Answers 503 with Retry-After to what still comes in on connections that were open when the process was asked to stop.
 * The caller's next try goes over a new connection, to a process that runs.
 */
export function refuseWhileStopping(fastify: FastifyInstance): void {
  let stopping = false;
  fastify.addHook("preClose", (done) => {
    stopping = true;
    done();
  });
  fastify.addHook("onRequest", (_request, _reply, done) => {
    done(stopping ? new HttpError("service_unavailable", {}, { "retry-after": "1" }) : undefined);
  });
}

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

/**
 * Answers 405 with Allow where a call of the API is made by another method than its own; the router alone would say that
 * there is no such address. Registered before the routes.
 */
export function refuseOtherMethods(fastify: FastifyInstance): void {
  const routes = new Map<string, { readonly address: RegExp; readonly methods: Set<string> }>();
  fastify.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const address = new RegExp(`^${url.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll(/:\w+/g, "[^/]+")}/?$`);
    const route = routes.get(url) ?? { address, methods: new Set<string>() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  fastify.addHook("onRequest", (request, _reply, done) => {
    // The pages' route takes every address there is.
    const isRouted = !request.is404 && request.routeOptions.url?.includes("*") !== true;
    if (isRouted || !/^\/(?:api\/|healthz|readyz)/.test(request.url)) return done();
    const [path = ""] = request.url.split("?");
    const found = [...routes.values()].filter(({ address }) => address.test(path));
    const methods = new Set(found.flatMap((each) => [...each.methods]));
    if (methods.size === 0 || methods.has(request.method)) return done();
    done(new HttpError("method_not_allowed", {}, { allow: [...methods].toSorted().join(", ") }));
  });
}

/** Answers an address with a broken escape, which is refused before any route, its hooks and filters. */
export function rejectAddress(reply: FastifyReply): void {
  void reply.code(400).send(errorResponse("invalid_request", "This address cannot be read."));
}

/** Answers what is no HTTP, or has headers too large, in the one shape of an error: there is no request yet. */
export function rejectConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorResponse(
    error.code === "HPE_HEADER_OVERFLOW" ? "too_large" : "invalid_request",
    "This request cannot be read.",
  );
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode] ?? ""}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Connection: close",
      "",
      text,
    ].join("\r\n"),
  );
}
