import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type {} from "@fastify/cookie";
import { createParamDecorator, type ExecutionContext } from "@nestjs/common";
import { ApiCookieAuth } from "@nestjs/swagger";

declare module "fastify" {
  interface FastifyInstance {
    /** Whether visitors reach the site by https, by its public address. */
    readonly reachedByHttps: boolean;
  }
}

/**
 * Says once how all cookies are kept, from the public address: a proxy before us may not say how it was reached, and a
 * client may say what it likes.
 */
export function keepCookiesFor(fastify: FastifyInstance, publicUrl: string): void {
  fastify.decorate("reachedByHttps", publicUrl.startsWith("https:"));
}

/**
 * The name a cookie has on the wire. On https with `__Host-` before it: then the browser takes it only from this very
 * host, by https and for the whole site, so that no neighbouring host can plant one.
 */
export function cookieName(of: FastifyRequest | FastifyReply, name: string): string {
  return of.server.reachedByHttps ? `__Host-${name}` : name;
}

/** What every cookie of ours is kept by: out of reach of scripts, and never sent in the clear where there is https. */
export function cookieOptions(of: FastifyRequest | FastifyReply) {
  return { httpOnly: true, secure: of.server.reachedByHttps, path: "/" } as const;
}

/** Name of the cookie that makes a hold a visitor's own; see {@link cookieName} for how it is written. */
export const VISITOR_COOKIE = "sakhi_visitor";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Longer than any hold, payment and return; in seconds. */
const MAX_AGE_SECONDS = 180 * 24 * 3600;

/** The anonymous visitor behind a request. */
export interface Visitor {
  /** Undefined for a visitor we never promised anything. */
  readonly id: string | undefined;
  /** The address the request came from, for loose limits; never stored beside the id. */
  readonly address: string;
  /** Sets the signed cookie on this response (httpOnly, SameSite=Lax). */
  remember(id: string): void;
}

function visitorOf(request: FastifyRequest, reply: FastifyReply): Visitor {
  const name = cookieName(request, VISITOR_COOKIE);
  const raw = request.cookies[name];
  const unsigned = raw === undefined ? undefined : request.unsignCookie(raw);
  const id = unsigned?.valid === true && UUID.test(unsigned.value) ? unsigned.value : undefined;
  const give = (value: string): void => {
    const options = { ...cookieOptions(request), sameSite: "lax", signed: true } as const;
    reply.setCookie(name, value, { ...options, maxAge: MAX_AGE_SECONDS });
  };
  // Signed with the secret before the last change: signed again, so that the old one can be forgotten some day.
  if (id !== undefined && unsigned?.renew === true) give(id);
  return {
    id,
    address: request.ip,
    remember(newId) {
      if (newId !== id) give(newId);
    },
  };
}

/** The visitor of the request, from the signed cookie; a forged or broken cookie is no visitor. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const http = context.switchToHttp();
  return visitorOf(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** Documents that a route looks at the visitor's cookie. */
export const UsesVisitorCookie = (): ClassDecorator & MethodDecorator => ApiCookieAuth(VISITOR_COOKIE);
