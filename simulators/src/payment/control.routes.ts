import type { FastifyInstance, FastifyRequest } from "fastify";
import { addSecondSuccess, beginAttempt, finishAttempt, settleDue } from "./attempts.js";
import { returnAddress } from "./checkout.routes.js";
import { orderEntity, paymentEntity, refundEntity } from "./entities.js";
import { ControlError } from "./errors.js";
import { FAULT_ENDPOINTS, FAULT_KINDS } from "./faults.js";
import type { Fault, Faults } from "./faults.js";
import { defaultInstrument } from "./instruments.js";
import { ENDINGS, REFUND_STATUSES, WEBHOOK_TYPES, paiseFromRupees } from "./model.js";
import type { Attempt, Ending, Order, RefundStatus, WebhookEvent, WebhookType } from "./model.js";
import { completeTermination, expireOrder, refreshed } from "./orders.js";
import { autoRefund, finishRefund } from "./refunds.js";
import type { Knobs, WebhookFacts, World } from "./store.js";
import type { WebhookControls, WebhookSender } from "./webhooks.js";

function body(properties: Record<string, unknown>, required: string[] = []) {
  return { body: { type: "object", additionalProperties: false, properties, required } };
}

const milliseconds = { type: "integer", minimum: 0, maximum: 86_400_000 };
const orderId = { type: "string", minLength: 1 };
/** Rupees. */
const amount = { type: "number", exclusiveMinimum: 0 };

const WEBHOOKS = body({
  orderId,
  delayMs: milliseconds,
  duplicates: { type: "integer", minimum: 0, maximum: 100 },
  reorder: { type: "boolean" },
  drop: { anyOf: [{ type: "boolean" }, { type: "integer", minimum: 0 }] },
  retryScale: { type: "number", minimum: 0, maximum: 1000 },
});

const PAY = body(
  {
    method: { enum: ["upi", "card"] },
    outcome: { enum: ["success", "failed", "dropped", "pending"] },
    afterMs: milliseconds,
    then: { enum: ["success", "failed", "dropped", "cancelled"] },
    surcharge: { ...amount, exclusiveMinimum: undefined, minimum: 0 },
    amount,
    force: { type: "boolean" },
    keepOrderStatus: { type: "boolean" },
  },
  ["method", "outcome"],
);

const FINISH = body(
  { outcome: { enum: [...ENDINGS] }, force: { type: "boolean" }, keepOrderStatus: { type: "boolean" } },
  ["outcome"],
);

const SEND_WEBHOOK = body(
  { type: { enum: [...WEBHOOK_TYPES] }, times: { type: "integer", minimum: 1, maximum: 100 } },
  ["type"],
);

const SECOND_SUCCESS = body({ method: { enum: ["upi", "card"] } });

const FINISH_REFUND = body({ status: { enum: [...REFUND_STATUSES] } }, ["status"]);

const FAULTS = body(
  {
    endpoint: { enum: [...FAULT_ENDPOINTS] },
    kind: { enum: [...FAULT_KINDS] },
    status: { type: "integer", minimum: 400, maximum: 599 },
    times: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
    orderId,
  },
  ["endpoint", "kind"],
);

const SETTINGS = body({
  refundDelayMs: milliseconds,
  refundOutcome: { enum: [...REFUND_STATUSES] },
  terminationRequested: { type: "boolean" },
  terminationDelayMs: milliseconds,
  ignoreCase: { type: "boolean" },
});

const EXPIRE = body({ inMs: milliseconds });

/** Calls that take no body. */
const NOTHING = body({});

interface SchemaError {
  instancePath: string;
  message?: string;
  keyword: string;
  params: Record<string, unknown>;
}

/** One sentence for what a schema did not allow. */
export function schemaSentence(errors: readonly SchemaError[]): string {
  const parts = errors.map(({ instancePath, message, keyword, params }) => {
    const where = instancePath === "" ? "the body" : instancePath.slice(1).replaceAll("/", ".");
    const allowed = keyword === "enum" ? `: ${JSON.stringify(params.allowedValues)}` : "";
    const extra = keyword === "additionalProperties" ? `: ${String(params.additionalProperty)}` : "";
    return `${where} ${message ?? "is wrong"}${allowed}${extra}`;
  });
  return parts.join("; ");
}

/** The control API: how tests and operators make the provider behave in a certain way. Loopback only. */

type OfOrder = { Params: { id: string } };
type Method = "upi" | "card";

function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** Optional rupees as paise. @throws ControlError 400 for more than 2 decimals */
function optionalPaise(rupees: number | undefined, name: string): number | undefined {
  if (rupees === undefined) return undefined;
  const paise = paiseFromRupees(rupees);
  if (paise === null) throw new ControlError(400, `${name} must be rupees with at most 2 decimals`);
  return paise;
}

function webhookView(event: WebhookEvent): Record<string, unknown> {
  const { id, type, url, body, createdAt, dropped, deliveries } = event;
  return { id, type, url, createdAt: new Date(createdAt).toISOString(), dropped, deliveries, body };
}

const STATUS_OF_WEBHOOK: Partial<Record<WebhookType, Attempt["status"]>> = {
  PAYMENT_SUCCESS_WEBHOOK: "SUCCESS",
  PAYMENT_FAILED_WEBHOOK: "FAILED",
  PAYMENT_USER_DROPPED_WEBHOOK: "USER_DROPPED",
};

/** What a webhook of that type would report about the order's newest fitting attempt or refund. */
function eventOf(order: Order, type: WebhookType): WebhookFacts {
  const attempt = order.attempts.findLast((candidate) => candidate.status === STATUS_OF_WEBHOOK[type]);
  if (type !== "REFUND_STATUS_WEBHOOK" && attempt) return { order, type, attempt };
  const refund = order.refunds.at(-1);
  if (type === "REFUND_STATUS_WEBHOOK" && refund) return { order, type, refund };
  throw new ControlError(409, `Order ${order.orderId} has nothing that a ${type} could report.`);
}

export function registerControl(app: FastifyInstance, world: World, sender: WebhookSender, faults: Faults): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.status(403).send({ error: "The control API answers this machine only." });
  });
  // A call without a body is one with an empty body.
  app.addHook("preValidation", async (request) => {
    if (request.method !== "GET") request.body ??= {};
  });
  app.setSchemaErrorFormatter((errors) => new ControlError(400, schemaSentence(errors)));
  app.setErrorHandler(async (error: unknown, _request, reply) => {
    if (error instanceof ControlError) return reply.status(error.status).send({ error: error.message });
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const message = error instanceof Error ? error.message : String(error);
    return reply.status(status).send({ error: message });
  });

  const firstKnobs: Knobs = { ...world.knobs };

  const orderOf = (request: FastifyRequest<OfOrder>): Order => {
    settleDue(world);
    const order = world.store.orders.get(request.params.id);
    if (!order) throw new ControlError(404, `There is no order ${request.params.id}.`);
    return refreshed(world, order);
  };

  const view = (order: Order) => ({
    order: orderEntity(order),
    creationMs: world.store.creationMs.get(order.orderId),
    checkoutPath: `/checkout/${order.sessionId}`,
    returnTo: returnAddress(order),
    payments: order.attempts.map((attempt) => ({ ...paymentEntity(order, attempt), due: attempt.due })),
    refunds: order.refunds.map((refund) => refundEntity(order, refund)),
    webhooks: sender.eventsOf(order.orderId).map(webhookView),
  });

  app.get("/orders", async () => {
    settleDue(world);
    return [...world.store.orders.values()].map((order) => ({
      ...orderEntity(refreshed(world, order)),
      payments: order.attempts.map(({ paymentId, status }) => ({ cf_payment_id: paymentId, payment_status: status })),
      refunds: order.refunds.map(({ refundId, status }) => ({ refund_id: refundId, refund_status: status })),
    }));
  });

  app.get<OfOrder>("/orders/:id", async (request) => view(orderOf(request)));

  type PayBody = {
    method: Method;
    outcome: Exclude<Ending, "cancelled"> | "pending";
    afterMs?: number;
    then?: Ending;
    surcharge?: number;
    amount?: number;
    force?: boolean;
    keepOrderStatus?: boolean;
  };
  app.post<OfOrder & { Body: PayBody }>("/orders/:id/pay", { schema: PAY }, async (request) => {
    const { method, outcome, afterMs, then, surcharge, amount, force, keepOrderStatus } = request.body;
    if (outcome !== "pending" && (afterMs !== undefined || then !== undefined)) {
      throw new ControlError(400, "afterMs and then belong to the outcome pending");
    }
    if (then !== undefined && afterMs === undefined) throw new ControlError(400, "then needs afterMs");
    const order = orderOf(request);
    const attempt = beginAttempt(world, order, {
      instrument: defaultInstrument(method),
      ending: outcome !== "pending" ? outcome : afterMs === undefined ? null : (then ?? "success"),
      afterMs,
      amountPaise: optionalPaise(amount, "amount"),
      surchargePaise: optionalPaise(surcharge, "surcharge"),
      force,
      keepOrderStatus,
    });
    return { paymentId: attempt.paymentId, ...view(order) };
  });

  app.post<{
    Params: { id: string; paymentId: string };
    Body: { outcome: Ending; force?: boolean; keepOrderStatus?: boolean };
  }>("/orders/:id/attempts/:paymentId/finish", { schema: FINISH }, async (request) => {
    const order = orderOf(request);
    finishAttempt(world, order, request.params.paymentId, request.body.outcome, request.body);
    return view(order);
  });

  app.post<OfOrder & { Body: { method?: Method } }>(
    "/orders/:id/second-success",
    { schema: SECOND_SUCCESS },
    async (request) => {
      const order = orderOf(request);
      const attempt = addSecondSuccess(world, order, defaultInstrument(request.body.method ?? "upi"));
      return { paymentId: attempt.paymentId, ...view(order) };
    },
  );

  app.post<OfOrder & { Body: { inMs?: number } }>("/orders/:id/expire", { schema: EXPIRE }, async (request) =>
    view(expireOrder(world, orderOf(request), request.body.inMs ?? 0)),
  );

  app.post<OfOrder>("/orders/:id/terminated", { schema: NOTHING }, async (request) =>
    view(refreshed(world, completeTermination(world, orderOf(request)))),
  );

  app.post<OfOrder>("/orders/:id/auto-refund", { schema: NOTHING }, async (request) => {
    const order = orderOf(request);
    autoRefund(world, order);
    return view(order);
  });

  app.post<{ Params: { id: string; refundId: string }; Body: { status: RefundStatus } }>(
    "/orders/:id/refunds/:refundId/finish",
    { schema: FINISH_REFUND },
    async (request) => {
      const order = orderOf(request);
      finishRefund(world, order, request.params.refundId, request.body.status);
      return view(order);
    },
  );

  app.post<OfOrder & { Body: { type: WebhookType; times?: number } }>(
    "/orders/:id/webhook",
    { schema: SEND_WEBHOOK },
    async (request) => {
      const order = orderOf(request);
      const { type, times = 1 } = request.body;
      const known = sender.eventsOf(order.orderId).findLast((event) => event.type === type);
      sender.sendNow(known ?? sender.prepare(eventOf(order, type)), times);
      return view(order);
    },
  );

  app.get<{ Querystring: { orderId?: string } }>("/webhooks", async (request) =>
    sender.controlsOf(request.query.orderId),
  );
  app.put<{ Body: Partial<WebhookControls> & { orderId?: string } }>(
    "/webhooks",
    { schema: WEBHOOKS },
    async (request) => {
      const { orderId, ...change } = request.body;
      return sender.control(change, orderId);
    },
  );

  app.get("/faults", async () => faults.all());
  app.put<{ Body: Omit<Fault, "times"> & { times?: number | null } }>(
    "/faults",
    { schema: FAULTS },
    async (request) => {
      const { times = 1, ...fault } = request.body;
      if (fault.kind === "status" && fault.status === undefined) {
        throw new ControlError(400, "the kind status needs a status from 400 to 599");
      }
      if (fault.kind !== "status" && fault.status !== undefined) {
        throw new ControlError(400, "status belongs to the kind status");
      }
      faults.put({ ...fault, times });
      return faults.all();
    },
  );
  app.delete("/faults", { schema: NOTHING }, async () => {
    faults.clear();
    return faults.all();
  });

  app.get("/settings", async () => world.knobs);
  app.put<{ Body: Partial<Knobs> }>("/settings", { schema: SETTINGS }, async (request) =>
    Object.assign(world.knobs, request.body),
  );

  app.post("/reset", { schema: NOTHING }, async () => {
    faults.clear();
    sender.reset();
    world.store.clear();
    Object.assign(world.knobs, firstKnobs);
    return { reset: true };
  });
}
