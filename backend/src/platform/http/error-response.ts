import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from "@nestjs/common";
import { DomainError, ERROR_CODES, type ErrorCode } from "@sakhi/domain/errors/error-codes";
import { messageIn } from "@sakhi/domain/errors/error-messages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnavailable } from "../database/database-errors.js";
import { describeError, errorPlace } from "../log/log.js";
import { errorPage, isForPerson, languageOfError, VARIES_BY } from "./error-page.js";
import type { ErrorResponse } from "./error.response.js";

/** An error of the HTTP layer itself, e.g. a body that breaks a DTO's rules. */
export class HttpError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
    message: string = ERROR_CODES[code].message,
  ) {
    super(message);
    this.name = "HttpError";
  }
}

/** The body of an error response. Details never replace the four fixed fields. */
export function errorResponse(
  code: ErrorCode,
  message: string = ERROR_CODES[code].message,
  details: Readonly<Record<string, unknown>> = {},
): ErrorResponse & { readonly code: ErrorCode } & Record<string, unknown> {
  return { ...details, statusCode: ERROR_CODES[code].status, code, message, error: message };
}

/** An error in the language of its request. */
function inItsLanguage(request: FastifyRequest, body: ErrorResponse & { readonly code: ErrorCode }) {
  const language = languageOfError(request.originalUrl, request.headers["accept-language"]);
  const message = messageIn(language, body.code, body.message);
  return { language, said: message === body.message ? body : Object.assign({}, body, { message, error: message }) };
}

/** Sends an error in the language of its request: as a page to a person's browser, otherwise as JSON. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ErrorResponse & { readonly code: ErrorCode },
): void {
  const { language, said } = inItsLanguage(request, body);
  // The route may have set another type before it failed.
  void reply.code(said.statusCode).header("vary", VARIES_BY);
  if (isForPerson(request.method, request.headers))
    void reply.type("text/html; charset=utf-8").header("content-disposition", "inline").send(errorPage(said, language));
  else void reply.type("application/json; charset=utf-8").send(said);
}

/** Statuses raised by Nest, Fastify or their plugins → our codes; any other 4xx is invalid_request. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: "not_authenticated",
  // Path traversal in a file name.
  403: "not_found",
  404: "not_found",
  413: "too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  503: "service_unavailable",
};

/** Retry-After while the database is unreachable, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** Requests that failed with 503 because the database was unreachable → name of the error. */
const unavailable = new WeakMap<object, string>();

/** Name of the database error that failed a request with 503; undefined for every other request. */
export function unavailableError(request: FastifyRequest): string | undefined {
  return unavailable.get(request);
}

/**
 * Converts anything thrown to an error response. Unexpected errors are logged with the request's id and returned without
 * stack, SQL or personal data. An unreachable database is expected: it returns 503 with Retry-After, and appears in the
 * request's own log line only.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger("Http");

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    const { body, headers } = this.responseTo(thrown, request);
    sendError(request, reply.headers(headers), body);
  }

  private responseTo(thrown: unknown, request: FastifyRequest) {
    if (thrown instanceof DomainError) {
      return { body: errorResponse(thrown.code, thrown.message, thrown.details), headers: {} };
    }
    if (thrown instanceof HttpError) {
      return { body: errorResponse(thrown.code, thrown.message, thrown.details), headers: thrown.headers };
    }
    const code = codeOf(statusOf(thrown));
    if (code !== undefined) return { body: errorResponse(code), headers: {} };
    if (isDatabaseUnavailable(thrown)) {
      unavailable.set(request, describeError(thrown));
      const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
      return { body: errorResponse("service_unavailable"), headers };
    }
    // Without the message, which may contain personal data.
    this.logger.error({
      event: "request_failed",
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "(none)",
      error: describeError(thrown),
      place: errorPlace(thrown),
    });
    return { body: errorResponse("internal_error"), headers: {} };
  }
}

function codeOf(status: number | undefined): ErrorCode | undefined {
  if (status === undefined) return undefined;
  return CODE_OF_STATUS[status] ?? (status >= 400 && status < 500 ? "invalid_request" : undefined);
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (typeof thrown === "object" && thrown !== null && "statusCode" in thrown) {
    return typeof thrown.statusCode === "number" && thrown.statusCode < 500 ? thrown.statusCode : undefined;
  }
  return undefined;
}
