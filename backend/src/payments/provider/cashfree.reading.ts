/** A 200 response without a required field. */
export class UnreadableResponse extends Error {
  constructor(what: string) {
    super(`the provider's response has no valid ${what}`);
    this.name = "UnreadableResponse";
  }
}

/** Statuses, ids and sessions: printable ASCII, safe for PostgreSQL and logs. */
const PRINTABLE = /^[\x21-\x7e]{1,1000}$/;

/** An optional field; undefined if absent, null, empty or invalid. */
export function optional(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && PRINTABLE.test(value) ? value : undefined;
}

export function text(value: unknown, what: string): string {
  const found = optional(value);
  if (found === undefined) throw new UnreadableResponse(what);
  return found;
}

/** Rupees → paise, rounded: a fraction of a paisa must never make a payment unreadable. */
export function paise(value: unknown, what: string): number {
  const rupees = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof rupees !== "number" || rupees < 0 || !Number.isSafeInteger(Math.round(rupees * 100))) {
    throw new UnreadableResponse(what);
  }
  return Math.round(rupees * 100);
}

/** @throws UnreadableResponse when it is no list */
export function listOf<R>(value: unknown, read: (entry: unknown) => R): R[] {
  if (!Array.isArray(value)) throw new UnreadableResponse("list");
  return value.map((entry: unknown) => read(entry));
}

/** A picture that a page shows as it is: nothing but a PNG in base64, which is no script, and at most as large as a code can be. */
const PNG_ADDRESS = /^data:image\/png;base64,[A-Za-z0-9+/]{40,120000}={0,2}$/;

/** @throws UnreadableResponse when it is no PNG as a data address */
export function pngAddress(value: unknown, what: string): string {
  if (typeof value !== "string" || !PNG_ADDRESS.test(value)) throw new UnreadableResponse(what);
  return value;
}
