/** Waits for the thing itself: looks until it is true, at most `limitMs` (20 s). */
export async function until(
  what: string,
  look: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
