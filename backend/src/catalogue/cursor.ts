import type { ListingPlace } from "./listings.repository.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A place in a list as it goes to the client and comes back: opaque, and safe in an address. */
export function cursorOf({ brandKey, id }: ListingPlace): string {
  return Buffer.from(JSON.stringify([brandKey, id])).toString("base64url");
}

/** The place a cursor means; undefined when it is none of ours. */
export function placeOf(cursor: string): ListingPlace | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(parsed) || parsed.length !== 2) return undefined;
    const [brandKey, id] = parsed as readonly unknown[];
    if (typeof brandKey !== "string" || brandKey.includes("\0")) return undefined;
    return typeof id === "string" && UUID.test(id) ? { brandKey, id } : undefined;
  } catch {
    return undefined;
  }
}
