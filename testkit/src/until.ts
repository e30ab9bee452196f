/** Longest wait for anything: far beyond what the slowest machine needs, only there to say what did not come. */
const LIMIT_MS = 180_000;
const EVERY_MS = 40;

type Condition<T> = () => T | Promise<T>;

/**
 * Waits until a condition holds, and gives what it returned. What the condition throws ends the wait.
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
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

/** As {@link until}, but an error only means "not yet": for what is asked of a server or worker that is starting. */
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
