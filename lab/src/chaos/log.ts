import type { PlannedFault } from "./schedule.js";

/** An injected fault; times in ms since the start of the chaos run. */
export interface FaultRecord extends PlannedFault {
  readonly started: number;
  ended: number;
}

/** A call of a visitor or operator, with its result. */
export interface CallRecord {
  /** E.g. "reserve". */
  readonly what: string;
  readonly at: number;
  readonly ms: number;
  /** Undefined without a response. */
  readonly status: number | undefined;
  /** Code of an error. */
  readonly code: string;
}

/** Records a chaos run for its report. */
export class ChaosLog {
  readonly faults: FaultRecord[] = [];
  readonly calls: CallRecord[] = [];
  readonly recoveries: { readonly part: string; readonly after: string; readonly ms: number }[] = [];
  /** Parts that crashed. */
  readonly deaths: string[] = [];
  /** Counts by action, e.g. "sold" or "listing paid". */
  readonly counts = new Map<string, number>();
  private begin = performance.now();

  constructor(private readonly say: (line: string) => void) {}

  /** Starts the chaos run's clock. */
  begins(): void {
    this.begin = performance.now();
  }

  /** Milliseconds since the start of the chaos run. */
  now(): number {
    return performance.now() - this.begin;
  }

  note(line: string): void {
    this.say(`${(this.now() / 1_000).toFixed(1).padStart(7)} s  ${line}`);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  began(fault: PlannedFault): FaultRecord {
    const record = { ...fault, started: this.now(), ended: Infinity };
    this.faults.push(record);
    const how = Object.entries(fault.how).map(([name, value]) => ` ${name}=${value}`);
    this.note(`${fault.kind} ${fault.target}${how.join("")} for ${(fault.lasts / 1_000).toFixed(1)} s`);
    return record;
  }

  recovered(part: string, after: string, ms: number): void {
    this.recoveries.push({ part, after, ms });
    if (ms > 1_000) this.note(`${part} is ready ${(ms / 1_000).toFixed(1)} s after ${after}`);
  }

  died(part: string, output: string): void {
    const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
    this.deaths.push(part);
    this.note(`${part} has crashed: ${lastLine.slice(0, 300)}`);
  }
}
