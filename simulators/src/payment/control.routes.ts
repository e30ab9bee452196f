/** The control API, with which tests and operators control the simulator. Loopback only. */
import type { FastifyInstance } from "fastify";
import { addSecondSuccess, beginAttempt, finishAttempt, settleDue } from "./attempts.js";
import { returnAddress } from "./checkout.routes.js";
import { changeDispute, openDispute } from "./disputes.js";
import { disputeEntity, orderEntity, paymentEntity, refundEntity } from "./entities.js";
import { ControlError } from "./errors.js";
import { FAULT_ENDPOINTS, FAULT_KINDS } from "./faults.js";
import type { Fault, Faults } from "./faults.js";
import { defaultInstrument } from "./instruments.js";
import {
  DISPUTE_STATUSES,
  ENDINGS,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
  WEBHOOK_TYPES,
  paiseFromRupees,
} from "./model.js";
import type {
  Attempt,
  DisputeStatus,
  Ending,
  Order,
  PayoutStatus,
  RefundStatus,
  WebhookEvent,
  WebhookType,
} from "./model.js";
import { completeTermination, expireOrder, refreshed } from "./orders.js";
import { changePayout, makePayout, payoutsCsv, type PayoutPlan, payoutView } from "./payouts.js";
import { autoRefund, finishRefund, refundWebhook } from "./refunds.js";
import type { SimulatorSettings, WebhookFacts, World } from "./store.js";
import type { WebhookControls, WebhookSender } from "./webhooks.js";

function body(properties: Record<string, unknown>, required: string[] = []) {
  return { body: { type: "object", additionalProperties: false, properties, required } };
}

const milliseconds = { type: "integer", minimum: 0, maximum: 86_400_000 };
const orderId = { type: "string", minLength: 1 };

const METHOD = { enum: ["upi", "card"] };

const PAY = body(
  {
    method: METHOD,
    outcome: { enum: ["success", "failed", "dropped", "pending"] },
    afterMs: milliseconds,
    then: { enum: [...ENDINGS] },
    surcharge: { type: "number", minimum: 0 },
    amount: { type: "number", exclusiveMinimum: 0 },
    force: { type: "boolean" },
    keepOrderStatus: { type: "boolean" },
  },
  ["method", "outcome"],
);

const FINISH = body({ outcome: { enum: [...ENDINGS] } }, ["outcome"]);

const FINISH_REFUND = body({ status: { enum: [...REFUND_STATUSES] } }, ["status"]);

const DISPUTE = body({ amount: { type: "number", exclusiveMinimum: 0 }, respondInMs: { type: "integer" } });

const CHANGE_DISPUTE = body({ status: { enum: [...DISPUTE_STATUSES] } }, ["status"]);

const ORDERS = { type: "array", items: orderId };
const PAYOUT_STATUS = { enum: [...PAYOUT_STATUSES] };
/** Epoch ms and paise, unlike the provider's calls. */
const PAYOUT = body({
  paidAt: { type: "integer" },
  status: PAYOUT_STATUS,
  omit: ORDERS,
  repeat: ORDERS,
  change: {
    type: "object",
    additionalProperties: false,
    properties: { orderId, paise: { type: "integer" } },
    required: ["orderId", "paise"],
  },
  adjustmentPaise: { type: "integer" },
  feePaise: { type: "integer", minimum: 0 },
});
const CHANGE_PAYOUT = body({ status: PAYOUT_STATUS }, ["status"]);

/** An event of a kind that the simulator does not know, as the provider may add one. */
const SEND_EVENT = body({ type: { type: "string", minLength: 1 }, data: { type: "object" } }, ["type"]);

const SEND_WEBHOOK = body(
  { type: { enum: [...WEBHOOK_TYPES] }, times: { type: "integer", minimum: 1, maximum: 100 } },
  ["type"],
);

/** Path parameters and body fields of calls about an order; the schemas define which call accepts which. */
interface OrderCall {
  id: string;
  paymentId: string;
  refundId: string;
  disputeId: string;
  method?: "upi" | "card";
  outcome: Ending | "pending";
  afterMs?: number;
  then?: Ending;
  /** Rupees, like `amount`. */
  surcharge?: number;
  amount?: number;
  force?: boolean;
  keepOrderStatus?: boolean;
  inMs?: number;
  respondInMs?: number;
  data?: Record<string, unknown>;
  status: RefundStatus | DisputeStatus;
  type: WebhookType;
  times?: number;
}

const WEBHOOKS = body({
  orderId,
  delayMs: milliseconds,
  duplicates: { type: "integer", minimum: 0, maximum: 100 },
  reorder: { type: "boolean" },
  drop: { type: "boolean" },
});

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

/** Schema of calls without a body. */
const NOTHING = body({});

function isLoopback(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** Converts optional rupees to paise. @throws ControlError 400 for more than 2 decimals */
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

/** Content of a webhook of this type about the order's newest matching attempt or refund. */
function eventOf(order: Order, type: WebhookType): WebhookFacts {
  const attempt = order.attempts.findLast((candidate) => candidate.status === STATUS_OF_WEBHOOK[type]);
  if (attempt) return { order, type, attempt };
  const refund = order.refunds.findLast((candidate) => refundWebhook(candidate) === type);
  if (refund) return { order, type, refund };
  const dispute = order.disputes?.at(-1);
  if (dispute && type.startsWith("DISPUTE_")) return { order, type, dispute };
  throw new ControlError(409, `Order ${order.orderId} has nothing that a ${type} could report.`);
}

export function registerControl(app: FastifyInstance, world: World, sender: WebhookSender, faults: Faults): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.status(403).send({ error: "The control API answers this machine only." });
  });
  // A missing body counts as an empty one.
  app.addHook("preValidation", async (request) => {
    if (request.method !== "GET") request.body ??= {};
  });
  app.setErrorHandler(async (error: unknown, _request, reply) => {
    if (error instanceof ControlError) return reply.status(error.status).send({ error: error.message });
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const message = error instanceof Error ? error.message : String(error);
    return reply.status(status).send({ error: message });
  });

  const initialSettings: SimulatorSettings = { ...world.settings };

  const orderOf = (id: string): Order => {
    settleDue(world);
    const order = world.store.orders.get(id);
    if (!order) throw new ControlError(404, `There is no order ${id}.`);
    return refreshed(world, order);
  };

  const view = (order: Order) => ({
    order: orderEntity(order),
    creationMs: world.store.creationMs.get(order.orderId),
    checkoutPath: `/checkout/${order.sessionId}`,
    returnTo: returnAddress(order),
    payments: order.attempts.map((attempt) => ({ ...paymentEntity(order, attempt), due: attempt.due })),
    refunds: order.refunds.map((refund) => refundEntity(order, refund)),
    disputes: (order.disputes ?? []).map((dispute) => disputeEntity(order, dispute)),
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

  app.get<{ Params: { id: string } }>("/orders/:id", async ({ params }) => view(orderOf(params.id)));

  /** Registers a call that acts on an order; returns the order's view, and the id of an attempt it created. */
  const act = (path: string, schema: object, work: (order: Order, call: OrderCall) => unknown) =>
    app.post(`/orders/:id/${path}`, { schema }, async (request) => {
      const call = { ...(request.params as object), ...(request.body as object) } as OrderCall;
      const order = orderOf(call.id);
      const paymentId = work(order, call);
      return { ...(typeof paymentId === "string" && { paymentId }), ...view(order) };
    });

  act("pay", PAY, (order, { method, outcome, afterMs, then, surcharge, amount, force, keepOrderStatus }) => {
    if (outcome !== "pending" && (afterMs !== undefined || then !== undefined)) {
      throw new ControlError(400, "afterMs and then belong to the outcome pending");
    }
    if (then !== undefined && afterMs === undefined) throw new ControlError(400, "then needs afterMs");
    const attempt = beginAttempt(world, order, {
      instrument: defaultInstrument(method),
      ending: outcome !== "pending" ? outcome : afterMs === undefined ? null : (then ?? "success"),
      afterMs,
      amountPaise: optionalPaise(amount, "amount"),
      surchargePaise: optionalPaise(surcharge, "surcharge"),
      force,
      keepOrderStatus,
    });
    return attempt.paymentId;
  });
  act("attempts/:paymentId/finish", FINISH, (order, { paymentId, outcome }) =>
    finishAttempt(world, order, paymentId, outcome as Ending),
  );
  act("second-success", body({ method: METHOD }), (order, { method }) => {
    const attempt = addSecondSuccess(world, order, defaultInstrument(method));
    return attempt.paymentId;
  });
  act("expire", body({ inMs: milliseconds }), (order, { inMs = 0 }) => expireOrder(world, order, inMs));
  act("terminated", NOTHING, (order) => completeTermination(world, order));
  act("auto-refund", NOTHING, (order) => autoRefund(world, order));
  act("refunds/:refundId/finish", FINISH_REFUND, (order, { refundId, status }) =>
    finishRefund(world, order, refundId, status as RefundStatus),
  );
  act("dispute", DISPUTE, (order, { amount, respondInMs }) => {
    openDispute(world, order, optionalPaise(amount, "amount"), respondInMs);
  });
  act("disputes/:disputeId", CHANGE_DISPUTE, (order, { disputeId, status }) =>
    changeDispute(world, order, disputeId, status as DisputeStatus),
  );
  act("event", SEND_EVENT, (order, { type, data = { order: { order_id: order.orderId } } }) => {
    sender.sendNow(sender.prepare({ order, type, data }), 1);
  });
  act("webhook", SEND_WEBHOOK, (order, { type, times = 1 }) => {
    const known = sender.eventsOf(order.orderId).findLast((event) => event.type === type);
    sender.sendNow(known ?? sender.prepare(eventOf(order, type)), times);
  });

  app.post<{ Body: PayoutPlan }>("/payouts", { schema: PAYOUT }, async ({ body: plan }) => {
    settleDue(world);
    return payoutView(makePayout(world, plan));
  });
  app.post<{ Params: { id: string }; Body: { status: PayoutStatus } }>(
    "/payouts/:id",
    { schema: CHANGE_PAYOUT },
    async ({ params, body: { status } }) => payoutView(changePayout(world, params.id, status)),
  );
  app.get("/payouts", async () => [...world.store.payouts.values()].map(payoutView));
  app.get("/payouts.csv", async (_, reply) => reply.type("text/csv; charset=utf-8").send(payoutsCsv(world)));

  app.put<{ Body: Partial<WebhookControls> & { orderId?: string } }>(
    "/webhooks",
    { schema: WEBHOOKS },
    async (request) => {
      const { orderId, ...change } = request.body;
      return sender.control(change, orderId);
    },
  );

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

  app.put<{ Body: Partial<SimulatorSettings> }>("/settings", { schema: SETTINGS }, async (request) =>
    Object.assign(world.settings, request.body),
  );

  app.post("/reset", { schema: NOTHING }, async () => {
    faults.clear();
    sender.reset();
    world.store.clear();
    Object.assign(world.settings, initialSettings);
    return { reset: true };
  });
}
