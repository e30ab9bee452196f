/**
 * Waits for the thing itself: looks until it is true. The limit is only there to say what did not come; it is far
 * beyond what the slowest machine needs.
 */
export async function until(
  what: string,
  look: () => boolean | Promise<boolean>,
  limitMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
