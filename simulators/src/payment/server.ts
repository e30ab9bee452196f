/** The payment simulator's HTTP server. */
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { registerApi } from "./api.routes.js";
import { settleDue } from "./attempts.js";
import { registerCheckout } from "./checkout.routes.js";
import { registerControl } from "./control.routes.js";
import { Faults } from "./faults.js";
import { DEFAULT_SETTINGS, Store, type World } from "./store.js";
import { WebhookSender } from "./webhooks.js";

export interface PaymentSimulatorOptions {
  clientId: string;
  clientSecret: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** Default localhost: both 127.0.0.1 and ::1. */
  host?: string;
  /** File for the state; in memory only if absent. */
  dataPath?: string;
  /** Default 900, as at the provider: an expiry must be strictly later than this. */
  minExpirySeconds?: number;
  /** Webhook address of orders without their own. */
  webhookUrl?: string;
  /** Replaces the origin of every webhook's address: another way to the same site, inside a network. */
  webhookOrigin?: string;
  /** Scale of the delays between webhook retries (1 = 2, 10 and 30 minutes). */
  retryScale?: number;
  /** Default time from a refund's acceptance to its end, in ms. */
  refundDelayMs?: number;
  /** Epoch ms; for tests. */
  now?: () => number;
}

export interface PaymentSimulator {
  /** `http://localhost:<port>`. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts the simulator and resolves once it listens. */
export async function startPaymentSimulator(options: PaymentSimulatorOptions): Promise<PaymentSimulator> {
  const now = options.now ?? Date.now;
  const store = new Store(options.dataPath ?? null);
  const faults = new Faults();
  const sender = new WebhookSender(
    store,
    {
      secret: options.clientSecret,
      defaultUrl: options.webhookUrl ?? null,
      origin: options.webhookOrigin ?? null,
      retryScale: options.retryScale ?? 1,
    },
    now,
  );
  const timers = new Set<NodeJS.Timeout>();
  const world: World = {
    store,
    now,
    settings: { ...DEFAULT_SETTINGS, refundDelayMs: options.refundDelayMs ?? DEFAULT_SETTINGS.refundDelayMs },
    minExpirySeconds: options.minExpirySeconds ?? 900,
    announce: (facts) => sender.announce(facts),
    wakeAt: (ms) => {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          // Timers can fire a millisecond early; then wait again, or the change would never happen.
          if (now() < ms) world.wakeAt(ms);
          else settleDue(world);
        },
        Math.max(1, ms - now()),
      );
      timers.add(timer);
    },
  };

  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 262_144,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true } },
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/", async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send("Payment simulator – no real money. See simulators/README.md.\n"),
  );
  await app.register(async (scope) => registerCheckout(scope, world));
  await app.register(async (scope) => registerApi(scope, world, faults, options), { prefix: "/pg" });
  await app.register(async (scope) => registerControl(scope, world, sender, faults), { prefix: "/control" });

  const stop = async () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    await app.close();
    await sender.stop();
    store.close();
  };
  try {
    await app.listen({ port: options.port ?? 0, host: options.host ?? "localhost" });
  } catch (error) {
    await stop();
    throw error;
  }
  settleDue(world);
  for (const orderId of store.waiting) {
    const order = store.orders.get(orderId);
    for (const part of [...(order?.attempts ?? []), ...(order?.refunds ?? [])]) {
      if (part.due) world.wakeAt(part.due.at);
    }
  }
  sender.resume();
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop };
}
