import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { loadavg } from "node:os";

/** What the system says of processes (Linux: /proc). Elsewhere there are no figures, and the bench says so. */
export const HAS_PROC = existsSync("/proc/self/stat");

/** /proc counts in ticks of 10 ms, whatever the kernel's own are (USER_HZ). */
const TICK_MS = 10;

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // gone meanwhile
  }
}

/** The fields of /proc/<pid>/stat after the name, which may hold blanks and brackets; `state` is the first. */
function statOf(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Processor time of a process and all its threads, user and system, in ms; 0 when it is gone. */
function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** That of its children that have ended. */
function cpuOfDeadChildren(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_MS;
}

/** Memory that is a process's own, its share of what it shares included, in MB. */
function memoryOf(pid: number): number {
  const shared = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`));
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`));
  return Number((shared ?? resident)?.[1] ?? 0) / 1000;
}

/** Processes whose parent this is. */
function childrenOf(parent: number): number[] {
  if (!HAS_PROC) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === parent)
    .map(Number);
}

/** The local ports of a process's TCP connections. */
function portsOf(pid: number): Set<number> {
  const inodes = new Set<string>();
  try {
    for (const name of readdirSync(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(readlink(`/proc/${pid}/fd/${name}`))?.[1];
      if (inode !== undefined) inodes.add(inode);
    }
  } catch {
    // gone
  }
  const ports = new Set<number>();
  for (const line of [...read("/proc/net/tcp").split("\n"), ...read("/proc/net/tcp6").split("\n")]) {
    const fields = line.trim().split(/\s+/);
    if (inodes.has(fields[9] ?? "")) ports.add(Number.parseInt(fields[1]?.split(":").at(-1) ?? "0", 16));
  }
  return ports;
}

function readlink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** What processor time is counted by. */
export const PARTS = [
  "api",
  "PostgreSQL for api",
  "PostgreSQL for the rest",
  "Temporal",
  "orchestrator",
  "jobs",
] as const;
export type Part = (typeof PARTS)[number];
/** Processor time by part, in ms. */
export type Cpu = Readonly<Record<Part, number>>;

/** The product's processes. */
export interface Pids {
  readonly apis: readonly number[];
  readonly orchestrator: number;
  readonly jobs: number;
  readonly temporal: number;
  readonly postmaster: number;
}

/** A PostgreSQL backend and the client's port, as pg_stat_activity has them. */
export interface Backend {
  readonly pid: number;
  readonly clientPort: number;
}

/**
 * Adds up processor time by part. A backend of PostgreSQL belongs to the process that its connection comes from; once
 * known it stays known, so that one that has ended is still counted to whom it served.
 */
export class Meter {
  private readonly ofApi = new Set<number>();
  private readonly last = new Map<number, number>();

  /** @param pids may change: a process can be started again */
  constructor(private readonly pids: () => Pids) {}

  /** @param backends the live ones */
  now(backends: readonly Backend[]): Cpu {
    const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + cpuOf(pid), 0);
    const { apis, orchestrator, jobs, temporal, postmaster } = this.pids();
    const ports = new Set(apis.flatMap((pid) => [...portsOf(pid)]));
    for (const { pid, clientPort } of backends) if (ports.has(clientPort)) this.ofApi.add(pid);
    for (const pid of this.ofApi) {
      const cpu = cpuOf(pid);
      if (cpu > 0) this.last.set(pid, cpu);
    }
    const postgres = sum([postmaster, ...childrenOf(postmaster)]) + cpuOfDeadChildren(postmaster);
    const forApi = [...this.ofApi].reduce((total, pid) => total + (this.last.get(pid) ?? 0), 0);
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

/** What passed between two readings, by operation. */
export function cpuPer(operations: number, before: Cpu, after: Cpu): Cpu {
  const per = (part: Part): number => Math.max(0, after[part] - before[part]) / Math.max(1, operations);
  return Object.fromEntries(PARTS.map((part) => [part, per(part)])) as Record<Part, number>;
}

/** A reading, and so much of a rate by millisecond. */
export function plus(reading: Cpu, perMs: Cpu, ms: number): Cpu {
  return Object.fromEntries(PARTS.map((part) => [part, reading[part] + perMs[part] * ms])) as Record<Part, number>;
}

/** Load average of the last minute. */
export function loadNow(): number {
  return loadavg()[0] ?? 0;
}
