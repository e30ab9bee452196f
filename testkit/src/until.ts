/** Default timeout, far beyond what the slowest machine needs. */
const LIMIT_MS = 180_000;
const INTERVAL_MS = 40;

type Condition<T> = () => T | Promise<T>;

/**
 * Polls a condition until it holds, and returns its result. An error of the condition ends the wait.
 *
 * @param what completes the sentence "Waited in vain for …"
 */
export function until(what: string, condition: Condition<boolean>, limitMs?: number): Promise<void>;
export function until<T>(
  what: string,
  condition: Condition<T>,
  limitMs?: number,
): Promise<Exclude<T, false | undefined>>;
export async function until<T>(what: string, condition: Condition<T>, limitMs = LIMIT_MS): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

/** Like {@link until}, but retries after an error, e.g. of a server that is starting. */
export async function eventually<T>(
  what: string,
  attempt: Condition<T>,
  limitMs?: number,
): Promise<Exclude<T, false | undefined>> {
  let lastError: unknown;
  const quiet: Condition<T | undefined> = async () => {
    try {
      return await attempt();
    } catch (error) {
      lastError = error;
      return undefined;
    }
  };
  try {
    return await until<T | undefined>(what, quiet, limitMs);
  } catch (error) {
    throw lastError === undefined ? error : new AggregateError([error, lastError], (error as Error).message);
  }
}
