/**
 * Versions of the event policies that a booker can have accepted before paying, the newest last: one that a page was opened
 * with stays good after the next one is there. Any change of the texts she is shown (the short version and the documents it
 * stands for) is a new version; a test compares them (frontend/src/test/consent.spec.ts).
 */
export const POLICIES_VERSIONS = ["2026-11-22"] as const;
export type PoliciesVersion = (typeof POLICIES_VERSIONS)[number];

/** The version that is shown now. */
export const POLICIES_VERSION: PoliciesVersion = "2026-11-22";
