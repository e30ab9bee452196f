import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorResponse } from "./error-response.js";

/** Answers an address with a broken escape, which is refused before any route and its filters. */
export function rejectAddress(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(400).send(errorResponse("invalid_request", "This address cannot be read."));
}

/** Answers what is no HTTP, or has headers too large, in the one shape of a refusal: there is no request yet. */
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
