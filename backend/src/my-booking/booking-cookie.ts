import type {} from "@fastify/cookie";
import { BOOKING_SESSION_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieOptions } from "../platform/http/visitor-cookie.js";

/** Name of the cookie by which a browser that opened a link reads the booking. */
export const BOOKING_COOKIE = "sakhi_booking";

/** Where the calls about the booking are: the cookie goes nowhere else. */
export const MY_BOOKING_CALLS = "/api/v1/mela/my-booking";

/** `__Host-` would demand the whole site; `__Secure-` is what a cookie of one path can have. */
const nameOf = (of: FastifyRequest | FastifyReply): string =>
  of.server.reachedByHttps ? `__Secure-${BOOKING_COOKIE}` : BOOKING_COOKIE;

const options = (reply: FastifyReply) =>
  ({ ...cookieOptions(reply), path: MY_BOOKING_CALLS, sameSite: "strict" }) as const;

/** The link a browser opened; empty where it opened none. */
export function openedLinkOf(request: FastifyRequest): string {
  return request.cookies[nameOf(request)] ?? "";
}

/** Has the browser keep the link it opened, out of reach of scripts. */
export function keepLink(reply: FastifyReply, token: string): void {
  reply.setCookie(nameOf(reply), token, { ...options(reply), maxAge: BOOKING_SESSION_SECONDS });
}

/** Has the browser forget the link. */
export function forgetLink(reply: FastifyReply): void {
  reply.clearCookie(nameOf(reply), options(reply));
}
