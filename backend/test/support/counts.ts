import type { Counters, MetricLine } from "../../src/platform/metrics/counters.js";

/** What was counted since the last call, or since the start. */
export async function countsSince(counters: Counters): Promise<readonly MetricLine[]> {
  let counted: readonly MetricLine[] = [];
  await counters.flush((lines) => {
    counted = lines;
    return Promise.resolve();
  });
  return counted;
}
