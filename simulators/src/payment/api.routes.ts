/** The provider's HTTP API under /pg. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";
import { settleDue } from "./attempts.js";
import { orderEntity, paymentEntity, refundEntity } from "./entities.js";
import { ProviderError } from "./errors.js";
import { type Endpoint, type Fault, faultError, type Faults } from "./faults.js";
import type { StoredAnswer } from "./model.js";
import { createOrder, getOrder, terminateOrder } from "./orders.js";
import { createRefund } from "./refunds.js";
import type { World } from "./store.js";

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
  }
  return value === undefined ? "null" : JSON.stringify(value);
}

/** A hash of a JSON body that does not depend on the order of its keys. */
export function bodyHash(body: unknown): string {
  return createHash("sha256").update(canonical(body)).digest("hex");
}

/** What to do with a request that carries a key: act, replay the first answer (also an error), or refuse (422). */
export function idempotency(known: StoredAnswer | undefined, hash: string): "act" | "replay" | "refuse" {
  if (!known) return "act";
  return known.bodyHash === hash ? "replay" : "refuse";
}

type Answer = Pick<StoredAnswer, "status" | "body">;

/** Of a path: an order, and one of its payments or refunds. */
type Params = { orderId: string; id: string };

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

/** The response of an action, or the provider's error that it threw. */
function attempted(action: () => unknown): Answer {
  try {
    return { status: 200, body: action() };
  } catch (error) {
    if (error instanceof ProviderError) return { status: error.status, body: error.body };
    throw error;
  }
}

/** An order's answer as it would be if it had no session; any other stays as it is. */
function withoutSession(answer: Answer): Answer {
  const entity = answer.body as { entity?: unknown };
  if (entity.entity !== "order") return answer;
  return { ...answer, body: { ...entity, payment_session_id: null } };
}

/** Registers the routes; everything in this plugin asks for the provider's headers. */
export function registerApi(
  app: FastifyInstance,
  world: World,
  faults: Faults,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): void {
  app.addHook("onRequest", async (request) => {
    const known =
      sameText(header(request, "x-client-id"), clientId) && sameText(header(request, "x-client-secret"), clientSecret);
    if (!known) throw new ProviderError(401, "request_failed", "authentication Failed", "authentication_error");
    const version = header(request, "x-api-version");
    if (version === "") throw new ProviderError(400, "request_failed", "version is missing in header");
    if (!/^20\d{2}-\d{2}-\d{2}$/.test(version)) {
      throw new ProviderError(400, "version_invalid", "version is not valid");
    }
  });

  app.addHook("onResponse", async (request, reply) => {
    // Only a request to create an order names one in its body.
    const id = (request.body as { order_id?: unknown } | null | undefined)?.order_id;
    if (typeof id === "string") world.store.creationMs.set(id, reply.elapsedTime);
  });

  app.setErrorHandler(async (error: unknown, _request, reply) => {
    if (error instanceof ProviderError) return reply.status(error.status).send(error.body);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const apiError =
      status < 500
        ? new ProviderError(status, "request_failed", "the request body is not valid JSON")
        : new ProviderError(500, "internal_error", "internal Server Error", "api_error");
    return reply.status(status).send(apiError.body);
  });

  app.setNotFoundHandler(async (_request, reply) =>
    reply.status(404).send({ message: "no such path", code: "request_failed", type: "invalid_request_error" }),
  );

  /** Acts or fails as the faults say. */
  const act = (fault: Fault | undefined, action: () => unknown): Answer => {
    const apiError = fault ? faultError(fault) : null;
    if (apiError) return { status: apiError.status, body: apiError.body };
    const answer = attempted(action);
    return fault?.kind === "noSession" ? withoutSession(answer) : answer;
  };

  /** Sends an answer, unless a fault loses it. */
  const send = (request: FastifyRequest, reply: FastifyReply, answer: Answer, fault: Fault | undefined) => {
    if (fault?.kind === "timeout" || fault?.kind === "lostAnswer") {
      reply.hijack();
      if (fault.kind === "lostAnswer") request.raw.socket.destroy();
      return reply;
    }
    return reply.status(answer.status).send(answer.body);
  };

  /** A request that changes nothing, or changes it in the same way when repeated. */
  const plain =
    (endpoint: Endpoint, action: (params: Params, body: unknown) => unknown) =>
    async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
      settleDue(world);
      const fault = faults.take(endpoint, request.params.orderId);
      return send(
        request,
        reply,
        act(fault, () => action(request.params, request.body)),
        fault,
      );
    };

  /** A POST: its first answer, good or bad, is kept under the idempotency key and replayed. */
  const keyed = (
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    id: string | undefined,
    action: () => unknown,
  ) => {
    settleDue(world);
    const key = header(request, "x-idempotency-key");
    const hash = bodyHash(request.body);
    const kept = key === "" ? undefined : world.store.answers.get(`${request.url} ${key}`);
    const course = idempotency(kept, hash);
    if (course === "refuse") {
      const message = "the idempotency key was used with another request body";
      throw new ProviderError(422, "request_failed", message, "idempotency_error");
    }
    if (course === "replay" && kept) {
      return reply.header("x-idempotency-replayed", "true").status(kept.status).send(kept.body);
    }
    const fault = faults.take(endpoint, id);
    const answer = act(fault, action);
    if (key !== "") {
      world.store.saveAnswer(`${request.url} ${key}`, { bodyHash: hash, ...answer });
      reply.header("x-idempotency-replayed", "false");
    }
    return send(request, reply, answer, fault);
  };

  app.post("/orders", async (request, reply) => {
    const id = (request.body as { order_id?: unknown } | null)?.order_id;
    return keyed(request, reply, "createOrder", typeof id === "string" ? id : undefined, () =>
      orderEntity(createOrder(world, request.body, header(request, "x-api-version"))),
    );
  });
  app.get<{ Params: Params }>(
    "/orders/:orderId",
    plain("getOrder", ({ orderId }) => orderEntity(getOrder(world, orderId))),
  );
  app.patch<{ Params: Params }>(
    "/orders/:orderId",
    plain("terminate", ({ orderId }, body) => orderEntity(terminateOrder(world, orderId, body))),
  );
  app.get<{ Params: Params }>(
    "/orders/:orderId/payments",
    plain("getPayments", ({ orderId }) => {
      const order = getOrder(world, orderId);
      return order.attempts.map((attempt) => paymentEntity(order, attempt)).reverse();
    }),
  );
  app.get<{ Params: Params }>(
    "/orders/:orderId/payments/:id",
    plain("getPayments", ({ orderId, id }) => {
      const order = getOrder(world, orderId);
      const attempt = order.attempts.find(({ paymentId }) => paymentId === id);
      if (!attempt) throw new ProviderError(404, "payment_not_found", "payment does not exist");
      return paymentEntity(order, attempt);
    }),
  );
  app.post<{ Params: Params }>("/orders/:orderId/refunds", async (request, reply) => {
    const { orderId } = request.params;
    return keyed(request, reply, "refund", orderId, () => {
      const refund = createRefund(world, orderId, request.body);
      return refundEntity(getOrder(world, orderId), refund);
    });
  });
  app.get<{ Params: Params }>(
    "/orders/:orderId/refunds",
    plain("getRefunds", ({ orderId }) => {
      const order = getOrder(world, orderId);
      return order.refunds.map((refund) => refundEntity(order, refund));
    }),
  );
  app.get<{ Params: Params }>(
    "/orders/:orderId/refunds/:id",
    plain("getRefunds", ({ orderId, id }) => {
      const order = getOrder(world, orderId);
      const refund = order.refunds.find(({ refundId }) => refundId === id);
      if (!refund) throw new ProviderError(404, "refund_not_found", "refund does not exist");
      return refundEntity(order, refund);
    }),
  );
}
