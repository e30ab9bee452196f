import type { AddressInfo } from "node:net";
import Fastify from "fastify";

/**
 * The baseline of a read, in its own process: a bare Fastify route that sends the same headers and bytes as the product,
 * or 304. Sends its port to its parent.
 */

/** The response to send from now on. */
export interface BareResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
}

let headers: Readonly<Record<string, string>> = {};
let body = Buffer.alloc(0);

const server = Fastify({ logger: false });
server.get("/", (request, reply) => {
  reply.headers(headers);
  if (headers["etag"] !== undefined && request.headers["if-none-match"] === headers["etag"])
    return reply.code(304).send();
  return reply.send(body);
});
process.on("message", (response: BareResponse) => {
  headers = response.headers;
  body = Buffer.from(response.body, "base64");
  process.send?.("set");
});
process.once("disconnect", () => process.exit(0));
await server.listen({ host: "127.0.0.1", port: 0 });
process.send?.({ port: (server.server.address() as AddressInfo).port });
