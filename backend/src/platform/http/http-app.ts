import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import etag from "@fastify/etag";
import type { DynamicModule, LoggerService, Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify";
import { LARGE_TEXT_PATHS } from "@sakhi/domain/payouts/large-texts";
import type { LoadReading } from "@sakhi/domain/site/overload.rules";
import { WHATSAPP_WEBHOOK_PATH } from "@sakhi/domain/whatsapp/webhook-path";
import type { FastifyReply, FastifyRequest } from "fastify";
import helmet from "helmet";
import type { Config } from "../config/config.js";
import { trustProxyOption } from "../config/settings.js";
import { percentDecoded } from "../percent-decoding.js";
import { Secrets } from "../secrets/secrets.js";
import { ErrorFilter } from "./error-response.js";
import { refuseWhileOverloaded } from "./overload.js";
import {
  acceptOneClick,
  acceptUploads,
  addHeaders,
  foreignOrigin,
  logRequests,
  otherMethods,
  otherThanJson,
  refuse,
  rejectMalformedRequest,
  rejectMalformedUrl,
  requestIdOf,
  whileStopping,
} from "./request-hooks.js";
import { knowRequests } from "./request-proofs.js";
import { validationPipe } from "./validation.pipe.js";
import { configureCookies } from "./visitor-cookie.js";

/** Largest accepted body, in bytes; a larger one returns 413. */
const BODY_LIMIT = 64 * 1024;
/** The same for reports of WhatsApp, which come a thousand at a time after an outage, and for files that administrators send as text. */
const REPORTS_LIMIT = 1024 * 1024;

/** Hosts of Cashfree's browser script and of the pages it opens. */
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

/** Content-Security-Policy: our own origin, plus the hosted checkout. */
function contentSecurityPolicy(config: Config) {
  const { baseUrl, pagesUrl = baseUrl } = config.cashfree;
  const local = pagesUrl === undefined ? [] : [new URL(pagesUrl).origin];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      scriptSrc: ["'self'", ...PROVIDER.script, ...local],
      // Chakra inserts style elements at run time, and pages are static and cached, so they cannot carry a nonce.
      // Styles cannot run scripts, and imgSrc limits what they can fetch.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'", "data:"],
      connectSrc: ["'self'", ...PROVIDER.connect, ...local],
      frameSrc: [...PROVIDER.frame, ...local],
      formAction: ["'self'", ...PROVIDER.frame, ...local],
    },
  };
}

/** Percent-encoded unreserved characters: equivalent to the plain ones (RFC 3986, section 6.2.2.2). */
const NEEDLESS_ESCAPE = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * Normalizes a request's URL for hooks and routes: the router treats /%61pi and http://any-host/api as /api, so checks of
 * the URL must do the same. In a page's path that cannot be decoded, every % is taken literally: a visitor who types
 * /brands/100% gets a page instead of an error.
 */
function normalizedUrl({ url = "/" }: { readonly url?: string | undefined }): string {
  const [written = "/", ...query] = url.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  const path = written.replace(NEEDLESS_ESCAPE, decodeURIComponent) || "/";
  const isReadable = path.startsWith("/api/") || percentDecoded(path) !== undefined;
  return [isReadable ? path : path.replaceAll("%", "%25"), ...query].join("?");
}

/** The headers that Helmet sets, which do not depend on the request. */
function headersOf(protect: ReturnType<typeof helmet>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: () => undefined,
  };
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

/**
 * Creates the HTTP application, ready to listen; used by the processes and by tests.
 *
 * @param adjustLoad in tests: how much there is to do, instead of what was measured
 */
export async function createHttpApp(
  module: Type | DynamicModule,
  config: Config,
  logger: LoggerService | false,
  adjustLoad?: (measured: LoadReading) => LoadReading,
): Promise<NestFastifyApplication> {
  // Not @fastify/helmet, which rebuilds the policy for each request.
  const securityHeaders = headersOf(
    helmet({
      contentSecurityPolicy: contentSecurityPolicy(config),
      crossOriginEmbedderPolicy: false,
      // The checkout opens in a popup of another origin and returns to us.
      crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
      strictTransportSecurity: config.publicUrl.startsWith("https:"),
      referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    }),
  );
  const adapter = new FastifyAdapter({
    trustProxy: trustProxyOption(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    genReqId: (request: IncomingMessage) => requestIdOf(request.headers),
    requestTimeout: 30_000,
    // Longer than proxies keep idle connections (Caddy two minutes by default, ours two seconds): a call sent while we close
    // one would be a 502.
    keepAliveTimeout: 150_000,
    // Fastify's own 503 has neither our format nor a code: whileStopping responds instead.
    return503OnClosing: false,
    rewriteUrl: normalizedUrl,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      rejectMalformedUrl(request, reply.headers(securityHeaders)),
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      rejectMalformedRequest(securityHeaders, error, socket),
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    rawBody: true,
    logger,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook("onRoute", (route) => {
    if ([WHATSAPP_WEBHOOK_PATH, ...LARGE_TEXT_PATHS].includes(route.url)) route.bodyLimit = REPORTS_LIMIT;
  });
  knowRequests(fastify);
  logRequests(fastify);
  addHeaders(fastify, securityHeaders);
  refuse(fastify, whileStopping(fastify), otherMethods(fastify), foreignOrigin(config), otherThanJson);
  if (config.overload) await refuseWhileOverloaded(fastify, adjustLoad);
  acceptUploads(fastify);
  acceptOneClick(fastify);
  configureCookies(fastify, config.publicUrl);
  await app.register(cookie, { secret: [...new Secrets(config).derivedKeys("visitor-cookie")] });
  await app.register(etag, { weak: true });
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter());
  app.enableShutdownHooks([]);
  return app;
}
