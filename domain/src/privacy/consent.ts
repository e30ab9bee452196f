/**
 * The version of the text that an applicant agrees to in the wizard: the sentence beside the checkbox and the two pages
 * it links to, the terms and the privacy policy. Stored with each consent (DPDP Act 2023, section 6: consent must be
 * provable). Change it whenever one of those texts changes; frontend/src/test/consent.spec.ts compares them with a digest.
 */
export const CONSENT_VERSION = "2026-11-22";
