import type { Server } from "node:http";
import request from "supertest";

/** An answer; the body is whatever JSON it was, {} for null. */
interface HttpReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A browser over a real connection: keeps the cookies it is given. */
export class HttpBrowser {
  private readonly agent;

  constructor(server: Server) {
    this.agent = request.agent(server);
  }

  async get(path: string): Promise<HttpReply> {
    return responseOf(await this.agent.get(path));
  }

  async post(path: string, body: object): Promise<HttpReply> {
    return responseOf(await this.agent.post(path).send(body));
  }

  async put(path: string, body: object): Promise<HttpReply> {
    return responseOf(await this.agent.put(path).send(body));
  }
}

function responseOf({ status, body }: { status: number; body: unknown }): HttpReply {
  const isObject = typeof body === "object" && body !== null;
  return { status, body: isObject ? (body as Record<string, unknown>) : {} };
}
