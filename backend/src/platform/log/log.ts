import { AsyncLocalStorage } from "node:async_hooks";
import { ConsoleLogger, type LoggerService } from "@nestjs/common";

const current = new AsyncLocalStorage<string | undefined>();

/** Runs what belongs to a request, so that every line logged meanwhile, however deep, carries its id. */
export function withRequestId(requestId: string, work: () => void): void {
  current.run(requestId, work);
}

/** The id of the request under way; undefined outside one. */
function currentRequestId(): string | undefined {
  return current.getStore();
}

/**
 * One JSON object per line and event, in production as on a developer's machine: `level`, `timestamp` (ms since
 * 1970), `process`, `pid`, `context` (who says it), `message` (words, or an object of facts) and, for whatever
 * happens while a request is answered, `requestId`. Nothing logged may hold a name, e-mail, phone, GST number or
 * secret: log ids and codes.
 */
class ProcessLogger extends ConsoleLogger {
  constructor(private readonly process: string) {
    super({ json: true, colors: false, logLevels: ["log", "warn", "error", "fatal"] });
  }

  protected override getJsonLogObject(...args: Parameters<ConsoleLogger["getJsonLogObject"]>) {
    const requestId = currentRequestId();
    return {
      ...super.getJsonLogObject(...args),
      process: this.process,
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** @param process as it is called: api, orchestrator or jobs */
export function processLogger(process: string): ProcessLogger {
  return new ProcessLogger(process);
}

/** How long the same problem is logged only once, in ms. */
const QUIET_MS = 60_000;

/**
 * A log for problems that repeat many times a second while a server is away: the first is logged at once, then one a
 * minute with how often it happened. No personal data, as everywhere in logs.
 */
export class QuietLog {
  private readonly reported = new Map<string, { at: number; since: number }>();

  constructor(
    private readonly log: Pick<LoggerService, "warn">,
    private readonly quietMs = QUIET_MS,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Logs the problem, unless the same one was logged within the last minute. */
  warn(problem: string): void {
    const now = this.clock();
    const before = this.reported.get(problem);
    if (before !== undefined && now - before.at < this.quietMs) {
      before.since += 1;
      return;
    }
    const again = before === undefined || before.since === 0 ? "" : ` (and ${before.since} times since the last)`;
    this.reported.set(problem, { at: now, since: 0 });
    this.log.warn(`${problem}${again}`);
  }

  /** The problem is over: the next one is logged at once. Returns whether there had been one. */
  over(): boolean {
    const had = this.reported.size > 0;
    this.reported.clear();
    return had;
  }
}

/** How often a counted line is written, in ms. */
const COUNTED_MS = 1_000;

/**
 * A log for lines that come many times a second while a server is away: the first is written at once, and what follows
 * is written once a second as one line, the newest, with how many there were.
 */
export class CountedLog<Line extends object> {
  private counting = false;
  private waiting = 0;
  private newest: Line | undefined;

  constructor(
    private readonly write: (line: Line, count: number) => void,
    private readonly everyMs = COUNTED_MS,
  ) {}

  add(line: Line): void {
    if (this.counting) {
      this.waiting += 1;
      this.newest = line;
      return;
    }
    this.write(line, 1);
    this.count();
  }

  private count(): void {
    this.counting = true;
    // What is counted belongs to many requests, and not to the one that happened to come first.
    current.run(undefined, () => setTimeout(() => this.writeWaiting(), this.everyMs).unref());
  }

  private writeWaiting(): void {
    const { newest, waiting } = this;
    this.counting = false;
    this.waiting = 0;
    this.newest = undefined;
    if (newest === undefined) return;
    this.write(newest, waiting);
    this.count();
  }
}

/**
 * What an error is called, without its message: messages of drivers and validators repeat values, and a value may
 * be somebody's name or phone number. Good for logs, `last_error` columns and Temporal's history.
 */
export function describeError(error: unknown): string {
  if (typeof error !== "object" || error === null) return "Error";
  const source = "driverError" in error && typeof error.driverError === "object" ? error.driverError : error;
  const name = error instanceof Error ? error.name : "Error";
  const words = [name, ...[field(source, "code"), field(source, "constraint")].filter((word) => word !== "")];
  return words.join(" ").slice(0, 200);
}

/** Where an error was thrown: its stack without the message, for logs. */
export function errorPlace(error: unknown): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  // A line of the message may look like one of the stack.
  const frames = error.stack
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 8).map((line) => line.trim());
}

function field(source: object | null, key: "code" | "constraint"): string {
  if (source === null || !(key in source)) return "";
  const value: unknown = (source as Record<string, unknown>)[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
