import type {} from "@fastify/cookie";
import { createParamDecorator } from "@nestjs/common";
import type { ExecutionContext } from "@nestjs/common";
import { ApiCookieAuth } from "@nestjs/swagger";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieName, cookieOptions } from "./site-cookies.js";

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
  /** Sets the signed cookie on this answer (architecture section 4, step 1: httpOnly, SameSite=Lax). */
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
  // Signed with the secret before the last change: signed anew, so that the old one can be forgotten some day.
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
