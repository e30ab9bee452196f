import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Name of the cookie that carries an administrator's session. */
export const ADMINISTRATOR_COOKIE = "sakhi_admin";

/** A token of ours: 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The session's token a request brings; undefined without one, or where it cannot be one of ours. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[ADMINISTRATOR_COOKIE];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

/** What the cookie is kept by: out of reach of scripts and of other sites' requests, and never sent in the clear. */
const options = (secure: boolean) => ({ httpOnly: true, sameSite: "strict", secure, path: "/" }) as const;

/** Hands the token over. @param secure whether the site is reached by https */
export function giveToken(reply: FastifyReply, token: string, seconds: number, secure: boolean): void {
  reply.setCookie(ADMINISTRATOR_COOKIE, token, { ...options(secure), maxAge: seconds });
}

/** Has the browser forget the token. */
export function takeToken(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(ADMINISTRATOR_COOKIE, options(secure));
}

/** Begins the name of the cookie by which an account knows a browser; the account's suffix follows. */
const KNOWN_BROWSER_COOKIE = "sakhi_admin_known_";

/** The token by which an account knows the browser of a request, if it brings one. */
export function knownBrowserTokenOf(request: FastifyRequest, suffix: string): string | undefined {
  return request.cookies[`${KNOWN_BROWSER_COOKIE}${suffix}`];
}

/** Has the browser keep the token by which an account knows it. */
export function giveKnownBrowserToken(
  reply: FastifyReply,
  suffix: string,
  token: string,
  seconds: number,
  secure: boolean,
): void {
  reply.setCookie(`${KNOWN_BROWSER_COOKIE}${suffix}`, token, { ...options(secure), maxAge: seconds });
}
