/** Something took longer than we are willing to wait. */
export class TimeoutError extends Error {
  constructor(readonly limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = "TimeoutError";
  }
}

/**
 * The promise's outcome if it comes within `limitMs`; the work itself is not cancelled, and a failure that comes
 * later is swallowed.
 *
 * @throws TimeoutError
 */
export async function withinMs<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(limitMs)), limitMs);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
