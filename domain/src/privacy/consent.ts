/**
 * Version of the consent text in the wizard: the checkbox's sentence and the two linked pages, the terms and the privacy
 * policy. Stored with each consent (DPDP Act 2023, section 6: consent must be provable). Change it whenever one of those
 * texts changes; frontend/src/test/consent.spec.ts enforces that by a digest.
 */
export const CONSENT_VERSION = "2026-11-29";
