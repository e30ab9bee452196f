import { createHash } from "node:crypto";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import { columnsOf } from "./application.row.js";

/**
 * Recognises the same words of the same person, however they wrote their e-mail address, handed in the same way.
 *
 * @param more what else makes it another application, e.g. who claims
 */
export function digestOf(
  kind: ApplicationKind,
  form: ListingApplicationDto,
  more: readonly string[] = [],
): string {
  const words = Object.entries({ ...columnsOf(form), email: form.email.toLowerCase() });
  return createHash("sha256")
    .update(JSON.stringify([kind, words, more]))
    .digest("base64url");
}
