import type { AddressInfo } from "node:net";
import Fastify from "fastify";

/**
 * The yardstick of a read, as a process of its own: a Fastify route without anything, which sends the very headers and
 * bytes that the product has sent, or 304 where its caller has them. Prints its port to its parent.
 */

/** What to send from now on. */
export interface BareAnswer {
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
process.on("message", (answer: BareAnswer) => {
  headers = answer.headers;
  body = Buffer.from(answer.body, "base64");
  process.send?.("set");
});
process.once("disconnect", () => process.exit(0));
await server.listen({ host: "127.0.0.1", port: 0 });
process.send?.({ port: (server.server.address() as AddressInfo).port });
