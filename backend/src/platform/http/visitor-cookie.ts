import { randomBytes } from "node:crypto";
import type {} from "@fastify/cookie";
import { createParamDecorator, type ExecutionContext } from "@nestjs/common";
import { ApiCookieAuth } from "@nestjs/swagger";
import { acceptedLanguage } from "@sakhi/domain/languages/accepted-language";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isId } from "./id-param.pipe.js";

declare module "fastify" {
  interface FastifyInstance {
    /** True if the public URL is https. */
    readonly reachedByHttps: boolean;
  }
}

/**
 * Derives the security of all cookies from the public URL: X-Forwarded-Proto may be missing, or forged by the client.
 */
export function configureCookies(fastify: FastifyInstance, publicUrl: string): void {
  fastify.decorate("reachedByHttps", publicUrl.startsWith("https:"));
}

/**
 * The cookie's name on the wire. Over https it gets the prefix `__Host-`: browsers then accept it only from this host, over
 * https and for the whole site, so that no sibling domain can set it.
 */
export function cookieName(of: FastifyRequest | FastifyReply, name: string): string {
  return of.server.reachedByHttps ? `__Host-${name}` : name;
}

/** Options of every cookie: hidden from scripts, and sent over https only if the site has it. */
export function cookieOptions(of: FastifyRequest | FastifyReply) {
  return { httpOnly: true, secure: of.server.reachedByHttps, path: "/" } as const;
}

/** Cookie that identifies the visitor who owns a hold; see {@link cookieName} for its name on the wire. */
export const VISITOR_COOKIE = "sakhi_visitor";

/** Longer than any hold, payment and return; in seconds. */
const MAX_AGE_SECONDS = 180 * 24 * 3600;

/** The anonymous visitor behind a request. */
export interface Visitor {
  /** Undefined for a visitor without a valid cookie. */
  readonly id: string | undefined;
  /** The request's IP address, for rate limits; never stored with the id. */
  readonly address: string;
  /** Of the page that calls (`Accept-Language`): what she begins is in it. */
  readonly language: LanguageCode;
  /** Sets the signed cookie on this response (httpOnly, SameSite=Lax). */
  remember(id: string): void;
}

/**
 * An id for a new visitor that carries the time it was made (UUID version 7), so that the signed cookie says how long a
 * browser is known. Nothing else is known of a visitor before the first hold.
 */
export function newVisitorId(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** When a visitor's cookie was made; undefined for an id without a time, which no browser is known by. */
export function visitorSince(id: string): Date | undefined {
  const hex = id.replaceAll("-", "");
  return hex[12] === "7" ? new Date(Number.parseInt(hex.slice(0, 12), 16)) : undefined;
}

/** The signed cookie's visitor; `renew` if it was signed with the previous secret. */
function readCookie(request: FastifyRequest): { readonly id: string | undefined; readonly renew: boolean } {
  const raw = request.cookies[cookieName(request, VISITOR_COOKIE)];
  const unsigned = raw === undefined ? undefined : request.unsignCookie(raw);
  const id = unsigned?.valid === true && isId(unsigned.value) ? unsigned.value : undefined;
  return { id, renew: unsigned?.renew === true };
}

/** The id in the request's signed cookie. */
export function visitorIdOf(request: FastifyRequest): string | undefined {
  return readCookie(request).id;
}

function visitorOf(request: FastifyRequest, reply: FastifyReply): Visitor {
  const name = cookieName(request, VISITOR_COOKIE);
  const { id, renew } = readCookie(request);
  const setCookie = (value: string): void => {
    const options = { ...cookieOptions(request), sameSite: "lax", signed: true } as const;
    reply.setCookie(name, value, { ...options, maxAge: MAX_AGE_SECONDS });
  };
  // Signed with the previous secret: sign it again, so that the old secret can be removed.
  if (id !== undefined && renew) setCookie(id);
  return {
    id,
    address: request.ip,
    language: acceptedLanguage(request.headers["accept-language"]),
    remember(newId) {
      if (newId !== id) setCookie(newId);
    },
  };
}

/** The request's visitor, from the signed cookie. An invalid cookie is ignored. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const http = context.switchToHttp();
  return visitorOf(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** Documents that a route reads the visitor cookie. */
export const UsesVisitorCookie = (): ClassDecorator & MethodDecorator => ApiCookieAuth(VISITOR_COOKIE);
