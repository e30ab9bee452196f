/** The WhatsApp simulator: Meta's Cloud API as far as the product uses it, and its webhook. */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { escaped } from "../html.js";
import {
  DEFAULT_CONTROLS,
  type Fault,
  FAULT_KINDS,
  filled,
  type Message,
  metaError,
  newMessageId,
  REPORT_STATUSES,
  type ReportStatus,
  signature,
  type Template,
  type TemplateStatus,
  variablesOf,
  type WebhookControls,
} from "./model.js";

export interface WhatsappSimulatorOptions {
  token: string;
  phoneNumberId: string;
  accountId: string;
  appSecret: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** Default localhost. */
  host?: string;
  /** Where reports go; none without it. */
  webhookUrl?: string;
  /** New templates are approved at once instead of waiting for the control API. */
  approves?: boolean;
}

export interface WhatsappSimulator {
  /** `http://localhost:<port>`. */
  url: string;
  stop: () => Promise<void>;
}

/** How often a report is repeated that was not answered with 200, and the pause before the first repetition, in ms. */
const REPEATS = 4;
const REPEAT_MS = 500;
const MAX_BODY = 1024;

interface SentTemplate {
  messaging_product?: string;
  to?: string;
  type?: string;
  biz_opaque_callback_data?: string;
  template?: {
    name?: string;
    language?: { code?: string };
    components?: { type?: string; parameters?: { type?: string; text?: string }[] }[];
  };
}

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  body: { type: "object", additionalProperties: false, properties, required },
});
const count = { type: "integer", minimum: 0, maximum: 1000 };

class World {
  readonly templates: Template[] = [];
  readonly messages: Message[] = [];
  controls: WebhookControls;
  faults: Fault[] = [];
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private sequence = 0;

  constructor(readonly options: WhatsappSimulatorOptions) {
    this.controls = this.initialControls;
  }

  private get initialControls(): WebhookControls {
    const { webhookUrl: url } = this.options;
    return { ...DEFAULT_CONTROLS, ...(url === undefined ? {} : { url }) };
  }

  nextId(): string {
    this.sequence += 1;
    return String(100_000 + this.sequence);
  }

  /** Consumes a fault of an endpoint. */
  take(endpoint: Fault["endpoint"]): Fault | undefined {
    const fault = this.faults.find((each) => each.endpoint === endpoint && each.times > 0);
    if (fault !== undefined) fault.times -= 1;
    return fault;
  }

  reset(): void {
    this.templates.length = 0;
    this.messages.length = 0;
    this.controls = this.initialControls;
    this.faults = [];
  }

  /** Reports about a message, as the controls say. */
  report(message: Message): void {
    const { reports, reorder, drop, duplicates } = this.controls;
    if (drop) return;
    const order = reorder ? reports.toReversed() : reports;
    this.send(order.flatMap((status) => Array.from({ length: duplicates + 1 }, () => this.statusOf(message, status))));
  }

  statusOf(message: Message, status: ReportStatus, code?: number): object {
    const { category, billable } = this.controls;
    return {
      id: message.id,
      status,
      timestamp: String(Math.floor(Date.now() / 1000)),
      recipient_id: message.to,
      ...(message.callbackData === undefined ? {} : { biz_opaque_callback_data: message.callbackData }),
      ...(status === "failed" || status === "read"
        ? {}
        : { pricing: { billable, pricing_model: "PMP", type: "regular", category } }),
      ...(status === "failed"
        ? { errors: [{ code: code ?? 131_026, title: "Message undeliverable", message: "Message undeliverable" }] }
        : {}),
    };
  }

  /** Sends each as a call of its own, one after the other. */
  send(statuses: readonly object[], messages: readonly object[] = []): void {
    const bodies = [
      ...statuses.map((status) => this.bodyOf({ statuses: [status] })),
      ...messages.map((message) => this.bodyOf({ messages: [message] })),
    ];
    const sending = bodies
      .reduce((before, body) => before.then(() => this.post(body)), Promise.resolve())
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  private bodyOf(value: object): string {
    const { phoneNumberId, accountId } = this.options;
    const metadata = { display_phone_number: "911234567890", phone_number_id: phoneNumberId };
    const change = { field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } };
    return JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: accountId, changes: [change] }] });
  }

  private async post(body: string): Promise<void> {
    const { appSecret } = this.options;
    const { url: webhookUrl } = this.controls;
    if (webhookUrl === undefined) return;
    for (let repeat = 0; repeat <= REPEATS && !this.stopping.signal.aborted; repeat += 1) {
      try {
        const response = await fetch(webhookUrl, {
          method: "POST",
          headers: { "content-type": "application/json", "x-hub-signature-256": signature(appSecret, body) },
          body,
          redirect: "manual",
          signal: this.stopping.signal,
        });
        await response.arrayBuffer();
        if (response.status === 200) return;
      } catch {
        // Unreachable, or stopped.
      }
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS * 2 ** repeat).unref());
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.underWay);
  }
}

/** Starts the simulator and resolves once it listens. */
export async function startWhatsappSimulator(options: WhatsappSimulatorOptions): Promise<WhatsappSimulator> {
  const world = new World(options);
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 262_144,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true } },
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/", async (_request, reply) => reply.type("text/html; charset=utf-8").send(phonePage(world)));
  await app.register(async (scope) => registerGraph(scope, world));
  await app.register(async (scope) => registerControl(scope, world), { prefix: "/control" });
  const stop = async () => {
    await app.close();
    await world.stop();
  };
  try {
    await app.listen({ port: options.port ?? 0, host: options.host ?? "localhost" });
  } catch (error) {
    await stop();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop };
}

/** What was sent, newest first, as readers see it. */
function phonePage(world: World): string {
  const shown = world.messages
    .toReversed()
    .map(
      ({ to, text, template }) =>
        `<article><b>+${escaped(to)}</b> ${escaped(template)}<pre>${escaped(text)}</pre></article>`,
    );
  const style =
    "body{font:16px sans-serif;margin:1rem;max-width:40rem}pre{white-space:pre-wrap;background:#dcf8c6;padding:.75rem;border-radius:.5rem}";
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>WhatsApp simulator</title><style>${style}</style><h1>Messages</h1>${shown.join("") || "<p>None yet.</p>"}</html>`;
}

/** Answers a request as a fault says. @returns whether it did */
async function faulty(fault: Fault | undefined, reply: FastifyReply, done: () => void): Promise<boolean> {
  if (fault === undefined) return false;
  if (fault.kind === "error") {
    await reply
      .status(fault.status ?? 500)
      .send(fault.code === undefined ? "gateway" : metaError(fault.code, "simulated"));
    return true;
  }
  done();
  reply.hijack();
  if (fault.kind === "lostAnswer") reply.raw.destroy();
  return true;
}

function registerGraph(app: FastifyInstance, world: World): void {
  const { token, phoneNumberId, accountId, approves = false } = world.options;
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return reply.status(401).send(metaError(190, "Invalid OAuth access token"));
    return undefined;
  });
  app.post<{ Body: SentTemplate; Params: { phone: string } }>("/:version/:phone/messages", async (request, reply) => {
    if (request.params.phone !== phoneNumberId)
      return reply.status(400).send(metaError(100, "Unsupported post request"));
    const {
      to = "",
      type,
      template: sent,
      messaging_product: product,
      biz_opaque_callback_data: callbackData,
    } = request.body;
    const fault = world.take("messages");
    if (fault?.kind === "error") {
      await faulty(fault, reply, () => undefined);
      return reply;
    }
    if (product !== "whatsapp" || type !== "template" || !/^\d{8,15}$/.test(to))
      return reply.status(400).send(metaError(100, "Invalid parameter"));
    const known = world.templates.find(({ name, language }) => name === sent?.name && language === sent.language?.code);
    if (known === undefined) return reply.status(404).send(metaError(132_001, "Template name does not exist"));
    if (known.status === "PAUSED") return reply.status(400).send(metaError(132_015, "Template is paused"));
    if (known.status !== "APPROVED") return reply.status(404).send(metaError(132_001, "Template is not approved"));
    const given = sent?.components?.find((each) => each.type === "body")?.parameters ?? [];
    const parameters = given.map(({ text = "" }) => text);
    if (parameters.length !== variablesOf(known))
      return reply.status(400).send(metaError(132_000, "Number of parameters does not match"));
    if (parameters.some((text) => text === "" || /[\n\t]| {5}/.test(text)))
      return reply.status(400).send(metaError(100, "Invalid parameter"));
    const text = filled(known, parameters);
    if ([...text].length > MAX_BODY) return reply.status(400).send(metaError(132_005, "Translated text too long"));
    const message: Message = {
      ...{ id: newMessageId(to), to, template: known.name, parameters, text, acceptedAt: Date.now() },
      ...(callbackData === undefined ? {} : { callbackData }),
    };
    const accept = () => {
      world.messages.push(message);
      world.report(message);
    };
    if (await faulty(fault, reply, accept)) return reply;
    accept();
    return reply.send({
      messaging_product: "whatsapp",
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: message.id, message_status: "accepted" }],
    });
  });
  app.get<{ Params: { account: string }; Querystring: { limit?: string; after?: string } }>(
    "/:version/:account/message_templates",
    async (request, reply) => {
      if (request.params.account !== accountId)
        return reply.status(400).send(metaError(100, "Unsupported get request"));
      const fault = world.take("templates");
      if (await faulty(fault, reply, () => undefined)) return reply;
      const from = Number(request.query.after ?? 0);
      const until = from + Math.min(Number(request.query.limit ?? 25), 100);
      const next = until < world.templates.length ? { next: "https://graph.facebook.com/next" } : {};
      return {
        data: world.templates.slice(from, until),
        paging: { cursors: { before: String(from), after: String(until) }, ...next },
      };
    },
  );
  app.post<{ Params: { account: string }; Body: Omit<Template, "id" | "status"> }>(
    "/:version/:account/message_templates",
    async (request, reply) => {
      if (request.params.account !== accountId)
        return reply.status(400).send(metaError(100, "Unsupported post request"));
      const fault = world.take("templates");
      if (await faulty(fault, reply, () => undefined)) return reply;
      const { name, language, category, components } = request.body;
      const body = components.find(({ type }) => type === "BODY")?.text ?? "";
      if (!/^[a-z0-9_]{1,512}$/.test(name) || body === "" || /^\s*\{\{|\}\}\s*$/.test(body))
        return reply.status(400).send(metaError(100, "Invalid parameter"));
      if (world.templates.some((each) => each.name === name && each.language === language))
        return reply.status(400).send(metaError(100, "Content in this language already exists"));
      const status = approves ? "APPROVED" : "PENDING";
      const template: Template = {
        id: world.nextId(),
        name,
        language,
        category,
        status,
        rejected_reason: "NONE",
        components,
      };
      world.templates.push(template);
      return { id: template.id, status, category };
    },
  );
}

function registerControl(app: FastifyInstance, world: World): void {
  app.addHook("onRequest", async (request, reply) => {
    const isLoopback = request.ip === "::1" || /^(::ffff:)?127\./.test(request.ip);
    if (!isLoopback) return reply.status(403).send({ error: "The control API answers this machine only." });
    return undefined;
  });
  app.get("/messages", async () => world.messages);
  app.get("/templates", async () => world.templates);
  app.put<{ Body: { name?: string; status: TemplateStatus; reason?: string } }>(
    "/templates",
    {
      schema: object(
        {
          name: { type: "string" },
          status: { enum: ["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"] },
          reason: { type: "string" },
        },
        ["status"],
      ),
    },
    async ({ body: { name, status, reason = "NONE" } }) => {
      for (const template of world.templates)
        if (name === undefined || template.name === name) Object.assign(template, { status, rejected_reason: reason });
      return world.templates;
    },
  );
  app.put<{ Body: Partial<WebhookControls> }>(
    "/webhooks",
    {
      schema: object({
        ...{ reports: { type: "array", items: { enum: [...REPORT_STATUSES] } }, duplicates: count },
        ...{ reorder: { type: "boolean" }, drop: { type: "boolean" }, category: { type: "string" } },
        ...{ billable: { type: "boolean" }, url: { type: "string" } },
      }),
    },
    async ({ body }) => (world.controls = { ...world.controls, ...body }),
  );
  app.put<{ Body: Fault }>(
    "/faults",
    {
      schema: object(
        {
          ...{ endpoint: { enum: ["messages", "templates"] }, kind: { enum: [...FAULT_KINDS] } },
          ...{ status: { type: "integer", minimum: 400, maximum: 599 }, code: { type: "integer" }, times: count },
        },
        ["endpoint", "kind", "times"],
      ),
    },
    async ({ body }) => {
      world.faults = [...world.faults.filter(({ endpoint }) => endpoint !== body.endpoint), body];
      return world.faults;
    },
  );
  app.post<{ Body: { id: string; status: ReportStatus; code?: number; times?: number } }>(
    "/report",
    {
      schema: object(
        { id: { type: "string" }, status: { enum: [...REPORT_STATUSES] }, code: { type: "integer" }, times: count },
        ["id", "status"],
      ),
    },
    async ({ body: { id, status, code, times = 1 } }, reply) => {
      const message = world.messages.find((each) => each.id === id);
      if (message === undefined) return reply.status(404).send({ error: `There is no message ${id}.` });
      world.send(Array.from({ length: times }, () => world.statusOf(message, status, code)));
      return { sent: times };
    },
  );
  app.post<{ Body: { from: string; text: string } }>(
    "/answer",
    { schema: object({ from: { type: "string" }, text: { type: "string" } }, ["from", "text"]) },
    async ({ body: { from, text } }) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      world.send([], [{ from, id: newMessageId(from), timestamp, type: "text", text: { body: text } }]);
      return { sent: 1 };
    },
  );
  app.post("/reset", async () => {
    world.reset();
    return {};
  });
}
