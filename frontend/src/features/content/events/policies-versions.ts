import type { PoliciesVersion } from "@sakhi/domain/bookings/policies";
import shortOf20261122 from "../../../assets/documents/event-policies.2026-11-22.md";
import short from "../../../assets/documents/event-policies.md";
import refunds from "../../../assets/documents/event-refunds.md";
import terms from "../../../assets/documents/event-terms.md";

/** The texts that a version of the event policies consists of. */
export interface PoliciesTexts {
  /** Beside the box that accepts them. */
  readonly short: TextDocument;
  readonly refunds: TextDocument;
  readonly terms: TextDocument;
}

/**
 * Every version as it was shown when it was accepted, the newest last. A changed text is a new file: the former one keeps its
 * words under the name of its version.
 */
export const POLICIES: Readonly<Record<PoliciesVersion, PoliciesTexts>> = {
  "2026-11-22": { short: shortOf20261122, refunds, terms },
  "2026-11-27": { short, refunds, terms },
};
