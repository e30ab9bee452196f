/**
 * What an error is called, without its message: messages of drivers and validators repeat values, and a value may
 * be somebody's name or phone number. Good for logs, `last_error` columns and Temporal's history.
 */
export function describeError(error: unknown): string {
  if (typeof error !== "object" || error === null) return "Error";
  const source = "driverError" in error && typeof error.driverError === "object" ? error.driverError : error;
  const name = error instanceof Error ? error.name : "Error";
  const words = [name, ...[field(source, "code"), field(source, "constraint")].filter((word) => word !== "")];
  return words.join(" ").slice(0, 200);
}

/** Where an error was thrown: its stack without the message, for logs. */
export function errorPlace(error: unknown): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  const frames = error.stack.split("\n").filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 8).map((line) => line.trim());
}

function field(source: object | null, key: "code" | "constraint"): string {
  if (source === null || !(key in source)) return "";
  const value: unknown = (source as Record<string, unknown>)[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
