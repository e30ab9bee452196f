/**
 * Works on each item, one after the other, also where an earlier one failed: one that fails each time would keep all
 * after it from ever being reached.
 *
 * @param work returns how much it did, or whether it did anything
 * @returns the sum of what was done
 * @throws what the first one failed with, once all have been worked on
 */
export async function sumEach<T>(items: Iterable<T>, work: (item: T) => Promise<number | boolean>): Promise<number> {
  let sum = 0;
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      sum += Number(await work(item));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sum;
}
