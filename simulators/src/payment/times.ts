const IST_OFFSET_MS = 5.5 * 3600 * 1000;

/** A moment as the provider writes it: Indian time, whole seconds, `2026-11-21T18:02:46+05:30`. */
export function indianIso(ms: number): string {
  return `${new Date(ms + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;
}

const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds of an ISO 8601 moment that names its zone; null for anything else. */
export function momentFromIso(text: unknown): number | null {
  if (typeof text !== "string" || !ISO_WITH_ZONE.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
