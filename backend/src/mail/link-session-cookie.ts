import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieOptions } from "../platform/http/visitor-cookie.js";

/** Lifetime of a session, in seconds: a day. */
export const LINK_SESSION_SECONDS = 24 * 3600;

/**
 * The cookie with the token of a browser's session (LinkSessionsService): hidden from scripts, and sent only to the calls
 * of its page.
 */
export class LinkSessionCookie {
  /** @param path of the page's calls */
  constructor(
    readonly name: string,
    private readonly path: string,
  ) {}

  /** The session's token; empty if there is none. */
  read(request: FastifyRequest): string {
    return request.cookies[this.nameOn(request)] ?? "";
  }

  set(reply: FastifyReply, token: string): void {
    reply.setCookie(this.nameOn(reply), token, { ...this.options(reply), maxAge: LINK_SESSION_SECONDS });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.nameOn(reply), this.options(reply));
  }

  /** `__Host-` requires the path `/`, so a cookie with a narrower path uses `__Secure-`. */
  private nameOn(of: FastifyRequest | FastifyReply): string {
    return of.server.reachedByHttps ? `__Secure-${this.name}` : this.name;
  }

  private options(reply: FastifyReply) {
    return { ...cookieOptions(reply), path: this.path, sameSite: "strict" } as const;
  }
}
