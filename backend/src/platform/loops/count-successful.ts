/** Items that call the payment provider, processed at once: in turn, a provider that hangs would block the sweep for long. */
export const CALLS_AT_ONCE = 5;

/**
 * Processes each item, and continues after a failure, so that an item that always fails does not block the rest.
 *
 * @param work returns how much it did, or true if it did anything
 * @param atOnce items processed at once; by default in turn
 * @returns the sum over all items
 * @throws the first failure, after all items have been processed
 */
export async function countSuccessful<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<number | boolean>,
  atOnce = 1,
): Promise<number> {
  let sum = 0;
  const failures: unknown[] = [];
  const rest = items[Symbol.iterator]();
  const workNext = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      try {
        const done = await work(next.value);
        sum += Number(done);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workNext));
  if (failures.length > 0) throw failures[0];
  return sum;
}
