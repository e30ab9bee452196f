import type { ProofSubject } from "../platform/http/proof-of-work.service.js";
import { type StallRef, stallRefKey } from "../stalls/stalls.service.js";

/** A proof for reserving a stall. All who want it share the challenge: only one of them can have it. */
export function stallProof({ eventId, stallId }: StallRef): ProofSubject {
  return { data: { eventId, stallId }, queue: `event ${eventId}`, sharedBy: stallRefKey({ eventId, stallId }) };
}
