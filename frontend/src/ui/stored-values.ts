/** Per tab, or per browser. */
type StorageName = "sessionStorage" | "localStorage";

/** Stores a value as JSON. Does nothing if the storage is full or disabled, so it is for convenience only. */
export function storeValue(storage: StorageName, key: string, value: unknown): void {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Full or disabled.
  }
}

/** Reads a stored object; undefined if there is none or it is unreadable. The fields are not validated. */
export function readStored(storage: StorageName, key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(globalThis[storage].getItem(key) ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a stored value. */
export function removeStored(storage: StorageName, key: string): void {
  try {
    globalThis[storage].removeItem(key);
  } catch {
    // Disabled: there is nothing to remove.
  }
}
