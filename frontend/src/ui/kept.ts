/** For this tab, or for this browser. */
type Place = "sessionStorage" | "localStorage";

/**
 * Keeps a value in the browser. Storage can be full or forbidden: then nothing is kept, and nothing may depend on more
 * than comfort.
 */
export function keep(place: Place, key: string, value: unknown): void {
  try {
    globalThis[place].setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept then.
  }
}

/** The object that was kept; undefined where there is none, or none that can be read. What is in it may be anything. */
export function kept(place: Place, key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(globalThis[place].getItem(key) ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Takes it away again. */
export function forget(place: Place, key: string): void {
  try {
    globalThis[place].removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}
