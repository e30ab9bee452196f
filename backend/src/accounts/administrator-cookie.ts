import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieName, cookieOptions } from "../platform/http/visitor-cookie.js";

/** Name of the cookie that carries an administrator's session. */
export const ADMINISTRATOR_COOKIE = "sakhi_admin";

/** Session token: 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The request's session token; undefined if missing or malformed. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(request, ADMINISTRATOR_COOKIE)];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/** Options of all our cookies, plus SameSite=Strict. */
const options = (reply: FastifyReply) => ({ ...cookieOptions(reply), sameSite: "strict" }) as const;

/** Sets the session cookie. */
export function setToken(reply: FastifyReply, token: string, seconds: number): void {
  reply.setCookie(cookieName(reply, ADMINISTRATOR_COOKIE), token, { ...options(reply), maxAge: seconds });
}

/** Clears the session cookie. */
export function clearToken(reply: FastifyReply): void {
  reply.clearCookie(cookieName(reply, ADMINISTRATOR_COOKIE), options(reply));
}

/** Name prefix of known-browser cookies; the account's suffix follows. */
const KNOWN_BROWSER_COOKIE = "sakhi_admin_known_";

/** The request's known-browser token for an account, if any. */
export function knownBrowserTokenOf(request: FastifyRequest, suffix: string): string | undefined {
  return request.cookies[cookieName(request, `${KNOWN_BROWSER_COOKIE}${suffix}`)];
}

/** Sets the known-browser cookie of an account. */
export function setKnownBrowserToken(reply: FastifyReply, suffix: string, token: string, seconds: number): void {
  const name = cookieName(reply, `${KNOWN_BROWSER_COOKIE}${suffix}`);
  reply.setCookie(name, token, { ...options(reply), maxAge: seconds });
}
