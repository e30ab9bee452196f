import { AsyncLocalStorage } from "node:async_hooks";
import { ConsoleLogger, type LoggerService } from "@nestjs/common";
import { driverWordsOf, type Failure, withCauses } from "./causes.js";

/** What is known in the background of a request. One store for log and limits: entering each costs every request. */
export interface RequestContext {
  readonly requestId: string;
}

const requests = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs part of a request: every line logged meanwhile carries its id. */
export function inRequest(context: RequestContext, work: () => void): void {
  requests.run(context, work);
}

/** The context of the request that is being answered; undefined outside one. */
export function requestContext(): RequestContext | undefined {
  return requests.getStore();
}

/**
 * Logs one JSON object per line, in production and in development: `level`, `timestamp` (ms since 1970), `process`, `pid`,
 * `context` (the logger), `message` (text or an object) and, during a request, `requestId`. Never log a name, e-mail,
 * phone or GST number, or a secret: log ids and codes.
 */
class ProcessLogger extends ConsoleLogger {
  constructor(private readonly process: string) {
    super({ json: true, colors: false, logLevels: ["log", "warn", "error", "fatal"] });
  }

  protected override getJsonLogObject(...args: Parameters<ConsoleLogger["getJsonLogObject"]>) {
    const requestId = requests.getStore()?.requestId;
    return {
      ...super.getJsonLogObject(...args),
      process: this.process,
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** @param process name of the process: api, orchestrator or jobs */
export function processLogger(process: string): ProcessLogger {
  return new ProcessLogger(process);
}

/** A repeated problem is logged once per interval, in ms. */
const QUIET_MS = 60_000;

/**
 * A log for problems that repeat many times a second while a server is unreachable: logs the first immediately, then one
 * a minute with the number of repeats.
 */
export class ThrottledLog {
  private readonly reported = new Map<string, { at: number; since: number }>();

  constructor(
    private readonly log: Pick<LoggerService, "warn">,
    private readonly quietMs = QUIET_MS,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Logs the problem, unless it was logged within the last minute. */
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

  /** Ends the problem: the next one is logged immediately. @returns true if there was one */
  over(): boolean {
    const had = this.reported.size > 0;
    this.reported.clear();
    return had;
  }
}

/** Interval between two counted lines, in ms. */
const COUNTED_MS = 1_000;

/**
 * A log for lines that repeat many times a second while a server is unreachable: writes the first immediately, then the
 * newest once a second with the number of lines.
 */
export class BatchedLog<Line extends object> {
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
    // The counted lines belong to many requests: log them without a request id.
    requests.run(undefined, () => setTimeout(() => this.writeWaiting(), this.everyMs).unref());
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
 * Describes an error by name, code and constraint: PostgreSQL's SQLSTATE or the system's code, also where only its cause has
 * one; the driver's errors without a code by their words, which are always the same. Never by its message: drivers and
 * validators quote values, which may be personal data. For logs, `last_error` columns and Temporal's history.
 */
export function describeError(error: unknown): string {
  if (typeof error !== "object" || error === null) return "Error";
  const name = error instanceof Error ? error.name : "Error";
  const all = withCauses(error);
  const coded = all.find((each) => field(each, "code") !== "");
  const [words] = coded === undefined ? all.flatMap((each) => driverWordsOf(each) ?? []) : [];
  const parts = [name, ...(["code", "constraint"] as const).map((key) => field(coded ?? error, key))];
  return `${parts.filter((part) => part !== "").join(" ")}${words === undefined ? "" : ` (${words})`}`.slice(0, 200);
}

/** The error's stack without its message, for logs. */
export function errorPlace(error: unknown): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  // A line of the message may look like a stack frame.
  const frames = error.stack
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 8).map((line) => line.trim());
}

/** A code, as PostgreSQL, the system and we have them: whatever else stands there may be anything. */
const CODE = /^[\w.-]{1,80}$/;

function field(source: Failure, key: "code" | "constraint"): string {
  const value = source[key];
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return CODE.test(text) ? text : "";
}
