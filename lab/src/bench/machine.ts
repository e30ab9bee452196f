import { existsSync, readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";

/** True with Linux' /proc. Elsewhere CPU and memory are not measured, which the benchmark reports. */
export const HAS_PROC = existsSync("/proc/self/stat");

/** Ticks of /proc (USER_HZ), whatever the kernel's own. */
const TICK_MS = 10;

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // the process has ended
  }
}

/** Fields of /proc/<pid>/stat after the name, which may contain blanks and brackets; `state` is the first. */
function statOf(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** CPU time of a process with all its threads, user and system, in ms; 0 after it has ended. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** CPU time of its children that have ended, in ms. */
export function cpuOfDeadChildren(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_MS;
}

/** CPU time of the first thread of a process, in ms, to the nanosecond: all of it for a PostgreSQL backend. */
export function cpuOfThread(pid: number): number {
  return Number(read(`/proc/${pid}/schedstat`).split(" ")[0] ?? 0) / 1e6;
}

/** How often a process has waited for something, such as its client's next message or the disk. */
export function waitsOf(pid: number): number {
  return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Memory of a process including its part of shared memory (PSS), in MB. */
function memoryOf(pid: number): number {
  const shared = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`));
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`));
  return Number((shared ?? resident)?.[1] ?? 0) / 1000;
}

/** Children of a process. */
export function childrenOf(parent: number): number[] {
  if (!HAS_PROC) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === parent)
    .map(Number);
}

/** Parts that CPU time is attributed to. */
export const PARTS = [
  "api",
  "PostgreSQL for api",
  "PostgreSQL for the rest",
  "Temporal",
  "orchestrator",
  "jobs",
] as const;
export type Part = (typeof PARTS)[number];
/** CPU time by part, in ms. */
export type Cpu = Readonly<Record<Part, number>>;

/** The product's processes. */
export interface Pids {
  readonly apis: readonly number[];
  readonly orchestrator: number;
  readonly jobs: number;
  readonly temporal: number;
  readonly postmaster: number;
}

/**
 * Sums up CPU time by part. A PostgreSQL backend is attributed to the process of its connection, also after it has ended.
 */
export class Meter {
  /** CPU time of each backend of the apis. */
  private readonly ofApi = new Map<number, number>();

  /** @param pids current ids; they change when a process is restarted */
  constructor(private readonly pids: () => Pids) {}

  /** @param apiBackends PostgreSQL's current backends of the apis */
  now(apiBackends: readonly number[]): Cpu {
    const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + cpuOf(pid), 0);
    const { apis, orchestrator, jobs, temporal, postmaster } = this.pids();
    for (const pid of [...apiBackends, ...this.ofApi.keys()]) {
      const cpu = cpuOf(pid);
      if (cpu > 0) this.ofApi.set(pid, cpu);
    }
    const postgres = sum([postmaster, ...childrenOf(postmaster)]) + cpuOfDeadChildren(postmaster);
    const forApi = [...this.ofApi.values()].reduce((total, cpu) => total + cpu, 0);
    return {
      api: sum(apis),
      "PostgreSQL for api": forApi,
      "PostgreSQL for the rest": postgres - forApi,
      Temporal: sum([temporal]),
      orchestrator: sum([orchestrator]),
      jobs: sum([jobs]),
    };
  }

  /** Memory by part, in MB. */
  memory(): Readonly<Record<string, number>> {
    const { apis, orchestrator, jobs, temporal, postmaster } = this.pids();
    const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + memoryOf(pid), 0);
    return {
      api: memoryOf(apis[0] ?? 0),
      orchestrator: memoryOf(orchestrator),
      jobs: memoryOf(jobs),
      Temporal: memoryOf(temporal),
      PostgreSQL: sum([postmaster, ...childrenOf(postmaster)]),
    };
  }
}

/** CPU time per operation between two readings. */
export function cpuPer(operations: number, before: Cpu, after: Cpu): Cpu {
  const per = (part: Part): number => Math.max(0, after[part] - before[part]) / Math.max(1, operations);
  return Object.fromEntries(PARTS.map((part) => [part, per(part)])) as Record<Part, number>;
}

/** Adds a rate per ms, over `ms`, to a reading. */
export function plus(reading: Cpu, perMs: Cpu, ms: number): Cpu {
  return Object.fromEntries(PARTS.map((part) => [part, reading[part] + perMs[part] * ms])) as Record<Part, number>;
}

/** Load average of the last minute. */
export function loadNow(): number {
  return loadavg()[0] ?? 0;
}
