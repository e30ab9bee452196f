/**
 * Accepted versions of the event policies by their first day, newest last. Older ones stay valid for pages that were opened
 * with them. Any change of the displayed texts (the short version and the full documents) is a new version whose former
 * texts stay readable at {@link policiesVersionPath}; enforced by frontend/src/test/consent.spec.ts.
 */
export const POLICIES_VERSIONS = ["2026-11-22", "2026-11-27"] as const;
export type PoliciesVersion = (typeof POLICIES_VERSIONS)[number];

/** The current version. */
export const POLICIES_VERSION: PoliciesVersion = "2026-11-27";
