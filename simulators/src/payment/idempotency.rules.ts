/** One key, one request, one answer (reference, section 1 `x-idempotency-key`). Pure. */
import { createHash } from "node:crypto";
import type { StoredAnswer } from "./model.js";

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
  }
  return value === undefined ? "null" : JSON.stringify(value);
}

/** A hash of a JSON body that does not depend on the order of its keys. */
export function bodyHash(body: unknown): string {
  return createHash("sha256").update(canonical(body)).digest("hex");
}

/** What to do with a request that carries a key: act, replay the first answer (also an error), or refuse (422). */
export function idempotency(known: StoredAnswer | undefined, hash: string): "act" | "replay" | "refuse" {
  if (!known) return "act";
  return known.bodyHash === hash ? "replay" : "refuse";
}
