import { setTimeout as delay } from "node:timers/promises";
import { answered, STALLS, type BenchProduct, timing } from "./bench-product.js";
import { HAS_PROC } from "./machine.js";
import type { Result, Row } from "./table.js";

/** Memory of the processes. @param atRest before any load, in MB */
export function memory(bench: BenchProduct, atRest: Readonly<Record<string, number>>): Result[] {
  if (!HAS_PROC) return [];
  return [
    {
      title: "Memory",
      about: "Proportional set size in MB. The api is one of two; PostgreSQL is the sum of its processes.",
      rows: Object.entries(atRest).map(([process, mb]) => ({
        process,
        "at rest": mb,
        "most after any load": bench.highestMemory[process] ?? mb,
      })),
    },
  ];
}

/** Open pages that receive changes of the plan as server-sent events. */
export async function streams(bench: BenchProduct): Promise<Result[]> {
  const path = "/api/v1/mela/layout/events";
  const abort = new AbortController();
  const { status } = await fetch(bench.site + path, { signal: abort.signal });
  abort.abort();
  if (status !== 200) {
    bench.options.say(`not measured: event streams, GET ${path} answers ${status}`);
    return [];
  }
  const rows: Row[] = [];
  for (const count of [1_000, 5_000].map((each) => bench.scaled(each, 20))) {
    const opened = await bench.load({ command: "open-streams", origin: bench.site, count });
    const idleMs = bench.scaled(10_000, 500);
    const before = await bench.cpu();
    await delay(idleMs);
    const after = await bench.cpu();
    const changes = 4;
    const stall = STALLS[25] ?? "B6";
    const changed = await bench.load({ command: "change-streams", origin: bench.site, stall, changes });
    const memoryMb = bench.memory()["api"] ?? 0;
    const lost = await bench.load({ command: "close-streams" });
    rows.push({
      "open pages": answered(opened, "open", "200"),
      refused: count - answered(opened, "open", "200"),
      "change seen p50 ms": timing(changed, "change").p50,
      "p99 ms": timing(changed, "change").p99,
      "never seen": answered(changed, "change", "missing"),
      "lost connections": lost.timings["lost"]?.count ?? 0,
      "api CPU % while idle": ((after.api - before.api) / idleMs) * 100,
      "api memory MB": memoryMb,
    });
    await bench.freeAll();
  }
  return [
    {
      title: "Open pages",
      about: `GET ${path}, 100 of each network. A change is a reserve or a release, timed from the request until a page receives it.`,
      rows,
    },
  ];
}
