import type { IncomingMessage } from "node:http";
import cookie from "@fastify/cookie";
import compress from "@fastify/compress";
import etag from "@fastify/etag";
import type { DynamicModule, LoggerService, Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import type { FastifyReply, FastifyRequest } from "fastify";
import helmet from "helmet";
import type { Config } from "../config/config.js";
import { trustOf } from "../config/settings.js";
import { Secrets } from "../secrets/secrets.js";
import { ErrorFilter } from "./error-response.js";
import {
  checkOrigin,
  logRequests,
  nameRequests,
  refuseOtherMethods,
  refuseWhileStopping,
  rejectAddress,
  rejectConnection,
  requestIdOf,
  takeJsonOnly,
} from "./request-hooks.js";
import { keepCookiesFor } from "./visitor-cookie.js";
import { validationPipe } from "./validation.pipe.js";

/** No body of ours is larger; a bigger one is answered 413. In bytes. */
const BODY_LIMIT = 64 * 1024;

/** Where the provider's browser script lives and what it opens (Cashfree's browser script). */
const PROVIDER = {
  script: ["https://sdk.cashfree.com"],
  connect: ["https://api.cashfree.com", "https://sandbox.cashfree.com"],
  frame: [
    "https://sdk.cashfree.com",
    "https://api.cashfree.com",
    "https://sandbox.cashfree.com",
    "https://payments.cashfree.com",
    "https://payments-test.cashfree.com",
  ],
};

/** Content-Security-Policy: our own pages, plus the hosted checkout's addresses. */
function contentSecurityPolicy(config: Config) {
  const local = config.cashfree.baseUrl === undefined ? [] : [new URL(config.cashfree.baseUrl).origin];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      scriptSrc: ["'self'", ...PROVIDER.script, ...local],
      // Chakra writes its styles at run time, into elements of its own: a nonce would have to stand in pages that are
      // built once and kept by browsers. Styles carry no script, and what they could fetch is bound by imgSrc.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'", "data:"],
      connectSrc: ["'self'", ...PROVIDER.connect, ...local],
      frameSrc: [...PROVIDER.frame, ...local],
      formAction: ["'self'", ...PROVIDER.frame, ...local],
    },
  };
}

/** Letters, digits and -._~ written as %…: the same address as without (RFC 3986, section 6.2.2.2). */
const NEEDLESS_ESCAPE = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * The one spelling of a request's address that hooks and routes see: the router takes /%61pi and http://any-host/api for
 * /api, and a check that looks at the address must do so too. Each % of a page's path that cannot be decoded is taken as
 * the sign itself: somebody who types /brands/100% means just that, and is to see a page whatever comes of it.
 */
function plainAddress({ url = "/" }: { readonly url?: string | undefined }): string {
  const [written = "/", ...query] = url.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  const path = written.replace(NEEDLESS_ESCAPE, decodeURIComponent) || "/";
  try {
    if (!path.startsWith("/api/")) decodeURIComponent(path);
    return [path, ...query].join("?");
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

/** Makes the HTTP application, ready to listen: the same for the process and for tests. */
export async function createHttpApp(
  module: Type | DynamicModule,
  config: Config,
  logger: LoggerService | false,
): Promise<NestFastifyApplication> {
  // Not @fastify/helmet, which puts the policy together again for each request.
  const protect = helmet({
    contentSecurityPolicy: contentSecurityPolicy(config),
    crossOriginEmbedderPolicy: false,
    // The checkout page may be opened by and return to us from another origin.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    strictTransportSecurity: config.publicUrl.startsWith("https:"),
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  const adapter = new FastifyAdapter({
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    genReqId: (request: IncomingMessage) => requestIdOf(request.headers),
    requestTimeout: 30_000,
    // Longer than proxies keep an idle connection, Caddy two minutes: a call sent while we close it is a 502.
    keepAliveTimeout: 150_000,
    // Fastify's own 503 has neither our shape nor a code: refuseWhileStopping answers instead.
    return503OnClosing: false,
    rewriteUrl: plainAddress,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (_error: Error, { raw }: FastifyRequest, reply: FastifyReply) =>
      protect(raw, reply.raw, () => rejectAddress(reply)),
    clientErrorHandler: rejectConnection,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    rawBody: true,
    logger,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  nameRequests(fastify);
  logRequests(fastify);
  // Before whatever refuses a request: every answer has them.
  fastify.addHook("onRequest", ({ raw }, reply, done) =>
    protect(raw, reply.raw, (error) => done(error instanceof Error ? error : undefined)),
  );
  refuseWhileStopping(fastify);
  fastify.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
    done();
  });
  refuseOtherMethods(fastify);
  checkOrigin(fastify, config);
  takeJsonOnly(fastify);
  keepCookiesFor(fastify, config.publicUrl);
  await app.register(cookie, { secret: [...new Secrets(config).derivedKeys("visitor-cookie")] });
  await app.register(etag, { weak: true });
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter());
  app.enableShutdownHooks([]);
  return app;
}
