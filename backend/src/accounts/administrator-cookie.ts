import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieName, cookieOptions } from "../platform/http/visitor-cookie.js";

/** Name of the cookie that carries an administrator's session. */
export const ADMINISTRATOR_COOKIE = "sakhi_admin";

/** A token of ours: 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The session's token a request brings; undefined without one, or where it cannot be one of ours. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(request, ADMINISTRATOR_COOKIE)];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/** As all cookies are kept, and out of reach of other sites' requests. */
const options = (reply: FastifyReply) => ({ ...cookieOptions(reply), sameSite: "strict" }) as const;

/** Hands the token over. */
export function giveToken(reply: FastifyReply, token: string, seconds: number): void {
  reply.setCookie(cookieName(reply, ADMINISTRATOR_COOKIE), token, { ...options(reply), maxAge: seconds });
}

/** Has the browser forget the token. */
export function takeToken(reply: FastifyReply): void {
  reply.clearCookie(cookieName(reply, ADMINISTRATOR_COOKIE), options(reply));
}

/** Begins the name of the cookie by which an account knows a browser; the account's suffix follows. */
const KNOWN_BROWSER_COOKIE = "sakhi_admin_known_";

/** The token by which an account knows the browser of a request, if it brings one. */
export function knownBrowserTokenOf(request: FastifyRequest, suffix: string): string | undefined {
  return request.cookies[cookieName(request, `${KNOWN_BROWSER_COOKIE}${suffix}`)];
}

/** Has the browser keep the token by which an account knows it. */
export function giveKnownBrowserToken(reply: FastifyReply, suffix: string, token: string, seconds: number): void {
  const name = cookieName(reply, `${KNOWN_BROWSER_COOKIE}${suffix}`);
  reply.setCookie(name, token, { ...options(reply), maxAge: seconds });
}
