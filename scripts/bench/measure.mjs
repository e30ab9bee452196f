/** @param {number[]} sorted @param {number} share */
const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/**
 * Asks by a fixed schedule, so that a slow answer delays no later question.
 *
 * @param {() => Promise<Response>} ask
 * @param {{ rate: number, count: number }} schedule requests per second, and how many
 * @returns p50, p95 and the slowest in ms, and how many were not answered 200
 */
export async function measure(ask, { rate, count }) {
  const times = /** @type {number[]} */ ([]);
  let failed = 0;
  const began = performance.now();
  const asked = Array.from({ length: count }, async (_, index) => {
    const due = (index * 1000) / rate;
    await new Promise((resolve) => setTimeout(resolve, due - (performance.now() - began)));
    const start = performance.now();
    const answer = await ask();
    await answer.arrayBuffer();
    if (answer.status !== 200) failed += 1;
    times.push(performance.now() - start);
  });
  await Promise.all(asked);
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), max: quantile(times, 1), failed };
}

/** The head of the table that {@link row} adds to. */
export const TABLE_HEAD =
  "| call | p50 ms | p95 ms | slowest ms | failed |\n| --- | ---: | ---: | ---: | ---: |";

/** @param {string} name @param {{ p50: number, p95: number, max: number, failed: number }} figures */
export function row(name, { p50, p95, max, failed }) {
  return `| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${max.toFixed(1)} | ${failed} |`;
}
