/**
 * Processes each item in turn, and continues after a failure, so that an item that always fails does not block the rest.
 *
 * @param work returns how much it did, or true if it did anything
 * @returns the sum over all items
 * @throws the first failure, after all items have been processed
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
