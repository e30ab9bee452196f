import { AsyncLocalStorage } from "node:async_hooks";
import { PROOF_MAX_LENGTH } from "@sakhi/domain/bookings/live-holds.rules";
import { MAX_PROOFS, PROOF_HEADER } from "@sakhi/domain/site/limit-proof.rules";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { visitorIdOf } from "./visitor-cookie.js";

/** What the limits need to know about a request. */
interface LimitedRequest {
  /** Its proofs of work, as they came. */
  readonly proofs: readonly string[];
  /** Tries of the proof that it has spent; 0 before. */
  paid: number;
  /** The visitor of its signed cookie. */
  visitorId(): string | undefined;
}

/**
 * In the background of a request instead of a parameter of everything that a limit stands in: so that no limit can be
 * passed by a way that forgets to hand proofs on.
 */
const requests = new AsyncLocalStorage<LimitedRequest>();

/** The request that is being answered; undefined outside one. */
export function currentRequest(): LimitedRequest | undefined {
  return requests.getStore();
}

/** Makes the proofs of every request known to the limits. */
export function readProofs(fastify: FastifyInstance): void {
  const known = new WeakMap<FastifyRequest, LimitedRequest>();
  fastify.addHook("onRequest", (request, _reply, done) => {
    const limited = { proofs: proofsOf(request), paid: 0, visitorId: () => visitorIdOf(request) };
    known.set(request, limited);
    requests.run(limited, done);
  });
  // Parsing a body runs in stream events, which lose the async context.
  fastify.addHook("preValidation", (request, _reply, done) => {
    const limited = known.get(request);
    if (limited === undefined) done();
    else requests.run(limited, done);
  });
}

function proofsOf({ headers }: FastifyRequest): readonly string[] {
  const header = headers[PROOF_HEADER];
  if (typeof header !== "string") return [];
  return header
    .split(",", MAX_PROOFS)
    .map((text) => text.trim())
    .filter(({ length }) => length > 0 && length <= PROOF_MAX_LENGTH);
}
