/** The stored messages: one raw file and one small index file each, in one folder. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseMessage } from "./messages.js";
import type { Envelope, MessageDetail, MessageSummary, ParsedMessage } from "./messages.js";

const ID = /^\d{15}-[0-9a-f]{8}$/;

export class Mailbox {
  /** Oldest first; ids sort by time of arrival. */
  private readonly messages = new Map<string, MessageSummary>();

  /** So that ids sort by arrival within one millisecond too. */
  private lastTime = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    const ids = readdirSync(folder)
      .filter((name) => name.endsWith(".json") && ID.test(name.slice(0, -5)))
      .map((name) => name.slice(0, -5))
      .sort();
    // The index is written after the message, so each one found has its message.
    for (const id of ids)
      this.messages.set(id, JSON.parse(readFileSync(this.path(id, "json"), "utf8")) as MessageSummary);
  }

  /** Stores a message as it came and resolves once it would survive a `kill -9` of this process. */
  async add(raw: Buffer, envelope: Envelope): Promise<MessageSummary> {
    const now = Date.now();
    this.lastTime = Math.max(this.lastTime + 1, now);
    const id = `${String(this.lastTime).padStart(15, "0")}-${randomBytes(4).toString("hex")}`;
    const parsed = await parseMessage(raw);
    const summary: MessageSummary = {
      id,
      from: parsed.from || envelope.from,
      to: envelope.to,
      subject: parsed.subject,
      date: new Date(now).toISOString(),
      messageId: parsed.messageId,
      attachments: parsed.attachments.map(({ filename, contentType, size }) => ({
        filename,
        contentType,
        size,
      })),
    };
    writeFileSync(this.path(id, "eml"), raw);
    writeFileSync(`${this.path(id, "json")}.next`, JSON.stringify(summary));
    renameSync(`${this.path(id, "json")}.next`, this.path(id, "json"));
    this.messages.set(id, summary);
    return summary;
  }

  /** Newest first. */
  list(): MessageSummary[] {
    return [...this.messages.values()].reverse();
  }

  has(id: string): boolean {
    return this.messages.has(id);
  }

  /** The raw bytes; undefined for an unknown id. */
  async raw(id: string): Promise<Buffer | undefined> {
    return this.messages.has(id) ? readFile(this.path(id, "eml")) : undefined;
  }

  /** The message with all its parts; undefined for an unknown id. */
  async parsed(id: string): Promise<ParsedMessage | undefined> {
    const raw = await this.raw(id);
    return raw && parseMessage(raw);
  }

  /** What the inbox shows of an opened message; undefined for an unknown id. */
  async detail(id: string): Promise<MessageDetail | undefined> {
    const summary = this.messages.get(id);
    const parsed = await this.parsed(id);
    if (!summary || !parsed) return undefined;
    return { ...summary, html: parsed.html, text: parsed.text, headers: parsed.headers };
  }

  /** Removes every message. */
  clear(): void {
    for (const id of this.messages.keys()) {
      rmSync(this.path(id, "json"), { force: true });
      rmSync(this.path(id, "eml"), { force: true });
    }
    this.messages.clear();
  }

  private path(id: string, kind: "eml" | "json"): string {
    return join(this.folder, `${id}.${kind}`);
  }
}
