import { randomUUID } from "node:crypto";
import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import { isIP, type Socket } from "node:net";
import { Logger } from "@nestjs/common";
import { pathIn, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { SITE_PAGES } from "@sakhi/domain/site/site.pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.js";
import { BatchedLog } from "../log/log.js";
import { askedToWait } from "../metrics/asked-to-wait.js";
import { errorPage, isForPerson } from "./error-page.js";
import { errorResponse, HttpError, sendError, unavailableError } from "./error-response.js";

/** Header of the request id, in requests (set by a proxy) and in responses. */
const REQUEST_ID_HEADER = "x-request-id";

/**
 * Request ids of proxies: a UUID, 16 to 64 hexadecimal digits, or a ULID. Anything else could be personal data or a forged
 * log line. At least one letter: digits alone could be a card number.
 */
const VALID_ID = /^(?=.*[a-z])(?:[0-9a-f]{16,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{26})$/i;

/** The request's own id if valid, otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && VALID_ID.test(given) ? given : randomUUID();
}

/**
 * Sets the headers of every response, so before any hook that refuses a request: its id, those of security, and that an API
 * response is not stored. One hook, because each is called for every request.
 *
 * @param securityHeaders Helmet's, as Fastify's own: Node writes one set faster than two
 */
export function addHeaders(fastify: FastifyInstance, securityHeaders: Readonly<Record<string, string>>): void {
  const ofApi = { ...securityHeaders, "cache-control": "no-store" };
  fastify.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id).headers(request.url.startsWith("/api/") ? ofApi : securityHeaders);
    done();
  });
}

/** Says why a request is refused; undefined if it may go on. */
type Check = (request: FastifyRequest) => HttpError | undefined;

/** Refuses what one of the checks refuses, in their order. One hook for all, because it is called for every request. */
export function refuse(fastify: FastifyInstance, ...checks: readonly Check[]): void {
  fastify.addHook("onRequest", (request, _reply, done) => {
    for (const check of checks) {
      const error = check(request);
      if (error !== undefined) return done(error);
    }
    done();
  });
}

/** True for requests that write, fail or are denied access (ASVS 16.3.2). Other reads are only counted. */
function isLogged(method: string, status: number): boolean {
  return status >= 500 || status === 401 || status === 403 || !READING.has(method);
}

/** The log line of one request. */
interface RequestLine {
  readonly event: "request";
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Name of the database error, while the database was unreachable; overloaded for a request that was asked to wait. */
  readonly error?: string;
}

/**
 * Logs one line per writing, failed or denied request: with the route's template, never the URL, which may contain personal data,
 * and never the sender. Requests that fail because the database is unreachable, or were asked to wait, share one line a second,
 * with their number.
 */
export function logRequests(fastify: FastifyInstance): void {
  const log = new Logger("Http");
  const batched = () => new BatchedLog<RequestLine>((line, requests) => log.warn({ ...line, requests }));
  const unavailable = batched();
  const waiting = batched();
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
      if (askedToWait(request) !== undefined) waiting.add({ ...line, error: "overloaded" });
      else if (error !== undefined) unavailable.add({ ...line, error });
      else if (status >= 500) log.warn(line);
      else log.log(line);
    }
    done();
  });
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);
const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Refuses writing calls from pages of other sites (CSRF): the Origin must be our public one. Outside production, an
 * origin equal to the called host is accepted too if that is localhost or an IP address: a host name could be an
 * attacker's (DNS rebinding). Calls without an Origin come from servers or curl rather than browsers, and pass unless
 * Sec-Fetch-Site is cross-site. `null` origins are refused.
 */
export function foreignOrigin({ publicUrl, production }: Pick<Config, "publicUrl" | "production">): Check {
  const publicOrigin = new URL(publicUrl).origin;
  return (request) =>
    isForeign(request, publicOrigin, production) && !isReturnFromPayment(request)
      ? new HttpError("origin_refused")
      : undefined;
}

/** A payment provider may return the browser by a form; the route only redirects it (backend/src/site). */
function isReturnFromPayment({ method, url }: FastifyRequest): boolean {
  return method === "POST" && RETURN_PATHS.has(url.split("?")[0] ?? "");
}

/** Paths of the pages to which a payment returns. */
const RETURN_PATHS: ReadonlySet<string> = new Set(
  SITE_PAGES.flatMap(({ path, waitingWith }) =>
    waitingWith === undefined ? [] : SITE_LANGUAGES.map((language) => pathIn(language, path)),
  ),
);

function isForeign(request: FastifyRequest, publicOrigin: string, production: boolean): boolean {
  const origin = request.headers.origin;
  if (!WRITING.has(request.method)) return false;
  if (origin === undefined) return request.headers["sec-fetch-site"] === "cross-site";
  if (origin === publicOrigin) return false;
  return production || !isOwnHost(request, origin);
}

/** True if the origin is the called host, and that is localhost or an IP address. */
function isOwnHost(request: FastifyRequest, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  const isUnowned = hostname === "localhost" || isIP(hostname.replace("[", "").replace("]", "")) !== 0;
  return isUnowned && host === request.host && protocol === `${request.protocol}:`;
}

/**
 * Responds 503 with Retry-After to requests on connections that were open when the process began to stop. The caller's
 * retry opens a new connection, to a running process.
 */
export function whileStopping(fastify: FastifyInstance): Check {
  let stopping = false;
  fastify.addHook("preClose", (done) => {
    stopping = true;
    done();
  });
  return () => (stopping ? new HttpError("service_unavailable", {}, { "retry-after": "1" }) : undefined);
}

const JSON_TYPE = /^application\/json *(?:;|$)/i;

/**
 * Ignores JSON as the content type of a request without a body: clients set it for all their calls, and many need no body. A DTO
 * that needs one refuses it by its own rules.
 */
function ignoreTypeOfEmptyBody({ raw: { headers } }: FastifyRequest): void {
  const length = headers["content-length"] ?? "0";
  const isEmpty = length === "0" && headers["transfer-encoding"] === undefined;
  if (isEmpty && JSON_TYPE.test(headers["content-type"] ?? "")) delete headers["content-type"];
}

/** Content type of a part of an upload (tus.io). Pages of other sites cannot send it without a CORS preflight. */
export const UPLOAD_TYPE = "application/offset+octet-stream";

/** A header that is a whole number of bytes. @throws HttpError invalid_request */
export function bytesIn(header: string | undefined): number {
  if (header === undefined || !/^\d{1,12}$/.test(header)) throw new HttpError("invalid_request");
  return Number(header);
}

/** Passes the parts of uploads on as a stream: the route limits what it reads. */
export function acceptUploads(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(UPLOAD_TYPE, (_request, payload, done) => done(null, payload));
}

/**
 * Refuses any other content type than JSON under /api with 415, except for parts of uploads. Nest also parses forms, which
 * pages of other sites can submit without a CORS preflight.
 */
export function otherThanJson(request: FastifyRequest): HttpError | undefined {
  if (request.raw.headers["content-type"] === undefined) return undefined;
  ignoreTypeOfEmptyBody(request);
  const type = request.headers["content-type"];
  const isUpload = request.method === "PATCH" && type === UPLOAD_TYPE;
  const refused = type !== undefined && request.url.startsWith("/api/") && !isUpload && !JSON_TYPE.test(type);
  return refused ? new HttpError("unsupported_media_type") : undefined;
}

/**
 * Responds 405 with Allow to unsupported methods of existing API routes; the router alone would respond 404. Register it
 * before the routes.
 */
export function otherMethods(fastify: FastifyInstance): Check {
  const routes = new Map<string, { readonly address: RegExp; readonly methods: Set<string> }>();
  fastify.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const address = new RegExp(`^${url.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll(/:\w+/g, "[^/]+")}/?$`);
    const route = routes.get(url) ?? { address, methods: new Set<string>() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  return (request) => {
    // The wildcard route of pages matches every URL.
    const isRouted = !request.is404 && request.routeOptions.url?.includes("*") !== true;
    if (isRouted || !/^\/(?:api\/|healthz|readyz)/.test(request.url)) return undefined;
    const [path = ""] = request.url.split("?");
    const found = [...routes.values()].filter(({ address }) => address.test(path));
    const methods = new Set(found.flatMap((each) => [...each.methods]));
    if (methods.size === 0 || methods.has(request.method)) return undefined;
    return new HttpError("method_not_allowed", {}, { allow: [...methods].toSorted().join(", ") });
  };
}

/** Responds to a malformed URL, which Fastify refuses before any route, hook or filter. */
export function rejectMalformedUrl(request: FastifyRequest, reply: FastifyReply): void {
  sendError(request, reply, errorResponse("invalid_request", "This address can't be read."));
}

/** The readable part of a request that could not be parsed: its method and headers, by lower-case name. */
function readableHead(packet: Buffer | undefined): { method: string; headers: Record<string, string> } {
  const [first = "", ...lines] = (packet?.toString("latin1", 0, MAX_HEAD_BYTES) ?? "").split("\r\n");
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 ? [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const] : [];
  });
  return { method: first.split(" ")[0] ?? "", headers: Object.fromEntries(headers) };
}

/** How much of a malformed request is read to see who sent it, in bytes. */
const MAX_HEAD_BYTES = 16_384;

/**
 * Responds to malformed HTTP and oversized headers with an error body; there is no request yet.
 *
 * @param securityHeaders those of every response
 */
export function rejectMalformedRequest(
  securityHeaders: Readonly<Record<string, string>>,
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorResponse(
    error.code === "HPE_HEADER_OVERFLOW" ? "too_large" : "invalid_request",
    "This request can't be read.",
  );
  const { method, headers } = readableHead(error.rawPacket);
  const [type, text] = isForPerson(method, headers)
    ? ["text/html", errorPage(body)]
    : ["application/json", JSON.stringify(body)];
  socket.end(
    [
      `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode] ?? ""}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      "Cache-Control: no-store",
      `Content-Type: ${type}; charset=utf-8`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Connection: close",
      "",
      text,
    ].join("\r\n"),
  );
}
