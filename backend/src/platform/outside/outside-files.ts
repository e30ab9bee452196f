import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** A file without these characters in its name: installations are UUIDs. */
const ID = /^[0-9a-f-]{36}$/;

/** Lines that are kept in memory while they cannot be written: the newest, of each log. */
const MOST_UNWRITTEN = 10_000;
/** Interval at which writing them is tried again, in ms. */
const RETRY_MS = 5_000;

/** A mail that was sent. */
export interface SentMail {
  /** The mail's dedupe key. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Number of the invoice or credit note that it names, and the document's order. */
  readonly document?: string;
  readonly order?: string;
}

/**
 * What is kept in files outside the database, so that it survives the database's loss (docs/decisions/0050): how far the
 * database has come, which mails were sent and which orders opened. No personal data: ids and numbers only. Without a folder nothing is kept.
 */
export class OutsideFiles {
  /** Lines that could not be written, by file: a full disk stops no sale, and is freed again. */
  private readonly unwritten = new Map<string, readonly string[]>();
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly folder: string | undefined) {}

  /** Whether there is a folder. */
  get kept(): boolean {
    return this.folder !== undefined;
  }

  /** The last written position; undefined if there is none. @throws the file system's errors; Error for an unreadable file */
  async position(installation: string): Promise<unknown> {
    const text = await this.read(this.file("position", installation, "json"));
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new Error("the file with the database's position is unreadable");
    }
  }

  /** Replaces the position atomically. @throws the file system's errors */
  async writePosition(installation: string, position: object): Promise<void> {
    const file = this.file("position", installation, "json");
    if (file !== undefined) await this.replace(file, `${JSON.stringify(position)}\n`);
  }

  /** Adds a sent mail to the log. @throws the file system's errors; it is then written as soon as that works again */
  async logSentMail(installation: string, mail: SentMail): Promise<void> {
    const file = this.file("sent-mails", installation, "jsonl");
    if (file !== undefined) await this.append(file, [JSON.stringify(mail)]);
  }

  /** Adds an order that is about to be opened at the provider. @throws as {@link logSentMail} */
  async logOrder(installation: string, order: string, at: string): Promise<void> {
    const file = this.file("orders", installation, "jsonl");
    if (file !== undefined) await this.append(file, [JSON.stringify({ order, at })]);
  }

  /** Orders that were to be opened at the provider after an instant. A line cut off by a crash is skipped. */
  async ordersSince(installation: string, after: Date): Promise<readonly string[]> {
    const text = await this.read(this.file("orders", installation, "jsonl"));
    const lines = (text ?? "").split("\n").flatMap((line): Fields[] => {
      const fields = fieldsOf(line);
      return fields === undefined ? [] : [fields];
    });
    const found = lines.flatMap(({ order, at }) =>
      typeof order === "string" && typeof at === "string" && Date.parse(at) >= after.getTime() ? [order] : [],
    );
    return [...new Set(found)];
  }

  /** The log of sent mails; undefined if there is none. A line cut off by a crash is skipped. */
  async sentMails(installation: string): Promise<readonly SentMail[] | undefined> {
    const text = await this.read(this.file("sent-mails", installation, "jsonl"));
    return text?.split("\n").flatMap((line) => sentMailOf(line) ?? []);
  }

  /**
   * Time of the newest entry of any file: what happened later is in none. Undefined without an entry.
   *
   * @param before entries from then on are of this restored database itself, which writes them again
   */
  async newestEntry(installation: string, before?: Date): Promise<Date | undefined> {
    const position = (await this.position(installation)) as { readonly at?: unknown } | undefined;
    const logs = await Promise.all(
      (["orders", "sent-mails"] as const).map((name) => this.read(this.file(name, installation, "jsonl"))),
    );
    const times = [
      position?.at,
      ...logs.flatMap((text) => (text ?? "").split("\n").map((line) => fieldsOf(line)?.["at"])),
    ]
      .map((at) => (typeof at === "string" ? Date.parse(at) : NaN))
      .filter((at) => at < (before?.getTime() ?? Infinity));
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  }

  /** Every file of an installation, for a backup. @throws the file system's errors */
  async all(installation: string): Promise<readonly { readonly name: string; readonly bytes: Buffer }[]> {
    const found: { name: string; bytes: Buffer }[] = [];
    for (const path of this.paths(installation)) {
      const bytes = await readFile(path).catch(absent);
      if (bytes !== undefined) found.push({ name: basename(path), bytes });
    }
    return found;
  }

  /**
   * Writes files of a backup that are no longer here; those that are here know more. From then on the record counts as a
   * copy until {@link endCopy}, also for a restore that is repeated.
   *
   * @returns names of the written files
   * @throws the file system's errors
   */
  async putBack(installation: string, files: ReadonlyMap<string, Uint8Array>): Promise<readonly string[]> {
    const written: string[] = [];
    for (const path of this.paths(installation)) {
      const bytes = files.get(basename(path));
      if (bytes === undefined || (await stat(path).catch(absent)) !== undefined) continue;
      if (written.length === 0) await this.replace(this.copyMark(installation), "");
      await this.replace(path, bytes);
      written.push(basename(path));
    }
    return written;
  }

  /** Whether files here were put back by a restore that has not ended. */
  async isCopy(installation: string): Promise<boolean> {
    return (await this.read(this.copyMark(installation))) !== undefined;
  }

  /** That restore has ended. @throws the file system's errors */
  async endCopy(installation: string): Promise<void> {
    const mark = this.copyMark(installation);
    if (mark !== undefined) await rm(mark, { force: true });
  }

  private copyMark(installation: string): string | undefined {
    return this.file("copy", installation, "mark");
  }

  /** Writes a file whole or not at all. */
  private async replace(file: string | undefined, content: string | Uint8Array): Promise<void> {
    if (file === undefined) return;
    await this.prepare();
    const draft = `${file}.${process.pid}`;
    try {
      await writeFile(draft, content, { mode: 0o600 });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Adds lines to a log, and those that could not be written before. The end of a line stands before it: what a full disk
   * or a crash has cut off, also of another process, spoils no later line.
   */
  private async append(file: string, lines: readonly string[]): Promise<void> {
    const all = [...(this.unwritten.get(file) ?? []), ...lines];
    this.unwritten.delete(file);
    if (all.length === 0) return;
    const write = () => appendFile(file, all.map((line) => `\n${line}`).join(""), { mode: 0o600 });
    try {
      // The folder is made when it is missed: a payer waits for each call of the file system.
      await write().catch(async (error: unknown) => {
        absent(error);
        await this.prepare();
        await write();
      });
    } catch (error) {
      this.unwritten.set(file, [...all, ...(this.unwritten.get(file) ?? [])].slice(-MOST_UNWRITTEN));
      this.retry ??= setTimeout(() => {
        this.retry = undefined;
        // Sets the next timer if it fails again.
        for (const each of this.unwritten.keys()) this.append(each, []).catch(() => undefined);
      }, RETRY_MS).unref();
      throw error;
    }
  }

  private paths(installation: string): readonly string[] {
    const kinds = [
      ["position", "json"],
      ["orders", "jsonl"],
      ["sent-mails", "jsonl"],
    ] as const;
    return kinds.flatMap(([name, ending]) => this.file(name, installation, ending) ?? []);
  }

  private file(name: string, installation: string, ending: string): string | undefined {
    if (!ID.test(installation)) throw new Error("an installation's mark is a UUID");
    return this.folder === undefined ? undefined : join(this.folder, `${name}-${installation}.${ending}`);
  }

  private async prepare(): Promise<void> {
    if (this.folder !== undefined) await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  private async read(file: string | undefined): Promise<string | undefined> {
    if (file === undefined) return undefined;
    return readFile(file, "utf8").catch(absent);
  }
}

/** Undefined for a file that does not exist. @throws every other error */
function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}

function sentMailOf(line: string): SentMail | undefined {
  const { key, at, document, order } = fieldsOf(line) ?? {};
  if (typeof key !== "string" || typeof at !== "string") return undefined;
  return { key, at, ...(typeof document === "string" && typeof order === "string" ? { document, order } : {}) };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(line: string): Fields | undefined {
  try {
    const value = line === "" ? undefined : (JSON.parse(line) as unknown);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
