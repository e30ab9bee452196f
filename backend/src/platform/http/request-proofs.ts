import { PROOF_MAX_LENGTH } from "@sakhi/domain/bookings/live-holds.rules";
import { MAX_PROOFS, PROOF_HEADER } from "@sakhi/domain/site/limit-proof.rules";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { inRequest, type RequestContext, requestContext } from "../log/log.js";
import { visitorIdOf } from "./visitor-cookie.js";

/**
 * What the limits need to know about a request. In its background instead of a parameter of everything that a limit stands
 * in: so that no limit can be passed by a way that forgets to hand proofs on. Read only when a limit asks.
 */
class LimitedRequest implements RequestContext {
  /** Tries of the proof that it has spent; 0 before. */
  paid = 0;

  constructor(private readonly request: FastifyRequest) {}

  get requestId(): string {
    return this.request.id;
  }

  /** Its proofs of work, as they came. */
  get proofs(): readonly string[] {
    return proofsOf(this.request);
  }

  /** The visitor of its signed cookie. */
  visitorId(): string | undefined {
    return visitorIdOf(this.request);
  }
}

/** The request that is being answered; undefined outside one. */
export function currentRequest(): LimitedRequest | undefined {
  const context = requestContext();
  return context instanceof LimitedRequest ? context : undefined;
}

/** Makes every request known to the limits and to the log, whose lines carry its id. */
export function knowRequests(fastify: FastifyInstance): void {
  const known = new WeakMap<FastifyRequest, LimitedRequest>();
  fastify.addHook("onRequest", (request, _reply, done) => {
    const limited = new LimitedRequest(request);
    if (mayHaveBody(request)) known.set(request, limited);
    inRequest(limited, done);
  });
  // Parsing a body runs in stream events, which lose the async context.
  fastify.addHook("preValidation", (request, _reply, done) => {
    const limited = known.get(request);
    if (limited === undefined) done();
    else inRequest(limited, done);
  });
}

function mayHaveBody({ method }: FastifyRequest): boolean {
  return method !== "GET" && method !== "HEAD";
}

function proofsOf({ headers }: FastifyRequest): readonly string[] {
  const header = headers[PROOF_HEADER];
  if (typeof header !== "string") return [];
  return header
    .split(",", MAX_PROOFS)
    .map((text) => text.trim())
    .filter(({ length }) => length > 0 && length <= PROOF_MAX_LENGTH);
}
