import underPressure from "@fastify/under-pressure";
import { ERROR_CODES } from "@sakhi/domain/errors/error-codes";
import { messageIn } from "@sakhi/domain/errors/error-messages";
import {
  isRefused,
  LATE_MS,
  loadOf,
  type LoadReading,
  type Precedence,
  retryAfterSeconds,
} from "@sakhi/domain/site/overload.rules";
import { precedenceOf } from "@sakhi/domain/site/precedence";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { noteAskedToWait } from "../metrics/asked-to-wait.js";
import { isForPerson, languageOfError, VARIES_BY, waitingPage } from "./error-page.js";
import { errorResponse } from "./error-response.js";

/** How often the event loop's delay is read, in ms. */
const SAMPLE_MS = 250;

/** The calls that can be refused and have no answer yet, in the order in which they came. */
class OpenCalls {
  private readonly since = new Map<object, number>();

  add(request: FastifyRequest, reply: FastifyReply): void {
    this.since.set(request, performance.now());
    // Also when the browser leaves before its answer.
    reply.raw.once("close", () => this.since.delete(request));
  }

  /** How many have waited longer than {@link LATE_MS}. */
  late(now = performance.now()): number {
    let count = 0;
    for (const began of this.since.values()) {
      if (now - began <= LATE_MS) break;
      count += 1;
    }
    return count;
  }
}

/** Sends the least that can be sent: neither the session, the database nor the compressor is asked. */
function sendAway(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  // Read by the compressor.
  request.raw.headers["x-no-compression"] = "1";
  void reply.code(503).headers({ "retry-after": String(seconds), "cache-control": "no-store", vary: VARIES_BY });
  const language = languageOfError(request.originalUrl, request.headers["accept-language"]);
  const [type, body] = isForPerson(request.method, request.headers)
    ? ["text/html", waitingPage(seconds, language)]
    : [
        "application/json",
        JSON.stringify(errorResponse("overloaded", messageIn(language, "overloaded", ERROR_CODES.overloaded.message))),
      ];
  void reply.type(`${type}; charset=utf-8`).send(body);
}

/**
 * Makes people wait while this process has more to do than it can (decision 102): before anything is read or decided, with a
 * page that tries again by itself, or an error that pages try again after.
 *
 * @param adjust in tests: what counts instead of what was measured
 */
export async function refuseWhileOverloaded(
  fastify: FastifyInstance,
  adjust: (measured: LoadReading) => LoadReading = (measured) => measured,
  random: () => number = Math.random,
): Promise<void> {
  // For its measurement: its own limits know neither who asks nor which calls wait.
  await fastify.register(underPressure, { sampleInterval: SAMPLE_MS });
  const calls = new OpenCalls();
  const reading = (): LoadReading => adjust({ delayMs: fastify.memoryUsage().eventLoopDelay, late: calls.late() });
  const admit =
    (known: Precedence | undefined): onRequestHookHandler =>
    (request, reply, done) => {
      const precedence = known ?? precedenceOf(request.method, request.url.split("?", 1)[0] ?? "/");
      if (precedence === "continues") return done();
      const load = loadOf(reading());
      if (!isRefused(precedence, load)) {
        if (!isStream(request)) calls.add(request, reply);
        return done();
      }
      noteAskedToWait(request, precedence);
      sendAway(request, reply, retryAfterSeconds(precedence, load, random()));
    };
  // With the routes: what a call of the API is for follows from its route's address, and is not asked for each request.
  fastify.addHook("onRoute", (route) => {
    const isCall = route.url.startsWith("/api/") && !route.url.includes("*");
    const known = isCall ? precedenceOf("GET", route.url) : undefined;
    if (known !== "continues") route.onRequest = [admit(known), route.onRequest ?? []].flat();
  });
}

function isStream(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { readonly stream?: boolean }).stream === true;
}
