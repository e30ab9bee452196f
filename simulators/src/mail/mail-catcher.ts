/**
 * The mail catcher: an SMTP server that stores messages, an API for tests, and pages. smtp-server and postal-mime do the
 * protocols. Why not Mailpit, which docker-compose.yml has: docs/decisions/0096.
 */
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Fastify from "fastify";
import type { FastifyReply } from "fastify";
import PostalMime from "postal-mime";
import type { Address, Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { inboxPage, messagePage, type Summary } from "./inbox.page.js";

/** Maximum size of a message. */
const SIZE_LIMIT_BYTES = 10 * 1024 * 1024;

export interface MailCatcherOptions {
  /** The folder of the stored messages. */
  dataPath: string;
  /** 0 or absent: any free port. */
  smtpPort?: number;
  httpPort?: number;
}

export interface MailCatcher {
  smtpPort: number;
  /** The inbox page. */
  url: string;
  stop: () => Promise<void>;
}

/** A message on disk: the envelope's recipients (including blind copies), the time of arrival, and the raw message. */
interface Stored {
  readonly id: string;
  readonly to: readonly string[];
  readonly date: string;
  readonly raw: string;
}

type Message = Stored & { readonly email: Email };

const parse = (raw: Buffer): Promise<Email> => PostalMime.parse(raw, { attachmentEncoding: "arraybuffer" });

const shown = ({ name, address = "" }: Address): string => (name === "" ? address : `${name} <${address}>`);

function summaryOf({ id, to, date, email }: Message): Summary {
  return {
    id,
    from: email.from === undefined ? "" : shown(email.from),
    to,
    subject: email.subject ?? "",
    date,
    messageId: email.messageId ?? "",
    attachments: email.attachments.map(({ filename, mimeType, content }, index) => ({
      filename: filename ?? `attachment-${index + 1}`,
      contentType: mimeType,
      size: (content as ArrayBuffer).byteLength,
    })),
  };
}

/** Parses the index; skips lines cut short by a kill. */
function readIndex(text: string): Summary[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as Summary];
    } catch {
      return [];
    }
  });
}

async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Beyond the limit the stream is read but discarded, so that the sender receives the error.
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw Object.assign(new Error("Message is larger than 10 MB"), { responseCode: 552 });
  return Buffer.concat(chunks);
}

/** Starts both servers and resolves once they listen. */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const { dataPath } = options;
  mkdirSync(dataPath, { recursive: true, mode: 0o700 });
  const fileOf = (id: string): string => join(dataPath, `${id}.json`);
  const read = async (id: string): Promise<Message> => {
    const stored = JSON.parse(readFileSync(fileOf(id), "utf8")) as Stored;
    return { ...stored, email: await parse(Buffer.from(stored.raw, "base64")) };
  };
  /** Summaries of all messages, so that a start does not read thousands of files. */
  const index = join(dataPath, "index.jsonl");
  const list = (summary: Summary): void => appendFileSync(index, `\n${JSON.stringify(summary)}`, { mode: 0o600 });
  /** Oldest first. */
  let messages = existsSync(index) ? readIndex(readFileSync(index, "utf8")) : [];
  const listed = new Set(messages.map(({ id }) => id));
  for (const name of readdirSync(dataPath).sort()) {
    const id = name.replace(/\.json$/, "");
    if (!name.endsWith(".json") || listed.has(id)) continue;
    // The process was killed between writing the message and its index line.
    const summary = summaryOf(await read(id));
    list(summary);
    messages.push(summary);
  }
  messages.sort((a, b) => (a.id < b.id ? -1 : 1));

  const store = async (raw: Buffer, to: string[]): Promise<void> => {
    // First: a stored message that cannot be parsed would prevent the next start.
    const email = await parse(raw);
    const date = new Date();
    const last = Number(messages.at(-1)?.id.slice(0, 15) ?? 0);
    // Ids sort by arrival, even within a millisecond.
    const id = `${String(Math.max(last + 1, date.getTime())).padStart(15, "0")}-${randomBytes(4).toString("hex")}`;
    const message = { id, to, date: date.toISOString(), raw: raw.toString("base64") };
    // Written atomically: accepted messages survive a kill -9.
    writeFileSync(`${fileOf(id)}.part`, JSON.stringify(message), { mode: 0o600 });
    renameSync(`${fileOf(id)}.part`, fileOf(id));
    const summary = summaryOf({ ...message, email });
    list(summary);
    messages.push(summary);
  };

  const smtp = new SMTPServer({
    name: "mail-catcher",
    banner: "Mail catcher: nothing leaves this machine",
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    size: SIZE_LIMIT_BYTES,
    closeTimeout: 500,
    onData(stream, { envelope }, callback) {
      bytesOf(stream)
        .then((raw) =>
          store(
            raw,
            envelope.rcptTo.map(({ address }) => address),
          ),
        )
        .then(
          () => callback(),
          (error: unknown) => callback(error as Error),
        );
    },
  });

  const app = Fastify({ forceCloseConnections: true });
  type ById = { Params: { id: string; n: string }; Querystring: { to?: string } };
  const messageOf = async (id: string): Promise<Message | undefined> =>
    messages.some((each) => each.id === id) ? read(id) : undefined;
  const notFound = (reply: FastifyReply) => reply.status(404).send({ error: "There is no such message." });
  const page = (reply: FastifyReply, policy: string, html: string) =>
    reply
      .header("content-security-policy", `default-src 'none'; style-src 'unsafe-inline'; ${policy}`)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(html);
  const summaries = () => messages.toReversed();

  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/", async (_request, reply) => page(reply, "frame-src 'self'", inboxPage(summaries())));
  app.get<ById>("/messages/:id", async ({ params: { id } }, reply) => {
    const message = await messageOf(id);
    if (message === undefined) return notFound(reply);
    return page(reply, "frame-src 'self'", messagePage(message.email, summaryOf(message)));
  });
  // Only for the page's frame: no scripts and no external resources. Inline images are loaded from the attachments.
  app.get<ById>("/messages/:id/html", async ({ params: { id } }, reply) => {
    const email = (await messageOf(id))?.email;
    if (email === undefined) return notFound(reply);
    const html = (email.html ?? "").replace(/\bcid:([^"'\s)>]+)/gi, (whole: string, contentId: string) => {
      const index = email.attachments.findIndex((each) => each.contentId === `<${contentId}>`);
      return index < 0 ? whole : `/api/messages/${id}/attachments/${index}`;
    });
    const policy = "sandbox allow-popups allow-popups-to-escape-sandbox; img-src 'self' data:; font-src data:";
    return page(reply, policy, `<base target="_blank">${html}`);
  });
  app.get<ById>("/api/messages", async ({ query: { to } }) =>
    summaries().filter(
      (each) => to === undefined || each.to.some((address) => address.toLowerCase() === to.toLowerCase()),
    ),
  );
  app.delete("/api/messages", async (_request, reply) => {
    for (const { id } of messages) rmSync(fileOf(id), { force: true });
    rmSync(index, { force: true });
    messages = [];
    return reply.status(204).send();
  });
  app.get<ById>("/api/messages/:id", async ({ params: { id } }, reply) => {
    const message = await messageOf(id);
    if (message === undefined) return notFound(reply);
    const { html = null, text = null, headers } = message.email;
    return { ...summaryOf(message), html, text, headers };
  });
  app.get<ById>("/api/messages/:id/attachments/:n", async ({ params: { id, n } }, reply) => {
    const attachment = (await messageOf(id))?.email.attachments[Number(n)];
    if (attachment === undefined) return notFound(reply);
    const name = encodeURIComponent(attachment.filename ?? "attachment");
    // As a download and without sniffing, so that an attachment never renders as a page.
    return reply
      .header("content-disposition", `attachment; filename*=UTF-8''${name}`)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "sandbox")
      .type(attachment.mimeType)
      .send(Buffer.from(attachment.content as ArrayBuffer));
  });

  const stop = async (): Promise<void> => {
    await app.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  };
  await new Promise<void>((resolve, reject) => {
    smtp.once("error", reject);
    smtp.listen(options.smtpPort ?? 0, "127.0.0.1", resolve);
  });
  // Connection errors of senders are only logged.
  smtp.on("error", (error) => console.error(`mail catcher: ${error.message}`));
  try {
    await app.listen({ port: options.httpPort ?? 0, host: "localhost" });
  } catch (error) {
    await stop();
    throw error;
  }
  const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port;
  return { smtpPort: portOf(smtp.server.address()), url: `http://localhost:${portOf(app.server.address())}`, stop };
}
