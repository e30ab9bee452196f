/** The HTTP side of the mail catcher: the inbox page, its JSON API and the control. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { inboxPage, listHtml } from "./inbox.page.js";
import type { Mailbox } from "./mailbox.js";
import { matches } from "./messages.js";
import type { ParsedMessage } from "./messages.js";
import { REFUSALS } from "./errors.js";
import type { Refusal, Refusals } from "./errors.js";

type ById = { Params: { id: string } };

/** The message's HTML with its inline pictures pointing at our own attachments and links opening in a new tab. */
function frameHtml(id: string, message: ParsedMessage): string {
  const html = (message.html ?? "").replace(/\bcid:([^"'\s)>]+)/gi, (whole: string, contentId: string) => {
    const index = message.attachments.findIndex((attachment) => attachment.contentId === contentId);
    return index < 0 ? whole : `/api/messages/${id}/attachments/${index}`;
  });
  return `<base target="_blank">${html}`;
}

export function registerInbox(app: FastifyInstance, mailbox: Mailbox, rejections: Refusals): void {
  const notFound = (reply: FastifyReply, what: string) =>
    reply.status(404).send({ error: `There is no such ${what}.` });

  app.get("/healthz", async () => ({ status: "ok" }));

  app.get<{ Querystring: { id?: string } }>("/", async (request, reply) => {
    const nonce = randomBytes(16).toString("base64");
    const open = request.query.id === undefined ? undefined : await mailbox.detail(request.query.id);
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'`;
    return reply
      .header("content-security-policy", policy)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(inboxPage(mailbox.list(), open ?? null, nonce));
  });

  // Fetched by the page itself to stay fresh.
  app.get<{ Querystring: { id?: string } }>("/list", async (request, reply) =>
    reply
      .header("cache-control", "no-store")
      .header("content-security-policy", "default-src 'none'")
      .type("text/html; charset=utf-8")
      .send(listHtml(mailbox.list(), request.query.id ?? null)),
  );

  // Shown in the page's frame only: no script, nothing from elsewhere.
  app.get<ById>("/messages/:id/html", async (request, reply) => {
    const message = await mailbox.parsed(request.params.id);
    if (!message) return notFound(reply, "message");
    return reply
      .header(
        "content-security-policy",
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; font-src data:",
      )
      .header("x-content-type-options", "nosniff")
      .type("text/html; charset=utf-8")
      .send(frameHtml(request.params.id, message));
  });

  app.get<{ Querystring: { to?: string; subject?: string } }>(
    "/api/messages",
    {
      schema: {
        querystring: { type: "object", properties: { to: { type: "string" }, subject: { type: "string" } } },
      },
    },
    async (request) => mailbox.list().filter((message) => matches(message, request.query)),
  );

  app.delete("/api/messages", async (_request, reply) => {
    mailbox.clear();
    return reply.status(204).send();
  });

  app.get<ById>("/api/messages/:id", async (request, reply) => {
    return (await mailbox.detail(request.params.id)) ?? notFound(reply, "message");
  });

  app.get<ById>("/api/messages/:id/raw", async (request, reply) => {
    const raw = await mailbox.raw(request.params.id);
    if (!raw) return notFound(reply, "message");
    return reply
      .header("content-disposition", `attachment; filename="${request.params.id}.eml"`)
      .header("x-content-type-options", "nosniff")
      .type("message/rfc822")
      .send(raw);
  });

  app.get<{ Params: { id: string; n: string } }>(
    "/api/messages/:id/attachments/:n",
    async (request, reply) => {
      const message = await mailbox.parsed(request.params.id);
      const attachment = /^\d+$/.test(request.params.n)
        ? message?.attachments[Number(request.params.n)]
        : undefined;
      if (!attachment) return notFound(reply, "attachment");
      // As a download and without sniffing: a mail's file never becomes a page of ours.
      return reply
        .header(
          "content-disposition",
          `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
        )
        .header("x-content-type-options", "nosniff")
        .header("content-security-policy", "sandbox")
        .type(attachment.contentType)
        .send(attachment.content);
    },
  );

  app.get("/api/control", async () => rejections.current());

  app.put<{ Body: { reject: Refusal; times?: number | null; to?: string | null } }>(
    "/api/control",
    {
      schema: {
        body: {
          type: "object",
          additionalProperties: false,
          required: ["refuse"],
          properties: {
            reject: { enum: [...REFUSALS] },
            times: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
            to: { anyOf: [{ type: "string", minLength: 3 }, { type: "null" }] },
          },
        },
      },
    },
    async (request) => {
      const { reject, times = null, to = null } = request.body;
      rejections.set({ reject, times, to });
      return rejections.current();
    },
  );

  app.setErrorHandler(async (error: unknown, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return reply.status(status).send({ error: error instanceof Error ? error.message : String(error) });
  });
}
