import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

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
