import { createHash, timingSafeEqual } from "node:crypto";
/** The provider's HTTP API under /pg. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { beginAttempt, settleDue } from "./attempts.js";
import { disputeEntity, orderEntity, paymentEntity, refundEntity } from "./entities.js";
import { ProviderError } from "./errors.js";
import { type Endpoint, type Fault, faultError, type Faults } from "./faults.js";
import type { StoredResponse } from "./model.js";
import { createOrder, getOrder, paidBy, refreshed, terminateOrder } from "./orders.js";
import { attemptError, readQrRequest } from "./orders.rules.js";
import { listPayoutLines, listPayouts } from "./payouts.js";
import { qrPicture } from "./qr.js";
import { createRefund } from "./refunds.js";
import type { World } from "./store.js";

type ApiResponse = Pick<StoredResponse, "status" | "body">;

/** Path parameters: an order, and one of its payments or refunds. */
type Params = { orderId: string; id: string };

function safeEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

/** Runs an action; returns its response, or that of the provider error it throws. */
function responseOf(action: () => unknown): ApiResponse {
  try {
    return { status: 200, body: action() };
  } catch (error) {
    if (error instanceof ProviderError) return { status: error.status, body: error.body };
    throw error;
  }
}

/** Removes the session from an order's response; returns others unchanged. */
function withoutSession(response: ApiResponse): ApiResponse {
  const entity = response.body as { entity?: unknown };
  if (entity.entity !== "order") return response;
  return { ...response, body: { ...entity, payment_session_id: null } };
}

/** How long a QR code can be paid without a time of its own, in ms. */
const QR_MS = 10 * 60 * 1000;

/**
 * Pays an order by a UPI QR code: begins an attempt, which waits for anyone who scans it. The simulator's code leads to the hosted
 * page, on which it can be paid; the provider's opens an app for UPI.
 *
 * @param origin of this server, as the caller knows it
 * @throws ProviderError 400 for an invalid field, or an order that accepts no attempts
 */
function payByQr(world: World, body: unknown, origin: string): object {
  const { sessionId, expiresAt } = readQrRequest(body, world.now());
  const found = world.store.orderBySession(sessionId);
  if (found === undefined) throw new ProviderError(400, "payment_session_id_invalid", "payment_session_id is invalid");
  const order = refreshed(world, found);
  if (attemptError(order.status, paidBy(order) !== undefined, false) !== null) {
    throw new ProviderError(400, "order_inactive", "order is no longer active");
  }
  const afterMs = expiresAt === null ? QR_MS : expiresAt - world.now();
  const attempt = beginAttempt(world, order, {
    instrument: { kind: "upi", upiId: "scanned@gocash" },
    ...{ ending: "dropped", afterMs },
  });
  return {
    ...{ action: "custom", channel: "qrcode", cf_payment_id: attempt.paymentId, payment_method: "upi" },
    payment_amount: attempt.amountPaise / 100,
    data: {
      ...{ url: null, content_type: null, method: null },
      payload: { qrcode: qrPicture(`${origin}/checkout/${encodeURIComponent(order.sessionId)}`) },
    },
  };
}

/** Registers the routes; all of them require the provider's headers. */
export function registerApi(
  app: FastifyInstance,
  world: World,
  faults: Faults,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): void {
  app.addHook("onRequest", async (request) => {
    const known =
      safeEqual(header(request, "x-client-id"), clientId) &&
      safeEqual(header(request, "x-client-secret"), clientSecret);
    if (!known) throw new ProviderError(401, "request_failed", "authentication Failed", "authentication_error");
    const version = header(request, "x-api-version");
    if (version === "") throw new ProviderError(400, "request_failed", "version is missing in header");
    if (!/^20\d{2}-\d{2}-\d{2}$/.test(version)) {
      throw new ProviderError(400, "version_invalid", "version is not valid");
    }
  });

  app.addHook("onResponse", async (request, reply) => {
    // Only requests to create an order have an order_id in their body.
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

  /** Runs an action, or fails with the fault's error. */
  const act = (fault: Fault | undefined, action: () => unknown): ApiResponse => {
    const apiError = fault ? faultError(fault) : null;
    if (apiError) return { status: apiError.status, body: apiError.body };
    const response = responseOf(action);
    return fault?.kind === "noSession" ? withoutSession(response) : response;
  };

  /** Sends a response, unless a fault suppresses it. */
  const send = (request: FastifyRequest, reply: FastifyReply, response: ApiResponse, fault: Fault | undefined) => {
    if (fault?.kind === "timeout" || fault?.kind === "lostAnswer") {
      reply.hijack();
      if (fault.kind === "lostAnswer") request.raw.socket.destroy();
      return reply;
    }
    return reply.status(response.status).send(response.body);
  };

  /** Handler of an inherently idempotent request. */
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

  /** Handles a POST: stores its first response, success or error, under the idempotency key and replays it. */
  const withIdempotencyKey = (
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    id: string | undefined,
    action: () => unknown,
  ) => {
    settleDue(world);
    const key = header(request, "x-idempotency-key");
    const bodyHash = createHash("sha256")
      .update(JSON.stringify(request.body ?? null))
      .digest("hex");
    const stored = key === "" ? undefined : world.store.responses.get(`${request.url} ${key}`);
    if (stored && stored.bodyHash !== bodyHash) {
      const message = "the idempotency key was used with another request body";
      throw new ProviderError(422, "request_failed", message, "idempotency_error");
    }
    if (stored) {
      return reply.header("x-idempotency-replayed", "true").status(stored.status).send(stored.body);
    }
    const fault = faults.take(endpoint, id);
    const response = act(fault, action);
    if (key !== "") {
      world.store.saveResponse(`${request.url} ${key}`, { bodyHash, ...response });
      reply.header("x-idempotency-replayed", "false");
    }
    return send(request, reply, response, fault);
  };

  app.post("/orders", async (request, reply) => {
    const id = (request.body as { order_id?: unknown } | null)?.order_id;
    return withIdempotencyKey(request, reply, "createOrder", typeof id === "string" ? id : undefined, () =>
      orderEntity(createOrder(world, request.body, header(request, "x-api-version"))),
    );
  });
  app.post("/orders/sessions", async (request, reply) =>
    withIdempotencyKey(request, reply, "payOrder", undefined, () =>
      payByQr(world, request.body, `${request.protocol}://${request.host}`),
    ),
  );
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
    return withIdempotencyKey(request, reply, "refund", orderId, () => {
      const refund = createRefund(world, orderId, request.body);
      return refundEntity(getOrder(world, orderId), refund);
    });
  });
  app.get<{ Params: Params }>(
    "/orders/:orderId/disputes",
    plain("getDisputes", ({ orderId }) => {
      const order = getOrder(world, orderId);
      return (order.disputes ?? []).map((dispute) => disputeEntity(order, dispute));
    }),
  );
  app.post<{ Params: Params }>(
    "/settlements",
    plain("getPayouts", (_, body) => listPayouts(world, body)),
  );
  app.post<{ Params: Params }>(
    "/settlement/recon",
    plain("getPayouts", (_, body) => listPayoutLines(world, body)),
  );
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
